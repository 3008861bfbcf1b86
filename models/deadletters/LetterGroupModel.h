// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/deadletters/LetterGroups.h"

#include <QAbstractTableModel>

namespace holdwatch {

enum class GroupCell { Class, Version, Handler, Queue, Error, Count, Shown, Share, Keys, FirstDied, LastDied, Expires, Arrivals, Redriven, PastUseful, Owner, State, Claim };
constexpr int groupCellCount = int(GroupCell::Claim) + 1;

QString cellTitle(GroupCell cell);
QString cellDescription(GroupCell cell);
bool isNumeric(GroupCell cell);

/// The groups of a table as rows; columns are GroupCell in order. Rows keep their place: news arrives as changed cells,
/// rows behind the others and, after changes, removed rows. Only another grouping or snapshot resets. Window's thread.
class LetterGroupModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role {
        ArrivalsRole = Qt::UserRole, ///< QVector<quint32>, ArrivalScale::buckets long
        ShareRole,                   ///< double, of 1
    };

    /// Both outlive the model.
    LetterGroupModel(const LetterTable &table, const Clock &clock, QObject *parent = nullptr);

    void refresh();                             ///< after rows or classes came or changed, and as time goes by
    void setShown(const std::vector<quint32> &rows); ///< which rows of the table the filter lets through
    void setGrouping(const Grouping &grouping); ///< resets
    void tableCleared();                        ///< resets
    void setZone(Zone zone);
    /// Puts the rows in order once; later ones come behind. By what the cell shows, what is not there last.
    void sort(int column, Qt::SortOrder direction = Qt::AscendingOrder) override;

    const LetterGroups &groups() const { return m_groups; }
    const LetterGroup &groupAt(int row) const { return m_rows[std::size_t(row)].group; }
    quint32 numberAt(int row) const; ///< for LetterGroups::rowsOf
    int rowOf(const LetterGroupKey &key) const; ///< -1: no such group

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        LetterGroup group;
        qint64 shown = 0;
        std::optional<qint64> pastUseful;
        FailureClass failureClass;
        quint32 number = 0;
        bool operator==(const Row &) const = default;
    };
    std::vector<Row> rowsNow() const;
    void removeGone(const std::vector<Row> &now);
    void update(std::vector<Row> now);
    QString text(const Row &row, GroupCell cell) const;
    QString toolTip(const Row &row, GroupCell cell) const;
    QString expiryOf(const Row &row) const;
    std::optional<double> sortNumber(const Row &row, GroupCell cell) const;

    const LetterTable &m_table;
    const Clock &m_clock;
    Zone m_zone = Zone::Utc;
    LetterGroups m_groups;
    std::vector<quint32> m_shown;
    bool m_hasShown = false;
    std::vector<Row> m_rows;
    qint64 m_total = 0;
};

} // namespace holdwatch
