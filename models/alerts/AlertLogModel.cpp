// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/AlertLogModel.h"

#include "models/alerts/AlertFields.h"

#include <algorithm>

namespace holdwatch {

QString summaryOf(const AlertLogEntry &entry)
{
    using Kind = AlertLogEntry::Kind;
    switch (entry.kind) {
    case Kind::VerdictChanged:
        return entry.from ? QStringLiteral("%1 \u2192 %2").arg(toWord(*entry.from), toWord(entry.to)) : QStringLiteral("first seen %1").arg(toWord(entry.to));
    case Kind::Opened: return QStringLiteral("alert opened");
    case Kind::Worsened: return QStringLiteral("alert worsened");
    case Kind::Closed: return QStringLiteral("alert closed");
    case Kind::Acknowledged: return QStringLiteral("acknowledged");
    case Kind::Muted: return QStringLiteral("muted");
    case Kind::Unmuted: return QStringLiteral("unmuted");
    case Kind::MaintenanceStarted: return QStringLiteral("maintenance starts");
    case Kind::MaintenanceEnded: return QStringLiteral("maintenance ends");
    case Kind::NoticeFailed: return QStringLiteral("notice failed");
    }
    return {};
}

AlertLogModel::AlertLogModel(int limit, QObject *parent) : QAbstractTableModel(parent), m_limit(size_t(std::max(1, limit))) {}

void AlertLogModel::append(const AlertLogEntry &entry)
{
    const auto at = std::lower_bound(m_entries.begin(), m_entries.end(), entry,
                                     [](const AlertLogEntry &held, const AlertLogEntry &fresh) { return held.sequence > fresh.sequence; });
    if (at != m_entries.end() && at->sequence == entry.sequence)
        return;
    const int row = int(at - m_entries.begin());
    if (size_t(row) >= m_limit) {
        m_forgotten = true;
        return;
    }
    beginInsertRows({}, row, row);
    m_entries.insert(at, entry);
    endInsertRows();
    forgetOldest();
}

void AlertLogModel::setZone(Zone zone)
{
    if (m_zone == zone)
        return;
    m_zone = zone;
    if (!m_entries.empty())
        emit dataChanged(index(0, TimeColumn), index(rowCount() - 1, TimeColumn));
}

int AlertLogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

int AlertLogModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant AlertLogModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole))
        return {};
    const AlertLogEntry &entry = entryAt(index.row());
    switch (index.column()) {
    case TimeColumn:
        return role == Qt::DisplayRole ? formatTimeOfDay(entry.at, m_zone)
                                       : formatDateTime(entry.at, m_zone) + QLatin1Char(' ') + zoneName(m_zone, entry.at);
    case VerdictColumn: return toWord(entry.to);
    case QueueColumn: {
        const QString subject = entry.queue.name.isEmpty() ? entry.connectionName : entry.queue.name;
        return role == Qt::DisplayRole ? subject : QStringLiteral("%1 on %2").arg(subject, entry.connectionName);
    }
    case WhatColumn: return summaryOf(entry);
    case TextColumn: return entry.text;
    default: return {};
    }
}

QVariant AlertLogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn: return QStringLiteral("Time");
    case VerdictColumn: return QStringLiteral("Verdict");
    case QueueColumn: return QStringLiteral("Queue");
    case WhatColumn: return QStringLiteral("What");
    case TextColumn: return QStringLiteral("Reason");
    default: return {};
    }
}

void AlertLogModel::forgetOldest()
{
    if (m_entries.size() <= m_limit)
        return;
    const int last = int(m_entries.size()) - 1;
    beginRemoveRows({}, last, last);
    m_entries.pop_back();
    endRemoveRows();
    m_forgotten = true;
}

AlertLogProxy::AlertLogProxy(AlertLogModel &log, QObject *parent) : QSortFilterProxyModel(parent), m_log(log)
{
    setSourceModel(&log);
}

void AlertLogProxy::setScope(const ViewScope &scope)
{
    if (m_connection == scope.connection)
        return;
    m_connection = scope.connection;
    invalidateFilter();
}

void AlertLogProxy::setFilter(const filter::Expression &filter, const filter::Moment &moment)
{
    m_filter = filter::Matcher(filter, moment);
    m_now = moment.now;
    m_dependsOnNow = m_filter.dependsOnNow() || asksForAlertAge(filter);
    invalidateFilter();
}

void AlertLogProxy::setQueue(const std::optional<QueueId> &queue)
{
    if (m_queue == queue)
        return;
    m_queue = queue;
    invalidateFilter();
}

void AlertLogProxy::setOnlyVerdicts(bool only)
{
    m_onlyVerdicts = only;
    invalidateFilter();
}

const AlertLogEntry &AlertLogProxy::entryAt(int proxyRow) const
{
    return m_log.entryAt(mapToSource(index(proxyRow, 0)).row());
}

bool AlertLogProxy::filterAcceptsRow(int row, const QModelIndex &) const
{
    const AlertLogEntry &entry = m_log.entryAt(row);
    if ((m_connection && entry.queue.connection != *m_connection) || (m_queue && entry.queue != *m_queue))
        return false;
    if (m_onlyVerdicts && entry.kind != AlertLogEntry::Kind::VerdictChanged)
        return false;
    return m_filter.matches(AlertSource(entry, m_now));
}

} // namespace holdwatch
