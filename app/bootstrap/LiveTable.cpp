// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/LiveTable.h"

#include "models/core/Format.h"

#include <unistd.h>
#include <utility>

namespace holdwatch::bootstrap {

ReportCollector::ReportCollector(MonitorPort &monitor, QObject *parent) : QObject(parent)
{
    connect(&monitor, &MonitorPort::connectionChanged, this, [this](const ConnectionStatus &status) { m_connections[status.id] = status; });
    connect(&monitor, &MonitorPort::connectionRemoved, this, [this](const ConnectionId &id) {
        m_connections.erase(id);
        std::erase_if(m_queues, [&](const auto &entry) { return entry.first.connection == id; });
    });
    connect(&monitor, &MonitorPort::statusesChanged, this, [this](const QVector<QueueStatus> &changed) {
        for (const QueueStatus &status : changed)
            m_queues[status.queue.id] = status;
    });
    connect(&monitor, &MonitorPort::queuesRemoved, this, [this](const QVector<QueueId> &gone) {
        for (const QueueId &id : gone)
            m_queues.erase(id);
    });
}

QVector<ConnectionReport> ReportCollector::reports() const
{
    QVector<ConnectionReport> reports;
    for (const auto &[id, connection] : m_connections) {
        ConnectionReport report{connection, {}};
        for (const auto &[queueId, status] : m_queues) {
            if (queueId.connection == id)
                report.queues.append(status);
        }
        reports.append(report);
    }
    return reports;
}

LiveTable::LiveTable(MonitorPort &monitor, const Clock &clock, QString footer, std::FILE *out, QObject *parent)
    : QObject(parent), m_collector(monitor), m_clock(clock), m_footer(std::move(footer)), m_out(out)
{
    m_timer.setInterval(refreshEvery);
    connect(&m_timer, &QTimer::timeout, this, &LiveTable::draw);
    connect(&monitor, &MonitorPort::storageChanged, this, [this](const QString &problem) { m_storage = problem; });
    connect(&monitor, &MonitorPort::storageNoted, this, [this](const QString &notice) { m_storageNotice = notice; });
    // The first picture should not wait for the second beat.
    connect(&monitor, &MonitorPort::statusesChanged, this, &LiveTable::draw, Qt::ConnectionType(Qt::QueuedConnection | Qt::SingleShotConnection));
}

void LiveTable::start()
{
    m_timer.start();
}

void LiveTable::draw()
{
    const UtcTime now = m_clock.now();
    const bool isTerminal = isatty(fileno(m_out)) != 0;
    QString text = isTerminal ? QStringLiteral("\x1b[H\x1b[2J") : QString();
    text += QStringLiteral("Holdwatch  %1 UTC\n\n").arg(formatDateTime(now, Zone::Utc));
    text += statusTable(m_collector.reports(), now, styleOfStandardOutput());
    for (const QString &line : {m_footer, m_storage, m_storageNotice}) {
        if (!line.isEmpty())
            text += line + QLatin1Char('\n');
    }
    std::fputs(text.toUtf8().constData(), m_out);
    std::fflush(m_out);
}

} // namespace holdwatch::bootstrap
