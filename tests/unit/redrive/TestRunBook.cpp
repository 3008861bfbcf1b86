// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/RunBook.h"
#include "tests/unit/redrive/PlanSamples.h"

#include <QRandomGenerator>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

Q_DECLARE_METATYPE(holdwatch::ItemOutcome)

class TestRunBook : public QObject
{
    Q_OBJECT

    static ItemResult result(int ordinal, ItemOutcome outcome) { return {ordinal, outcome, planTime(), QStringLiteral("d"), {}}; }
    static Reconciliation found(int ordinal, ItemOutcome outcome, Reconciliation::Source source = Reconciliation::Source::Read, const QString &by = {})
    {
        return {ordinal, outcome, source, by, QStringLiteral("note")};
    }

    /// A book whose only item is in this state, by a way that is allowed.
    static RunBook bookIn(ItemOutcome outcome)
    {
        RunBook book(soundPlan(1));
        if (outcome == ItemOutcome::Waiting)
            return book;
        if (outcome == ItemOutcome::Left) {
            book.close(planTime());
            return book;
        }
        book.intend({0}, planTime());
        if (outcome == ItemOutcome::Intended)
            return book;
        book.record(result(0, outcome == ItemOutcome::Returned ? ItemOutcome::Moved : outcome));
        if (outcome == ItemOutcome::Returned)
            book.returned(0, planTime(), {});
        return book;
    }

    static DeadSighting sighting(const PlanItem &item, bool withId = true) { return {withId ? item.id : MessageId(), item.key, item.digest, item.diedAt}; }

    static RunBook allMoved(const RedrivePlan &plan, ItemOutcome outcome = ItemOutcome::Moved, const QString &lineage = {})
    {
        RunBook book(plan);
        for (const PlanItem &item : plan.items) {
            book.intend({item.ordinal}, planTime());
            book.record({item.ordinal, outcome, planTime(), {}, lineage.isEmpty() ? QString() : lineage.arg(item.ordinal)});
        }
        return book;
    }

    static RedrivePlan twins(int count)
    {
        RedrivePlan plan = soundPlan(count);
        for (PlanItem &item : plan.items) {
            item.id = MessageId();
            item.key = QStringLiteral("same");
            item.digest = QByteArray(32, 's');
        }
        return plan;
    }

private slots:
    void onlyTheWaysThatAreWrittenDownAreOpen_data()
    {
        QTest::addColumn<ItemOutcome>("from");
        for (int from = 0; from <= int(ItemOutcome::Left); ++from)
            QTest::newRow(qPrintable(toWord(ItemOutcome(from)))) << ItemOutcome(from);
    }
    void onlyTheWaysThatAreWrittenDownAreOpen()
    {
        QFETCH(ItemOutcome, from);
        for (int to = 0; to <= int(ItemOutcome::Left); ++to) {
            const ItemOutcome wanted = ItemOutcome(to);
            const bool fromIntended = from == ItemOutcome::Intended && (isConfirmed(wanted) || wanted == ItemOutcome::Unknown || wanted == ItemOutcome::Skipped || wanted == ItemOutcome::Failed || wanted == ItemOutcome::Waiting);
            const bool fromWaiting = from == ItemOutcome::Waiting && wanted == ItemOutcome::Skipped;
            RunBook book = bookIn(from);
            QCOMPARE(book.item(0).outcome, from);
            QCOMPARE(book.record(result(0, wanted)), fromIntended || fromWaiting);
            QCOMPARE(book.item(0).outcome, fromIntended || fromWaiting ? wanted : from);
            QVERIFY(book.counts().closes());
        }
    }

    void onlyWhatWaitsCanBeIntended()
    {
        for (int from = 0; from <= int(ItemOutcome::Left); ++from) {
            RunBook book = bookIn(ItemOutcome(from));
            QCOMPARE(book.intend({0}, planTime()), ItemOutcome(from) == ItemOutcome::Waiting);
        }
    }

    void anIntentionIsTakenWholeOrNotAtAll()
    {
        RunBook book(soundPlan(3));
        book.intend({1}, planTime());
        QVERIFY(!book.intend({0, 1, 2}, planTime()));
        QVERIFY(!book.intend({0, 0}, planTime()));
        QVERIFY(!book.intend({0, 3}, planTime()));
        QVERIFY(!book.intend({-1}, planTime()));
        QCOMPARE(book.waiting(), (QVector<int>{0, 2}));
    }

    void aLostAnswerIsUnknownNotFailedAndIsNeverSentAgain()
    {
        RunBook book = bookIn(ItemOutcome::Unknown);
        QCOMPARE(book.unknown(), QVector<int>{0});
        QVERIFY(book.waiting().isEmpty());
        QVERIFY(!book.intend({0}, planTime()));
        QVERIFY(!book.record(result(0, ItemOutcome::Waiting)));
        QVERIFY(!book.record(result(0, ItemOutcome::Moved)));
    }

    void onlyAnUnknownCanBeReconciled()
    {
        for (int from = 0; from <= int(ItemOutcome::Left); ++from) {
            RunBook book = bookIn(ItemOutcome(from));
            QCOMPARE(book.reconcile(found(0, ItemOutcome::Moved), planTime()), ItemOutcome(from) == ItemOutcome::Unknown);
        }
        RunBook book = bookIn(ItemOutcome::Waiting);
        QVERIFY(!book.reconcile(found(7, ItemOutcome::Moved), planTime()));
    }

    void anUnknownIsClearedUpAsMovedOrNeverMovedOrStaysUnknown()
    {
        for (int to = 0; to <= int(ItemOutcome::Left); ++to) {
            const ItemOutcome wanted = ItemOutcome(to);
            RunBook book = bookIn(ItemOutcome::Unknown);
            const bool isAllowed = isConfirmed(wanted) || wanted == ItemOutcome::Skipped || wanted == ItemOutcome::Unknown;
            QCOMPARE(book.reconcile(found(0, wanted), planTime()), isAllowed);
            QCOMPARE(book.item(0).outcome, isAllowed ? wanted : ItemOutcome::Unknown);
        }
    }

    void aWordWithoutANameClearsUpNothing()
    {
        RunBook book = bookIn(ItemOutcome::Unknown);
        QVERIFY(!book.reconcile(found(0, ItemOutcome::Moved, Reconciliation::Source::Word, QStringLiteral("  ")), planTime()));
        QVERIFY(book.reconcile(found(0, ItemOutcome::Moved, Reconciliation::Source::Word, QStringLiteral("Ada")), planTime()));
    }

    void onlyWhatWasMovedCanComeBack()
    {
        for (int from = 0; from <= int(ItemOutcome::Left); ++from) {
            RunBook book = bookIn(ItemOutcome(from));
            QCOMPARE(book.returned(0, planTime(), {}), isConfirmed(ItemOutcome(from)));
        }
    }

    void aBrokenOffRunLeavesUnknownWhatWasIntendedAndKeepsWhatWaits()
    {
        RunBook book(soundPlan(4));
        book.intend({0, 1}, planTime());
        book.record(result(0, ItemOutcome::Moved));
        book.breakOff(planTime());
        QCOMPARE(book.unknown(), QVector<int>{1});
        QCOMPARE(book.waiting(), (QVector<int>{2, 3}));
    }

    void aClosedBookHasNothingThatWaits()
    {
        RunBook book(soundPlan(4));
        book.intend({0, 1}, planTime());
        book.record(result(0, ItemOutcome::Moved));
        book.close(planTime());
        const RunCounts counts = book.counts();
        QCOMPARE(counts, (RunCounts{4, 0, 0, 1, 0, 1, 0, 0, 2}));
        QVERIFY(!book.intend({2}, planTime()));
        QVERIFY(book.reconcile(found(1, ItemOutcome::Skipped), planTime()));
        QVERIFY(book.returned(0, planTime(), {}));
    }

    void theAllowanceCountsWhatMayHaveMoved()
    {
        RedrivePlan plan = soundPlan(6);
        plan.bounds.maxMessages = 4;
        RunBook book(plan);
        QCOMPARE(book.allowance(), 4);
        book.intend({0, 1, 2, 3}, planTime());
        QCOMPARE(book.allowance(), 0);
        book.record(result(0, ItemOutcome::Moved));
        book.record(result(1, ItemOutcome::Unknown));
        book.record(result(2, ItemOutcome::Failed));
        book.record(result(3, ItemOutcome::Skipped));
        QCOMPARE(book.allowance(), 2);
        book.returned(0, planTime(), {});
        QCOMPARE(book.allowance(), 2);
    }

    void theSumClosesWhateverIsAskedOfTheBook()
    {
        for (quint32 seed = 1; seed <= 100; ++seed) {
            QRandomGenerator random(seed);
            RunBook book(soundPlan(random.bounded(1, 12)));
            const int planned = int(book.items().size());
            for (int step = 0; step < 150; ++step) {
                const int ordinal = random.bounded(-1, planned + 1);
                const ItemOutcome outcome = ItemOutcome(random.bounded(int(ItemOutcome::Left) + 1));
                switch (random.bounded(12)) {
                case 0: book.breakOff(planTime()); break;
                case 1: book.returned(ordinal, planTime(), {}); break;
                case 2: book.reconcile(found(ordinal, outcome), planTime()); break;
                case 3:
                    if (step > 120)
                        book.close(planTime());
                    break;
                case 4:
                case 5:
                case 6: book.intend({ordinal}, planTime()); break;
                default: book.record(result(ordinal, outcome));
                }
                QVERIFY(book.counts().closes());
                QCOMPARE(book.counts().planned, planned);
                QCOMPARE(book.counts().waiting, int(book.waiting().size()));
            }
        }
    }

    void aPlanByCountHasNoItemsAndItsCountsClose()
    {
        RedrivePlan plan = soundPlan(3);
        plan.kind = RedrivePlan::Kind::Bounded;
        plan.bounds.maxMessages = 10;
        RunBook book(plan);
        QVERIFY(book.items().isEmpty());
        QVERIFY(!book.intend({0}, planTime()));
        QVERIFY(!book.intendCount(11, planTime()));
        QVERIFY(!book.intendCount(0, planTime()));
        QVERIFY(book.intendCount(4, planTime()));
        QVERIFY(!book.intendCount(1, planTime()));
        QVERIFY(!book.recordCount(ItemOutcome::Moved, -1, planTime()));
        QVERIFY(!book.recordCount(ItemOutcome::Failed, 2, planTime()));
        QVERIFY(book.recordCount(ItemOutcome::Moved, 3, planTime()));
        QVERIFY(!book.recordCount(ItemOutcome::Moved, 3, planTime()));
        QCOMPARE(book.movedByCount(), 3);
        QCOMPARE(book.counts(), (RunCounts{10, 7, 0, 3, 0, 0, 0, 0, 0}));
        book.close(planTime());
        QCOMPARE(book.counts(), (RunCounts{10, 0, 0, 3, 0, 0, 0, 0, 7}));
        QVERIFY(!book.intendCount(1, planTime()));
    }

    void aLostCountBlocksUntilItIsClearedUp()
    {
        RedrivePlan plan = soundPlan(3);
        plan.kind = RedrivePlan::Kind::Bounded;
        plan.bounds.maxMessages = 10;
        RunBook book(plan);
        QVERIFY(!book.reconcileCount(1, planTime()));
        book.intendCount(4, planTime());
        book.breakOff(planTime());
        QCOMPARE(book.unknownByCount(), 4);
        QCOMPARE(book.allowance(), 6);
        QVERIFY(!book.intendCount(1, planTime()));
        QVERIFY(book.counts().closes());
        QVERIFY(book.reconcileCount(4, planTime()));
        QCOMPARE(book.movedByCount(), 4);
        QVERIFY(book.intendCount(6, planTime()));
    }

    void aMovedMessageIsRecognisedByItsIdOrItsNewOne()
    {
        const RedrivePlan plan = soundPlan(3);
        QCOMPARE(findReturned(plan, allMoved(plan), {sighting(plan.items.at(1))}), QVector<int>{1});
        DeadSighting renamed = sighting(plan.items.at(2));
        renamed.id = MessageId(QStringLiteral("new-2"));
        renamed.digest = QByteArray(32, 'x');
        QCOMPARE(findReturned(plan, allMoved(plan, ItemOutcome::Moved, QStringLiteral("new-%1")), {renamed}), QVector<int>{2});
    }

    void withANewIdItIsRecognisedByKeyAndDigest()
    {
        const RedrivePlan plan = soundPlan(3);
        DeadSighting other = sighting(plan.items.at(2));
        other.id = MessageId(QStringLiteral("given by the broker"));
        QCOMPARE(findReturned(plan, allMoved(plan), {other}), QVector<int>{2});
        other.key = QStringLiteral("another");
        QCOMPARE(findReturned(plan, allMoved(plan), {other}), QVector<int>());
    }

    void whatWasNeverAwayIsNoReturn()
    {
        const RedrivePlan plan = soundPlan(3);
        RunBook book(plan);
        book.intend({0, 1}, planTime());
        book.record(result(0, ItemOutcome::Failed));
        book.record(result(1, ItemOutcome::Unknown));
        QCOMPARE(findReturned(plan, book, {sighting(plan.items.at(0)), sighting(plan.items.at(1)), sighting(plan.items.at(2))}), QVector<int>());
    }

    void equalDigestsAreCountedNotGuessed()
    {
        const RedrivePlan plan = twins(5);
        RunBook book(plan);
        book.intend({0, 1}, planTime());
        book.record(result(0, ItemOutcome::Moved));
        book.record(result(1, ItemOutcome::Moved));
        QVector<DeadSighting> dead(3, sighting(plan.items.at(0)));
        QCOMPARE(findReturned(plan, book, dead), QVector<int>()); // the three that wait
        dead << dead.first();
        QCOMPARE(findReturned(plan, book, dead).size(), 1);
        dead << dead.first() << dead.first();
        QCOMPARE(findReturned(plan, book, dead), (QVector<int>{0, 1}));
        book.returned(0, planTime(), {});
        dead.resize(4);
        QCOMPARE(findReturned(plan, book, dead), QVector<int>()); // three wait, one is known to be back
    }

    void equalsThatWereNotChosenAreNoReturn()
    {
        const RedrivePlan plan = twins(1);
        const QVector<DeadSighting> dead(2, sighting(plan.items.at(0)));
        const RunBook book = allMoved(plan);
        QCOMPARE(findReturned(plan, book, dead, {{plan.items.at(0).digest, 2}}), QVector<int>());
        QCOMPARE(findReturned(plan, book, dead, {{plan.items.at(0).digest, 1}}), QVector<int>{0});
    }

    void aCopiedMessageIsBackOnlyWhenItDiedAgain()
    {
        const RedrivePlan plan = soundPlan(1);
        const RunBook book = allMoved(plan, ItemOutcome::Copied);
        DeadSighting same = sighting(plan.items.at(0));
        QCOMPARE(findReturned(plan, book, {same}), QVector<int>());
        same.diedAt = planTime() + Minutes(1);
        QCOMPARE(findReturned(plan, book, {same}), QVector<int>{0});
    }

    void findsReturnsAmongAHundredThousandInOnePass()
    {
        RedrivePlan plan = soundPlan(0);
        for (int ordinal = 0; ordinal < 100'000; ++ordinal) {
            PlanItem item;
            item.ordinal = ordinal;
            item.key = QString::number(ordinal);
            item.digest = QByteArray::number(ordinal);
            plan.items << item;
        }
        plan.bounds.maxMessages = 100'000;
        QVector<DeadSighting> dead;
        for (int ordinal = 0; ordinal < 100'000; ordinal += 1000)
            dead << sighting(plan.items.at(ordinal));
        QCOMPARE(findReturned(plan, allMoved(plan), dead).size(), 100);
    }
};

QTEST_APPLESS_MAIN(TestRunBook)
#include "TestRunBook.moc"
