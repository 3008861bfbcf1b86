// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/WorkClassTable.h"

#include "ui/common/Icon.h"
#include "ui/common/Metrics.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>

namespace holdwatch::ui {

namespace {

constexpr int rowsShown = 3;

} // namespace

WorkClassTable::WorkClassTable(QWidget *parent)
    : QWidget(parent), m_table(new QTableWidget(0, 2, this))
{
    m_table->setObjectName(QStringLiteral("workClasses"));
    m_table->setAccessibleName(QStringLiteral("Work classes"));
    m_table->setHorizontalHeaderLabels({QStringLiteral("Class"), QStringLiteral("Window")});
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(26);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false); // Tab leaves the table; the arrows move in it
    m_table->setFixedHeight(26 * (rowsShown + 1) + 2);

    auto *add = new QPushButton(icon(QStringLiteral("plus")), QStringLiteral("Add class"), this);
    add->setObjectName(QStringLiteral("addClass"));
    add->setAutoDefault(false);
    m_remove = new QPushButton(QStringLiteral("Remove class"), this);
    m_remove->setObjectName(QStringLiteral("removeClass"));
    m_remove->setAutoDefault(false);
    m_remove->setEnabled(false);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(m_remove);
    buttons->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::xs);
    layout->addWidget(m_table);
    layout->addLayout(buttons);

    connect(m_table, &QTableWidget::cellChanged, this, &WorkClassTable::edited);
    connect(m_table, &QTableWidget::currentCellChanged, this, [this](int row) { m_remove->setEnabled(row >= 0); });
    connect(add, &QPushButton::clicked, this, [this] {
        addRow({});
        m_table->setFocus();
        m_table->setCurrentCell(m_table->rowCount() - 1, 0);
        m_table->editItem(m_table->currentItem());
        emit edited();
    });
    connect(m_remove, &QPushButton::clicked, this, &WorkClassTable::removeSelected);
}

void WorkClassTable::setClasses(const QVector<ToleranceDraft::Class> &classes)
{
    m_table->setRowCount(0);
    for (const ToleranceDraft::Class &row : classes)
        addRow(row);
}

QVector<ToleranceDraft::Class> WorkClassTable::classes() const
{
    QVector<ToleranceDraft::Class> classes;
    for (int row = 0; row < m_table->rowCount(); ++row)
        classes.append({m_table->item(row, 0)->text(), m_table->item(row, 1)->text()});
    return classes;
}

void WorkClassTable::addRow(const ToleranceDraft::Class &row)
{
    const QSignalBlocker blocked(m_table);
    const int at = m_table->rowCount();
    m_table->insertRow(at);
    m_table->setItem(at, 0, new QTableWidgetItem(row.name));
    m_table->setItem(at, 1, new QTableWidgetItem(row.holdWindow));
}

void WorkClassTable::removeSelected()
{
    if (m_table->currentRow() < 0)
        return;
    m_table->removeRow(m_table->currentRow());
    emit edited();
}

} // namespace holdwatch::ui
