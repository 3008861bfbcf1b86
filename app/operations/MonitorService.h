// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/MonitorEngine.h"
#include "app/storage/config/ToleranceFile.h"
#include "app/storage/history/HistoryService.h"
#include "models/ports/MonitorPort.h"

#include <QThread>

#include <optional>

namespace holdwatch::operations {

/// The monitoring port: a MonitorEngine on a thread of its own, with what it sees recorded and its alerts
/// kept. Lives on the window's thread. All references must outlive it.
class MonitorService final : public MonitorPort
{
    Q_OBJECT
public:
    /// Reads `tolerances`; nothing else happens before `start`.
    MonitorService(EngineParts parts, storage::ToleranceFile tolerances, storage::HistoryService &history, QObject *parent = nullptr);
    ~MonitorService() override; ///< ends the engine and its thread; takes two seconds at most

    /// Once: tells what the history knows of earlier alerts, then watches `connections`. `builtInRules` come
    /// after those of the tolerance file and are never written to it. Connect to the signals before.
    void start(QVector<ConnectionConfig> connections, QVector<ToleranceRule> builtInRules = {});
    void setBuiltInRules(const QVector<ToleranceRule> &rules); ///< others from now on
    /// After `start`, as often as something changes. `forget` keeps the history.
    void watch(const ConnectionConfig &connection);
    void forget(const ConnectionId &connection);
    void noteExpiries(const QVector<storage::Expiries> &expiries); ///< of dead letters; alerts before retention deletes them
    void retry(const ConnectionId &connection); ///< now, even if it waits for a person
    /// Problems of tolerances.json, found at construction.
    const storage::ConfigProblems &problems() const { return m_problems; }

    void requestRefresh() override;
    void setPaused(bool paused) override;
    void acknowledge(const AlertId &alert, const QString &who) override;
    void mute(const AlertId &alert, UtcTime until, const QString &who) override;
    void unmute(const AlertId &alert, const QString &who) override;
    void addMaintenance(const MaintenanceWindow &window) override;
    void saveTolerance(const QueueId &queue, const Tolerance &tolerance, std::function<void(Result<void>)> done) override;
    void saveToleranceRule(const ToleranceRule &rule, std::function<void(Result<void>)> done) override;
    void removeTolerance(const QueueId &queue, std::function<void(Result<void>)> done) override;
    void fetchHistory(const HistoryQuery &query, QObject *context, std::function<void(Result<HistorySlice>)> done) override;
    void previewTolerance(const QueueId &queue, const Tolerance &tolerance, UtcTime from, UtcTime until, QObject *context,
                          std::function<void(Result<QVector<Assessment>>)> done) override;
    void exportHistory(const QueueId &queue, const QString &path, QObject *context, std::function<void(Result<void>)> done) override;

private:
    void retellLog(AlertBook::Saved saved);
    void startEngine(AlertBook::Saved saved);
    void wireEngine();
    storage::Tolerances effectiveTolerances() const;
    void store(const storage::Tolerances &tolerances, const std::function<void(Result<void>)> &done);
    const ConnectionConfig *connectionOf(const QueueId &queue) const; ///< null: not (or no longer) watched
    Millis pollIntervalOf(const QueueId &queue) const;
    Tolerance toleranceOf(const QueueId &queue) const;
    template<typename Command>
    void tellEngine(Command command);

    EngineParts m_parts;
    QVector<ConnectionConfig> m_connections;
    storage::ToleranceFile m_file;
    storage::Tolerances m_tolerances; ///< as in the file
    QVector<ToleranceRule> m_builtInRules;
    storage::ConfigProblems m_problems;
    std::optional<QVector<storage::Expiries>> m_expiries;
    storage::HistoryService &m_history;
    QThread m_thread;
    MonitorEngine *m_engine = nullptr; ///< lives on m_thread, deleted when that ends
    bool m_paused = false;
};

} // namespace holdwatch::operations
