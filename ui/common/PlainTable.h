// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace holdwatch::ui {

/// A table as all our pages have it: rows of 32 px, no grid, one selected row, Enter and double-click
/// activate it. Letters, digits and Space are left to the window.
class PlainTable : public QTableView
{
    Q_OBJECT
public:
    PlainTable(const QString &objectName, const QString &accessibleName, QWidget *parent = nullptr);

    int currentRow() const; ///< -1: none is selected

signals:
    void rowActivated(int row);
    void currentRowChanged();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;
};

} // namespace holdwatch::ui
