// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/DeadLetterDepth.h"

#include <algorithm>

namespace holdwatch::providers::infrai {

DeadLetterDepth::DeadLetterDepth(const QVector<WatchedQueue> &queues, const QHash<QString, QString> &learnt) : m_deadLetterQueueOf(learnt)
{
    for (const WatchedQueue &queue : queues) {
        if (!queue.deadLetterQueues.isEmpty())
            m_deadLetterQueueOf[queue.id.name] = queue.deadLetterQueues.first();
        if (queue.isDeadLetterQueue)
            m_originCount[queue.id.name] = queue.origins.size();
    }
    QHash<QString, qsizetype> counted;
    for (const QString &name : std::as_const(m_deadLetterQueueOf)) {
        m_deadLetterQueues.insert(name);
        ++counted[name];
    }
    for (auto each = counted.cbegin(); each != counted.cend(); ++each)
        m_originCount[each.key()] = std::max(m_originCount.value(each.key()), each.value());
}

bool DeadLetterDepth::isOpen(const QueueSample &sample) const
{
    return !sample.deadLetters.has() && !m_deadLetterQueues.contains(sample.queue.name);
}

void DeadLetterDepth::completeFromWithin(SampleBatch &batch) const
{
    QHash<QString, Metric<qint64>> depths;
    for (const QueueSample &sample : std::as_const(batch.samples))
        depths.insert(sample.queue.name, sample.depth);
    for (auto depth = depths.cbegin(); depth != depths.cend(); ++depth) {
        if (m_deadLetterQueues.contains(depth.key()))
            setDepth(batch, depth.key(), depth.value());
    }
}

QStringList DeadLetterDepth::missingDepths(const SampleBatch &batch) const
{
    QStringList names;
    for (const QueueSample &sample : batch.samples) {
        const QString name = deadLetterQueueOf(sample.queue.name);
        if (isOpen(sample) && !name.isEmpty() && !names.contains(name))
            names << name;
    }
    return names;
}

QStringList DeadLetterDepth::missingLists(const SampleBatch &batch) const
{
    QStringList queues;
    for (const QueueSample &sample : batch.samples) {
        if (isOpen(sample) && deadLetterQueueOf(sample.queue.name).isEmpty())
            queues << sample.queue.name;
    }
    return queues;
}

void DeadLetterDepth::setDepth(SampleBatch &batch, const QString &deadLetterQueue, const Metric<qint64> &depth) const
{
    if (!depth.has())
        return;
    const bool shared = m_originCount.value(deadLetterQueue) > 1;
    for (QueueSample &sample : batch.samples) {
        if (!isOpen(sample) || deadLetterQueueOf(sample.queue.name) != deadLetterQueue)
            continue;
        if (shared)
            sample.deadLetters = Metric<qint64>::atMost(depth.value(), QStringLiteral("all that wait in \u201c%1\u201d, which several queues share").arg(deadLetterQueue));
        else
            sample.deadLetters = Metric<qint64>::derived(depth.value(), QStringLiteral("depth of \u201c%1\u201d").arg(deadLetterQueue));
    }
}

void DeadLetterDepth::setListed(SampleBatch &batch, const QString &queue, qint64 count, bool isExact) const
{
    for (QueueSample &sample : batch.samples) {
        if (sample.queue.name != queue || !isOpen(sample))
            continue;
        sample.deadLetters = isExact ? Metric<qint64>::derived(count, QStringLiteral("total of the list of dead letters"))
                                     : Metric<qint64>::atLeast(count, QStringLiteral("as many as one page of the list shows"));
    }
}

} // namespace holdwatch::providers::infrai
