// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/alerts/AlertState.h"
#include "app/storage/history/HistoryOptions.h"
#include "app/storage/history/Recorded.h"
#include "models/core/Result.h"
#include "models/series/History.h"

#include <QHash>
#include <QObject>
#include <QThread>

#include <atomic>
#include <functional>
#include <memory>

namespace holdwatch::storage {

class HistoryWorker;
class SampleBuffer;

/// The history thread from outside: samples, alerts and their log in one SQLite file, written in batches.
///
/// Writing calls (`record`, `saveAlert`, `appendLog`, `saveMaintenance`) may come from any thread and
/// return at once. Asking calls must come from the service's own thread, where `context` lives too; `done`
/// is called there once, later, unless `context` died first.
///
/// Trouble with the file never stops monitoring: what can't be written waits in a bounded memory, charts
/// are served from it (`inMemoryOnly`), `problemChanged` says what is the matter, and writing resumes by
/// itself when the disk has room or the lock is gone. A file that is damaged or of a newer version is left
/// exactly as it is.
class HistoryService : public QObject
{
    Q_OBJECT
public:
    template<typename T>
    using Done = std::function<void(Result<T>)>;

    /// Starts the thread and opens `file` there. `clock` must be thread-safe and outlive the service.
    HistoryService(QString file, const Clock &clock, HistoryOptions options = {}, QObject *parent = nullptr);
    ~HistoryService() override; ///< writes what waits, closes the file, ends the thread

    void record(const QVector<RecordedSample> &samples);
    void flush(); ///< writes what waits now; `flushed` follows

    void fetch(const HistoryQuery &query, QObject *context, Done<HistorySlice> done);
    /// Raw samples where they are kept, before that one a minute from the rollups (with the largest age of
    /// the minute). More than `limit` are thinned evenly, again keeping the largest ages.
    void readSamples(const QueueId &queue, UtcTime from, UtcTime until, int limit, QObject *context, Done<RecordedSamples> done);
    /// Since when this desktop has watched each queue it has ever recorded.
    void readWatchedSince(QObject *context, Done<QHash<QueueId, UtcTime>> done);
    /// Writes all raw samples of `queue` as a file for `holdwatch replay`; the old file stays when it fails.
    void exportSamples(const QueueId &queue, const ReplayHeader &header, const QString &path, QObject *context, Done<void> done);

    void loadAlerts(QObject *context, Done<AlertState> done);
    /// Inserts or replaces by id. Another open alert of the same queue and cause is closed: there is at most one.
    void saveAlert(const Alert &alert);
    /// `entry.sequence` is kept if it is larger than any in the log, else the next one is taken.
    void appendLog(const AlertLogEntry &entry);
    void saveMaintenance(const MaintenanceWindow &window);
    void readLog(const AlertLogQuery &query, QObject *context, Done<QVector<AlertLogEntry>> done);

    const QString &problem() const { return m_problem; } ///< what problemChanged last said

signals:
    void problemChanged(const QString &problem); ///< empty: everything is being written normally
    void noticeChanged(const QString &notice);   ///< worth knowing, nothing wrong ("raw samples before … made room")
    void flushed(int samples);                   ///< so many were committed just now

private:
    template<typename T, typename Question>
    void ask(QObject *context, Done<T> done, Question question);

    std::unique_ptr<SampleBuffer> m_buffer;
    std::unique_ptr<HistoryWorker> m_worker; ///< lives on m_thread until that has ended
    const int m_flushAt;
    QString m_problem;
    std::atomic<bool> m_flushAsked = false;
    QThread m_thread;
};

} // namespace holdwatch::storage
