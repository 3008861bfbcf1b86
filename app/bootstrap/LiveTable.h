// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bootstrap/StatusTable.h"
#include "models/ports/MonitorPort.h"

#include <QObject>
#include <QTimer>

#include <cstdio>
#include <map>

namespace holdwatch::bootstrap {

/// What a MonitorPort has said so far, as reports. Lives on the port's thread.
class ReportCollector : public QObject
{
    Q_OBJECT
public:
    explicit ReportCollector(MonitorPort &monitor, QObject *parent = nullptr);
    QVector<ConnectionReport> reports() const; ///< by connection name, queues by name

private:
    std::map<ConnectionId, ConnectionStatus> m_connections;
    std::map<QueueId, QueueStatus> m_queues;
};

/// The screen of a Holdwatch without a window: the table again every few seconds. On a terminal in place,
/// into a file or pipe one block after the other.
class LiveTable : public QObject
{
    Q_OBJECT
public:
    static constexpr Millis refreshEvery = Seconds(3);

    /// `footer` is a line below the table ("Screenshot: …"); empty = none. `out` is borrowed. What is wrong with
    /// the history stands below it for as long as it lasts, and the latest that is worth knowing about it.
    LiveTable(MonitorPort &monitor, const Clock &clock, QString footer, std::FILE *out = stdout, QObject *parent = nullptr);
    void start(); ///< draws once there is something to show, then again and again

private:
    void draw();

    ReportCollector m_collector;
    const Clock &m_clock;
    QString m_footer;
    QString m_storage;
    QString m_storageNotice;
    std::FILE *m_out;
    QTimer m_timer;
};

} // namespace holdwatch::bootstrap
