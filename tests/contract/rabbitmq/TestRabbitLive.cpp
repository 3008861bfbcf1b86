// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/QtHttpClient.h"
#include "app/providers/rabbitmq/RabbitProvider.h"
#include "tests/support/RabbitBroker.h"
#include "tests/support/Servers.h"

#include <QCoroTask>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;
using providers::rabbitmq::RabbitProvider;

namespace {

const QString root = QStringLiteral("/");

qint64 unixNow()
{
    return QDateTime::currentSecsSinceEpoch();
}

} // namespace

/// The adapter against a real broker; what the broker's own tool says is the judge.
class TestRabbitLive : public QObject
{
    Q_OBJECT

    std::unique_ptr<RabbitProvider> connectTo(const QByteArray &password, const QString &caFile)
    {
        ConnectionConfig config;
        config.id = ConnectionId(QStringLiteral("rabbit"));
        config.name = QStringLiteral("rabbit");
        config.baseUrl = m_broker.url();
        config.caFile = caFile;
        config.proxyMode = ConnectionConfig::ProxyMode::None;
        net::ConnectionOptions options = net::connectionOptionsFrom(config).value();
        net::Credential credential;
        credential.scheme = net::Credential::Scheme::Basic;
        credential.user = m_broker.user();
        credential.secret = Secret(QByteArray(password.constData(), password.size()));
        return std::make_unique<RabbitProvider>(config, std::make_unique<net::QtHttpClient>(std::move(options), m_clock), std::move(credential), m_clock);
    }

    QHash<QString, QueueSample> sampleAll()
    {
        providers::Metrics &metrics = *m_provider->metrics();
        const auto queues = QCoro::waitFor(metrics.list());
        if (!queues)
            return {};
        const auto batch = QCoro::waitFor(metrics.sample(*queues));
        QHash<QString, QueueSample> samples;
        for (const QueueSample &sample : batch ? batch->samples : QVector<QueueSample>())
            samples.insert(sample.queue.name, sample);
        return samples;
    }

private slots:
    void initTestCase()
    {
        HOLDWATCH_NEED_SERVER(RabbitBroker::missing());
        QVERIFY2(m_broker.start(), qPrintable(m_broker.problem()));
        QVERIFY(m_broker.declareQueue(root, QStringLiteral("orders"), R"({"x-dead-letter-exchange":"","x-dead-letter-routing-key":"orders.dlq"})"));
        QVERIFY(m_broker.declareQueue(root, QStringLiteral("orders.dlq")));
        QVERIFY(m_broker.declareQueue(root, QStringLiteral("pay"), R"({"x-queue-type":"quorum"})"));
        QVERIFY(m_broker.declareQueue(root, QStringLiteral("lost"), R"({"x-dead-letter-exchange":"nowhere"})"));
        QVERIFY(m_broker.declareQueue(root, QStringLiteral("a/b %2F c")));
        for (int i = 0; i < 3; ++i)
            QVERIFY(m_broker.publish(root, QStringLiteral("orders"), "{}", unixNow() - 600 + i));
        QVERIFY(m_broker.publish(root, QStringLiteral("orders.dlq"), "{}"));
        QVERIFY(m_broker.publish(root, QStringLiteral("pay"), "{}", unixNow()));
        m_provider = connectTo(m_broker.password(), m_broker.caFile());
        const auto report = QCoro::waitFor(m_provider->metrics()->probe());
        QVERIFY2(report, qPrintable(report ? QString() : toSentence(report.error())));
        QVERIFY(report->description.system.startsWith(QStringLiteral("RabbitMQ 3.")));
    }

    void findsTheDeadLetterQueueAndTheMissingExchange()
    {
        const auto queues = QCoro::waitFor(m_provider->metrics()->list());
        QVERIFY2(queues, qPrintable(queues ? QString() : toSentence(queues.error())));
        QCOMPARE(queues->size(), 5);
        for (const WatchedQueue &queue : *queues) {
            if (queue.id.name == QLatin1String("orders"))
                QCOMPARE(queue.deadLetterQueues, QStringList{QStringLiteral("orders.dlq")});
            if (queue.id.name == QLatin1String("lost"))
                QVERIFY(queue.findings.value(0).contains(QStringLiteral("does not exist")));
            if (queue.id.name == QLatin1String("orders.dlq"))
                QVERIFY(queue.isDeadLetterQueue);
            if (queue.id.name == QLatin1String("pay"))
                QCOMPARE(queue.kind, QStringLiteral("quorum"));
        }
    }

    void countsWhatTheBrokersOwnToolCounts()
    {
        // Statistics are published every second here; the tool and the API agree once that has passed.
        QTRY_COMPARE_WITH_TIMEOUT(sampleAll().value(QStringLiteral("orders")).depth.optional(), std::optional<qint64>(3), 60'000);
        QTRY_COMPARE_WITH_TIMEOUT(sampleAll().value(QStringLiteral("orders")).deadLetters.optional(), std::optional<qint64>(1), 60'000);
        const auto counts = m_broker.countsByCtl(root);
        const auto samples = sampleAll();
        QCOMPARE(counts.size(), 5);
        for (auto it = counts.begin(); it != counts.end(); ++it) {
            const QString name = it.key().contains(QLatin1Char('/')) ? QStringLiteral("%2F/") + it.key() : it.key();
            QVERIFY2(samples.contains(name), qPrintable(name));
            if (samples[name].depth.has())
                QCOMPARE(samples[name].depth.value() + samples[name].inFlight.value(), it.value());
        }
    }

    void tellsTheAgeOfAStampedMessageAndNoneWithoutAStamp()
    {
        QTRY_VERIFY_WITH_TIMEOUT(sampleAll().value(QStringLiteral("orders")).oldestAge.has(), 60'000);
        const auto samples = sampleAll();
        const Millis age = samples[QStringLiteral("orders")].oldestAge.value();
        QVERIFY2(age >= Seconds(598) && age < Seconds(1200), qPrintable(formatDuration(age)));
        QVERIFY(!samples[QStringLiteral("orders.dlq")].oldestAge.has());
        QVERIFY(!samples[QStringLiteral("pay")].oldestAge.has());
    }

    void aWrongPasswordIsSaidAndNotRepeated()
    {
        auto stranger = connectTo("hw_canary_wrong", m_broker.caFile());
        const auto report = QCoro::waitFor(stranger->metrics()->probe());
        QVERIFY(!report);
        QCOMPARE(report.error().kind, Error::Kind::Unauthorized);
        QVERIFY(!toSentence(report.error()).contains(QStringLiteral("hw_canary_wrong")));
    }

    void anUntrustedCertificateIsRefused()
    {
        auto untrusting = connectTo(m_broker.password(), {});
        const auto report = QCoro::waitFor(untrusting->metrics()->probe());
        QVERIFY(!report);
        QCOMPARE(report.error().kind, Error::Kind::TlsRefused);
    }

    void comesBackAfterTheBrokerWasDown()
    {
        m_broker.stop();
        const auto down = QCoro::waitFor(m_provider->metrics()->sample({}));
        QVERIFY(!down);
        QCOMPARE(down.error().kind, Error::Kind::Unreachable);
        QVERIFY2(m_broker.start(), qPrintable(m_broker.problem()));
        QTRY_COMPARE_WITH_TIMEOUT(sampleAll().value(QStringLiteral("orders")).depth.optional(), std::optional<qint64>(3), 60'000);
    }

private:
    SystemClock m_clock;
    RabbitBroker m_broker;
    std::unique_ptr<RabbitProvider> m_provider;
};

QTEST_GUILESS_MAIN(TestRabbitLive)
#include "TestRabbitLive.moc"
