// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/RedriveList.h"

#include "ui/common/Metrics.h"
#include "ui/common/PlainDelegate.h"
#include "ui/redrive/Marks.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

namespace holdwatch::ui {

namespace {

using Kind = RedriveNeed::Kind;

constexpr int cardHeight = 66;
constexpr int groupHeight = 26;
constexpr int markSize = 12;

Mark markOf(const RedriveRecord &record, const std::optional<RedriveNeed> &need)
{
    if (!record.signatureProblem.isEmpty())
        return Mark::Refused;
    if (!need)
        return record.run.stage == RunState::Stage::Finished ? Mark::Fine : Mark::Left;
    switch (need->kind) {
    case Kind::Asked: return Mark::Warned;
    case Kind::Unknown: return Mark::Unknown;
    case Kind::ReviewDue: return Mark::Warned;
    case Kind::Stopped: return Mark::Refused;
    case Kind::Running: return Mark::Moving;
    case Kind::Approved: return Mark::Fine;
    case Kind::Waiting: break;
    }
    return Mark::Waiting;
}

class CardDelegate final : public PlainDelegate
{
public:
    CardDelegate(RedriveOrder &order, const Clock &clock, QObject *parent) : PlainDelegate(parent), m_order(order), m_clock(clock) {}

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const override
    {
        return {120, cardHeight + (m_order.beginsGroup(index.row()) ? groupHeight : 0)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = Theme::of(option.palette);
        const RedriveRecord &record = m_order.recordAt(index.row());
        const std::optional<RedriveNeed> need = m_order.needAt(index.row());
        painter->save();
        QStyleOptionViewItem card = option;
        if (m_order.beginsGroup(index.row())) {
            const QRect title(option.rect.left(), option.rect.top(), option.rect.width(), groupHeight);
            painter->fillRect(title, theme.page);
            painter->setFont(typeFont(option.font, Type::Small));
            painter->setPen(theme.secondary);
            painter->drawText(title.adjusted(space::m, 4, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, need ? QStringLiteral("Needs somebody") : QStringLiteral("Over"));
            card.rect.setTop(title.bottom() + 1);
        }
        paintGround(*painter, card, true, option.state & QStyle::State_MouseOver);
        paintCard(*painter, card, record, need, theme);
        painter->restore();
    }

private:
    void paintCard(QPainter &painter, const QStyleOptionViewItem &card, const RedriveRecord &record, const std::optional<RedriveNeed> &need, const Theme &theme) const
    {
        const QRect area = card.rect.adjusted(space::m, 6, -space::s, -7);
        const Mark mark = markOf(record, need);
        const QRect words = area.adjusted(markSize + space::s, 0, 0, 0);
        paintMark(painter, QRectF(area.left(), area.top() + 3, markSize, markSize), mark, theme);
        const auto line = [&](int top, const QString &text, const QFont &font, const QColor &ink) {
            painter.setFont(font);
            painter.setPen(ink);
            const QRect place(words.left(), words.top() + top, words.width(), painter.fontMetrics().height() + 1);
            painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, painter.fontMetrics().elidedText(text, Qt::ElideRight, place.width()));
        };
        const QString state = !record.signatureProblem.isEmpty() ? QStringLiteral("can't be trusted") : need ? need->text : toWord(standingOf(record, m_clock.now())) + (record.run.stage == RunState::Stage::Finished ? QStringLiteral(": ") + countsText(record) : QString());
        const bool isProduction = record.plan.environment == Environment::Production;
        line(0, titleOf(record.plan), typeFont(card.font, Type::Body, QFont::DemiBold), theme.text);
        line(19, state, typeFont(card.font, Type::Body), need ? colorsOf(mark, theme).text : theme.secondary);
        line(38, QStringLiteral("%1 \u00B7 %2 \u00B7 %3 ago").arg(record.plan.connectionName, isProduction ? QStringLiteral("PRODUCTION") : toWord(record.plan.environment), formatAgo(m_clock.now() - record.plan.createdAt)),
             typeFont(card.font, Type::Small), isProduction ? theme.production : theme.secondary);
    }

    RedriveOrder &m_order;
    const Clock &m_clock;
};

} // namespace

RedriveOrder::RedriveOrder(RedriveListModel &redrives, const Clock &clock, QObject *parent) : QSortFilterProxyModel(parent), m_redrives(redrives), m_clock(clock)
{
    setSourceModel(&redrives);
    setDynamicSortFilter(true);
    sort(RedriveListModel::StateColumn); // what is told when a run goes on; the order itself is of the whole record
}

void RedriveOrder::setScope(const ViewScope &scope)
{
    m_scope = scope;
    invalidateFilter();
}

void RedriveOrder::setSelf(const std::optional<Operator> &self)
{
    m_self = self;
    invalidate();
}

const RedriveRecord &RedriveOrder::recordAt(int row) const
{
    return m_redrives.recordAt(mapToSource(index(row, 0)).row());
}

std::optional<RedriveNeed> RedriveOrder::need(int sourceRow) const
{
    return needOf(m_redrives.recordAt(sourceRow), m_self, m_clock.now());
}

std::optional<RedriveNeed> RedriveOrder::needAt(int row) const
{
    return need(mapToSource(index(row, 0)).row());
}

bool RedriveOrder::beginsGroup(int row) const
{
    return row == 0 || needAt(row).has_value() != needAt(row - 1).has_value();
}

QModelIndex RedriveOrder::indexOf(const PlanId &plan) const
{
    const int row = m_redrives.rowOf(plan);
    return row < 0 ? QModelIndex() : mapFromSource(m_redrives.index(row, 0));
}

bool RedriveOrder::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const std::optional<RedriveNeed> a = need(left.row());
    const std::optional<RedriveNeed> b = need(right.row());
    if (a.has_value() != b.has_value())
        return a.has_value();
    if (a && a->kind != b->kind)
        return a->kind < b->kind;
    return left.row() < right.row(); // the source has the newest first
}

bool RedriveOrder::filterAcceptsRow(int row, const QModelIndex &) const
{
    const RedrivePlan &plan = m_redrives.recordAt(row).plan;
    return m_scope.covers(plan.connection, plan.environment);
}

RedriveList::RedriveList(RedriveOrder &order, const Clock &clock, QWidget *parent) : QListView(parent), m_order(order)
{
    setObjectName(QStringLiteral("redriveList"));
    setAccessibleName(QStringLiteral("Redrives"));
    setModel(&order);
    setItemDelegate(new CardDelegate(order, clock, this));
    setFrameShape(NoFrame);
    setMouseTracking(true);
    setEditTriggers(NoEditTriggers);
    setSelectionMode(SingleSelection);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalScrollBar()->setSingleStep(cardHeight);
    // The first of a group is taller; which one that is changes with any news.
    connect(&order, &QAbstractItemModel::dataChanged, this, [this] { scheduleDelayedItemsLayout(); });
}

void RedriveList::choose(const PlanId &plan)
{
    const QModelIndex index = m_order.indexOf(plan);
    if (index.isValid()) {
        setCurrentIndex(index);
        scrollTo(index);
    } else {
        clearSelection();
    }
}

std::optional<PlanId> RedriveList::chosen() const
{
    const QModelIndexList rows = selectionModel()->selectedIndexes();
    return rows.isEmpty() ? std::nullopt : std::optional(m_order.recordAt(rows.first().row()).plan.id);
}

void RedriveList::keyPressEvent(QKeyEvent *event)
{
    // Letters, digits and Space belong to the window, as in every table.
    const bool isPrintable = !event->text().isEmpty() && event->text().at(0).isPrint();
    if (isPrintable || event->key() == Qt::Key_Escape)
        event->ignore();
    else
        QListView::keyPressEvent(event);
}

void RedriveList::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QListView::selectionChanged(selected, deselected);
    if (const std::optional<PlanId> plan = chosen())
        emit planChosen(*plan);
}

} // namespace holdwatch::ui
