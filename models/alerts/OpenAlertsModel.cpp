// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/OpenAlertsModel.h"

#include <algorithm>

namespace holdwatch {

namespace {

bool standsBefore(const Alert &a, const Alert &b)
{
    const int severity = severityOf(a.verdict) - severityOf(b.verdict);
    if (severity != 0)
        return severity > 0;
    return a.openedAt != b.openedAt ? a.openedAt < b.openedAt : a.id < b.id;
}

} // namespace

OpenAlertsModel::OpenAlertsModel(const Clock &clock, QObject *parent) : QAbstractTableModel(parent), m_clock(clock) {}

void OpenAlertsModel::apply(const Alert &alert)
{
    const int row = rowOf(alert.id);
    if (!alert.isOpen()) {
        if (row >= 0)
            removeAt(row);
    } else if (row < 0) {
        insert(alert);
    } else {
        replace(row, alert);
    }
}

void OpenAlertsModel::setZone(Zone zone)
{
    if (m_zone == zone)
        return;
    m_zone = zone;
    if (!m_alerts.isEmpty())
        emit dataChanged(index(0, 0), index(int(m_alerts.size()) - 1, ColumnCount - 1));
}

const Alert *OpenAlertsModel::find(const AlertId &id) const
{
    const int row = rowOf(id);
    return row < 0 ? nullptr : &m_alerts.at(row);
}

const Alert *OpenAlertsModel::worstOf(const QueueId &queue) const
{
    const auto at = std::find_if(m_alerts.cbegin(), m_alerts.cend(), [&queue](const Alert &alert) { return alert.queue == queue; });
    return at == m_alerts.cend() ? nullptr : &*at;
}

QString OpenAlertsModel::stateOf(const Alert &alert, Zone zone, UtcTime now)
{
    QStringList parts;
    if (!alert.acknowledgedBy.isEmpty())
        parts << QStringLiteral("acknowledged by %1").arg(alert.acknowledgedBy);
    if (alert.mutedUntil && *alert.mutedUntil > now)
        parts << QStringLiteral("muted until %1").arg(formatTimeOfDay(*alert.mutedUntil, zone));
    return parts.isEmpty() ? QStringLiteral("nobody yet") : parts.join(QStringLiteral(", "));
}

int OpenAlertsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_alerts.size());
}

int OpenAlertsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant OpenAlertsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole))
        return {};
    const Alert &alert = m_alerts.at(index.row());
    switch (index.column()) {
    case VerdictColumn: return toWord(alert.verdict);
    case QueueColumn:
        if (alert.queueName.isEmpty())
            return alert.connectionName;
        return role == Qt::DisplayRole ? alert.queueName : QStringLiteral("%1 on %2").arg(alert.queueName, alert.connectionName);
    case ReasonColumn: return alert.reason;
    case OpenedColumn:
        return role == Qt::ToolTipRole ? QStringLiteral("Open for %1").arg(formatEstimate(m_clock.now() - alert.openedAt))
                                       : formatTimeOfDay(alert.openedAt, m_zone);
    case OwnerColumn: return alert.owner.isEmpty() ? noFigure() : alert.owner;
    case StateColumn: return stateOf(alert, m_zone, m_clock.now());
    default: return {};
    }
}

QVariant OpenAlertsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case VerdictColumn: return QStringLiteral("Worst verdict");
    case QueueColumn: return QStringLiteral("Queue");
    case ReasonColumn: return QStringLiteral("Reason");
    case OpenedColumn: return QStringLiteral("Since");
    case OwnerColumn: return QStringLiteral("Owner");
    case StateColumn: return QStringLiteral("Taken by");
    default: return {};
    }
}

int OpenAlertsModel::rowOf(const AlertId &id) const
{
    for (int row = 0; row < m_alerts.size(); ++row) {
        if (m_alerts.at(row).id == id)
            return row;
    }
    return -1;
}

int OpenAlertsModel::placeFor(const Alert &alert, int except) const
{
    int place = 0;
    for (int row = 0; row < m_alerts.size(); ++row)
        place += row != except && standsBefore(m_alerts.at(row), alert);
    return place;
}

void OpenAlertsModel::insert(const Alert &alert)
{
    const int row = placeFor(alert, -1);
    beginInsertRows({}, row, row);
    m_alerts.insert(row, alert);
    endInsertRows();
}

void OpenAlertsModel::replace(int row, const Alert &alert)
{
    if (m_alerts.at(row) == alert)
        return;
    const int place = placeFor(alert, row);
    if (place != row) {
        beginMoveRows({}, row, row, {}, place > row ? place + 1 : place);
        m_alerts.move(row, place);
        endMoveRows();
    }
    m_alerts[place] = alert;
    emit dataChanged(index(place, 0), index(place, ColumnCount - 1));
}

void OpenAlertsModel::removeAt(int row)
{
    beginRemoveRows({}, row, row);
    m_alerts.remove(row);
    endRemoveRows();
}

} // namespace holdwatch
