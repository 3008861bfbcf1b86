// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/VerdictChips.h"

#include "models/core/Format.h"
#include "ui/common/Metrics.h"
#include "ui/common/TabularText.h"
#include "ui/common/VerdictBadge.h"

#include <QHBoxLayout>
#include <QPainter>

namespace holdwatch::ui {

namespace {
constexpr int chipHeight = 24;
constexpr int shape = 10;
} // namespace

QVector<Verdict> verdictsWorstFirst()
{
    QVector<Verdict> all{Verdict::Healthy, Verdict::Watch, Verdict::Approaching, Verdict::Breached, Verdict::Recovering, Verdict::Stale, Verdict::NotReported};
    std::sort(all.begin(), all.end(), [](Verdict a, Verdict b) { return severityOf(a) > severityOf(b); });
    return all;
}

VerdictChip::VerdictChip(Verdict verdict, QWidget *parent) : QAbstractButton(parent), m_verdict(verdict)
{
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setFont(typeFont(font(), Type::Small));
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setObjectName(QStringLiteral("chip-") + toWord(verdict).replace(QLatin1Char(' '), QLatin1Char('-')));
    setCount(0);
}

void VerdictChip::setCount(int count)
{
    m_count = count;
    setAccessibleName(QStringLiteral("%1 %2").arg(count).arg(toWord(m_verdict)));
    setToolTip(isCheckable() ? QStringLiteral("Show only %1 queues").arg(toWord(m_verdict)) : accessibleName());
    updateGeometry();
    update();
}

void VerdictChip::setWordless(bool wordless)
{
    if (m_wordless == wordless)
        return;
    m_wordless = wordless;
    setCount(m_count);
}

QString VerdictChip::label() const
{
    return m_wordless ? formatCount(m_count) : toWord(m_verdict) + QLatin1Char(' ') + formatCount(m_count);
}

QSize VerdictChip::sizeHint() const
{
    return {space::s + shape + 6 + tabularWidth(font(), label()) + space::s, chipHeight};
}

void VerdictChip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = Theme::of(this);
    const QRectF pill = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const bool raised = underMouse() || isDown();
    painter.setPen(isChecked() ? QPen(theme.accent, 1.5) : m_wordless && !isCheckable() ? QPen(Qt::NoPen) : QPen(theme.line, 1));
    painter.setBrush(isChecked() ? theme.selection : raised ? theme.raised : m_wordless ? QColor(Qt::transparent) : theme.surface);
    painter.drawRoundedRect(pill, chipHeight / 2.0, chipHeight / 2.0);
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(pill.adjusted(0.5, 0.5, -0.5, -0.5), chipHeight / 2.0, chipHeight / 2.0);
    }
    paintVerdictShape(painter, QRectF(space::s, (height() - shape) / 2.0, shape, shape), m_verdict, theme);
    painter.setPen(isChecked() ? theme.text : theme.secondary);
    painter.setFont(font());
    drawTabular(painter, rect().adjusted(space::s + shape + 6, 0, 0, 0), Qt::AlignLeft, label());
}

VerdictChips::VerdictChips(QWidget *parent) : QWidget(parent)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::xs);
    for (Verdict verdict : verdictsWorstFirst()) {
        auto *chip = new VerdictChip(verdict, this);
        layout->addWidget(chip);
        m_chips << chip;
        connect(chip, &QAbstractButton::toggled, this, [this] {
            showUsed();
            emit chosenChanged(chosen());
        });
    }
    showUsed();
}

void VerdictChips::setCounts(const QHash<Verdict, int> &counts)
{
    if (m_counts == counts)
        return;
    m_counts = counts;
    for (VerdictChip *chip : m_chips)
        chip->setCount(counts.value(chip->verdict()));
    showUsed();
}

void VerdictChips::setWordless(bool wordless)
{
    for (VerdictChip *chip : m_chips)
        chip->setWordless(wordless);
}

QSet<Verdict> VerdictChips::chosen() const
{
    QSet<Verdict> verdicts;
    for (const VerdictChip *chip : m_chips) {
        if (chip->isChecked())
            verdicts << chip->verdict();
    }
    return verdicts;
}

void VerdictChips::choose(const QSet<Verdict> &verdicts)
{
    if (chosen() == verdicts)
        return;
    for (VerdictChip *chip : m_chips) {
        const QSignalBlocker quiet(chip);
        chip->setChecked(verdicts.contains(chip->verdict()));
    }
    showUsed();
    emit chosenChanged(verdicts);
}

void VerdictChips::showUsed()
{
    for (VerdictChip *chip : m_chips)
        chip->setVisible(chip->isChecked() || m_counts.value(chip->verdict()) > 0);
}

} // namespace holdwatch::ui
