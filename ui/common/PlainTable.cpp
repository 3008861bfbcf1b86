// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/PlainTable.h"

#include "ui/common/Metrics.h"
#include "ui/common/PlainDelegate.h"
#include "ui/common/PlainHeader.h"

#include <QKeyEvent>
#include <QScrollBar>

namespace holdwatch::ui {

PlainTable::PlainTable(const QString &objectName, const QString &accessibleName, QWidget *parent) : QTableView(parent)
{
    setObjectName(objectName);
    setAccessibleName(accessibleName);
    setHorizontalHeader(new PlainHeader(this));
    setItemDelegate(new PlainDelegate(this));
    setFont(typeFont(font(), Type::Body));
    setFrameShape(NoFrame);
    setShowGrid(false);
    setMouseTracking(true);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(ui::rowHeight);
    verticalScrollBar()->setSingleStep(ui::rowHeight);
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex &index) { emit rowActivated(index.row()); });
}

int PlainTable::currentRow() const
{
    const QModelIndex current = currentIndex();
    return current.isValid() && selectionModel()->isRowSelected(current.row()) ? current.row() : -1;
}

void PlainTable::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (currentRow() >= 0)
            emit rowActivated(currentRow());
        return;
    }
    // The view would search by typing, and select by Space; both belong to the window here.
    const bool printable = !event->text().isEmpty() && event->text().at(0).isPrint();
    if (printable || event->key() == Qt::Key_Escape)
        event->ignore();
    else
        QTableView::keyPressEvent(event);
}

void PlainTable::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    // Not currentChanged: a click moves the current cell first and selects its row after that.
    QTableView::selectionChanged(selected, deselected);
    emit currentRowChanged();
}

} // namespace holdwatch::ui
