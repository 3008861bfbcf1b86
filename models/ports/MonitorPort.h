// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/AlertBook.h"
#include "models/core/Result.h"
#include "models/queue/QueueStatus.h"
#include "models/series/History.h"

#include <QObject>

#include <functional>

namespace holdwatch {

/// The commands a window may give to the monitoring engine and the news it receives. Lives on the
/// window's thread; every call returns at once, and every signal arrives on that thread.
class MonitorPort : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    virtual void requestRefresh() = 0;         ///< poll every connection now, unless it must wait
    virtual void setPaused(bool paused) = 0;   ///< stops all polling; values turn stale, never green

    virtual void acknowledge(const AlertId &alert, const QString &who) = 0;
    virtual void mute(const AlertId &alert, UtcTime until, const QString &who) = 0;
    virtual void unmute(const AlertId &alert, const QString &who) = 0;
    virtual void addMaintenance(const MaintenanceWindow &window) = 0;

    /// Saves atomically and judges by it from the next sample on; answers once, on this thread.
    virtual void saveTolerance(const QueueId &queue, const Tolerance &tolerance, std::function<void(Result<void>)> done) = 0;
    /// The default for every queue that `rule` matches and that has no tolerance of its own; replaces the
    /// rule with the same connection and pattern, else goes before the others (the newest choice wins).
    virtual void saveToleranceRule(const ToleranceRule &rule, std::function<void(Result<void>)> done) = 0;
    virtual void removeTolerance(const QueueId &queue, std::function<void(Result<void>)> done) = 0; ///< back to the defaults

    /// History for a chart; `done` is called once unless `context` dies first.
    virtual void fetchHistory(const HistoryQuery &query, QObject *context, std::function<void(Result<HistorySlice>)> done) = 0;
    /// Which verdict changes `tolerance` would have made over what was recorded in [from, until).
    virtual void previewTolerance(const QueueId &queue, const Tolerance &tolerance, UtcTime from, UtcTime until, QObject *context,
                                  std::function<void(Result<QVector<Assessment>>)> done) = 0;
    /// Writes the recorded samples of a queue as a file that `holdwatch replay` reads.
    virtual void exportHistory(const QueueId &queue, const QString &path, QObject *context, std::function<void(Result<void>)> done) = 0;

signals:
    void statusesChanged(const QVector<holdwatch::QueueStatus> &changed);
    void queuesRemoved(const QVector<holdwatch::QueueId> &gone);
    void connectionChanged(const holdwatch::ConnectionStatus &status);
    void connectionRemoved(const holdwatch::ConnectionId &id);
    void alertChanged(const holdwatch::Alert &alert);
    void alertLogged(const holdwatch::AlertLogEntry &entry);
    /// A desktop notification is due (mutes and maintenance windows are already heeded).
    void noticeRaised(const holdwatch::Notice &notice);
    void storageChanged(const QString &problem); ///< empty: history is being written normally
    void storageNoted(const QString &notice);    ///< worth knowing about the history, nothing wrong; replaces the last
    void pausedChanged(bool paused);
};

} // namespace holdwatch
