// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/SectionFrame.h"

#include "ui/common/Labels.h"
#include "ui/common/Style.h"

#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace holdwatch::ui {

namespace {

constexpr int headHeight = 40;
constexpr int titleWidth = 112;
constexpr int markSize = 12;

QString countedWord(const QVector<PlanRemark> &remarks, PlanRemark::State state)
{
    const auto count = std::count_if(remarks.cbegin(), remarks.cend(), [state](const PlanRemark &each) { return each.state == state; });
    return count > 1 && state != PlanRemark::State::Fine ? QStringLiteral("%1 %2").arg(count).arg(wordOf(state)) : wordOf(state);
}

} // namespace

SectionHead::SectionHead(const QString &title, QWidget *parent) : QAbstractButton(parent)
{
    setText(title);
    setCheckable(true);
    setChecked(true);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::toggled, this, &SectionHead::rename);
    rename();
}

void SectionHead::setSummary(const QString &summary)
{
    m_summary = summary;
    setToolTip(plainToolTip(summary));
    rename();
}

void SectionHead::setState(Mark mark, const QString &word)
{
    m_mark = mark;
    m_word = word;
    rename();
}

void SectionHead::rename()
{
    setAccessibleName(QStringLiteral("%1: %2").arg(text(), m_word));
    setAccessibleDescription(QStringLiteral("%1 %2").arg(m_summary, isChecked() ? QStringLiteral("Open.") : QStringLiteral("Closed.")).trimmed());
    update();
}

QSize SectionHead::sizeHint() const
{
    return {320, headHeight};
}

void SectionHead::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = Theme::of(this);
    if (underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(theme.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(underMouse() ? theme.raised : QColor(Qt::transparent));
        painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), cornerRadius, cornerRadius);
    }
    paintChevron(painter, QRectF(space::m - 2, (height() - 12) / 2.0, 12, 12), theme.secondary, isChecked() ? 0 : 3);
    QRect area = rect().adjusted(space::m + 18, 0, -space::m, 0);
    painter.setPen(theme.text);
    painter.setFont(typeFont(font(), Type::Title, QFont::DemiBold));
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text());
    painter.setFont(typeFont(font(), Type::Body, QFont::DemiBold));
    const int wordWidth = painter.fontMetrics().horizontalAdvance(m_word);
    paintMark(painter, QRectF(area.right() - wordWidth - markSize - 6, (height() - markSize) / 2.0, markSize, markSize), m_mark, theme);
    painter.setPen(m_mark == Mark::None ? theme.secondary : colorsOf(m_mark, theme).text);
    painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, m_word);
    area.adjust(titleWidth, 1, -(wordWidth + markSize + space::xl), 1);
    painter.setFont(typeFont(font(), Type::Body));
    painter.setPen(theme.secondary);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, painter.fontMetrics().elidedText(m_summary, Qt::ElideRight, area.width()));
}

SectionFrame::SectionFrame(const QString &name, const QString &title, QWidget *parent)
    : QWidget(parent), m_head(new SectionHead(title)), m_content(new QWidget), m_body(new QVBoxLayout), m_remarkList(new QVBoxLayout)
{
    setObjectName(name);
    m_head->setObjectName(name + QStringLiteral("Head"));
    auto *inside = new QVBoxLayout(m_content);
    inside->setContentsMargins(space::m + 18, space::xs, space::m, space::m);
    inside->setSpacing(space::m);
    m_remarkList->setSpacing(space::xs);
    m_body->setSpacing(space::m);
    inside->addLayout(m_remarkList);
    inside->addLayout(m_body);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(m_head);
    layout->addWidget(m_content);
    connect(m_head, &QAbstractButton::toggled, m_content, &QWidget::setVisible);
}

void SectionFrame::setOpen(bool open)
{
    m_head->setChecked(open);
}

void SectionFrame::showRemarks(const QVector<PlanRemark> &remarks)
{
    const PlanRemark::State worst = remarks.isEmpty() ? PlanRemark::State::Fine : stateOf(remarks, remarks.first().section);
    int shown = 0;
    for (const PlanRemark &remark : remarks) {
        if (remark.text.isEmpty())
            continue;
        if (shown == m_remarks.size()) {
            m_remarks << new MarkedText;
            m_remarks.last()->setObjectName(QStringLiteral("remark"));
            m_remarkList->addWidget(m_remarks.last());
        }
        m_remarks.at(shown)->say(markOf(remark.state), remark.text);
        m_remarks.at(shown)->show();
        ++shown;
    }
    for (int i = shown; i < m_remarks.size(); ++i)
        m_remarks.at(i)->hide();
    m_head->setState(markOf(worst), countedWord(remarks, worst));
}

void SectionFrame::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = Theme::of(this);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), cornerRadius, cornerRadius);
}

QLabel *subTitle(const QString &text)
{
    return plainLabel(text, Type::Body, QFont::DemiBold);
}

} // namespace holdwatch::ui
