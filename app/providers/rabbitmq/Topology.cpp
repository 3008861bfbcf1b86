// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/Topology.h"

#include <QHash>
#include <QSet>
#include <QUrl>

#include <algorithm>

namespace holdwatch::providers::rabbitmq {

namespace {

using Place = QPair<QString, QString>; // vhost, name

struct Route
{
    QStringList queues;
    bool uncertain = false; ///< passed an exchange whose routing can't be told from outside
};

class Router
{
public:
    explicit Router(const Topology &topology)
    {
        for (const ExchangeRow &exchange : topology.exchanges)
            m_types.insert({exchange.vhost, exchange.name}, exchange.type);
        for (const BindingRow &binding : topology.bindings)
            m_bySource[{binding.vhost, binding.source}] << binding;
        for (const QueueRow &queue : topology.queues)
            m_queues.insert({queue.vhost, queue.name});
    }

    bool hasExchange(const QString &vhost, const QString &name) const
    {
        return name.isEmpty() || m_types.contains({vhost, name});
    }

    /// The keys messages of this queue were published with, as far as its bindings tell.
    QStringList ownKeys(const Topology &topology, const QueueRow &queue) const
    {
        QStringList keys;
        for (const BindingRow &binding : topology.bindings) {
            const bool isDefault = binding.source.isEmpty();
            if (binding.destinationIsQueue && !isDefault && binding.vhost == queue.vhost && binding.destination == queue.name)
                keys << binding.routingKey;
        }
        // The default exchange binds every queue under its own name.
        keys << queue.name;
        keys.removeDuplicates();
        return keys;
    }

    Route follow(const QString &vhost, const QString &exchange, const QString &key) const
    {
        Route route;
        QSet<QString> seen;
        walk(vhost, exchange, key, seen, route);
        route.queues.removeDuplicates();
        return route;
    }

private:
    void walk(const QString &vhost, const QString &exchange, const QString &key, QSet<QString> &seen, Route &route) const
    {
        if (exchange.isEmpty()) {
            if (m_queues.contains({vhost, key}))
                route.queues << key;
            return;
        }
        if (seen.contains(exchange))
            return;
        seen.insert(exchange);
        const QString type = m_types.value({vhost, exchange});
        for (const BindingRow &binding : m_bySource.value({vhost, exchange})) {
            if (!passes(type, binding.routingKey, key, route))
                continue;
            if (binding.destinationIsQueue)
                route.queues << binding.destination;
            else
                walk(vhost, binding.destination, key, seen, route);
        }
    }

    static bool passes(const QString &type, const QString &bound, const QString &key, Route &route)
    {
        if (type == QLatin1String("fanout"))
            return true;
        if (type == QLatin1String("direct"))
            return bound == key;
        if (type == QLatin1String("topic"))
            return topicMatches(bound, key);
        route.uncertain = true;
        return true;
    }

    QHash<Place, QString> m_types;
    QHash<Place, QVector<BindingRow>> m_bySource;
    QSet<Place> m_queues;
};

QString quoted(const QString &name)
{
    return QStringLiteral("\"%1\"").arg(name);
}

Route routeOfDeadLetters(const Router &router, const Topology &topology, const QueueRow &queue)
{
    const QString exchange = queue.deadLetterExchange.value();
    if (queue.deadLetterRoutingKey)
        return router.follow(queue.vhost, exchange, *queue.deadLetterRoutingKey);
    Route all;
    for (const QString &key : router.ownKeys(topology, queue)) {
        // Dead-lettered by its own name to the default exchange, a message would come straight back.
        if (exchange.isEmpty() && key == queue.name)
            continue;
        const Route one = router.follow(queue.vhost, exchange, key);
        all.queues += one.queues;
        all.uncertain = all.uncertain || one.uncertain;
    }
    all.queues.removeDuplicates();
    return all;
}

QStringList findingsOf(const Router &router, const QueueRow &queue, const Route &route)
{
    QStringList findings;
    if (queue.state == QLatin1String("down") || queue.state == QLatin1String("stopped"))
        findings << QStringLiteral("The broker says this queue is %1.").arg(queue.state);
    if (!queue.deadLetterExchange) {
        if (queue.deliveryLimit)
            findings << QStringLiteral("A message delivered more than %1 times is dropped: the queue has a delivery limit and no dead-letter exchange.").arg(*queue.deliveryLimit);
        return findings;
    }
    if (!router.hasExchange(queue.vhost, *queue.deadLetterExchange))
        findings << QStringLiteral("Dead-letter exchange %1 does not exist: the broker drops dead letters silently.").arg(quoted(*queue.deadLetterExchange));
    else if (route.queues.isEmpty() && queue.deadLetterRoutingKey)
        findings << QStringLiteral("Dead letters go nowhere: exchange %1 has no queue for key %2.").arg(quoted(*queue.deadLetterExchange), quoted(*queue.deadLetterRoutingKey));
    return findings;
}

WatchedQueue describe(const ConnectionId &connection, const QueueRow &row)
{
    WatchedQueue queue;
    queue.id = {connection, queueName(row.vhost, row.name)};
    queue.displayName = row.vhost == QLatin1String("/") ? row.name : row.vhost + QLatin1Char('/') + row.name;
    queue.kind = row.type.isEmpty() ? QStringLiteral("classic") : row.type;
    return queue;
}

} // namespace

QString queueName(const QString &vhost, const QString &queue)
{
    const auto encoded = [](const QString &part) { return QString::fromLatin1(QUrl::toPercentEncoding(part)); };
    if (vhost == QLatin1String("/"))
        return queue.contains(QLatin1Char('/')) ? encoded(vhost) + QLatin1Char('/') + queue : queue;
    return encoded(vhost) + QLatin1Char('/') + queue;
}

bool topicMatches(const QString &pattern, const QString &routingKey)
{
    const QStringList wanted = pattern.split(QLatin1Char('.'));
    const QStringList words = routingKey.split(QLatin1Char('.'));
    // reachable[j]: the pattern read so far can match the first j words
    QVector<bool> reachable(words.size() + 1, false);
    reachable[0] = true;
    for (const QString &word : wanted) {
        QVector<bool> next(words.size() + 1, false);
        if (word == QLatin1String("#")) {
            bool any = false;
            for (int j = 0; j <= words.size(); ++j)
                next[j] = any = any || reachable[j];
        } else {
            for (int j = 0; j < words.size(); ++j)
                next[j + 1] = reachable[j] && (word == QLatin1String("*") || word == words[j]);
        }
        reachable = next;
    }
    return reachable.last();
}

QVector<WatchedQueue> watchedQueues(const ConnectionId &connection, const Topology &topology)
{
    const Router router(topology);
    QVector<WatchedQueue> watched;
    QHash<QString, QStringList> origins; // dead-letter queue → whose messages land there
    watched.reserve(topology.queues.size());
    for (const QueueRow &row : topology.queues) {
        WatchedQueue queue = describe(connection, row);
        const Route route = row.deadLetterExchange ? routeOfDeadLetters(router, topology, row) : Route{};
        for (const QString &target : route.queues) {
            if (target == row.name)
                continue;
            const QString name = queueName(row.vhost, target);
            queue.deadLetterQueues << name;
            origins[name] << queue.id.name;
        }
        queue.findings = findingsOf(router, row, route);
        watched << queue;
    }
    for (WatchedQueue &queue : watched) {
        queue.origins = origins.value(queue.id.name);
        queue.isDeadLetterQueue = !queue.origins.isEmpty();
    }
    return watched;
}

} // namespace holdwatch::providers::rabbitmq
