// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/QueueTable.h"

#include "models/ports/SettingsPort.h"
#include "ui/common/Metrics.h"
#include "ui/common/VerdictBadge.h"
#include "ui/overview/QueueRowDelegate.h"

#include <QHeaderView>
#include <QMenu>
#include <QMouseEvent>

namespace holdwatch::ui {

namespace {
constexpr int readingByMouse = 4000;
constexpr int readingByKeyboard = 8000;
constexpr int afterLeaving = 400;

QString columnsKey() { return QStringLiteral("overview/columns"); }
QString orderKey() { return QStringLiteral("overview/order"); }
} // namespace

QueueTable::QueueTable(QueueOrderProxy &rows, const Clock &clock, SettingsPort &settings, QWidget *parent)
    : PlainTable(QStringLiteral("queueTable"), QStringLiteral("Queues"), parent), m_rows(rows), m_settings(settings), m_delegate(new QueueRowDelegate(rows, clock, this))
{
    setModel(&rows);
    setItemDelegate(m_delegate);
    QHeaderView *header = horizontalHeader();
    for (int visual = 0; visual < ColumnPlan::screenOrder().size(); ++visual)
        header->moveSection(header->visualIndex(int(ColumnPlan::screenOrder().at(visual))), visual);
    header->setSectionsClickable(true);
    header->setSortIndicatorShown(true);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    setColumnFloors();
    m_plan.restore(m_settings.read(columnsKey()).toMap());
    const QVariantList order = m_settings.read(orderKey()).toList();
    if (order.size() == 2 && order.at(0).toInt() >= 0 && order.at(0).toInt() < queueCellCount)
        m_rows.sort(order.at(0).toInt(), order.at(1).toBool() ? Qt::DescendingOrder : Qt::AscendingOrder);
    header->setSortIndicator(m_rows.orderColumn(), m_rows.order());

    m_release.setSingleShot(true);
    connect(&m_release, &QTimer::timeout, this, [this] { m_rows.setHeld(false); });
    connect(header, &QHeaderView::sectionClicked, this, &QueueTable::chooseOrder);
    connect(header, &QHeaderView::sectionResized, this, [this](int column, int, int width) { rememberWidth(column, width); });
    connect(header, &QWidget::customContextMenuRequested, this, [this, header](const QPoint &at) {
        QMenu menu;
        fillColumnMenu(menu);
        menu.exec(header->mapToGlobal(at));
    });
    connect(this, &PlainTable::rowActivated, this, [this](int row) { emit queueActivated(m_rows.statusAt(row).queue.id); });
}

std::optional<QueueId> QueueTable::currentQueue() const
{
    const int row = currentRow();
    return row < 0 ? std::nullopt : std::optional(m_rows.statusAt(row).queue.id);
}

void QueueTable::select(const QueueId &queue)
{
    const int row = m_rows.rowOf(queue);
    if (row < 0)
        return;
    setCurrentIndex(m_rows.index(row, int(QueueCell::Verdict)));
    scrollTo(currentIndex());
}

void QueueTable::tick()
{
    const int column = int(QueueCell::Sampled);
    if (isVisible() && !isColumnHidden(column))
        viewport()->update(columnViewportPosition(column), 0, columnWidth(column), viewport()->height());
}

void QueueTable::fillColumnMenu(QMenu &menu)
{
    for (QueueCell cell : ColumnPlan::screenOrder()) {
        if (ColumnPlan::isEssential(cell))
            continue;
        QAction *action = menu.addAction(cellTitle(cell));
        action->setCheckable(true);
        action->setChecked(m_plan.isWanted(cell));
        if (m_plan.isWanted(cell) && isColumnHidden(int(cell)))
            action->setText(cellTitle(cell) + QStringLiteral(" (no room)"));
        connect(action, &QAction::toggled, this, [this, cell](bool on) {
            m_plan.setVisible(cell, on);
            layOutColumns();
            keep();
        });
    }
    menu.addSeparator();
    connect(menu.addAction(QStringLiteral("Reset columns")), &QAction::triggered, this, [this] {
        m_plan.reset();
        layOutColumns();
        keep();
    });
}

void QueueTable::mouseMoveEvent(QMouseEvent *event)
{
    hover(indexAt(event->position().toPoint()).row());
    hold(readingByMouse);
    PlainTable::mouseMoveEvent(event);
}

void QueueTable::leaveEvent(QEvent *event)
{
    hover(-1);
    m_release.start(afterLeaving);
    PlainTable::leaveEvent(event);
}

void QueueTable::resizeEvent(QResizeEvent *event)
{
    layOutColumns();
    PlainTable::resizeEvent(event);
}

void QueueTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    hold(readingByKeyboard);
    PlainTable::currentChanged(current, previous);
}

void QueueTable::scrollContentsBy(int dx, int dy)
{
    PlainTable::scrollContentsBy(dx, dy);
    hover(underMouse() ? indexAt(viewport()->mapFromGlobal(QCursor::pos())).row() : -1);
}

void QueueTable::hold(int milliseconds)
{
    m_rows.setHeld(true);
    m_release.start(std::max(milliseconds, m_release.remainingTime()));
}

void QueueTable::hover(int row)
{
    const int before = m_delegate->hoveredRow();
    if (before == row)
        return;
    m_delegate->setHoveredRow(row);
    for (const int changed : {before, row}) {
        if (changed >= 0)
            viewport()->update(0, rowViewportPosition(changed), viewport()->width(), ui::rowHeight);
    }
}

void QueueTable::setColumnFloors()
{
    const QFontMetrics title(horizontalHeader()->font());
    for (int column = 0; column < queueCellCount; ++column)
        m_plan.setFloor(QueueCell(column), title.horizontalAdvance(cellTitle(QueueCell(column))) + 2 * cellPadding + 2);
    int widestWord = 0;
    for (const Verdict verdict : {Verdict::Approaching, Verdict::NotReported, Verdict::Recovering})
        widestWord = std::max(widestWord, fontMetrics().horizontalAdvance(toWord(verdict)));
    m_plan.setFloor(QueueCell::Verdict, space::m + verdictInset + widestWord + cellPadding + 2);
}

void QueueTable::layOutColumns()
{
    m_layingOut = true;
    const QVector<ColumnPlan::Shown> shown = m_plan.fit(viewport()->width());
    QVector<int> widths(queueCellCount, 0);
    for (const ColumnPlan::Shown &column : shown)
        widths[int(column.cell)] = column.width;
    for (int column = 0; column < queueCellCount; ++column) {
        if (isColumnHidden(column) != (widths.at(column) == 0))
            setColumnHidden(column, widths.at(column) == 0);
        if (widths.at(column) > 0 && columnWidth(column) != widths.at(column))
            setColumnWidth(column, widths.at(column));
    }
    m_layingOut = false;
}

void QueueTable::chooseOrder(int column)
{
    const bool again = m_rows.orderColumn() == column;
    // The first click asks for what an operator looks for: the most, but the least headroom and time.
    const auto cell = QueueCell(column);
    const bool leastFirst = cell == QueueCell::Name || cell == QueueCell::Owner || cell == QueueCell::Headroom
        || cell == QueueCell::Earliest || cell == QueueCell::Projected;
    Qt::SortOrder order = leastFirst ? Qt::AscendingOrder : Qt::DescendingOrder;
    if (again)
        order = m_rows.order() == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder;
    m_rows.sort(column, order);
    horizontalHeader()->setSortIndicator(column, order);
    m_settings.write(orderKey(), QVariantList{column, order == Qt::DescendingOrder});
}

void QueueTable::rememberWidth(int column, int width)
{
    // A section that is hidden reports a width of nothing.
    if (m_layingOut || width == 0 || !isVisible())
        return;
    m_plan.setWidth(QueueCell(column), width);
    keep();
}

void QueueTable::keep()
{
    m_settings.write(columnsKey(), m_plan.saved());
}

} // namespace holdwatch::ui
