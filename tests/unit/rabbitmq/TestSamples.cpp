// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/Samples.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::providers;
using namespace holdwatch::providers::rabbitmq;

namespace {

const UtcTime now{Seconds(1'796'068'611)};

WatchedQueue watched(const QString &name, QStringList deadLetterQueues = {}, QStringList origins = {})
{
    WatchedQueue queue;
    queue.id = {ConnectionId(QStringLiteral("rabbit")), name};
    queue.deadLetterQueues = std::move(deadLetterQueues);
    queue.origins = std::move(origins);
    return queue;
}

QueueRow classic(qint64 ready, qint64 unacknowledged)
{
    QueueRow row;
    row.type = QStringLiteral("classic");
    row.ready = ready;
    row.unacknowledged = unacknowledged;
    return row;
}

} // namespace

class TestSamples : public QObject
{
    Q_OBJECT
private slots:
    void aRowWithNothingButANameReportsNothing()
    {
        const QueueSample sample = toSample(watched(QStringLiteral("fresh")), QueueRow{}, now);
        QVERIFY(!sample.depth.has());
        QVERIFY(!sample.inFlight.has());
        QVERIFY(!sample.consumers.has());
        QVERIFY(!sample.retriesTotal.has());
        QVERIFY(!sample.oldestAge.has());
        QVERIFY(!sample.depth.note().isEmpty());
    }

    void ageCountsFromThePublishersTimestampByTheBrokersClock()
    {
        QueueRow row = classic(2, 0);
        row.headTimestamp = QueueRow::HeadTimestamp::Present;
        row.headTimestampSeconds = 1'796'068'011;
        const QueueSample sample = toSample(watched(QStringLiteral("orders")), row, now);
        QCOMPARE(sample.oldestAge.value(), Millis(Seconds(600)));
        QCOMPARE(sample.oldestAge.obtained(), Obtained::Approximate);
    }

    void aTimestampInMillisecondsIsNotBelieved()
    {
        QueueRow row = classic(2, 0);
        row.headTimestamp = QueueRow::HeadTimestamp::Present;
        row.headTimestampSeconds = 1'796'068'564'534;
        QVERIFY(!toSample(watched(QStringLiteral("orders")), row, now).oldestAge.has());
    }

    void aQuorumQueueHasNoAgeAndSaysWhy()
    {
        QueueRow row = classic(4, 0);
        row.type = QStringLiteral("quorum");
        const QueueSample sample = toSample(watched(QStringLiteral("pay")), row, now);
        QVERIFY(!sample.oldestAge.has());
        QVERIFY(sample.oldestAge.note().contains(QStringLiteral("quorum")));
    }

    void deadLettersAreTheMessagesOfTheDeadLetterQueue()
    {
        const QVector<WatchedQueue> queues{watched(QStringLiteral("orders"), {QStringLiteral("dead")}), watched(QStringLiteral("dead"), {}, {QStringLiteral("orders")})};
        QVector<QueueSample> samples{toSample(queues[0], classic(1, 0), now), toSample(queues[1], classic(7, 2), now)};
        addDeadLetters(samples, queues, {{QStringLiteral("dead"), classic(7, 2)}});
        QCOMPARE(samples[0].deadLetters.value(), 9);
        QCOMPARE(samples[0].deadLetters.obtained(), Obtained::Derived);
        QVERIFY(!samples[1].deadLetters.has());
    }

    void aSharedDeadLetterQueueIsOnlyAnUpperBound()
    {
        const QVector<WatchedQueue> queues{watched(QStringLiteral("a"), {QStringLiteral("dead")}), watched(QStringLiteral("dead"), {}, {QStringLiteral("a"), QStringLiteral("b")})};
        QVector<QueueSample> samples{toSample(queues[0], classic(1, 0), now)};
        addDeadLetters(samples, queues, {{QStringLiteral("dead"), classic(7, 0)}});
        QCOMPARE(samples[0].deadLetters.obtained(), Obtained::AtMost);
    }

    void aDeadLetterQueueWithoutFiguresIsNotZero()
    {
        const QVector<WatchedQueue> queues{watched(QStringLiteral("a"), {QStringLiteral("dead")}), watched(QStringLiteral("dead"), {}, {QStringLiteral("a")})};
        QVector<QueueSample> samples{toSample(queues[0], classic(1, 0), now)};
        addDeadLetters(samples, queues, {{QStringLiteral("dead"), QueueRow{}}});
        QVERIFY(!samples[0].deadLetters.has());
    }

    void everyMetricHasAMeaning()
    {
        for (const MetricMeaning &meaning : metricMeanings()) {
            QVERIFY(!meaning.metric.isEmpty());
            QVERIFY2(!meaning.meaning.isEmpty(), qPrintable(meaning.metric));
        }
    }
};

QTEST_GUILESS_MAIN(TestSamples)
#include "TestSamples.moc"
