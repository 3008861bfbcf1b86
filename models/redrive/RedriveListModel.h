// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/RedriveStanding.h"

#include <QAbstractTableModel>
#include <QHash>

namespace holdwatch {

/// Every redrive this profile knows, the newest plan first; keyed by PlanId. Never resets: a plan never changes its place, so news is
/// an inserted row, a removed row or changed cells, and selection and scroll stay.
class RedriveListModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        TitleColumn,      ///< how many from which dead-letter queue; tooltip: the reason and the reference
        ConnectionColumn, ///< name; tooltip: with its environment
        StateColumn,      ///< a word; tooltip: the run's sentence
        CountsColumn,     ///< how the items stand
        NextColumn,       ///< what a person must do now
        ColumnCount
    };

    /// `clock` says what has expired; outlives the model. Time passing alone emits nothing.
    explicit RedriveListModel(const Clock &clock, QObject *parent = nullptr);

    void setRedrives(const QVector<RedriveRecord> &all); ///< what is not among them leaves
    void update(const RedriveRecord &record);            ///< inserts or changes
    void updateRun(const PlanId &plan, const RunState &run); ///< of RedrivePort::runChanged; unknown plans are ignored
    void remove(const PlanId &plan);

    const RedriveRecord &recordAt(int row) const { return m_rows.at(row); }
    const RedriveRecord *find(const PlanId &plan) const; ///< null if unknown; valid until the next change
    int rowOf(const PlanId &plan) const;                 ///< -1 if unknown

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const RedriveRecord &record, int column) const;
    QString toolTip(const RedriveRecord &record, int column) const;
    void reindex();

    const Clock &m_clock;
    QVector<RedriveRecord> m_rows;
    QHash<PlanId, int> m_rowOf;
};

} // namespace holdwatch
