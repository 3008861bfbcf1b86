// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/polling/PollSchedule.h"
#include "app/operations/polling/QueueFilter.h"
#include "app/operations/polling/RequestMeter.h"
#include "app/providers/api/Provider.h"

#include <QObject>

namespace holdwatch::operations {

/// Watches one connection: first contact, list, then figures again and again, as its schedule says. Has no
/// timer of its own: whoever owns it calls `advance` a few times a second. Lives on the engine's thread.
///
/// Never asks while an answer is still awaited. Destroy it only after `stop` and `stopped`.
class ConnectionPoller : public QObject
{
    Q_OBJECT
public:
    static constexpr Millis relistEvery = Seconds(60);
    static constexpr Millis probeEvery = Minutes(10); ///< contracts drift while nobody looks

    /// A connection whose provider could not be made shows that error's sentence: unauthorized if it lacks
    /// a key (Unauthorized), connecting while the key is awaited (Timeout), else misconfigured.
    ConnectionPoller(ConnectionConfig config, Result<std::unique_ptr<providers::Provider>> provider, const Clock &clock,
                     net::Backoff::Random random, QObject *parent = nullptr);
    ~ConnectionPoller() override;

    void advance();  ///< starts what is due, ends what is overdue
    /// Goes on where an earlier poller of the same server left off: it may have been asked to wait.
    void goOnAfter(const ConnectionPoller &earlier);
    void pollNow();  ///< lists again too; waits if the server asked for that
    void setPaused(bool paused);
    void setNoticeTroubles(const QStringList &troubles); ///< shown with the status; changes nothing else
    void stop();     ///< for good; `stopped` follows, at once if nothing is under way

    const ConnectionConfig &config() const { return m_config; }
    const ConnectionStatus &status() const { return m_status; }
    bool isBusy() const { return m_schedule.isRunning(); }
    int pollsEnded() const { return m_pollsEnded; } ///< good and bad

signals:
    void statusChanged(const holdwatch::ConnectionStatus &status);
    void listed(const QVector<holdwatch::WatchedQueue> &queues);
    void sampled(const holdwatch::providers::SampleBatch &batch);
    void stopped();

private:
    QCoro::Task<void> poll();
    QCoro::Task<Result<providers::SampleBatch>> ask();
    QCoro::Task<Result<void>> probe();
    QCoro::Task<Result<void>> list();
    void finish(const Result<providers::SampleBatch> &outcome);
    void accept(const providers::SampleBatch &batch);
    void reject(const Error &error);
    void showSchedule();
    void publish(const ConnectionStatus &status);

    ConnectionConfig m_config;
    const Clock &m_clock;
    QueueFilter m_filter;
    PollSchedule m_schedule;
    RequestMeter m_meter;
    ConnectionStatus m_status;
    ConnectionStatus m_shown; ///< as last published
    QVector<WatchedQueue> m_queues;
    std::optional<Millis> m_probedAt;
    std::optional<Millis> m_listedAt;
    int m_requests = 0; ///< of the poll under way, besides those the batch counts
    int m_pollsEnded = 0;
    bool m_overdue = false;
    bool m_cancelled = false;
    bool m_stopping = false;
    std::unique_ptr<providers::Provider> m_provider; ///< last: what it cancels when it goes still finds the rest
};

} // namespace holdwatch::operations
