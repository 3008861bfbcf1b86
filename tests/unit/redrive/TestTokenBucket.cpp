// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/TokenBucket.h"

#include <QRandomGenerator>
#include <QTest>

using namespace holdwatch;

class TestTokenBucket : public QObject
{
    Q_OBJECT

private slots:
    void startsFullAndGivesNoMoreThanItsBurst()
    {
        TokenBucket bucket(1000, 3, Millis(0));
        QCOMPARE(bucket.available(Millis(0)), 3);
        bucket.take(3, Millis(0));
        QCOMPARE(bucket.available(Millis(999)), 0);
        QCOMPARE(bucket.available(Millis(1000)), 1);
        QCOMPARE(bucket.available(std::chrono::hours(1000)), 3);
    }

    void aLeapOfTimeFillsItAndNoMore()
    {
        TokenBucket bucket(1'000'000, 5, Millis(0));
        bucket.take(5, Millis(0));
        QCOMPARE(bucket.available(Millis::max()), 5);
    }

    void timeThatGoesBackFillsNothingTwice()
    {
        TokenBucket bucket(1000, 10, Millis(5000));
        bucket.take(10, Millis(5000));
        for (int i = 0; i < 50; ++i) {
            QCOMPARE(bucket.available(Millis(6000)), 1);
            QCOMPARE(bucket.available(Millis(2000)), 1);
        }
    }

    void saysWhenThereIsEnough()
    {
        TokenBucket bucket(333, 2, Millis(0));
        QCOMPARE(bucket.whenAvailable(2, Millis(0)), Millis(0));
        bucket.take(2, Millis(0));
        const Millis one = bucket.whenAvailable(1, Millis(0));
        QCOMPARE(one, Millis(3004)); // 1000 / 0.333, rounded up
        QCOMPARE(bucket.available(one - Millis(1)), 0);
        QCOMPARE(bucket.available(one), 1);
    }

    void moreThanTheBurstIsNeverWaitedFor()
    {
        TokenBucket bucket(1000, 2, Millis(0));
        bucket.take(2, Millis(0));
        QCOMPARE(bucket.whenAvailable(50, Millis(0)), Millis(2000));
    }

    void aRateOfNothingGivesNothingEver()
    {
        for (const qint64 rate : {qint64(0), qint64(-5)}) {
            TokenBucket bucket(rate, 4, Millis(0));
            QCOMPARE(bucket.available(std::chrono::hours(1)), 0);
            QCOMPARE(bucket.whenAvailable(1, Millis(0)), Millis::max());
        }
    }

    void nothingIsLostOverDaysOfSmallSteps()
    {
        TokenBucket bucket(7, 1, Millis(0)); // one in 142.857… s
        bucket.take(1, Millis(0));
        qint64 taken = 0;
        const Millis tenDays = std::chrono::hours(240);
        for (Millis now{0}; now <= tenDays; now += Millis(997)) {
            if (bucket.available(now) > 0) {
                bucket.take(1, now);
                ++taken;
            }
        }
        // A step of 997 ms can waste what ran over in it; exact arithmetic loses nothing else.
        const qint64 exact = tenDays.count() * 7 / 1'000'000;
        QVERIFY(taken <= exact);
        QVERIFY2(taken >= exact * 99 / 100, qPrintable(QString::number(taken)));
    }

    void neverMoreThanRateAndBurstInAnySpan()
    {
        QRandomGenerator random(17);
        for (int round = 0; round < 50; ++round) {
            const qint64 rate = random.bounded(1, 20'000);
            const int burst = random.bounded(1, 30);
            TokenBucket bucket(rate, burst, Millis(0));
            QVector<std::pair<Millis, int>> takes;
            Millis now{0};
            for (int step = 0; step < 200; ++step) {
                now += Millis(random.bounded(0, 2000));
                const int tokens = random.bounded(0, bucket.available(now) + 1);
                bucket.take(tokens, now);
                takes << std::pair(now, tokens);
            }
            for (qsizetype from = 0; from < takes.size(); ++from) {
                qint64 sum = 0;
                for (qsizetype to = from; to < takes.size(); ++to) {
                    sum += takes.at(to).second;
                    QVERIFY(sum * 1'000'000 <= (takes.at(to).first - takes.at(from).first).count() * rate + qint64(burst) * 1'000'000);
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestTokenBucket)
#include "TestTokenBucket.moc"
