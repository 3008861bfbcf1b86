// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"
#include "app/net/ServerClock.h"
#include "app/providers/api/Provider.h"
#include "app/providers/infrai/Answer.h"
#include "app/providers/infrai/Contract.h"
#include "app/providers/infrai/Requests.h"

#include <memory>

namespace holdwatch::providers::infrai {

/// Infrai's queue API, and any server that speaks it (the practice queue), monitoring part. Which calls
/// there are and what their answers mean is taken from the server's own discovery at each probe(); see
/// README.md beside this file. Lives on the engine's thread; `clock` must outlive it.
class InfraiProvider final : public Provider, private Metrics
{
public:
    InfraiProvider(const ConnectionConfig &config, net::Credential credential, std::unique_ptr<net::HttpClient> client, const Clock &clock);
    ~InfraiProvider() override;

    /// With an HTTP client of its own. Configuration error if the connection can't be used as it is written.
    static Result<std::unique_ptr<Provider>> make(const ConnectionConfig &config, Secret key, const Clock &clock);

    Description describe() const override;
    Metrics *metrics() override { return this; }
    void cancelAll() override;

private:
    struct Knowledge; ///< what discovery taught: routes, field map, prices
    struct Round;     ///< one set of requests under way together

    QCoro::Task<Result<ProbeReport>> probe() override;
    QCoro::Task<Result<QVector<WatchedQueue>>> list() override;
    QCoro::Task<Result<SampleBatch>> sample(QVector<WatchedQueue> queues) override;

    QCoro::Task<Result<void>> discover();
    QCoro::Task<Result<void>> learnDetail(Call call, std::shared_ptr<Knowledge> knowledge);
    QCoro::Task<Result<void>> checkKey();
    QCoro::Task<Result<void>> completeDeadLetters(QVector<WatchedQueue> queues, std::shared_ptr<SampleBatch> batch);
    QCoro::Task<Result<void>> askAll(std::shared_ptr<Round> round);
    QCoro::Task<void> work(std::shared_ptr<Round> round);
    QCoro::Task<Result<Answer>> ask(net::ReadRequest request);

    void begin(); ///< of one probe, list or sample: its time, its count of requests, its bill
    Result<Route> routeOf(Call call) const;
    SampleBatch collect(const Round &round, const QVector<WatchedQueue> &queues);

    ConnectionId m_connection;
    QHash<QString, QString> m_mapping;
    Millis m_deadline;
    net::Credential m_credential;
    std::unique_ptr<net::HttpClient> m_client;
    const Clock &m_clock;
    Requests m_requests;
    net::ServerClock m_serverClock;
    std::shared_ptr<const Knowledge> m_knowledge;
    QHash<QString, QString> m_deadLetterQueueOf; ///< learnt from stats
    QStringList m_probeNotes;                    ///< drift beyond the routes

    Millis m_endsAt{};               ///< monotonic: the whole call's deadline
    bool m_cancelled = false;
    int m_sent = 0;
    std::optional<double> m_costUsd;
};

} // namespace holdwatch::providers::infrai
