// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"
#include "app/providers/api/Provider.h"
#include "app/providers/infrai/Caller.h"
#include "app/providers/infrai/Knowledge.h"
#include "app/providers/infrai/LetterReader.h"
#include "app/providers/infrai/Redriver.h"
#include "app/providers/infrai/Requests.h"

#include <memory>

namespace holdwatch::providers::infrai {

/// Infrai's queue API, and any server that speaks it (the practice queue): monitoring, reading and redriving dead letters. Which
/// calls there are and what their answers mean is taken from the server's own discovery at each probe(); before the first one
/// nothing can be moved, so there is no redriver. See README.md beside this file. Lives on the engine's thread; `clock` must outlive it.
class InfraiProvider final : public Provider, private Metrics
{
public:
    /// An empty `writeKey`: the credential writes too, unless the connection has a separate key for that; then nothing is moved.
    InfraiProvider(const ConnectionConfig &config, net::Credential credential, std::unique_ptr<net::HttpClient> client, const Clock &clock, Secret writeKey = {});

    /// With an HTTP client of its own. Configuration error if the connection can't be used as it is written.
    static Result<std::unique_ptr<Provider>> make(const ConnectionConfig &config, Secret key, const Clock &clock, Secret writeKey = {});

    Description describe() const override;
    Metrics *metrics() override { return this; }
    DeadLetterReader *deadLetterReader() override { return &m_reader; }
    ItemRedriver *itemRedriver() override { return m_knowledge.redrive.canChoose() ? &m_redriver : nullptr; }
    BulkRedriver *bulkRedriver() override { return m_knowledge.redrive.refusal.isEmpty() ? &m_redriver : nullptr; }
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
    net::Credential m_writeCredential; ///< without a secret: nothing can be moved
    std::shared_ptr<net::HttpClient> m_client;
    Caller m_caller;
    Requests m_requests;
    Knowledge m_knowledge;
    LetterReader m_reader;
    Redriver m_redriver;
    QHash<QString, QString> m_deadLetterQueueOf; ///< learnt from stats
    QStringList m_probeDrift;                    ///< of this probe, beyond the routes
    QStringList m_seenDrift;                     ///< in answers since the last probe
};

} // namespace holdwatch::providers::infrai
