// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/SectionStrip.h"

#include "ui/common/Labels.h"
#include "ui/redrive/SectionFrame.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>

namespace holdwatch::ui {

namespace {

constexpr int buttonHeight = 40;
constexpr int markSize = 12;

/// Two lines: the section's name, and its mark and word.
class StripButton final : public QAbstractButton
{
public:
    explicit StripButton(SectionFrame *section) : m_section(section)
    {
        setFocusPolicy(Qt::TabFocus);
        setAttribute(Qt::WA_Hover);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        setObjectName(section->objectName() + QStringLiteral("Tab"));
    }
    QSize sizeHint() const override { return {110, buttonHeight}; }
    QSize minimumSizeHint() const override { return {80, buttonHeight}; }
    void refresh()
    {
        setAccessibleName(QStringLiteral("Go to %1").arg(m_section->head()->accessibleName()));
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme &theme = Theme::of(this);
        const QRectF ground = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
        painter.setPen(hasFocus() ? QPen(theme.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(underMouse() ? theme.raised : QColor(Qt::transparent));
        painter.drawRoundedRect(ground, cornerRadius, cornerRadius);
        const SectionHead *head = m_section->head();
        const QRect area = rect().adjusted(space::s, 3, -space::xs, -3);
        painter.setFont(typeFont(font(), Type::Body, QFont::DemiBold));
        painter.setPen(theme.text);
        painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine, head->text());
        painter.setFont(typeFont(font(), Type::Small));
        paintMark(painter, QRectF(area.left(), area.bottom() - markSize, markSize, markSize), head->mark(), theme);
        painter.setPen(head->mark() == Mark::None ? theme.secondary : colorsOf(head->mark(), theme).text);
        const QRect word = area.adjusted(head->mark() == Mark::None ? 0 : markSize + 6, 0, 0, 1);
        painter.drawText(word, Qt::AlignLeft | Qt::AlignBottom | Qt::TextSingleLine, painter.fontMetrics().elidedText(head->word(), Qt::ElideRight, word.width()));
    }

private:
    SectionFrame *m_section;
};

} // namespace

SectionStrip::SectionStrip(QScrollArea *area, const QVector<SectionFrame *> &sections, QWidget *parent) : QWidget(parent), m_area(area), m_sections(sections)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(space::m, 0, space::m, 0);
    layout->setSpacing(space::xs);
    for (SectionFrame *section : sections) {
        auto *button = new StripButton(section);
        layout->addWidget(button);
        m_buttons << button;
        connect(button, &QAbstractButton::clicked, this, [this, section] { go(section); });
    }
}

void SectionStrip::refresh()
{
    for (QAbstractButton *button : std::as_const(m_buttons))
        static_cast<StripButton *>(button)->refresh();
}

void SectionStrip::go(SectionFrame *section)
{
    section->setOpen(true);
    // The layout has to know the opened section's height before it can be scrolled to.
    m_area->widget()->layout()->activate();
    m_area->verticalScrollBar()->setValue(section->geometry().top() - space::s);
    section->head()->setFocus(Qt::OtherFocusReason);
}

QScrollArea *makeSectionArea(const QVector<SectionFrame *> &sections)
{
    auto *inner = new QWidget;
    auto *layout = new QVBoxLayout(inner);
    layout->setContentsMargins(space::m, space::s, space::m, space::m);
    layout->setSpacing(space::s);
    for (SectionFrame *section : sections)
        layout->addWidget(section);
    layout->addStretch(1);
    auto *area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(inner);
    inner->setAutoFillBackground(false);
    area->viewport()->setAutoFillBackground(false);
    return area;
}

} // namespace holdwatch::ui
