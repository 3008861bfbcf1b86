// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/bootstrap/Reports.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace holdwatch;
using namespace std::chrono_literals;
using bootstrap::ConnectionReport;
using test::connectionThatIs;
using test::queueThatIs;
using State = ConnectionStatus::State;

class TestStatusReport : public QObject
{
    Q_OBJECT
private:
    static QJsonObject document(const QVector<ConnectionReport> &reports)
    {
        return QJsonDocument::fromJson(bootstrap::statusJson(reports)).object();
    }
    static QJsonObject onlyConnection(const QJsonObject &document) { return document[QStringLiteral("connections")].toArray()[0].toObject(); }
    static QJsonObject onlyQueue(const QJsonObject &document) { return onlyConnection(document)[QStringLiteral("queues")].toArray()[0].toObject(); }

private slots:
    void hasExactlyTheDocumentedFields()
    {
        const QJsonObject whole = document({connectionThatIs(State::Ok, {queueThatIs(Verdict::Healthy)})});
        QCOMPARE(whole[QStringLiteral("schema")].toInt(), 1);
        QCOMPARE(whole.keys(), QStringList({QStringLiteral("connections"), QStringLiteral("schema")}));
        QCOMPARE(onlyConnection(whole).keys().join(QLatin1Char(' ')), QStringLiteral("error name provider queues state"));
        QCOMPARE(onlyQueue(whole).keys().join(QLatin1Char(' ')),
                 QStringLiteral("age_is arrivals_per_min completions_per_min consumers dead_letters delayed depth earliest_breach_s "
                                "hold_window_s in_flight name oldest_age_s projected_breach_s reason retries_per_min sampled_at verdict"));
    }

    void writesFigures()
    {
        QueueStatus status = queueThatIs(Verdict::Approaching);
        status.sample.depth = Metric<qint64>::reported(812);
        status.sample.arrivalsPerMinute = Metric<double>::derived(3.14159, QStringLiteral("from totals"));
        status.sample.oldestAge = Metric<Millis>::atMost(454s, QStringLiteral("last seen empty"));
        status.assessment.earliestBreach = 446'250ms;
        status.tolerance.holdWindow = 15min;
        const QJsonObject queue = onlyQueue(document({connectionThatIs(State::Ok, {status})}));
        QCOMPARE(queue[QStringLiteral("verdict")].toString(), QStringLiteral("approaching"));
        QCOMPARE(queue[QStringLiteral("reason")].toString(), QStringLiteral("because approaching"));
        QCOMPARE(queue[QStringLiteral("depth")].toInt(), 812);
        QCOMPARE(queue[QStringLiteral("arrivals_per_min")].toDouble(), 3.142);
        QCOMPARE(queue[QStringLiteral("oldest_age_s")].toDouble(), 454.0);
        QCOMPARE(queue[QStringLiteral("age_is")].toString(), QStringLiteral("at-most"));
        QCOMPARE(queue[QStringLiteral("hold_window_s")].toDouble(), 900.0);
        QCOMPARE(queue[QStringLiteral("earliest_breach_s")].toDouble(), 446.25);
        QCOMPARE(queue[QStringLiteral("sampled_at")].toString(), QStringLiteral("2023-11-14T22:13:20.000Z"));
    }

    void notReportedIsNullAndNeverZero()
    {
        QueueStatus status = queueThatIs(Verdict::NotReported);
        status.sample.takenAt = {};
        const QJsonObject queue = onlyQueue(document({connectionThatIs(State::Ok, {status})}));
        for (const char *field : {"depth", "in_flight", "delayed", "arrivals_per_min", "completions_per_min", "consumers", "oldest_age_s",
                                  "earliest_breach_s", "projected_breach_s", "retries_per_min", "dead_letters", "sampled_at"})
            QVERIFY2(queue[QString::fromLatin1(field)].isNull(), field);
        QCOMPARE(queue[QStringLiteral("age_is")].toString(), QStringLiteral("not-reported"));
        QCOMPARE(queue[QStringLiteral("verdict")].toString(), QStringLiteral("not reported"));
    }

    void aDeadLetterQueueHasNoWindow()
    {
        QueueStatus status = queueThatIs(Verdict::Healthy);
        status.queue.isDeadLetterQueue = true;
        QVERIFY(onlyQueue(document({connectionThatIs(State::Ok, {status})}))[QStringLiteral("hold_window_s")].isNull());
    }

    void aFailedConnectionSaysWhy()
    {
        ConnectionReport report = connectionThatIs(State::Unreachable);
        report.connection.text = QStringLiteral("The server refused the connection.");
        const QJsonObject connection = onlyConnection(document({report}));
        QCOMPARE(connection[QStringLiteral("state")].toString(), QStringLiteral("unreachable"));
        QCOMPARE(connection[QStringLiteral("error")].toString(), QStringLiteral("The server refused the connection."));
        QVERIFY(onlyConnection(document({connectionThatIs(State::Ok)}))[QStringLiteral("error")].isNull());
    }

    void endsWithTheWorstInTheOrder2310_data()
    {
        using V = Verdict;
        QTest::addColumn<QVector<int>>("verdicts");
        QTest::addColumn<int>("code");
        const auto row = [](const char *name, std::initializer_list<V> verdicts, int code) {
            QVector<int> numbers;
            for (V verdict : verdicts)
                numbers << int(verdict);
            QTest::newRow(name) << numbers << code;
        };
        row("healthy", {V::Healthy}, 0);
        row("watch", {V::Healthy, V::Watch}, 1);
        row("recovering", {V::Recovering, V::Healthy}, 1);
        row("approaching", {V::Watch, V::Approaching}, 2);
        row("breached", {V::Breached}, 2);
        row("stale", {V::Stale, V::Healthy}, 3);
        row("stale is worse than watch", {V::Watch, V::Stale, V::Recovering}, 3);
        row("breached is worse than stale", {V::Stale, V::Breached, V::Stale}, 2);
    }
    void endsWithTheWorstInTheOrder2310()
    {
        QFETCH(QVector<int>, verdicts);
        QVector<QueueStatus> queues;
        for (int verdict : std::as_const(verdicts))
            queues << queueThatIs(Verdict(verdict));
        QTEST(bootstrap::statusExitCode({connectionThatIs(State::Ok, queues)}), "code");
    }

    void aConnectionThatCannotBeReadIsAnError()
    {
        for (State state : {State::Connecting, State::BackingOff, State::Unauthorized, State::Unreachable, State::Misconfigured, State::Paused})
            QCOMPARE(bootstrap::statusExitCode({connectionThatIs(state)}), 3);
        QCOMPARE(bootstrap::statusExitCode({connectionThatIs(State::Degraded, {queueThatIs(Verdict::Healthy)})}), 0);
        QCOMPARE(bootstrap::statusExitCode({connectionThatIs(State::Unreachable), connectionThatIs(State::Ok, {queueThatIs(Verdict::Breached)})}), 2);
        QCOMPARE(bootstrap::statusExitCode({}), 3);
    }

    void withoutAnAgeBacklogConsumersAndDeadLettersJudge_data()
    {
        QTest::addColumn<int>("depth");     // -1: not reported
        QTest::addColumn<int>("consumers"); // -1: not reported
        QTest::addColumn<int>("delta");
        QTest::addColumn<int>("code");
        QTest::newRow("empty") << 0 << 0 << 0 << 0;
        QTest::newRow("worked on") << 50 << 3 << 0 << 0;
        QTest::newRow("nobody works") << 50 << 0 << 0 << 2;
        QTest::newRow("consumers not reported") << 50 << -1 << 0 << 0;
        QTest::newRow("dead letters grow") << 0 << 2 << 4 << 1;
        QTest::newRow("nothing is known") << -1 << 2 << 0 << 3;
    }
    void withoutAnAgeBacklogConsumersAndDeadLettersJudge()
    {
        QFETCH(int, depth);
        QFETCH(int, consumers);
        QFETCH(int, delta);
        QueueStatus status = queueThatIs(Verdict::NotReported);
        if (depth >= 0)
            status.sample.depth = Metric<qint64>::reported(depth);
        if (consumers >= 0)
            status.sample.consumers = Metric<qint64>::reported(consumers);
        status.deadLettersDelta = delta;
        QTEST(bootstrap::exitCodeOf(status), "code");
    }
};

QTEST_GUILESS_MAIN(TestStatusReport)
#include "TestStatusReport.moc"
