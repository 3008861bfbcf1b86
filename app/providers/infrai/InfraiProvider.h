// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"
#include "app/providers/api/Provider.h"
#include "app/providers/infrai/Caller.h"
#include "app/providers/infrai/Knowledge.h"
#include "app/providers/infrai/LetterReader.h"
#include "app/providers/infrai/Requests.h"

#include <memory>

namespace holdwatch::providers::infrai {

/// Infrai's queue API, and any server that speaks it (the practice queue), monitoring and reading dead letters. Which calls
/// there are and what their answers mean is taken from the server's own discovery at each probe(); see
/// README.md beside this file. Lives on the engine's thread; `clock` must outlive it.
class InfraiProvider final : public Provider, private Metrics
{
public:
    InfraiProvider(const ConnectionConfig &config, net::Credential credential, std::unique_ptr<net::HttpClient> client, const Clock &clock);

    /// With an HTTP client of its own. Configuration error if the connection can't be used as it is written.
    static Result<std::unique_ptr<Provider>> make(const ConnectionConfig &config, Secret key, const Clock &clock);

    Description describe() const override;
    Metrics *metrics() override { return this; }
    DeadLetterReader *deadLetterReader() override { return &m_reader; }
    void cancelAll() override;

private:
    QCoro::Task<Result<ProbeReport>> probe() override;
    QCoro::Task<Result<QVector<WatchedQueue>>> list() override;
    QCoro::Task<Result<SampleBatch>> sample(QVector<WatchedQueue> queues) override;

    QCoro::Task<Result<void>> discover();
    QCoro::Task<Result<void>> checkKey();
    QCoro::Task<Result<void>> completeDeadLetters(QVector<WatchedQueue> queues, std::shared_ptr<SampleBatch> batch);

    Result<Route> routeOf(Call call) const;
    SampleBatch collect(const Caller::Outcomes &outcomes, const QVector<WatchedQueue> &queues);
    void noteDrift(const QStringList &sentences);

    ConnectionId m_connection;
    FieldMap::Mapping m_mapping;
    Millis m_deadline;
    net::Credential m_credential;
    std::shared_ptr<net::HttpClient> m_client;
    Caller m_caller;
    Requests m_requests;
    Knowledge m_knowledge;
    LetterReader m_reader;
    QHash<QString, QString> m_deadLetterQueueOf; ///< learnt from stats
    QStringList m_probeDrift;                    ///< of this probe, beyond the routes
    QStringList m_seenDrift;                     ///< in answers since the last probe
};

} // namespace holdwatch::providers::infrai
