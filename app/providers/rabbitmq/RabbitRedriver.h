// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/api/Redriver.h"
#include "app/providers/rabbitmq/LetterReader.h"
#include "app/providers/rabbitmq/RedriveWorker.h"

#include <map>

namespace holdwatch::providers::rabbitmq {

/// Who moves messages. `key` is asked each time messages begin to be held or moved, on the provider's thread.
struct WriteLogin
{
    QByteArray user;
    std::function<Result<Secret>()> key;
};

/// Where AMQP is spoken, by the configuration: `amqpUrl`, else the host of `baseUrl` and the customary port. Configuration
/// error (`where` = "amqp_url") if that can't be used.
Result<net::ServerPipe::Server> amqpServerOf(const ConnectionConfig &config);

/// Moves chosen messages over AMQP 0-9-1: get, publish (mandatory, confirmed) to the default exchange, ack. One connection and
/// one thread a dead set, from the first claim to its release. Facts come from the management API. Same thread and
/// lifetime as its provider; everything given to it must outlive it. See README.md.
class RabbitRedriver final : public ItemRedriver
{
public:
    RabbitRedriver(const ConnectionConfig &config, WriteLogin login, const Clock &clock, LetterReader &reader);

    QCoro::Task<Result<RedriveTerms>> itemTerms(WatchedQueue deadSet, QString target) override;
    QCoro::Task<Result<Claim>> claim(WatchedQueue deadSet, QVector<RedriveItem> items) override;
    QCoro::Task<QVector<ItemResult>> attempt(WatchedQueue deadSet, QVector<RedriveItem> items, std::stop_token stop) override;
    QCoro::Task<Result<void>> release(WatchedQueue deadSet) override;
    QCoro::Task<Result<QVector<ItemResult>>> reconcile(WatchedQueue deadSet, QVector<RedriveItem> items) override;

    /// Ready messages of each of these queues of one virtual host, exact at this moment; nothing is taken.
    QCoro::Task<Result<QVector<qint64>>> countReady(QVector<QueueId> queues);
    bool isHolding(const QueueId &deadSet) const { return m_workers.count(deadSet) > 0; }

    void cancelAll(); ///< ends every connection; tasks finish with what is known

private:
    using Worker = std::shared_ptr<RedriveWorker>;

    Result<Holding::Setup> setupFor(const QueueId &deadSet, const DeadSetRow &row) const;
    QCoro::Task<Result<Worker>> workerFor(QueueId deadSet);
    void remember(const QVector<RedriveItem> &items, const QVector<Attempted> &attempted);
    ItemResult judged(const RedriveItem &item, const QSet<int> &stillThere, const DeadSetRow &before) const;

    const ConnectionConfig m_config;
    WriteLogin m_login;
    const Clock &m_clock;
    LetterReader &m_reader;
    std::map<QueueId, Worker> m_workers;
    QHash<QByteArray, Millis> m_confirmed; ///< by idempotency key: what a target has although its removal is unknown, and since when
};

} // namespace holdwatch::providers::rabbitmq
