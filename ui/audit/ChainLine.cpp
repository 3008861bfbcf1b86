// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/audit/ChainLine.h"

#include "models/audit/AuditSentence.h"
#include "ui/common/Icon.h"
#include "ui/common/Labels.h"
#include "ui/common/Theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>

namespace holdwatch::ui {

namespace {

constexpr int markSize = 20;

QPushButton *makeButton(const char *name, const QString &iconName, const QString &text, const QString &tip)
{
    auto *button = new QPushButton(icon(iconName), text);
    button->setObjectName(QString::fromLatin1(name));
    button->setAutoDefault(false);
    button->setToolTip(plainToolTip(tip));
    return button;
}

} // namespace

ChainLine::ChainLine(QWidget *parent)
    : QWidget(parent), m_icon(new QLabel), m_text(plainLabel({}, Type::Body, QFont::DemiBold)),
      m_verify(makeButton("verifyAudit", QStringLiteral("refresh"), QStringLiteral("Verify now"), QStringLiteral("Check every entry from the first to the last. Nothing is changed"))),
      m_export(makeButton("exportAudit", QStringLiteral("export"), QStringLiteral("Export\u2026"),
                          QStringLiteral("The whole record as JSON lines, which \u201choldwatch audit verify\u201d checks anywhere (Ctrl+E)")))
{
    m_text->setObjectName(QStringLiteral("chainState"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_icon->setFixedSize(markSize, markSize);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(space::m, space::s, space::m, space::s);
    layout->setSpacing(space::s);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_verify);
    layout->addWidget(m_export);
    connect(m_verify, &QPushButton::clicked, this, &ChainLine::verifyRequested);
    connect(m_export, &QPushButton::clicked, this, &ChainLine::exportRequested);
    refresh();
}

void ChainLine::setChecking()
{
    m_isChecking = true;
    refresh();
}

void ChainLine::setCheck(const AuditCheck &check, UtcTime at)
{
    m_isChecking = false;
    m_failure.clear();
    m_check = check;
    m_checkedAt = at;
    refresh();
}

void ChainLine::setFailed(const Error &error)
{
    m_isChecking = false;
    m_check.reset();
    m_failure = toSentence(error);
    refresh();
}

void ChainLine::setEntries(qint64 entries)
{
    m_entries = entries;
    refresh();
}

void ChainLine::setZone(Zone zone)
{
    m_zone = zone;
    refresh();
}

void ChainLine::setExporting(bool exporting)
{
    m_isExporting = exporting;
    refresh();
}

QString ChainLine::text() const
{
    return m_text->text();
}

QString ChainLine::sentence() const
{
    if (m_isChecking)
        return QStringLiteral("Checking the record\u2026");
    if (!m_failure.isEmpty())
        return QStringLiteral("The record could not be checked. ") + m_failure;
    if (!m_check)
        return QStringLiteral("The record has not been checked yet.");
    QString text = sentenceOf(*m_check);
    if (!m_check->holds())
        text += QStringLiteral(" It is shown as it is and never repaired: keep the file, and find out who changed it.");
    if (m_check->entries == 0 && m_check->holds() && m_entries == 0)
        return text;
    text += QStringLiteral(" Checked %1 %2").arg(formatTimeOfDay(m_checkedAt, m_zone), zoneName(m_zone, m_checkedAt));
    if (m_entries > m_check->entries)
        text += QStringLiteral("; %1 written since").arg(formatCount(m_entries - m_check->entries));
    return text + QLatin1Char('.');
}

void ChainLine::refresh()
{
    const bool isBroken = !m_isChecking && m_check && !m_check->holds();
    const bool holds = !m_isChecking && m_check && m_check->holds();
    m_text->setText(sentence());
    m_icon->setPixmap(icon(isBroken || !m_failure.isEmpty() ? QStringLiteral("warning") : holds ? QStringLiteral("check") : QStringLiteral("info")).pixmap(markSize, markSize));
    m_verify->setEnabled(!m_isChecking);
    m_export->setEnabled(!m_isExporting && (m_entries > 0 || isBroken));
    QPalette ink = palette();
    if (isBroken)
        ink.setColor(QPalette::WindowText, Theme::of(this).danger);
    m_text->setPalette(ink);
}

void ChainLine::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        refresh();
}

} // namespace holdwatch::ui
