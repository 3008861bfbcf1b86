// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit/AuditEntry.h"
#include "models/core/Format.h"

#include <QAbstractTableModel>

namespace holdwatch {

/// The record as far as the window holds it, newest first, an entry by its number. Older pages are added on demand. Never resets.
class AuditModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { NumberColumn, TimeColumn, WhatColumn, WhoColumn, PlanColumn, StandingColumn, ColumnCount };
    static constexpr int StandingRole = Qt::UserRole; ///< Standing as int

    /// How an entry stands by the last check.
    enum class Standing {
        Unchecked, ///< none was made, or the entry came later
        Signed,    ///< holds, and a signature vouches for it
        Holds,     ///< holds in the chain; nobody signed it or anything after it
        Broken,
        Behind,    ///< after the break, so nothing is known of it
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// In any order. An entry that is held already keeps its row; a different one of that number takes its place.
    void add(QVector<AuditEntry> entries);
    void setCheck(const std::optional<AuditCheck> &check);
    void setZone(Zone zone);

    const AuditEntry &entryAt(int row) const { return m_entries.at(row).entry; }
    const QString &sentenceAt(int row) const { return m_entries.at(row).sentence; }
    Standing standingAt(int row) const;
    qint64 newest() const { return m_entries.isEmpty() ? 0 : m_entries.first().entry.number; } ///< 0: holds none
    qint64 oldest() const { return m_entries.isEmpty() ? 0 : m_entries.last().entry.number; }
    bool hasOlder() const { return oldest() > 1; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        AuditEntry entry;
        QString sentence;
    };
    int rowOf(qint64 number) const; ///< where it is, or belongs
    bool replaceHeld(const AuditEntry &entry);
    void insert(int row, const QVector<AuditEntry> &entries);
    QString text(int row, int column) const;
    QString toolTip(int row, int column) const;

    QVector<Row> m_entries;
    std::optional<AuditCheck> m_check;
    Zone m_zone = Zone::Utc;
};

QString toWords(AuditModel::Standing standing); ///< "holds, signed", "broken", …

} // namespace holdwatch
