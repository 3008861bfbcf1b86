// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/Alert.h"
#include "models/core/Format.h"

#include <QAbstractTableModel>
#include <QVector>

namespace holdwatch {

/// The alerts that are open now, worst first, then longest open. A closed alert leaves; never resets.
class OpenAlertsModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { VerdictColumn, QueueColumn, ReasonColumn, OpenedColumn, OwnerColumn, StateColumn, ColumnCount };

    explicit OpenAlertsModel(const Clock &clock, QObject *parent = nullptr);

    void apply(const Alert &alert); ///< opens, changes or closes, whichever it is
    void setZone(Zone zone);        ///< in which times are written

    const Alert &alertAt(int row) const { return m_alerts.at(row); }
    const Alert *find(const AlertId &id) const;          ///< null if not open
    const Alert *worstOf(const QueueId &queue) const;    ///< null if none is open on that queue
    static QString stateOf(const Alert &alert, Zone zone, UtcTime now); ///< "acknowledged by mira", "muted until 14:30", "open"

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    int rowOf(const AlertId &id) const;
    int placeFor(const Alert &alert, int except) const;
    void insert(const Alert &alert);
    void replace(int row, const Alert &alert);
    void removeAt(int row);

    const Clock &m_clock;
    Zone m_zone = Zone::Utc;
    QVector<Alert> m_alerts;
};

} // namespace holdwatch
