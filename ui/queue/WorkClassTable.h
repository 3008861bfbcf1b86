// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tolerance/ToleranceDraft.h"

#include <QWidget>

class QPushButton;
class QTableWidget;

namespace holdwatch::ui {

/// The work classes of a tolerance, edited in place: a name and a window each.
class WorkClassTable : public QWidget
{
    Q_OBJECT
public:
    explicit WorkClassTable(QWidget *parent = nullptr);

    void setClasses(const QVector<ToleranceDraft::Class> &classes);
    QVector<ToleranceDraft::Class> classes() const;

signals:
    void edited();

private:
    void addRow(const ToleranceDraft::Class &row);
    void removeSelected();

    QTableWidget *m_table;
    QPushButton *m_remove;
};

} // namespace holdwatch::ui
