// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/redrive/PlanSamples.h"

#include <QRandomGenerator>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

class TestFreeze : public QObject
{
    Q_OBJECT

    static DeadLetterRow row(LetterNumber number, const QString &failureClass = QStringLiteral("rate-limit"))
    {
        DeadLetterRow made;
        made.number = number;
        made.id = MessageId(QString::number(number));
        made.key = QStringLiteral("k%1").arg(number);
        made.failureClass = failureClass;
        made.version = QStringLiteral("3");
        made.digest = QByteArray(32, 'd');
        made.publishedAt = planTime() - Minutes(60);
        made.diedAt = planTime() - Minutes(30) - Seconds(number);
        return made;
    }

    static ClassRules rulesWith(const FailureClass &its)
    {
        ClassRules rules;
        rules.classes << its;
        return rules;
    }

    static FailureClass rateLimit()
    {
        FailureClass made;
        made.id = QStringLiteral("rate-limit");
        made.verdict = FailureClass::Verdict::Transient;
        return made;
    }

    static QVector<LetterNumber> numbersOf(const FrozenSelection &frozen)
    {
        QVector<LetterNumber> numbers;
        for (const PlanItem &item : frozen.items)
            numbers << item.id.text().toLongLong();
        return numbers;
    }

private slots:
    void itemsStandInTheOrderTheyDied()
    {
        const FrozenSelection frozen = freeze({row(1), row(2), row(3)}, {3, 1, 2}, {}, planTime());
        QCOMPARE(numbersOf(frozen), (QVector<LetterNumber>{3, 2, 1}));
        for (int ordinal = 0; ordinal < 3; ++ordinal)
            QCOMPARE(frozen.items.at(ordinal).ordinal, ordinal);
    }

    void ofAFifoQueueOrWithoutTimesTheyStandAsTheyLie()
    {
        QCOMPARE(numbersOf(freeze({row(1), row(2), row(3)}, {3, 1, 2}, {}, planTime(), true)), (QVector<LetterNumber>{1, 2, 3}));
        DeadLetterRow undated = row(2);
        undated.diedAt.reset();
        QCOMPARE(numbersOf(freeze({row(1), undated, row(3)}, {1, 2, 3}, {}, planTime())), (QVector<LetterNumber>{1, 2, 3}));
    }

    void whatStaysIsSaidWithItsReason()
    {
        FailureClass wontFix;
        wontFix.id = QStringLiteral("malformed");
        wontFix.state = FailureClass::State::WontFix;
        FailureClass useful = rateLimit();
        useful.usefulFor = Minutes(90);
        ClassRules rules;
        rules.classes = {wontFix, useful};
        DeadLetterRow old = row(3);
        old.publishedAt = planTime() - Minutes(91);
        DeadLetterRow part = row(4);
        part.digest.clear();
        DeadLetterRow gone = row(5);
        gone.expiresAt = planTime();
        const FrozenSelection frozen = freeze({row(1), row(2, wontFix.id), old, part, gone, row(6), row(7)}, {1, 2, 3, 4, 5}, rules, planTime());
        QCOMPARE(numbersOf(frozen), QVector<LetterNumber>{1});
        const QVector<LeftBehind> left{{QStringLiteral("class malformed won't be fixed"), 1}, {QStringLiteral("past useful until"), 1}, {QStringLiteral("only a part of its payload was read"), 1},
                                       {QStringLiteral("past its retention"), 1}, {QStringLiteral("not selected"), 2}};
        QCOMPARE(frozen.left, left);
    }

    void withoutAFirstEnqueueingUsefulUntilCountsFromTheDeath()
    {
        FailureClass useful = rateLimit();
        useful.usefulFor = Minutes(20);
        DeadLetterRow undated = row(1);
        undated.publishedAt.reset();
        QVERIFY(freeze({undated}, {1}, rulesWith(useful), planTime()).items.isEmpty());
        undated.diedAt.reset();
        QCOMPARE(freeze({undated}, {1}, rulesWith(useful), planTime()).items.size(), 1);
    }

    void theSumClosesOverAllRows()
    {
        QRandomGenerator random(7);
        for (int round = 0; round < 100; ++round) {
            QVector<DeadLetterRow> all;
            QVector<LetterNumber> chosen;
            for (int number = 0; number < random.bounded(40); ++number) {
                DeadLetterRow made = row(number);
                if (random.bounded(5) == 0)
                    made.digest.clear();
                if (random.bounded(5) == 0)
                    made.expiresAt = planTime() + Minutes(random.bounded(-5, 5));
                all << made;
                if (random.bounded(2))
                    chosen << number;
            }
            chosen << 9999 << chosen;
            const FrozenSelection frozen = freeze(all, chosen, {}, planTime());
            qint64 sum = frozen.items.size();
            for (const LeftBehind &each : frozen.left)
                sum += each.count;
            QCOMPARE(sum, all.size());
        }
    }

    void diagnosesAreOneForEachClassAndVersion()
    {
        DeadLetterRow newer = row(3);
        newer.version = QStringLiteral("4");
        const FrozenSelection frozen = freeze({row(1), row(2, QStringLiteral("timeout")), newer, row(4)}, {1, 2, 3, 4}, rulesWith(rateLimit()), planTime(), true);
        QCOMPARE(frozen.diagnoses.size(), 3);
        QCOMPARE(frozen.diagnoses.at(0).count, 2);
        QCOMPARE(frozen.diagnoses.at(0).verdict, FailureClass::Verdict::Transient);
        QCOMPARE(frozen.diagnoses.at(1).verdict, FailureClass::Verdict::Unknown);
        QVERIFY(!frozen.diagnoses.at(0).isFixed);
    }

    void aFixIsTakenOverOnlyWithItsReference()
    {
        FailureClass fixed = rateLimit();
        fixed.state = FailureClass::State::Fixed;
        QVERIFY(!freeze({row(1)}, {1}, rulesWith(fixed), planTime()).diagnoses.first().isFixed);
        fixed.fixReference = QStringLiteral("change 8812");
        const Diagnosis its = freeze({row(1)}, {1}, rulesWith(fixed), planTime()).diagnoses.first();
        QVERIFY(its.isFixed);
        QCOMPARE(its.fixReference, QStringLiteral("change 8812"));
        QCOMPARE(its.evidence, Diagnosis::Evidence::None);
    }

    void anItemKeepsWhatIdentifiesIt()
    {
        DeadLetterRow made = row(1);
        made.size = 812;
        made.deliveries = 5;
        made.redrives = 2;
        made.originQueue = QStringLiteral("orders");
        made.expiresAt = planTime() + Minutes(1);
        const PlanItem item = freeze({made}, {1}, {}, planTime()).items.first();
        QCOMPARE(item.id, made.id);
        QCOMPARE(item.key, made.key);
        QCOMPARE(item.digest, made.digest);
        QCOMPARE(item.size, made.size);
        QCOMPARE(item.deliveries, made.deliveries);
        QCOMPARE(item.earlierRedrives, made.redrives);
        QCOMPARE(item.originQueue, made.originQueue);
        QCOMPARE(item.publishedAt, made.publishedAt);
        QCOMPARE(item.diedAt, made.diedAt);
        QCOMPARE(item.expiresAt, made.expiresAt);
    }
};

QTEST_APPLESS_MAIN(TestFreeze)
#include "TestFreeze.moc"
