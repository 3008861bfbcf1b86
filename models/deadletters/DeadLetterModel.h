// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/DeadLetterCells.h"
#include "models/deadletters/LetterView.h"

#include <QAbstractTableModel>
#include <QTimer>

namespace holdwatch {

/// The letters of one snapshot that a filter lets through, in a person's order; columns are LetterCell in order. Texts
/// are made when a view asks. Only `clear` resets: appended rows, changes, filters and orders arrive as inserted, removed
/// and moved rows, so that what is selected stays selected while it is shown. Window's thread.
///
/// A filter goes through the rows in slices from the event loop; meanwhile what was found so far is shown.
class DeadLetterModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role {
        NumberRole = Qt::UserRole, ///< LetterNumber
    };

    /// `clock` outlives the model. Time passing alone emits nothing: a view repaints what shows it.
    explicit DeadLetterModel(const Clock &clock, QObject *parent = nullptr);

    void append(const QVector<DeadLetterRow> &rows); ///< as DeadLetterPort::lettersRead tells
    void change(const QVector<DeadLetterRow> &rows); ///< as lettersChanged tells
    void clear();                                    ///< another snapshot; filter and order stay
    void setClasses(const QVector<FailureClass> &classes);
    void setSensitiveNames(const QStringList &patterns);
    void setZone(Zone zone);

    /// Shows what was found at the return, which is all of it where the payloads are not needed and the rows are not too many.
    void setFilter(const filter::Expression &expression, const filter::Moment &moment, PayloadLookup payloads = {});
    void sort(int column, Qt::SortOrder direction = Qt::AscendingOrder) override; ///< column -1: as they were read

    /// Goes on at once instead of waiting for the event loop. True when nothing is left.
    bool filterSome(const FilterBudget &budget = {});
    bool isFiltering() const { return !m_view.isDone(); }

    const LetterTable &table() const { return m_table; }
    const LetterView &letterView() const { return m_view; }
    const std::vector<quint32> &shown() const { return m_rows; } ///< rows of the table, in the order of this model
    DeadLetterRow letterAt(int row) const;
    LetterNumber numberAt(int row) const { return m_table.numberAt(m_rows[std::size_t(row)]); }
    int rowOf(LetterNumber number) const; ///< -1 where it is not shown; linear

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void filterProgressed(qint64 examined, qint64 total);
    void filterFinished(); ///< nothing is left to examine; after appended rows too

private:
    void goOn();
    void show();
    void append(const std::vector<quint32> &target);
    void removeAllBut(const std::vector<bool> &stays);
    void insertFrom(const std::vector<quint32> &target);
    void reorder(std::vector<quint32> rows);
    void announce(const std::vector<quint32> &changed);
    std::vector<bool> flagsOf(const std::vector<quint32> &rows) const;
    const DeadLetterRow &cached(quint32 row) const;

    const Clock &m_clock;
    Zone m_zone = Zone::Utc;
    LetterTable m_table;
    LetterView m_view;
    std::vector<quint32> m_rows; ///< what views were told
    quint64 m_arrangement = 0;   ///< of m_rows
    QTimer m_next;
    mutable DeadLetterRow m_cached;
    mutable quint32 m_cachedAt = LetterTable::nowhere;
};

} // namespace holdwatch
