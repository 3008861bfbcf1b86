// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/AlertFeed.h"

#include "ui/common/Metrics.h"
#include "ui/common/TabularText.h"
#include "ui/common/VerdictBadge.h"

#include <QPainter>

namespace holdwatch::ui {

namespace {
constexpr int lineHeight = 22;
}

class FeedDelegate final : public PlainDelegate
{
public:
    FeedDelegate(const AlertLogProxy &log, QObject *parent) : PlainDelegate(parent), m_log(log) {}

    void setZone(Zone zone) { m_zone = zone; }

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return {100, lineHeight}; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = Theme::of(option.palette);
        const AlertLogEntry &entry = m_log.entryAt(index.row());
        painter->save();
        if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver))
            painter->fillRect(option.rect, option.state & QStyle::State_Selected ? theme.selection : theme.raised);
        painter->setFont(option.font);
        QRect rest = option.rect.adjusted(space::m, 0, -space::m, 0);
        const QString time = formatTimeOfDay(entry.at, m_zone);
        painter->setPen(theme.secondary);
        drawTabular(*painter, rest, Qt::AlignLeft, time);
        rest.setLeft(rest.left() + tabularWidth(option.font, time) + space::m);
        paintVerdictShape(*painter, QRectF(rest.left(), rest.center().y() - 4.5, 10, 10), entry.to, theme);
        rest.setLeft(rest.left() + 10 + space::s);
        const QString subject = QStringLiteral("%1: %2.").arg(entry.queue.name.isEmpty() ? entry.connectionName : entry.queue.name, summaryOf(entry));
        painter->setPen(theme.text);
        painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, subject);
        rest.setLeft(rest.left() + painter->fontMetrics().horizontalAdvance(subject) + 6);
        painter->setPen(theme.secondary);
        painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          painter->fontMetrics().elidedText(entry.text.simplified(), Qt::ElideRight, rest.width()));
        painter->restore();
    }

private:
    const AlertLogProxy &m_log;
    Zone m_zone = Zone::Utc;
};

AlertFeed::AlertFeed(AlertLogProxy &log, QWidget *parent) : QListView(parent), m_log(log), m_delegate(new FeedDelegate(log, this))
{
    setObjectName(QStringLiteral("alertFeed"));
    setAccessibleName(QStringLiteral("Latest changes"));
    setModel(&log);
    setModelColumn(AlertLogModel::TextColumn);
    setItemDelegate(m_delegate);
    setFont(typeFont(font(), Type::Small));
    setFrameShape(NoFrame);
    setUniformItemSizes(true);
    setMouseTracking(true);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(ScrollPerPixel);
    connect(this, &QListView::activated, this, [this](const QModelIndex &index) {
        emit queueChosen(m_log.entryAt(index.row()).queue);
    });
}

void AlertFeed::setZone(Zone zone)
{
    m_delegate->setZone(zone);
    viewport()->update();
}

void AlertFeed::paintEvent(QPaintEvent *event)
{
    QListView::paintEvent(event);
    if (m_log.rowCount() > 0)
        return;
    QPainter painter(viewport());
    painter.setFont(font());
    painter.setPen(Theme::of(this).secondary);
    painter.drawText(viewport()->rect().adjusted(space::m, 3, -space::m, 0), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     QStringLiteral("No verdict has changed yet. Changes appear here with their reason."));
}

} // namespace holdwatch::ui
