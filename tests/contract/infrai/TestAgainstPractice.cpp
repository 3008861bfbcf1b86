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

    /// A message that dies at once, with its key and a class.
    void kill(const QByteArray &payload, const QString &key)
    {
        practice::NewMessage message;
        message.payload = payload;
        // Everything that waits is put aside, so that the next message is this one.
        const auto waiting = m_engine.consume(orders, 100, Seconds(3600), QStringLiteral("w0"));
        QVERIFY(waiting);
        const auto id = m_engine.publish(orders, message, key);
        QVERIFY(id);
        const auto lent = m_engine.consume(orders, 1, {}, QStringLiteral("w1"));
        QCOMPARE(lent->size(), 1);
        QVERIFY(m_engine.nack(orders, lent->first().id, lent->first().receipt, {}, QStringLiteral("malformed: no"), QStringLiteral("malformed")));
    }

    /// Another queue with one dead letter in the same dead-letter queue.
    void share(const QString &name)
    {
        practice::QueueSettings settings = named(name);
        settings.deadLetterQueue = ordersDead;
        settings.maxRetries = 0;
        QVERIFY(m_engine.createQueue(settings));
        publish(name, 1);
        const auto lent = m_engine.consume(name, 1, {}, QStringLiteral("w1"));
        QVERIFY(m_engine.nack(name, lent->first().id, lent->first().receipt, {}, QStringLiteral("no")));
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

    void readsDeadLettersPageByPageInEachDialect_data() { addDialects(); }
    void readsDeadLettersPageByPageInEachDialect()
    {
        QFETCH(practice::Dialect, dialect);
        Practice practice(dialect);
        practice.fill();
        const QByteArrayList payloads{R"({"n":12345678901234567890.10,"m":1E400})", R"({ "b":1,"a":2,"b":3 })", R"({"e":"\u0041\/\ud83d\ude00"})", R"("a text")",
                                      QByteArray(50, '[') + QByteArray(50, ']'), "{\"pad\":\"" + QByteArray(200'000, 'x') + "\"}"};
        for (qsizetype i = 0; i < payloads.size(); ++i)
            practice.kill(payloads.at(i), QStringLiteral("key-%1").arg(i));
        const auto before = *practice.engine().stats(orders);
        Metrics &metrics = practice.metrics();
        QVERIFY(awaited(metrics.probe()));
        QVERIFY(awaited(metrics.sample(*awaited(metrics.list()))));
        const WatchedQueue deadSet = queueOf(*awaited(metrics.list()), ordersDead);
        DeadLetterReader &reader = *practice.provider().deadLetterReader();
        const auto terms = awaited(reader.terms(deadSet));
        QCOMPARE(terms->effect, LookTerms::Effect::None);
        QVERIFY(terms->canPage);
        QCOMPARE(terms->mostAtOnce, 100);
        QVector<DeadLetter> letters;
        QByteArray cursor;
        std::optional<DeadLetterPage> page;
        do {
            const auto read = awaited(reader.page(deadSet, cursor, 3, false));
            QVERIFY2(read, read ? "" : qPrintable(toSentence(read.error())));
            QVERIFY(read->letters.size() <= 3);
            QCOMPARE(read->looks, 0);
            page = *read;
            letters += read->letters;
            cursor = read->next;
        } while (!cursor.isEmpty());
        QCOMPARE(letters.size(), payloads.size() + 2);
        QVERIFY2(page->isWhole, qPrintable(page->note));
        const bool counts = dialect != practice::Dialect::B;
        QCOMPARE(page->total, counts ? std::optional<qint64>(letters.size()) : std::nullopt);
        for (qsizetype i = 0; i < payloads.size(); ++i)
            compareLetter(letters.at(i + 2), payloads.at(i), QStringLiteral("key-%1").arg(i), dialect, practice.clock().now());
        const auto after = *practice.engine().stats(orders);
        QCOMPARE(after.deadLetters, before.deadLetters);
        QCOMPARE(practice.engine().stats(ordersDead)->ready, qint64(letters.size()));
    }

    void aDeadSetThatSeveralQueuesShareIsReadQueueByQueue()
    {
        Practice practice(practice::Dialect::A);
        practice.fill();
        practice.share(QStringLiteral("other"));
        Metrics &metrics = practice.metrics();
        QVERIFY(awaited(metrics.probe()));
        WatchedQueue deadSet = queueOf(*awaited(metrics.list()), ordersDead);
        QCOMPARE(deadSet.origins.size(), 2);
        DeadLetterReader &reader = *practice.provider().deadLetterReader();
        const auto first = awaited(reader.page(deadSet, {}, 50, false));
        QVERIFY(first && !first->next.isEmpty() && !first->isWhole && !first->total);
        const auto second = awaited(reader.page(deadSet, first->next, 50, false));
        QVERIFY(second && second->next.isEmpty() && second->isWhole);
        QCOMPARE(second->total, std::optional<qint64>(3));
        QStringList origins;
        for (const DeadLetter &letter : first->letters + second->letters)
            origins << letter.originQueue;
        origins.sort();
        QCOMPARE(origins, (QStringList{orders, orders, QStringLiteral("other")}));
        // One of them is deleted meanwhile: the rest is read, and nobody says that this is all.
        deadSet.origins << QStringLiteral("gone");
        const auto rest = awaited(reader.page(deadSet, second->letters.isEmpty() ? QByteArray() : first->next, 50, false));
        QVERIFY(rest && !rest->next.isEmpty());
        const auto last = awaited(reader.page(deadSet, rest->next, 50, false));
        QVERIFY(last && last->letters.isEmpty() && !last->isWhole);
        QVERIFY2(last->note.contains(QStringLiteral("gone")), qPrintable(last->note));
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
    static void compareLetter(const DeadLetter &letter, const QByteArray &payload, const QString &key, practice::Dialect dialect, UtcTime now)
    {
        const bool isPoor = dialect == practice::Dialect::C;
        QCOMPARE(letter.payload, payload);
        QVERIFY(letter.payloadIsWhole);
        QVERIFY(!letter.id.isEmpty());
        QCOMPARE(letter.originQueue, orders);
        QCOMPARE(letter.deliveries.optional(), std::optional(1));
        QCOMPARE(letter.deliveries.obtained(), Obtained::Reported);
        QCOMPARE(letter.error, QStringLiteral("malformed: no"));
        QCOMPARE(letter.errorClass, isPoor ? QString() : QStringLiteral("malformed"));
        QCOMPARE(letter.publishedAt, std::optional(now));
        QCOMPARE(letter.diedAt, std::optional(now));
        QCOMPARE(letter.firstFailedAt, isPoor ? std::nullopt : std::optional(now));
        QCOMPARE(letter.expiresAt, std::optional(now + Seconds(4 * 24 * 3600)));
        QCOMPARE(letter.attempts.size(), isPoor ? 0 : 1);
        if (!isPoor) {
            const QString list = dialect == practice::Dialect::A ? QStringLiteral("attempts[0]") : QStringLiteral("history[0]");
            QCOMPARE(letter.attempts.first(), (LetterAttempt{now, QStringLiteral("w1"), QStringLiteral("malformed: no"), 1, list}));
        }
        QCOMPARE(letter.headers.size(), isPoor ? 0 : 1);
        if (!isPoor) {
            QCOMPARE(letter.headers.first().text, key);
            QVERIFY(letter.headers.first().name.contains(QStringLiteral("idempotency"), Qt::CaseInsensitive));
        }
    }

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
