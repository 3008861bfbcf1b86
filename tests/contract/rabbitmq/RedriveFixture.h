// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/QtHttpClient.h"
#include "app/providers/rabbitmq/RabbitProvider.h"
#include "tests/support/AmqpJudge.h"
#include "tests/support/AmqpProxy.h"
#include "tests/support/Awaited.h"
#include "tests/support/RabbitBroker.h"
#include "tests/support/Servers.h"

#include <QTest>

namespace holdwatch::test {

using Provider = providers::rabbitmq::RabbitProvider;
using providers::Claim;
using providers::ItemRedriver;
using providers::RedriveItem;
using providers::RedriveTerms;

inline QString vhost() { return QStringLiteral("/"); }

inline QString sentence(const Error &error) { return toSentence(error); }

template<typename T>
QString sentence(const Result<T> &result) { return result ? QString() : toSentence(result.error()); }

/// A broker, a judge, and providers that reach them in different ways.
struct RedriveFixture
{
    RabbitBroker broker;
    AmqpJudge judge;
    SystemClock system;

    static QString missing()
    {
        const QString why = RabbitBroker::missing();
        return why.isEmpty() ? AmqpJudge::missing() : why;
    }

    bool start()
    {
        const bool isUp = broker.start();
        judge = AmqpJudge(broker.amqpUrl(), broker.user(), broker.password());
        return isUp;
    }

    std::unique_ptr<Provider> provider(const QUrl &amqp, Millis deadline = Seconds(20), const QByteArray &password = {}, const Clock *other = nullptr)
    {
        const Clock &clock = other ? *other : system;
        ConnectionConfig config;
        config.id = ConnectionId(QStringLiteral("rabbit"));
        config.name = QStringLiteral("rabbit");
        config.provider = QStringLiteral("rabbitmq");
        config.baseUrl = broker.url();
        config.amqpUrl = amqp;
        config.allowPlainLoopback = true;
        config.deadline = deadline;
        config.username = QString::fromUtf8(broker.user());
        config.proxyMode = ConnectionConfig::ProxyMode::None;
        config.caFile = broker.caFile();
        const net::ConnectionOptions options = net::connectionOptionsFrom(config).value();
        net::Credential credential{net::Credential::Scheme::Basic, broker.user(), Secret(broker.password())};
        const QByteArray key = password.isEmpty() ? broker.password() : password;
        providers::rabbitmq::WriteLogin login{broker.user(), [key] { return Result<Secret>(Secret(QByteArray(key.constData(), key.size()))); }};
        return std::make_unique<Provider>(config, std::make_unique<net::QtHttpClient>(options, clock), std::move(credential), clock, std::move(login));
    }

    /// A queue and its dead-letter queue, for one test alone.
    WatchedQueue pair(const QString &name, const QByteArray &deadArguments = "{}")
    {
        const QString dead = name + QStringLiteral(".dlq");
        broker.declareQueue(vhost(), name, QByteArray(R"({"x-dead-letter-exchange":"","x-dead-letter-routing-key":"NAME"})").replace("NAME", dead.toUtf8()));
        broker.declareQueue(vhost(), dead, deadArguments);
        return queue(dead, {name});
    }

    static WatchedQueue queue(const QString &name, const QStringList &origins = {})
    {
        WatchedQueue queue;
        queue.id = {ConnectionId(QStringLiteral("rabbit")), name};
        queue.displayName = name;
        queue.isDeadLetterQueue = true;
        queue.origins = origins;
        return queue;
    }

    /// Items as a plan has them: frozen from what the management API shows.
    static QVector<RedriveItem> frozen(Provider &provider, const WatchedQueue &dead, const QString &target)
    {
        const auto page = awaited(provider.deadLetterReader()->page(dead, {}, 500, false));
        QVector<RedriveItem> items;
        for (const DeadLetter &letter : page ? page->letters : QVector<DeadLetter>()) {
            RedriveItem item;
            item.ordinal = int(items.size());
            item.id = letter.id;
            item.digest = contentDigest(letter);
            item.target = target;
            item.idempotencyKey = "run-1:" + QByteArray::number(item.ordinal);
            items << item;
        }
        return items;
    }

    int count(const QString &queue) { return judge.count(queue); }
};

inline QVector<ItemOutcome> outcomesOf(const QVector<ItemResult> &results)
{
    QVector<ItemOutcome> outcomes;
    for (const ItemResult &each : results)
        outcomes << each.outcome;
    return outcomes;
}

inline QString detailsOf(const QVector<ItemResult> &results)
{
    QStringList lines;
    for (const ItemResult &each : results)
        lines << QStringLiteral("%1 %2: %3").arg(each.ordinal).arg(toWord(each.outcome), each.detail);
    return lines.join(QLatin1Char('\n'));
}

} // namespace holdwatch::test
