// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/Alert.h"
#include "models/core/Format.h"
#include "models/filter/Matcher.h"
#include "models/queue/ViewScope.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <deque>

namespace holdwatch {

/// The log of this profile as far as the window holds it, newest first; beyond `limit` the oldest lines
/// leave the screen (the store keeps them). Never resets.
class AlertLogModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { TimeColumn, VerdictColumn, QueueColumn, WhatColumn, TextColumn, ColumnCount };

    explicit AlertLogModel(int limit = 5000, QObject *parent = nullptr);

    /// An entry already held (same sequence) is ignored; a late one takes its place by sequence.
    void append(const AlertLogEntry &entry);
    void setZone(Zone zone);

    const AlertLogEntry &entryAt(int row) const { return m_entries.at(size_t(row)); }
    bool hasForgotten() const { return m_forgotten; } ///< older lines than these exist

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void forgetOldest();

    size_t m_limit;
    Zone m_zone = Zone::Utc;
    bool m_forgotten = false;
    std::deque<AlertLogEntry> m_entries;
};

/// "watch → approaching", "acknowledged", "notice failed": what a log line is about, in a few words.
QString summaryOf(const AlertLogEntry &entry);

/// The lines that match a filter, a connection and a choice of kinds.
class AlertLogProxy final : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit AlertLogProxy(AlertLogModel &log, QObject *parent = nullptr);

    void setScope(const ViewScope &scope); ///< only its connection counts: a line has no environment
    /// See alertCatalogue(). `moment` is what relative times are counted from; set it anew when `dependsOnNow()`.
    void setFilter(const filter::Expression &filter, const filter::Moment &moment);
    bool dependsOnNow() const { return m_dependsOnNow; }
    void setQueue(const std::optional<QueueId> &queue);
    void setOnlyVerdicts(bool only); ///< without acknowledgements, mutes, notices
    const AlertLogEntry &entryAt(int proxyRow) const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    AlertLogModel &m_log;
    std::optional<ConnectionId> m_connection;
    std::optional<QueueId> m_queue;
    filter::Matcher m_filter;
    UtcTime m_now{};
    bool m_dependsOnNow = false;
    bool m_onlyVerdicts = false;
};

} // namespace holdwatch
