// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/Backoff.h"
#include "app/net/HttpClient.h"
#include "app/operations/ProviderRegistry.h"
#include "app/operations/judging/QueueBook.h"
#include "app/storage/config/ToleranceFile.h"
#include "app/storage/deadletters/VaultTypes.h"
#include "app/storage/history/Recorded.h"
#include "models/alerts/AlertBook.h"

#include <QObject>
#include <QTimer>

namespace holdwatch::operations {

class NoticeChannel;

/// What the engine needs from outside. All of it must outlive the engine; `webhookClient` and `random`
/// are called on the engine's thread.
struct EngineParts
{
    using WebhookClient = std::function<Result<std::shared_ptr<net::HttpClient>>(const ConnectionConfig &)>;

    const Clock &clock;
    const ProviderRegistry &providers;
    net::Backoff::Random random;
    WebhookClient webhookClient;  ///< reaches a connection's webhook, by that connection's proxy and trust
};

/// What it starts with.
struct EngineStart
{
    QVector<ConnectionConfig> connections;
    storage::Tolerances tolerances;
    AlertBook::Saved alerts;
};

/// Watches all connections: polls, judges, keeps the alert book, tells others. A QObject of one thread:
/// every call and every signal belongs to the thread it lives on. Works from `start` until `stop`.
class MonitorEngine : public QObject
{
    Q_OBJECT
public:
    static constexpr Millis heartbeat{250}; ///< also the most often that statuses are published
    static constexpr Millis longestStop{1500};

    MonitorEngine(EngineParts parts, EngineStart start, QObject *parent = nullptr);
    ~MonitorEngine() override;

    void start();
    void stop(); ///< ends what is under way; `finished` follows, after `longestStop` whatever happens
    void beat(); ///< one heartbeat: called by its own timer once started

    /// Begins to watch it or, where it is watched already, goes on with what has changed about it: its key too.
    /// What is known of its queues stays while provider and address do.
    void watch(const ConnectionConfig &config);
    void forget(const ConnectionId &connection); ///< its queues and alerts go with it; nothing of its history

    void requestRefresh();
    void retry(const ConnectionId &connection); ///< one that waits for a person, or for its turn
    void setPaused(bool paused);
    void setTolerances(const storage::Tolerances &tolerances);
    void noteExpiries(const QVector<storage::Expiries> &expiries); ///< of dead letters, as far as snapshots know
    void setWatchedSince(const QHash<QueueId, UtcTime> &since);

    void acknowledge(const AlertId &alert, const QString &who);
    void mute(const AlertId &alert, UtcTime until, const QString &who);
    void unmute(const AlertId &alert, const QString &who);
    void addMaintenance(const MaintenanceWindow &window);

    QVector<ConnectionStatus> connections() const;
    QVector<QueueStatus> queuesOf(const ConnectionId &connection) const;
    /// Each connection has given `polls` answers and each of its queues a sample, or it has failed.
    bool hasSeen(int polls) const;

signals:
    void statusesChanged(const QVector<holdwatch::QueueStatus> &changed);
    void queuesRemoved(const QVector<holdwatch::QueueId> &gone);
    void connectionChanged(const holdwatch::ConnectionStatus &status);
    void alertChanged(const holdwatch::Alert &alert);
    void alertLogged(const holdwatch::AlertLogEntry &entry);
    void noticeRaised(const holdwatch::Notice &notice);
    void samplesJudged(const QVector<holdwatch::storage::RecordedSample> &samples);
    void finished();

private:
    struct Watch;
    std::unique_ptr<Watch> makeWatch(const ConnectionConfig &config, std::optional<QueueBook> book = std::nullopt);
    std::optional<QueueBook> retire(const ConnectionId &connection, const ConnectionConfig *successor);
    void addChannels(Watch &watch, const ConnectionConfig &config);
    void addChannel(Watch &watch, const QString &name, std::unique_ptr<NoticeChannel> channel);
    QStringList keyVariables() const; ///< the environment variables that hold keys
    void takeListing(Watch &watch, const QVector<WatchedQueue> &queues);
    void takeSamples(Watch &watch, const providers::SampleBatch &batch);
    void takeConnection(const ConnectionConfig &config, const ConnectionStatus &status);
    void letTimePass();
    void publish();
    void publishNews();
    void finishWhenIdle();

    EngineParts m_parts;
    QVector<ConnectionConfig> m_configs;
    storage::Tolerances m_tolerances;
    AlertBook m_alerts;
    std::vector<std::unique_ptr<Watch>> m_watches;
    std::vector<std::unique_ptr<Watch>> m_leaving; ///< no longer watched, but an answer is still under way
    QHash<QueueId, UtcTime> m_watchedSince;
    bool m_paused = false;
    QTimer m_heartbeat;
    Millis m_lastTick{};
    bool m_stopping = false;
    bool m_finished = false;
};

} // namespace holdwatch::operations
