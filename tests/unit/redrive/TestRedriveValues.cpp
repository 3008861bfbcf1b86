// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/Approval.h"
#include "models/redrive/Run.h"
#include "tests/unit/redrive/PlanSamples.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

class TestRedriveValues : public QObject
{
    Q_OBJECT

    static Operator person(const char *name, char key) { return {QString::fromUtf8(name), key ? QByteArray(32, key) : QByteArray()}; }

    static CapacitySum sum(double workers, double perWorker, double arrivals, double retries, double reserve)
    {
        return {{workers, {}}, {perWorker, {}}, {arrivals, {}}, {retries, {}}, {reserve, {}}};
    }

private slots:
    void aFingerprintIsFourGroupsOfFourHexadecimalDigits()
    {
        // SHA-256 of 32 zero bytes begins 66687aadf862bd77.
        QCOMPARE(fingerprint(QByteArray(32, '\0')), QStringLiteral("6668-7aad-f862-bd77"));
        QCOMPARE(fingerprint({}), QString());
    }

    void theSameKeyIsTheSamePersonUnderAnyName() { QVERIFY(isSamePerson(person("Ada", 'k'), person("Grace", 'k'))); }

    void theSameNameIsTheSamePersonUnderAnyKey_data()
    {
        QTest::addColumn<QString>("other");
        QTest::newRow("case") << QStringLiteral("aDA lOVELACE");
        QTest::newRow("spaces around") << QStringLiteral("  Ada Lovelace\t");
        QTest::newRow("spaces between") << QStringLiteral("Ada  Lovelace");
        QTest::newRow("invisible letter") << QStringLiteral("Ada\u200B Lovelace");
        QTest::newRow("turned reading") << QStringLiteral("\u202AAda Lovelace\u202C");
        QTest::newRow("full width") << QStringLiteral("\uFF21da Lovelace");
    }
    void theSameNameIsTheSamePersonUnderAnyKey()
    {
        QFETCH(QString, other);
        QVERIFY(isSamePerson(person("Ada Lovelace", 'a'), {other, QByteArray(32, 'b')}));
    }

    void twoWithoutAKeyAreToldApartByName()
    {
        QVERIFY(!isSamePerson(person("Ada", 0), person("Grace", 0)));
        QVERIFY(!isSamePerson(person("Ada", 'a'), person("Grace", 'g')));
    }

    void aRosterFindsByKeyAloneAndNeverByNoKey()
    {
        Roster roster;
        roster.entries = {{person("Nobody", 0), true}, {person("Ada", 'a'), true}, {person("Grace", 'g'), false}};
        QVERIFY(roster.find(QByteArray(32, 'g')));
        QCOMPARE(roster.find(QByteArray(32, 'g'))->who.name, QStringLiteral("Grace"));
        QVERIFY(!roster.find(QByteArray(32, 'x')));
        QVERIFY(!roster.find({}));
    }

    void theCapacitySumIsShownWithItsTerms()
    {
        const CapacitySum room = sum(4, 2.5, 6, 0.5, 1);
        QCOMPARE(room.perSecond(), std::optional<double>(2.5));
        QCOMPARE(room.text(), QStringLiteral("4 \u00D7 2.5 \u2212 6.0 \u2212 0.5 \u2212 1.0 = 2.5 a second"));
    }

    void aMissingTermIsNeverZero()
    {
        CapacitySum room = sum(4, 2.5, 6, 0.5, 1);
        room.retries.value.reset();
        QVERIFY(!room.perSecond());
        QCOMPARE(room.text(), QStringLiteral("4 \u00D7 2.5 \u2212 6.0 \u2212 ? \u2212 1.0 = ? a second"));
    }

    void aNegativeOrInfiniteTermMakesNoRoom()
    {
        QVERIFY(!sum(4, 2.5, -6, 0.5, 1).perSecond());
        QVERIFY(!sum(4, qInf(), 6, 0.5, 1).perSecond());
        QVERIFY(!sum(qQNaN(), 2, 6, 0.5, 1).perSecond());
    }

    void tooLittleRoomIsShownAsLessThanNothing() { QCOMPARE(sum(1, 1, 2, 0.25, 0).text(), QStringLiteral("1 \u00D7 1.0 \u2212 2.0 \u2212 0.25 \u2212 0.0 = \u22121.25 a second")); }

    void aPlanMovesNoMoreThanItsListAndItsBound()
    {
        RedrivePlan plan = soundPlan(12);
        QCOMPARE(mostMoved(plan), 12);
        plan.bounds.maxMessages = 5;
        QCOMPARE(mostMoved(plan), 5);
        plan.bounds.maxMessages = 50;
        QCOMPARE(mostMoved(plan), 12);
        plan.bounds.maxMessages = -1;
        QCOMPARE(mostMoved(plan), 0);
        plan.kind = RedrivePlan::Kind::Bounded;
        plan.bounds.maxMessages = 50;
        QCOMPARE(mostMoved(plan), 50);
    }

    void thePhraseSaysHowManyAndWhere()
    {
        RedrivePlan plan = soundPlan(12);
        QCOMPARE(approvalPhrase(plan), QStringLiteral("redrive 12 on Orders (EU)"));
        plan.kind = RedrivePlan::Kind::WholeQueue;
        QCOMPARE(approvalPhrase(plan), QStringLiteral("redrive all 12 on Orders (EU)"));
    }

    void thePhraseOfALargePlanCanBeTyped()
    {
        RedrivePlan plan = soundPlan(3);
        plan.kind = RedrivePlan::Kind::Bounded;
        plan.bounds.maxMessages = 12'345;
        QCOMPARE(approvalPhrase(plan), QStringLiteral("redrive 12345 on Orders (EU)"));
    }

    void aHostileNameMakesNoOtherPhrase_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("where");
        QTest::newRow("turns the reading direction") << QStringLiteral("Or\u202Eders\u2066") << QStringLiteral("Orders");
        QTest::newRow("breaks the line") << QStringLiteral("Orders\r\nredrive 1\u2028on X") << QStringLiteral("Orders redrive 1 on X");
        QTest::newRow("shows nothing") << QStringLiteral("Or\u200Bd\u3164ers\uFEFF") << QStringLiteral("Orders");
        QTest::newRow("spaces that look like one") << QStringLiteral(" Orders\u00A0\u2003EU ") << QStringLiteral("Orders EU");
        QTest::newRow("escapes") << QStringLiteral("Or\u001B[31mders") << QStringLiteral("Or [31mders");
        QTest::newRow("nothing to see") << QStringLiteral("\u202E\u200B ") << QStringLiteral("orders-eu");
        QTest::newRow("endless") << QString(4000, QLatin1Char('x')) << QString(60, QLatin1Char('x'));
        QTest::newRow("lone surrogate") << QString(QStringLiteral("Orders") + QChar(0xD83D)) << QStringLiteral("Orders");
    }
    void aHostileNameMakesNoOtherPhrase()
    {
        QFETCH(QString, name);
        QFETCH(QString, where);
        RedrivePlan plan = soundPlan(2);
        plan.connectionName = name;
        QCOMPARE(approvalPhrase(plan), QStringLiteral("redrive 2 on ") + where);
    }

    void aSecondPersonIsNeededOnProductionAndAPhraseEverywhereButInPractice()
    {
        const auto needs = [](Environment environment) {
            const RedrivePlan plan = soundPlan(1, environment);
            return std::pair(needsSecondPerson(plan), needsPhrase(plan));
        };
        QCOMPARE(needs(Environment::Practice), std::pair(false, false));
        QCOMPARE(needs(Environment::Development), std::pair(false, true));
        QCOMPARE(needs(Environment::Staging), std::pair(false, true));
        QCOMPARE(needs(Environment::Production), std::pair(true, true));
    }

    void breakGlassNeedsNoSecondPersonButStillThePhrase()
    {
        RedrivePlan plan = soundPlan(1);
        plan.breakGlass = BreakGlass();
        QVERIFY(!needsSecondPerson(plan));
        QVERIFY(needsPhrase(plan));
    }

    void everyWordIsReadBackAsWhatItWas()
    {
        for (int i = 0; i <= int(ItemOutcome::Left); ++i)
            QCOMPARE(outcomeFromWord(toWord(ItemOutcome(i))), std::optional(ItemOutcome(i)));
        for (int i = 0; i <= int(RunState::Stage::Finished); ++i)
            QCOMPARE(stageFromWord(toWord(RunState::Stage(i))), std::optional(RunState::Stage(i)));
        for (int i = 0; i <= int(RunState::StopCause::QueueChanged); ++i)
            QCOMPARE(stopCauseFromWord(toWord(RunState::StopCause(i))), std::optional(RunState::StopCause(i)));
        for (int i = 0; i <= int(RedrivePlan::Kind::Corrected); ++i)
            QCOMPARE(planKindFromWord(toWord(RedrivePlan::Kind(i))), std::optional(RedrivePlan::Kind(i)));
        for (int i = 0; i <= int(Statement::Kind::Review); ++i)
            QCOMPARE(statementKindFromWord(toWord(Statement::Kind(i))), std::optional(Statement::Kind(i)));
        for (int i = 0; i <= int(Reconciliation::Source::Word); ++i)
            QCOMPARE(reconciliationSourceFromWord(toWord(Reconciliation::Source(i))), std::optional(Reconciliation::Source(i)));
    }

    void aWordThatIsNoneIsNone()
    {
        QVERIFY(!outcomeFromWord(u""));
        QVERIFY(!outcomeFromWord(u"Moved"));
        QVERIFY(!planKindFromWord(u"purge"));
        QVERIFY(!statementKindFromWord(u"approved"));
        QVERIFY(!stageFromWord(u"running"));
        QVERIFY(!stopCauseFromWord(u"x"));
    }

    void anApprovalCanNotBeMadeOrCopied()
    {
        static_assert(!std::is_default_constructible_v<Approval>);
        static_assert(!std::is_copy_constructible_v<Approval> && !std::is_copy_assignable_v<Approval>);
        static_assert(!std::is_constructible_v<Approval, PlanId, QByteArray, UtcTime, QVector<Statement>, bool>);
    }
};

QTEST_APPLESS_MAIN(TestRedriveValues)
#include "TestRedriveValues.moc"
