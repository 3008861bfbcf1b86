// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/deadletters/LetterTables.h"

#include "ui/common/PlainTable.h"
#include "ui/deadletters/ShareDelegate.h"

#include <QHeaderView>

namespace holdwatch::ui {

namespace {

template<typename Cell>
void showColumns(PlainTable &table, int count, const QVector<std::pair<Cell, int>> &shown)
{
    for (int column = 0; column < count; ++column)
        table.setColumnHidden(column, true);
    QHeaderView &header = *table.horizontalHeader();
    for (int place = 0; place < shown.size(); ++place) {
        const int column = int(shown[place].first);
        table.setColumnHidden(column, false);
        table.setColumnWidth(column, shown[place].second);
        header.moveSection(header.visualIndex(column), place);
    }
}

} // namespace

PlainTable *makeGroupTable(LetterGroupModel &groups)
{
    auto *table = new PlainTable(QStringLiteral("groupTable"), QStringLiteral("Groups of dead letters"));
    table->setModel(&groups);
    showColumns<GroupCell>(*table, groupCellCount, {{GroupCell::Class, 160}, {GroupCell::Version, 60}, {GroupCell::Count, 74}, {GroupCell::Share, 60}, {GroupCell::Expires, 120},
                                                    {GroupCell::Arrivals, 84}, {GroupCell::State, 76}, {GroupCell::Owner, 90}, {GroupCell::Claim, 90}, {GroupCell::PastUseful, 90},
                                                    {GroupCell::Redriven, 80}});
    table->setItemDelegateForColumn(int(GroupCell::Share), new ShareDelegate(ShareDelegate::Draws::Share, table));
    table->setItemDelegateForColumn(int(GroupCell::Arrivals), new ShareDelegate(ShareDelegate::Draws::Arrivals, table));
    table->setMinimumWidth(220);
    return table;
}

PlainTable *makeLetterTable(DeadLetterModel &letters)
{
    auto *table = new PlainTable(QStringLiteral("letterTable"), QStringLiteral("Dead letters"));
    table->setModel(&letters);
    table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    showColumns<LetterCell>(*table, letterCellCount, {{LetterCell::Error, 240}, {LetterCell::Version, 60}, {LetterCell::Class, 170}, {LetterCell::Died, 170}, {LetterCell::Key, 150},
                                                      {LetterCell::Size, 66}, {LetterCell::Deliveries, 64}, {LetterCell::Expires, 120}, {LetterCell::Queue, 130}, {LetterCell::Id, 150}});
    table->horizontalHeader()->setSectionsClickable(true);
    table->horizontalHeader()->setSortIndicatorShown(true);
    table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    table->setSortingEnabled(true);
    return table;
}

} // namespace holdwatch::ui
