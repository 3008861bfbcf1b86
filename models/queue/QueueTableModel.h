// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueCells.h"

#include <QAbstractTableModel>
#include <QHash>

namespace holdwatch {

/// Every watched queue as a row, keyed by QueueId; columns are QueueCell in order. Never resets: news
/// arrives as inserted rows, removed rows and changed cells, so selection and scroll survive a poll.
/// Rows stand in order of arrival; QueueOrderProxy gives the order on screen.
class QueueTableModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    /// `clock` says what "3 s ago" means; outlives the model. Time passing alone emits nothing: a view
    /// repaints the cells of its visible rows that show it.
    explicit QueueTableModel(const Clock &clock, QObject *parent = nullptr);

    void update(const QVector<QueueStatus> &changed);
    void remove(const QVector<QueueId> &gone);

    const QueueStatus &statusAt(int row) const { return m_rows.at(row); }
    const QueueStatus *find(const QueueId &queue) const; ///< null if unknown; valid until the next change
    int rowOf(const QueueId &queue) const;               ///< -1 if unknown
    UtcTime now() const { return m_clock.now(); }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void queueChanged(const holdwatch::QueueId &queue); ///< after its row was inserted or changed
    void verdictsChanged();                             ///< once an update, if any row's verdict is new

private:
    struct Change
    {
        int row;
        int first;
        int last;
    };
    void append(const QVector<QueueStatus> &fresh);
    QVector<Change> replace(int row, const QueueStatus &after);
    void announce(const QVector<Change> &changes);
    void announceMerged(const QVector<Change> &changes);
    void reindex();

    const Clock &m_clock;
    QVector<QueueStatus> m_rows;
    QHash<QueueId, int> m_rowOf;
};

} // namespace holdwatch
