// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/json/Value.h"
#include "app/providers/api/Provider.h"

#include <QHash>
#include <QSet>

namespace holdwatch::providers::infrai {

/// How the number of dead letters is found where queue.stats has no field for it: the depth of the
/// dead-letter queue, where its name is known; else what its list shows. Pure.
class DeadLetterDepth
{
public:
    /// `learnt`: queue → dead-letter queue, beyond what the queues name themselves.
    DeadLetterDepth(const QVector<WatchedQueue> &queues, const QHash<QString, QString> &learnt);

    /// Fills in what the batch itself already knows, from the samples of dead-letter queues.
    void completeFromWithin(SampleBatch &batch) const;

    QStringList missingDepths(const SampleBatch &batch) const; ///< dead-letter queues to be asked for their depth
    QStringList missingLists(const SampleBatch &batch) const;  ///< queues whose dead letters can only be listed

    void setDepth(SampleBatch &batch, const QString &deadLetterQueue, const Metric<qint64> &depth) const;
    void setListed(SampleBatch &batch, const QString &queue, qint64 count, bool isExact) const;

private:
    bool isOpen(const QueueSample &sample) const;
    QString deadLetterQueueOf(const QString &queue) const { return m_deadLetterQueueOf.value(queue); }

    QHash<QString, QString> m_deadLetterQueueOf;
    QHash<QString, qsizetype> m_originCount;
    QSet<QString> m_deadLetterQueues;
};

} // namespace holdwatch::providers::infrai
