// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"
#include "models/core/Format.h"

#include <QAbstractTableModel>
#include <QVector>

namespace holdwatch {

/// Every connection and how it is doing, in order of first appearance. Never resets.
class ConnectionModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { StateColumn, NameColumn, ProviderColumn, EnvironmentColumn, QueuesColumn, RequestsColumn, CostColumn, LastColumn, NextColumn, OffsetColumn, ColumnCount };

    explicit ConnectionModel(const Clock &clock, QObject *parent = nullptr);

    void apply(const ConnectionStatus &status);
    void remove(const ConnectionId &id);

    const QVector<ConnectionStatus> &all() const { return m_connections; }
    const ConnectionStatus &statusAt(int row) const { return m_connections.at(row); }
    const ConnectionStatus *find(const ConnectionId &id) const; ///< null if unknown

    double requestsPerMinute() const;             ///< over all
    std::optional<double> costPerHourUsd() const; ///< over all that say so; unset when none does

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void changed(); ///< any row came, went or changed

private:
    int rowOf(const ConnectionId &id) const;
    QString text(const ConnectionStatus &status, Column column) const;

    const Clock &m_clock;
    QVector<ConnectionStatus> m_connections;
};

/// "rabbit ok", "rabbit unreachable, next try in 0:47": state with the countdown while it waits.
QString stateLine(const ConnectionStatus &status, UtcTime now);

/// "$0.01/h"; small amounts keep two significant digits.
QString formatCostPerHour(double usd);

} // namespace holdwatch
