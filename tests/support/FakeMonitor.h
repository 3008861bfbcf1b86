// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/MonitorPort.h"

namespace holdwatch::test {

/// A monitor without an engine: remembers what the window asked for and says what a test tells it to.
/// History is invented but steady, so that charts have something to draw.
class FakeMonitor final : public MonitorPort
{
    Q_OBJECT
public:
    using MonitorPort::MonitorPort;

    struct Note
    {
        QString what; ///< "acknowledge", "mute", "unmute", "maintenance", "save", "remove", "export"
        QString whom; ///< alert id, queue name
        QString who;
        std::optional<UtcTime> until;
    };
    QVector<Note> notes;
    int refreshes = 0;
    bool paused = false;
    std::optional<Error> nextFailure; ///< taken by the next call that answers

    QVector<HistoryQuery> queries;    ///< every fetchHistory
    std::function<HistorySlice(const HistoryQuery &)> story; ///< instead of the invented history
    std::function<void(const HistoryQuery &, QObject *, std::function<void(Result<HistorySlice>)>)> fetcher; ///< a real history
    QVector<Tolerance> previewed;     ///< every previewTolerance
    std::function<QVector<Assessment>(const Tolerance &)> judge; ///< instead of the invented verdicts
    std::optional<Tolerance> savedTolerance;
    std::optional<ToleranceRule> savedRule;

    void requestRefresh() override;
    void setPaused(bool on) override;
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
    void answer(std::function<void(Result<void>)> done);
};

} // namespace holdwatch::test
