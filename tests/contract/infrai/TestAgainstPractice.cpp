// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/MemoryStore.h"
#include "app/practice/PracticeServer.h"
#include "app/providers/infrai/InfraiProvider.h"
#include "tests/support/Awaited.h"
#include "tests/support/FakeClock.h"

#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::providers;
using namespace holdwatch::test;

Q_DECLARE_METATYPE(holdwatch::practice::Dialect)

namespace {

const QString orders = QStringLiteral("orders / eu");
const QString ordersDead = QStringLiteral("orders-dlq");
const QString plain = QStringLiteral("plain");

/// A practice queue over real TLS whose figures are known exactly, and the adapter connected to it.
class Practice
{
public:
    explicit Practice(practice::Dialect dialect, practice::ApiOptions options = {})
        : m_engine(m_store, m_clock), m_api(m_engine, m_clock, Secret(QByteArrayLiteral("ifr_practice_test")), withDialect(options, dialect)), m_server(m_api)
    {
        const auto identity = practice::serverIdentity(m_folder.path(), SystemClock().now());
        m_config.id = ConnectionId(QStringLiteral("practice"));
        m_config.baseUrl = QUrl(QStringLiteral("https://localhost:%1").arg(m_server.listen(*identity, 0).value()));
        m_config.caFile = m_folder.filePath(QStringLiteral("ca.pem"));
        m_config.environment = Environment::Practice;
    }

    practice::QueueEngine &engine() { return m_engine; }
    FakeClock &clock() { return m_clock; }
    ConnectionConfig &config() { return m_config; }

    Metrics &metrics(const QByteArray &key = QByteArrayLiteral("ifr_practice_test"))
    {
        m_provider = *infrai::InfraiProvider::make(m_config, Secret(QByteArray(key.constData(), key.size())), m_clock);
        return *m_provider->metrics();
    }
    Provider &provider() { return *m_provider; }

    /// 12 ready, 3 in flight, 1 delayed, 2 dead; the oldest has been due for 61.5 s; 3 were completed.
    void fill()
    {
        QVERIFY(m_engine.createQueue(named(ordersDead)));
        practice::QueueSettings settings = named(orders);
        settings.deadLetterQueue = ordersDead;
        settings.maxRetries = 0;
        settings.visibilityTimeout = Seconds(3600);
        QVERIFY(m_engine.createQueue(settings));
        QVERIFY(m_engine.createQueue(named(plain)));
        publish(orders, 5);
        const auto good = m_engine.consume(orders, 3, {}, QStringLiteral("w1"));
        for (const auto &delivery : *good)
            QVERIFY(m_engine.ack(orders, delivery.id, delivery.receipt));
        const auto bad = m_engine.consume(orders, 2, {}, QStringLiteral("w1"));
        for (const auto &delivery : *bad)
            QVERIFY(m_engine.nack(orders, delivery.id, delivery.receipt, {}, QStringLiteral("no")));
        publish(orders, 15);
        m_clock.advance(Millis(61'500));
        QCOMPARE(m_engine.consume(orders, 3, {}, QStringLiteral("w1"))->size(), 3);
        QVERIFY(m_engine.publish(orders, message(Minutes(5)), {}));
    }

private:
    static practice::ApiOptions withDialect(practice::ApiOptions options, practice::Dialect dialect)
    {
        options.dialect = dialect;
        return options;
    }

    static practice::QueueSettings named(const QString &name)
    {
        practice::QueueSettings settings;
        settings.name = name;
        return settings;
    }

    static practice::NewMessage message(Millis delay)
    {
        practice::NewMessage message;
        message.payload = "{}";
        message.delay = delay;
        return message;
    }

    void publish(const QString &queue, int count)
    {
        for (int i = 0; i < count; ++i)
            QVERIFY(m_engine.publish(queue, message({}), {}));
    }

    FakeClock m_clock;
    QTemporaryDir m_folder;
    practice::MemoryStore m_store;
    practice::QueueEngine m_engine;
    practice::QueueApi m_api;
    practice::PracticeServer m_server;
    ConnectionConfig m_config;
    std::unique_ptr<Provider> m_provider;
};

QueueSample sampleOf(const SampleBatch &batch, const QString &name)
{
    for (const QueueSample &sample : batch.samples) {
        if (sample.queue.name == name)
            return sample;
    }
    return {};
}

WatchedQueue queueOf(const QVector<WatchedQueue> &queues, const QString &name)
{
    for (const WatchedQueue &queue : queues) {
        if (queue.id.name == name)
            return queue;
    }
    return {};
}

} // namespace

/// The adapter, unchanged, against three spellings of the API. It knows of none of them.
class TestAgainstPractice : public QObject
{
    Q_OBJECT
private slots:
    void readsEveryFigureThatADialectReports_data() { addDialects(); }
    void readsEveryFigureThatADialectReports()
    {
        QFETCH(practice::Dialect, dialect);
        Practice practice(dialect);
        practice.fill();
        const SampleBatch batch = sampled(practice);
        QCOMPARE(batch.failures.size(), 0);
        const QueueSample sample = sampleOf(batch, orders);
        QCOMPARE(sample.depth.optional(), std::optional<qint64>(12));
        QCOMPARE(sample.delayed.optional(), std::optional<qint64>(1));
        QCOMPARE(sample.deadLetters.optional(), std::optional<qint64>(2));
        QCOMPARE(sample.arrivalsTotal.optional(), std::optional<qint64>(21));
        QCOMPARE(sample.completionsTotal.optional(), std::optional<qint64>(3));
        QCOMPARE(sample.consumers.optional(), std::optional<qint64>(1));
        QVERIFY2(sample.oldestAge.has(), qPrintable(sample.oldestAge.note()));
        // A moment is subtracted from a server clock that is known to half a second.
        const Millis tolerated = dialect == practice::Dialect::C ? Millis(1000) : Millis(0);
        QVERIFY2(std::chrono::abs(sample.oldestAge.value() - Millis(61'500)) <= tolerated, qPrintable(QString::number(sample.oldestAge.value().count())));
        QVERIFY(sample.ageIncludesInFlight);
        const bool reportsInFlight = dialect != practice::Dialect::C;
        QCOMPARE(sample.inFlight.optional(), reportsInFlight ? std::optional<qint64>(3) : std::nullopt);
        QCOMPARE(sample.retriesTotal.has(), reportsInFlight);
        if (!reportsInFlight)
            QVERIFY2(sample.inFlight.note().contains(QStringLiteral("no field")), qPrintable(sample.inFlight.note()));
    }

    void anEmptyQueueHasAnAgeOfNothingNotOfZero_data() { addDialects(); }
    void anEmptyQueueHasAnAgeOfNothingNotOfZero()
    {
        QFETCH(practice::Dialect, dialect);
        Practice practice(dialect);
        practice.fill();
        const QueueSample sample = sampleOf(sampled(practice), plain);
        QCOMPARE(sample.depth.optional(), std::optional<qint64>(0));
        QVERIFY(!sample.oldestAge.has());
        QVERIFY(!sample.deadLetters.has()); // it has no dead-letter queue
        QVERIFY(sample.deadLetters.note().contains(QStringLiteral("null")));
    }

    void knowsWhoseDeadLettersLandWhere_data() { addDialects(); }
    void knowsWhoseDeadLettersLandWhere()
    {
        QFETCH(practice::Dialect, dialect);
        Practice practice(dialect);
        practice.fill();
        Metrics &metrics = practice.metrics();
        QVERIFY(awaited(metrics.probe()));
        QVERIFY(awaited(metrics.sample(*awaited(metrics.list())))); // dialect C only tells it in stats
        const auto queues = awaited(metrics.list());
        QCOMPARE(queueOf(*queues, orders).deadLetterQueues, QStringList{ordersDead});
        QVERIFY(queueOf(*queues, ordersDead).isDeadLetterQueue);
        QCOMPARE(queueOf(*queues, ordersDead).origins, QStringList{orders});
        QVERIFY(!queueOf(*queues, plain).isDeadLetterQueue);
    }

    void findsNoDriftAndSaysWhatItCosts_data() { addDialects(); }
    void findsNoDriftAndSaysWhatItCosts()
    {
        QFETCH(practice::Dialect, dialect);
        Practice practice(dialect);
        practice.fill();
        const auto report = awaited(practice.metrics().probe());
        QVERIFY2(report, report ? "" : qPrintable(toSentence(report.error())));
        QVERIFY2(report->drift.isEmpty(), qPrintable(report->drift.join(QLatin1Char('\n'))));
        QCOMPARE(report->clockOffset, std::optional(Millis(0)));
        QVERIFY2(report->description.pollingCost.contains(QStringLiteral("0.1 USD per million")), qPrintable(report->description.pollingCost));
        const auto batch = awaited(practice.provider().metrics()->sample(*awaited(practice.provider().metrics()->list())));
        QCOMPARE(batch->requests, 3);
        QVERIFY(std::abs(batch->costUsd.value() - 3e-7) < 1e-12);
    }

    void theUsersOwnMappingGoesFirst()
    {
        Practice practice(practice::Dialect::A);
        practice.fill();
        practice.config().fieldMapping = {{QStringLiteral("depth"), QStringLiteral("delayed")}, {QStringLiteral("in_flight"), QStringLiteral("nowhere")}};
        const QueueSample sample = sampleOf(sampled(practice), orders);
        QCOMPARE(sample.depth.optional(), std::optional<qint64>(1));
        QVERIFY(!sample.inFlight.has());
        QVERIFY2(sample.inFlight.note().contains(QStringLiteral("nowhere")), qPrintable(sample.inFlight.note()));
    }

    void saysThatAWrongKeyIsWrong()
    {
        Practice practice(practice::Dialect::A);
        const auto report = awaited(practice.metrics("ifr_wrong").probe());
        QVERIFY(!report);
        QCOMPARE(toWord(report.error().kind), toWord(Error::Kind::Unauthorized));
    }

    void stopsWhenTheCreditIsUsedUp()
    {
        practice::ApiOptions options;
        options.creditUsd = 2e-7;
        Practice practice(practice::Dialect::B, options);
        practice.fill();
        Metrics &metrics = practice.metrics();
        QVERIFY(awaited(metrics.probe()));
        const auto queues = awaited(metrics.list());
        const auto batch = awaited(metrics.sample(*queues));
        QVERIFY(!batch);
        QCOMPARE(toWord(batch.error().kind), toWord(Error::Kind::PaymentRequired));
    }

    void obeysTheRateLimit()
    {
        practice::ApiOptions options;
        options.requestsPerSecond = 7;
        Practice practice(practice::Dialect::A, options);
        practice.fill();
        Metrics &metrics = practice.metrics();
        QVERIFY(awaited(metrics.probe())); // five requests, and the clock stands still
        const auto queues = awaited(metrics.list());
        QVERIFY(queues);
        const auto batch = awaited(metrics.sample(*queues));
        QVERIFY(!batch);
        QCOMPARE(toWord(batch.error().kind), toWord(Error::Kind::Throttled));
        QVERIFY(batch.error().retryAfter.has_value());
    }

    void aDeletedQueueFailsAlone()
    {
        Practice practice(practice::Dialect::B);
        practice.fill();
        Metrics &metrics = practice.metrics();
        QVERIFY(awaited(metrics.probe()));
        const auto queues = awaited(metrics.list());
        QVERIFY(practice.engine().deleteQueue(plain));
        const auto batch = awaited(metrics.sample(*queues));
        QCOMPARE(batch->samples.size(), 2);
        QCOMPARE(batch->failures.size(), 1);
        QCOMPARE(batch->failures.first().queue.name, plain);
        QCOMPARE(toWord(batch->failures.first().error.kind), toWord(Error::Kind::NotFound));
    }

private:
    static void addDialects()
    {
        QTest::addColumn<practice::Dialect>("dialect");
        QTest::newRow("A") << practice::Dialect::A;
        QTest::newRow("B") << practice::Dialect::B;
        QTest::newRow("C") << practice::Dialect::C;
    }

    static SampleBatch sampled(Practice &practice)
    {
        Metrics &metrics = practice.metrics();
        const auto report = awaited(metrics.probe());
        const auto queues = report ? awaited(metrics.list()) : Result<QVector<WatchedQueue>>(failure(report.error()));
        const auto batch = queues ? awaited(metrics.sample(*queues)) : Result<SampleBatch>(failure(queues.error()));
        if (!batch)
            qWarning("%s", qPrintable(toSentence(batch.error())));
        return batch.value_or(SampleBatch());
    }
};

QTEST_GUILESS_MAIN(TestAgainstPractice)
#include "TestAgainstPractice.moc"
