// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/alerts/AlertStore.h"
#include "app/storage/history/HistoryOptions.h"
#include "app/storage/history/HistoryStore.h"
#include "app/storage/history/SampleBuffer.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <memory>
#include <variant>

namespace holdwatch::storage {

/// The inside of HistoryService, alone on the history thread: owns the file, writes what waits in the buffer
/// and in its own list of alert changes, answers questions from the file or, failing that, from memory.
class HistoryWorker : public QObject
{
    Q_OBJECT
public:
    /// `clock` and `buffer` are borrowed and shared with other threads.
    HistoryWorker(QString file, const Clock &clock, const HistoryOptions &options, SampleBuffer &buffer);

    void start(); ///< opens the file and begins to write every `flushEvery`
    void stop();  ///< writes what waits, closes the file
    void flush(); ///< tries at once, however often it failed before
    void flushIfDue(); ///< leaves a file that keeps failing alone for a while

    using AlertChange = std::variant<Alert, AlertLogEntry, MaintenanceWindow>;
    void change(AlertChange change);

    Result<HistorySlice> fetch(const HistoryQuery &query);
    Result<RecordedSamples> readSamples(const QueueId &queue, UtcTime from, UtcTime until, int limit);
    Result<QHash<QueueId, UtcTime>> watchedSince();
    Result<void> exportSamples(const QueueId &queue, const ReplayHeader &header, const QString &path);
    Result<AlertState> loadAlerts();
    Result<QVector<AlertLogEntry>> readLog(const AlertLogQuery &query);

signals:
    void problemChanged(const QString &problem);
    void noticeChanged(const QString &notice);
    void flushed(int samples);

private:
    bool openIfNeeded();
    Result<void> open();
    void close();
    Result<void> writeSamples();
    Result<void> writeAlerts();
    Result<void> write(const AlertChange &change);
    void prune();
    void trimAlerts();
    void noteFailure(const Error &error);
    void noteSuccess();
    void say(const QString &problem);

    const QString m_file;
    const Clock &m_clock;
    const HistoryOptions m_options;
    SampleBuffer &m_buffer;
    QTimer m_timer;

    std::unique_ptr<Database> m_database;
    std::unique_ptr<HistoryStore> m_store;   ///< borrows m_database
    std::unique_ptr<AlertStore> m_alerts;    ///< borrows m_database
    std::deque<AlertChange> m_alertChanges;  ///< not in the file yet, oldest first
    Error m_lastError;

    bool m_foundDamage = false; ///< in the middle of a file that opened well: nothing more is written to it
    int m_failures = 0;         ///< in a row
    int m_ticksToSkip = 0;
    int m_ticksToPrune = 0;
    qint64 m_lostSaid = 0;
    QString m_problem;
};

} // namespace holdwatch::storage
