// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/connections/ConnectionModel.h"

#include <algorithm>

namespace holdwatch {

namespace {

bool isWaiting(ConnectionStatus::State state)
{
    using State = ConnectionStatus::State;
    return state == State::BackingOff || state == State::Unreachable;
}

} // namespace

QString stateLine(const ConnectionStatus &status, UtcTime now)
{
    QString line = status.name + QLatin1Char(' ') + toWord(status.state);
    if (isWaiting(status.state) && status.nextAttempt && *status.nextAttempt > now)
        line += QStringLiteral(", next try in ") + formatDuration(*status.nextAttempt - now);
    if (!status.noticeTroubles.isEmpty())
        line += QStringLiteral(", its notices get nowhere");
    return line;
}

QString formatCostPerHour(double usd)
{
    if (usd > 0 && usd < 0.01)
        return QStringLiteral("$%1/h").arg(usd, 0, 'g', 2);
    return QStringLiteral("$%1/h").arg(usd, 0, 'f', 2);
}

ConnectionModel::ConnectionModel(const Clock &clock, QObject *parent) : QAbstractTableModel(parent), m_clock(clock) {}

void ConnectionModel::apply(const ConnectionStatus &status)
{
    const int row = rowOf(status.id);
    if (row < 0) {
        const int last = int(m_connections.size());
        beginInsertRows({}, last, last);
        m_connections << status;
        endInsertRows();
    } else if (m_connections.at(row) != status) {
        m_connections[row] = status;
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    } else {
        return;
    }
    emit changed();
}

void ConnectionModel::remove(const ConnectionId &id)
{
    const int row = rowOf(id);
    if (row < 0)
        return;
    beginRemoveRows({}, row, row);
    m_connections.remove(row);
    endRemoveRows();
    emit changed();
}

const ConnectionStatus *ConnectionModel::find(const ConnectionId &id) const
{
    const int row = rowOf(id);
    return row < 0 ? nullptr : &m_connections.at(row);
}

double ConnectionModel::requestsPerMinute() const
{
    double sum = 0;
    for (const ConnectionStatus &status : m_connections)
        sum += status.requestsPerMinute;
    return sum;
}

std::optional<double> ConnectionModel::costPerHourUsd() const
{
    std::optional<double> sum;
    for (const ConnectionStatus &status : m_connections) {
        if (status.costPerHourUsd)
            sum = sum.value_or(0) + *status.costPerHourUsd;
    }
    return sum;
}

int ConnectionModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_connections.size());
}

int ConnectionModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant ConnectionModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const ConnectionStatus &status = m_connections.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return text(status, Column(index.column()));
    case Qt::ToolTipRole: return (QStringList(status.text) + status.noticeTroubles).join(QLatin1Char('\n')).trimmed();
    case Qt::TextAlignmentRole: return int((index.column() >= QueuesColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant ConnectionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section >= QueuesColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case StateColumn: return QStringLiteral("State");
    case NameColumn: return QStringLiteral("Connection");
    case ProviderColumn: return QStringLiteral("System");
    case EnvironmentColumn: return QStringLiteral("Environment");
    case QueuesColumn: return QStringLiteral("Queues");
    case RequestsColumn: return QStringLiteral("Requests /min");
    case CostColumn: return QStringLiteral("Charged");
    case LastColumn: return QStringLiteral("Last answer");
    case NextColumn: return QStringLiteral("Next poll");
    case OffsetColumn: return QStringLiteral("Server clock");
    default: return {};
    }
}

int ConnectionModel::rowOf(const ConnectionId &id) const
{
    const auto at = std::find_if(m_connections.cbegin(), m_connections.cend(), [&id](const ConnectionStatus &held) { return held.id == id; });
    return at == m_connections.cend() ? -1 : int(at - m_connections.cbegin());
}

QString ConnectionModel::text(const ConnectionStatus &status, Column column) const
{
    const UtcTime now = m_clock.now();
    switch (column) {
    case StateColumn: return toWord(status.state);
    case NameColumn: return status.name;
    case ProviderColumn: return status.provider;
    case EnvironmentColumn: return toWord(status.environment);
    case QueuesColumn: return formatCount(status.queueCount);
    case RequestsColumn: return formatRate(status.requestsPerMinute);
    case CostColumn: return status.costPerHourUsd ? formatCostPerHour(*status.costPerHourUsd) : noFigure();
    case LastColumn: return status.lastSuccess ? formatAgo(now - *status.lastSuccess) + QStringLiteral(" ago") : QStringLiteral("never");
    case NextColumn: return status.nextAttempt ? QStringLiteral("in ") + formatDuration(std::max<Millis>(Millis(0), *status.nextAttempt - now)) : noFigure();
    case OffsetColumn:
        if (!status.clockOffset)
            return noFigure();
        return QStringLiteral("%1%2 s").arg(status.clockOffset->count() < 0 ? QStringLiteral("\u2212") : QStringLiteral("+"))
            .arg(std::abs(toSeconds(*status.clockOffset)), 0, 'f', 1);
    case ColumnCount: break;
    }
    return {};
}

} // namespace holdwatch
