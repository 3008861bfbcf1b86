// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/InfraiProvider.h"
#include "tests/contract/provider/RedriverContract.h"
#include "tests/support/Awaited.h"
#include "tests/support/practice/RunningPractice.h"

#include <QFile>
#include <QTest>

using namespace holdwatch::practice;

namespace holdwatch::test {

namespace {

const QString jobs = QStringLiteral("jobs / eu");
const QString deadName = QStringLiteral("jobs-dlq");

/// The practice queue over real TLS on a thread of its own; what lies where is seen by its engine.
class PracticeMoves final : public RedriverFixture
{
public:
    explicit PracticeMoves(Dialect dialect) : m_practice(withDialect(dialect))
    {
        m_practice.withEngine([](QueueEngine &engine) { fill(engine); });
    }

    providers::Provider &provider() override
    {
        if (m_provider)
            return *m_provider;
        ConnectionConfig config;
        config.id = ConnectionId(QStringLiteral("practice"));
        config.baseUrl = m_practice.access().url;
        config.caFile = m_isStranger ? QString() : m_practice.access().caFile;
        m_provider = *providers::infrai::InfraiProvider::make(config, Secret(secret()), m_clock);
        return *m_provider;
    }
    QByteArray secret() const override { return m_practice.access().key.expose(); }
    WatchedQueue deadSet() const override
    {
        WatchedQueue queue;
        queue.id = {ConnectionId(QStringLiteral("practice")), deadName};
        queue.isDeadLetterQueue = true;
        queue.origins = QStringList{jobs};
        return queue;
    }
    QString target() const override { return jobs; }

    QVector<StoredMessage> dead() override
    {
        QVector<StoredMessage> found;
        m_practice.withEngine([&](QueueEngine &engine) {
            const auto page = engine.deadLetters(jobs, {}, 100);
            for (const practice::DeadLetter &letter : page->items)
                found.append({letter.id.text(), letter.payload, toIso(letter.publishedAt).toLatin1()});
        });
        return found;
    }
    QVector<StoredMessage> alive() override
    {
        m_practice.withEngine([&](QueueEngine &engine) {
            const auto lent = engine.consume(jobs, 100, Seconds(3600), QStringLiteral("test"));
            for (const Delivery &delivery : *lent)
                m_alive.append({delivery.id.text(), delivery.payload, toIso(delivery.publishedAt).toLatin1()});
        });
        return m_alive;
    }
    void takeAway(const QByteArray &payload) override
    {
        m_practice.withEngine([&](QueueEngine &engine) {
            const auto lent = engine.consume(deadName, 100, Seconds(3600), QStringLiteral("somebody"));
            for (const Delivery &delivery : *lent) {
                if (delivery.payload == payload)
                    QVERIFY(engine.ack(deadName, delivery.id, delivery.receipt));
                else
                    QVERIFY(engine.nack(deadName, delivery.id, delivery.receipt, {}, {}));
            }
        });
    }

    bool stageWrites(Fault fault, bool afterActing) override
    {
        const auto answer = staged(fault);
        const QString path = QStringLiteral("/v1/queue/dlq/redrive/");
        if (fault == Fault::Truncated && afterActing)
            m_practice.faults().stageHalfAnswer(path, 1000);
        else if (answer && afterActing)
            m_practice.faults().stageAfterActing(path, *answer, 1000);
        else if (answer)
            m_practice.faults().stage(path, *answer, 1000);
        return answer || (fault == Fault::Truncated && afterActing);
    }
    void stageHealthy() override { m_practice.faults().clear(); }
    void stageWrongCertificate() override { m_isStranger = true; }

    QVector<Arrival> arrivals() const override
    {
        QVector<Arrival> arrivals;
        for (const Request &request : const_cast<RunningPractice &>(m_practice).faults().requests()) {
            Arrival arrival;
            arrival.isRead = request.method == "GET" && request.body.isEmpty();
            arrival.auth = request.headers.value("authorization");
            arrival.summary = QString::fromLatin1(request.method) + QLatin1Char(' ') + request.path;
            arrival.outsideAuth = request.path.toLatin1() + request.body;
            for (auto header = request.headers.begin(); header != request.headers.end(); ++header) {
                if (header.key() != "authorization")
                    arrival.outsideAuth += header.key() + ':' + header.value();
            }
            arrivals.append(arrival);
        }
        return arrivals;
    }
    QByteArray bytesReceived() const override
    {
        QByteArray all;
        for (const Arrival &arrival : arrivals())
            all += arrival.outsideAuth;
        return all;
    }
    void waitForWrite() override { QTRY_VERIFY(writes() > 0); }

private:
    static ApiOptions withDialect(Dialect dialect)
    {
        ApiOptions options;
        options.dialect = dialect;
        return options;
    }

    static void fill(QueueEngine &engine)
    {
        QueueSettings queue;
        queue.name = deadName;
        QVERIFY(engine.createQueue(queue));
        queue.name = jobs;
        queue.deadLetterQueue = deadName;
        queue.maxRetries = 0;
        QVERIFY(engine.createQueue(queue));
        const QByteArrayList payloads{R"({"n":12345678901234567890.10,"m":1E400})", R"({"b":1,"a":2,"b":3})", "{ \"spaced\" :\t[1 ,2 ] }", R"({"e":"\u0041\/"})", "\"text\""};
        for (const QByteArray &payload : payloads) {
            const auto id = engine.publish(jobs, {payload}, QStringLiteral("order-") + QString::fromLatin1(payload.toHex().left(40)));
            const auto lent = engine.consume(jobs, 1, {}, QStringLiteral("w"));
            QVERIFY(id && engine.nack(jobs, *id, lent->first().receipt, {}, QStringLiteral("no")));
        }
    }

    static std::optional<StagedFaults::Answer> staged(Fault fault)
    {
        switch (fault) {
        case Fault::CutAfterSend: return StagedFaults::dropped();
        case Fault::ServerFailed: return StagedFaults::status(500);
        case Fault::Html: return StagedFaults::html();
        case Fault::Lying: return StagedFaults::json("{\"ok\":true,\"data\":\"all is well\"}");
        case Fault::Elsewhere: return StagedFaults::redirect("https://localhost:1/");
        case Fault::ThrottledSeconds: return StagedFaults::throttled(7);
        default: return std::nullopt; // silence is staged against the scripted server, with a short fuse
        }
    }

    SystemClock m_clock;
    RunningPractice m_practice;
    std::unique_ptr<providers::Provider> m_provider;
    QVector<StoredMessage> m_alive;
    bool m_isStranger = false;
};

} // namespace

class TestRedriveOnPractice final : public RedriverContract
{
    Q_OBJECT
protected:
    std::unique_ptr<RedriverFixture> makeFixture() override
    {
        QFETCH_GLOBAL(int, dialect);
        return std::make_unique<PracticeMoves>(Dialect(dialect));
    }

private slots:
    void initTestCase_data()
    {
        QTest::addColumn<int>("dialect");
        QTest::newRow("A") << int(Dialect::A);
        QTest::newRow("B") << int(Dialect::B);
        QTest::newRow("C") << int(Dialect::C);
    }

    void dialectCMovesByCountOnly()
    {
        QFETCH_GLOBAL(int, dialect);
        connectFirst();
        QCOMPARE(fixture().provider().itemRedriver() == nullptr, Dialect(dialect) == Dialect::C);
        QVERIFY(fixture().provider().bulkRedriver());
        QVERIFY(fixture().provider().bulkRedriver()->hasBound());
    }

    void saysWhatThePracticeQueueChanges()
    {
        connectFirst();
        const auto terms = awaited(fixture().provider().bulkRedriver()->bulkTerms(fixture().deadSet()));
        QVERIFY(terms->changes.join(QLatin1Char(' ')).contains(QStringLiteral("delivery count and failures start anew")));
        QVERIFY(terms->changes.join(QLatin1Char(' ')).contains(QStringLiteral("Retention counts")));
        QCOMPARE(terms->deadDepth, std::optional<qint64>(5));
    }

    void aPersonMayAskAgainWithTheSameKeyAndNothingMovesTwice()
    {
        connectFirst();
        auto *bulk = fixture().provider().bulkRedriver();
        const auto first = awaited(bulk->move(fixture().deadSet(), 2, "hw-plan-0"));
        const auto again = awaited(bulk->move(fixture().deadSet(), 2, "hw-plan-0"));
        QCOMPARE(again.moved, first.moved);
        QCOMPARE(fixture().dead().size(), 3);
        QVERIFY(awaited(bulk->move(fixture().deadSet(), 3, "hw-plan-0")).outcome == ItemOutcome::Unknown); // a conflict
        QCOMPARE(fixture().dead().size(), 3);
    }
};

} // namespace holdwatch::test

using holdwatch::test::TestRedriveOnPractice;
QTEST_GUILESS_MAIN(TestRedriveOnPractice)
#include "TestRedriveOnPractice.moc"
