// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/api/DeadLetterReader.h"
#include "app/providers/api/Redriver.h"
#include "models/connections/ConnectionConfig.h"
#include "models/connections/MetricMeaning.h"
#include "models/core/Result.h"
#include "models/queue/QueueSample.h"

#include <QCoroTask>

#include <memory>

namespace holdwatch::providers {

using holdwatch::MetricMeaning;

/// What a system can do, how, and at what price. A pure value; made without a request.
struct Description
{
    QString system;                    ///< "Infrai", "RabbitMQ 3.10.8"
    QVector<MetricMeaning> metrics;
    QString pollingCost;               ///< "one request a queue and poll, free", "one request a 100 queues"
    QString lookSideEffect;            ///< what reading a dead letter does there, said before it is done
    QHash<QString, QString> absent;    ///< role word → why this system has no such role ("item-redriver" → "…")
};

/// The outcome of a first contact: who answered, what it offers, where it strayed from the contract.
struct ProbeReport
{
    Description description;
    std::optional<Millis> clockOffset; ///< server − desktop
    QStringList drift;                 ///< one sentence per capability that strayed
    Rights rights;                     ///< what the key may do, as far as the system tells
};

struct QueueFailure
{
    QueueId queue;
    Error error;
};

/// One poll of some queues. Each queue is in `samples` or in `failures`, never in neither.
struct SampleBatch
{
    QVector<QueueSample> samples;
    QVector<QueueFailure> failures;
    int requests = 0;                  ///< sent for this batch
    std::optional<double> costUsd;     ///< as the provider says
    std::optional<Millis> clockOffset; ///< server − desktop
};

/// Role: figures. Sends only Read requests (a contract test pins that). May be used again after any
/// error. Never overlaps with itself: the caller awaits one task before it starts the next.
class Metrics
{
public:
    virtual ~Metrics() = default;
    virtual QCoro::Task<Result<ProbeReport>> probe() = 0;
    virtual QCoro::Task<Result<QVector<WatchedQueue>>> list() = 0;
    /// Fails as a whole only when nothing could be asked (unauthorized, throttled, unreachable).
    virtual QCoro::Task<Result<SampleBatch>> sample(QVector<WatchedQueue> queues) = 0;
};

/// One connected system. Roles it has not are null; why is in `describe().absent`.
/// Lives on the engine's thread.
class Provider
{
public:
    virtual ~Provider() = default;
    virtual Description describe() const = 0;
    virtual Metrics *metrics() = 0;
    virtual DeadLetterReader *deadLetterReader() { return nullptr; }
    virtual ItemRedriver *itemRedriver() { return nullptr; }
    virtual BulkRedriver *bulkRedriver() { return nullptr; }
    virtual void cancelAll() = 0; ///< ends everything under way; awaiting tasks finish with Cancelled
};

} // namespace holdwatch::providers
