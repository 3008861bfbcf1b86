// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/rabbitmq/RabbitRedriver.h"
#include "app/providers/rabbitmq/ShovelRules.h"

namespace holdwatch::providers::rabbitmq {

/// Moves exactly the first so many by a dynamic shovel that removes itself. Counts are asked over AMQP before and afterwards,
/// since statistics come late. Same thread and lifetime as its provider; everything given to it must outlive it.
class ShovelRedriver final : public BulkRedriver
{
public:
    ShovelRedriver(const ConnectionConfig &config, std::shared_ptr<net::HttpClient> client, const net::Credential &reading, WriteLogin login, const Clock &clock, const Requests &requests,
                   LetterReader &reader, RabbitRedriver &counter);

    QCoro::Task<Result<RedriveTerms>> bulkTerms(WatchedQueue deadSet) override;
    bool hasBound() const override { return true; }
    QCoro::Task<BulkMove> move(WatchedQueue deadSet, qint64 atMost, QByteArray idempotencyKey) override;

private:
    struct Counts
    {
        qint64 dead = 0, target = 0;
    };

    QCoro::Task<Result<Counts>> counts(QueueId deadSet, QueueId target);
    QCoro::Task<Result<Counts>> settledCounts(QueueId deadSet, QueueId target, qint64 expected);
    QCoro::Task<Result<bool>> isThere(QString vhost, QByteArray name);
    QCoro::Task<Result<bool>> awaitEnd(QString vhost, QByteArray name);
    QCoro::Task<BulkMove> concluded(QueueId deadSet, QueueId target, ShovelOrder order, Counts before, QByteArray name, QByteArray idempotencyKey, std::optional<Error> lost);

    const Millis m_deadline;
    net::Credential m_writing; ///< while a step is under way
    Caller m_caller;
    Caller m_writer;
    WriteLogin m_login;
    const Clock &m_clock;
    const Requests &m_requests;
    LetterReader &m_reader;
    RabbitRedriver &m_counter;
};

} // namespace holdwatch::providers::rabbitmq
