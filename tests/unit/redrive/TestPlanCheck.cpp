// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/StopRules.h"
#include "tests/unit/redrive/PlanSamples.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

using State = PlanRemark::State;
using Section = PlanRemark::Section;
using Change = std::function<void(RedrivePlan &, PlanFacts &)>;

class TestPlanCheck : public QObject
{
    Q_OBJECT

    static PlanFacts soundFacts(const RedrivePlan &plan)
    {
        PlanFacts facts;
        facts.now = planTime();
        facts.canSelect = facts.canBound = facts.targetExists = true;
        facts.targetConsumers = 3;
        facts.deadDepth = plan.deadDepth;
        QueueStatus target;
        target.assessment.verdict = Verdict::Healthy;
        facts.target = target;
        facts.ledgerHorizon = std::chrono::hours(24 * 30);
        facts.people.self = plan.requester;
        Roster roster;
        roster.entries = {{plan.requester, true}, {{QStringLiteral("Grace"), QByteArray(32, 'g')}, true}};
        facts.people.roster = roster;
        return facts;
    }

    static QVector<PlanRemark> checked(RedrivePlan plan, const Change &change = {})
    {
        PlanFacts facts = soundFacts(plan);
        if (change)
            change(plan, facts);
        return checkPlan(plan, facts);
    }

    static std::optional<State> said(const QVector<PlanRemark> &remarks, const char *code)
    {
        for (const PlanRemark &remark : remarks) {
            if (remark.code == QLatin1String(code))
                return remark.state;
        }
        return std::nullopt;
    }

    static QString codes(const QVector<PlanRemark> &remarks)
    {
        QStringList all;
        for (const PlanRemark &remark : remarks)
            all << remark.code;
        return all.join(QLatin1Char(' '));
    }

    static void expect(const char *code, State state, const Change &change, const RedrivePlan &plan = soundPlan(4))
    {
        const QVector<PlanRemark> remarks = checked(plan, change);
        QVERIFY2(said(remarks, code) == state, qPrintable(QStringLiteral("%1 expected, said: %2").arg(QLatin1String(code), codes(remarks))));
        QCOMPARE(canBeSigned(remarks), state == State::Warned);
        for (const PlanRemark &remark : remarks)
            QVERIFY2(remark.text.endsWith(QLatin1Char('.')) || remark.text.contains(QStringLiteral("a second")), qPrintable(remark.text));
    }

    static RedrivePlan onStaging(int items = 4) { return soundPlan(items, Environment::Staging); }

    static RedrivePlan byCount(RedrivePlan::Kind kind = RedrivePlan::Kind::Bounded)
    {
        RedrivePlan plan = soundPlan(4);
        plan.kind = kind;
        return plan;
    }

    static RedrivePlan corrected()
    {
        RedrivePlan plan = soundPlan(1);
        plan.kind = RedrivePlan::Kind::Corrected;
        plan.correction = Correction{R"({"key":"reserve:0","n":1})", R"({"key":"reserve:0","n":2})", QStringLiteral("n was wrong")};
        return plan;
    }

    static RedrivePlan glass(int items = 4)
    {
        RedrivePlan plan = soundPlan(items);
        plan.breakGlass = BreakGlass{QStringLiteral("INC-9"), BreakGlass::Ground::ApproversSilent, planTime() - Minutes(15), {QStringLiteral("Grace")}};
        return plan;
    }

private slots:
    void nothingIsSaidAgainstASoundPlan()
    {
        QCOMPARE(codes(checked(soundPlan(12))), QString());
        QCOMPARE(codes(checked(onStaging())), QString());
        QVERIFY(canBeSigned(checked(soundPlan(12))));
    }

    void anEmptySelectionIsRefused() { expect("selection-empty", State::Refused, [](auto &plan, auto &) { plan.items.clear(); plan.bounds.maxMessages = 0; }); }

    void aMissingIdempotencyKeyIsRefusedOnProductionAndWarnedElsewhere()
    {
        const Change change = [](RedrivePlan &plan, PlanFacts &) { plan.items[1].key.clear(); };
        expect("key-missing", State::Refused, change);
        expect("key-missing", State::Warned, change, onStaging());
    }

    void aRepeatedKeyIsWarned() { expect("key-repeated", State::Warned, [](auto &plan, auto &) { plan.items[1].key = plan.items[0].key; }); }

    void aMessageFirstEnqueuedBeforeTheLedgersHorizonIsRefusedOnProduction()
    {
        const Change change = [](RedrivePlan &plan, PlanFacts &facts) {
            facts.ledgerHorizon = Minutes(60);
            plan.items[0].publishedAt = planTime() - Minutes(61);
            for (int i = 1; i < plan.items.size(); ++i)
                plan.items[i].publishedAt = planTime();
        };
        expect("ledger-horizon", State::Refused, change);
        expect("ledger-horizon", State::Warned, change, onStaging());
    }

    void theHorizonCountsToTheEndOfTheRun()
    {
        expect("ledger-horizon", State::Refused, [](auto &plan, auto &facts) { facts.ledgerHorizon = planTime() + shortestRun(plan) - *plan.items.first().publishedAt - Millis(1); });
    }

    void anUnknownFirstEnqueueingOrHorizonIsWarned()
    {
        expect("published-unknown", State::Warned, [](auto &plan, auto &) { plan.items[0].publishedAt.reset(); });
        expect("ledger-horizon-unknown", State::Warned, [](auto &, auto &facts) { facts.ledgerHorizon.reset(); });
    }

    void aListWithAMessageTwiceOrWithoutItsDigestIsRefused()
    {
        expect("list-invalid", State::Refused, [](auto &plan, auto &) { plan.items[1].id = plan.items[0].id; });
        expect("list-invalid", State::Refused, [](auto &plan, auto &) { plan.items[1].ordinal = 0; });
        expect("digest-missing", State::Refused, [](auto &plan, auto &) { plan.items[1].digest.clear(); });
    }

    void notFixedYetCanNotGoOn() { expect("not-fixed", State::Refused, [](auto &plan, auto &) { plan.diagnoses[0].isFixed = false; }); }

    void aPermanentClassIsRefusedWithoutItsFix()
    {
        expect("permanent-without-fix", State::Refused, [](auto &plan, auto &) { plan.diagnoses[0].verdict = FailureClass::Verdict::Permanent; plan.diagnoses[0].fixReference = QStringLiteral(" "); });
        expect("permanent-without-fix", State::Refused, [](auto &plan, auto &facts) {
            plan.diagnoses[0].fixReference.clear(); // the plan calls it transient, the rules know better
            FailureClass known;
            known.id = QStringLiteral("rate-limit");
            known.verdict = FailureClass::Verdict::Permanent;
            facts.classes << known;
        });
    }

    void aFixNeedsEvidenceOrTheNameOfWhoAssertsIt()
    {
        expect("evidence-missing", State::Refused, [](auto &plan, auto &) { plan.diagnoses[0].evidence = Diagnosis::Evidence::None; });
        expect("asserted-by-missing", State::Missing, [](auto &plan, auto &) { plan.diagnoses[0].evidence = Diagnosis::Evidence::Asserted; });
        expect("fix-asserted", State::Warned, [](auto &plan, auto &) { plan.diagnoses[0].evidence = Diagnosis::Evidence::Asserted; plan.diagnoses[0].assertedBy = QStringLiteral("Ada"); });
        expect("consumer-version-missing", State::Missing, [](auto &plan, auto &) { plan.diagnoses[0].consumerVersion.clear(); });
    }

    void everyClassAndVersionNeedsItsDiagnosis()
    {
        expect("diagnosis-missing", State::Missing, [](auto &plan, auto &) { plan.items[2].version = QStringLiteral("4"); });
        expect("cause-missing", State::Missing, [](auto &plan, auto &) { plan.diagnoses[0].cause.clear(); });
    }

    void referenceAndReasonAreAskedForEverywhereButInPractice()
    {
        expect("reference-missing", State::Missing, [](auto &plan, auto &) { plan.reference.clear(); });
        expect("reason-missing", State::Missing, [](auto &plan, auto &) { plan.reason = QStringLiteral("  "); });
        QVERIFY(canBeSigned(checked(soundPlan(2, Environment::Practice), [](auto &plan, auto &facts) { plan.reference.clear(); plan.reason.clear(); plan.requester = {}; facts.people = {}; })));
    }

    void theRateComesFromTheCapacitySum()
    {
        expect("rate-missing", State::Missing, [](auto &plan, auto &) { plan.bounds.milliPerSecond = 0; });
        expect("capacity-missing", State::Missing, [](auto &plan, auto &) { plan.capacity.arrivals.value.reset(); });
        expect("capacity-missing", State::Warned, [](auto &plan, auto &) { plan.capacity.arrivals.value.reset(); }, onStaging());
        expect("rate-above-capacity", State::Refused, [](auto &plan, auto &) { plan.bounds.milliPerSecond = 2001; });
        expect("no-room", State::Refused, [](auto &plan, auto &) { plan.capacity = roomFor(0); });
        QVERIFY(canBeSigned(checked(soundPlan(4), [](auto &plan, auto &) { plan.bounds.milliPerSecond = 2000; })));
    }

    void theBoundFitsTheSelection()
    {
        expect("most-missing", State::Missing, [](auto &plan, auto &) { plan.bounds.maxMessages = 0; });
        expect("most-above-selection", State::Refused, [](auto &plan, auto &) { plan.bounds.maxMessages = 5; });
        expect("most-below-selection", State::Warned, [](auto &plan, auto &) { plan.bounds.maxMessages = 3; });
    }

    void stepsArePositive()
    {
        expect("steps-invalid", State::Refused, [](auto &plan, auto &) { plan.bounds.steps = {}; });
        expect("steps-invalid", State::Refused, [](auto &plan, auto &) { plan.bounds.steps = {1, 0}; });
    }

    void stoppingByReturnsErrorsAndStaleSignalsCanNotBeSwitchedOff()
    {
        expect("stop-conditions-off", State::Refused, [](auto &plan, auto &) { plan.bounds.stop.returned = 0; });
        expect("stop-conditions-off", State::Refused, [](auto &plan, auto &) { plan.bounds.stop.errors = 0; });
        expect("stop-conditions-off", State::Refused, [](auto &plan, auto &) { plan.bounds.stop.staleAfter = Millis(0); });
        expect("stop-approaching-off", State::Warned, [](auto &plan, auto &) { plan.bounds.stop.onApproaching = false; });
        expect("stop-throttled-off", State::Warned, [](auto &plan, auto &) { plan.bounds.stop.onThrottled = false; });
        expect("deadline-missing", State::Missing, [](auto &plan, auto &) { plan.bounds.deadline = Millis(0); });
        expect("deadline-too-short", State::Warned, [](auto &plan, auto &) { plan.bounds.deadline = Minutes(1); });
        expect("watch-invalid", State::Refused, [](auto &plan, auto &) { plan.bounds.stepWatch = Millis(-1); });
    }

    void aCanaryIsProvenWatchedOrAcceptedByName()
    {
        using Proof = RedriveBounds::CanaryProof;
        expect("canary-watch-missing", State::Missing, [](auto &plan, auto &) { plan.bounds.canaryWatch = Millis(0); });
        expect("ledger-not-connected", State::Refused, [](auto &plan, auto &facts) { plan.bounds.proof = Proof::Ledger; facts.ledgerHorizon.reset(); });
        expect("accepted-by-missing", State::Missing, [](auto &plan, auto &) { plan.bounds.proof = Proof::AcceptedUnproven; });
        expect("canary-unproven", State::Warned, [](auto &plan, auto &) { plan.bounds.proof = Proof::AcceptedUnproven; plan.bounds.acceptedBy = QStringLiteral("Ada"); });
    }

    void latestSafeStartIsTheEarliestExpiryLessTheDuration()
    {
        RedrivePlan plan = soundPlan(9); // canary 2 min, 9 at one a second, steps of 1, 2, 5 with 15 s each
        QCOMPARE(shortestRun(plan), Minutes(2) + Seconds(9) + 3 * Seconds(15));
        plan.items[4].expiresAt = planTime() + Minutes(30);
        QCOMPARE(latestSafeStart(plan), std::optional(planTime() + Minutes(30) - shortestRun(plan)));
        for (PlanItem &item : plan.items)
            item.expiresAt.reset();
        QVERIFY(!latestSafeStart(plan));
    }

    void retentionThatIsAboutToEndIsWarnedAndWhatItHasDeletedRefused()
    {
        expect("retention-near", State::Warned, [](auto &plan, auto &) { plan.items[0].expiresAt = planTime() + Minutes(30); });
        expect("retention-first", State::Warned, [](auto &plan, auto &) { plan.items[0].expiresAt = planTime() + Minutes(1); });
        expect("retention-over", State::Refused, [](auto &plan, auto &) { plan.items[0].expiresAt = planTime(); });
        expect("latest-start-late", State::Refused, [](auto &plan, auto &) { plan.latestStart = planTime() + std::chrono::hours(72); });
    }

    void theTargetMustExistAndBeTheOrigin()
    {
        expect("target-missing", State::Refused, [](auto &, auto &facts) { facts.targetExists = false; });
        expect("target-not-origin", State::Warned, [](auto &plan, auto &) { plan.target = QStringLiteral("elsewhere"); });
        expect("origin-unknown", State::Missing, [](auto &plan, auto &) { plan.target.clear(); plan.items[0].originQueue.clear(); });
        expect("consumer-absent", State::Warned, [](auto &, auto &facts) { facts.targetConsumers = 0; });
    }

    void aTargetThatIsInTroubleIsWarnedOf()
    {
        expect("target-not-watched", State::Warned, [](auto &, auto &facts) { facts.target.reset(); });
        expect("target-approaching", State::Warned, [](auto &, auto &facts) { facts.target->assessment.verdict = Verdict::Approaching; });
        expect("target-approaching", State::Warned, [](auto &, auto &facts) { facts.target->assessment.verdict = Verdict::Breached; });
        expect("target-stale", State::Warned, [](auto &, auto &facts) { facts.target->assessment.verdict = Verdict::Stale; });
        expect("target-age-not-reported", State::Warned, [](auto &, auto &facts) { facts.target->assessment.verdict = Verdict::NotReported; });
    }

    void fifoWindowAndOrderAreWarnedOf()
    {
        expect("fifo-window", State::Warned, [](auto &, auto &facts) { facts.isFifo = true; });
        expect("fifo-order", State::Warned, [](auto &, auto &facts) { facts.isFifo = true; });
    }

    void looksThatCouldDestroyAMessageAreRefused()
    {
        const RedrivePlan plan = soundPlan(9); // 3 steps after the canary
        QCOMPARE(mostLooks(plan), 1 + 3 + 1 + 1 + 3);
        const int looks = 2 + mostLooks(plan) + mostLooks(plan) - 1; // plan and approver, looks, claims
        expect("looks-destroy", State::Refused, [looks](auto &, auto &facts) { facts.looksLeft = looks - 1; }, plan);
        QVERIFY(canBeSigned(checked(plan, [looks](auto &, auto &facts) { facts.looksLeft = looks; })));
        expect("look-cost-unlisted", State::Refused, [](auto &, auto &facts) { facts.lookEffect = QStringLiteral("It is marked redelivered."); });
    }

    void aBoundedPlanIsNamedSoAndListsWhatCanNotBeKept()
    {
        expect("moves-by-count", State::Warned, {}, byCount());
        expect("not-kept-unlisted", State::Refused, [](auto &, auto &facts) { facts.notKept << QStringLiteral("The selection."); }, byCount());
        QVERIFY(canBeSigned(checked(byCount(), [](auto &plan, auto &facts) { facts.notKept << QStringLiteral("The selection."); plan.notKept = facts.notKept; })));
        expect("not-all-read", State::Warned, [](auto &plan, auto &) { plan.bounds.maxMessages = 9; }, byCount());
        expect("not-possible", State::Refused, [](auto &, auto &facts) { facts.canBound = false; }, byCount());
    }

    void aBoundedPlanIsRefusedIfTheDeadLetterQueueChangedSince()
    {
        expect("queue-changed", State::Refused, [](auto &, auto &facts) { ++*facts.deadDepth; }, byCount());
        expect("queue-changed", State::Refused, [](auto &, auto &facts) { --*facts.deadDepth; }, byCount());
        expect("depth-unknown", State::Refused, [](auto &, auto &facts) { facts.deadDepth.reset(); }, byCount());
        QVERIFY(canBeSigned(checked(soundPlan(4), [](auto &, auto &facts) { ++*facts.deadDepth; })));
    }

    void aWholeQueuePlanSaysWhatItCanNotKeep()
    {
        expect("rate-not-kept", State::Warned, {}, byCount(RedrivePlan::Kind::WholeQueue));
        expect("bound-possible", State::Warned, {}, byCount(RedrivePlan::Kind::WholeQueue));
        expect("most-below-queue", State::Refused, [](auto &plan, auto &) { plan.bounds.maxMessages = 3; }, byCount(RedrivePlan::Kind::WholeQueue));
    }

    void providerDeclaredChangesMustBeListed() { expect("change-unlisted", State::Refused, [](auto &, auto &facts) { facts.changes << QStringLiteral("Error headers are stripped."); }); }

    void whatTheSystemRefusesIsHandedThrough()
    {
        const Change change = [](RedrivePlan &, PlanFacts &facts) { facts.refusals << QStringLiteral("The key may not publish there."); };
        expect("system-refuses", State::Refused, change);
        const QVector<PlanRemark> remarks = checked(soundPlan(1), change);
        QCOMPARE(remarks.first().text, QStringLiteral("The key may not publish there."));
        expect("not-possible", State::Refused, [](auto &, auto &facts) { facts.canSelect = false; facts.whyNot = QStringLiteral("It has no such call."); });
        expect("not-possible", State::Refused, [](auto &, auto &facts) { facts.canSelect = false; });
    }

    void clocksThatDisagreeOverSixtySecondsRefuse()
    {
        for (const int seconds : {61, -61})
            expect("clocks-disagree", State::Refused, [seconds](auto &, auto &facts) { facts.clockDisagreement = Seconds(seconds); });
        QVERIFY(canBeSigned(checked(soundPlan(1), [](auto &, auto &facts) { facts.clockDisagreement = Seconds(60); })));
    }

    void oneOpenRunPerDownstream()
    {
        expect("run-open", State::Refused, [](auto &, auto &facts) { facts.openRunOnTarget = QStringLiteral("rd-other"); });
        QVERIFY(canBeSigned(checked(soundPlan(1), [](auto &plan, auto &facts) { facts.openRunOnTarget = plan.id.text(); })));
    }

    void anExpiredPlanIsRefused() { expect("plan-expired", State::Refused, [](auto &plan, auto &) { plan.expiresAt = planTime(); }); }

    void productionNeedsAnIdentityARosterAndASecondPerson()
    {
        expect("identity-missing", State::Refused, [](auto &plan, auto &facts) { plan.requester = {}; facts.people.self.reset(); });
        expect("identity-missing", State::Warned, [](auto &plan, auto &facts) { plan.requester = {}; facts.people.self.reset(); }, onStaging());
        expect("roster-missing", State::Refused, [](auto &, auto &facts) { facts.people.roster.reset(); });
        expect("roster-expired", State::Refused, [](auto &, auto &facts) { facts.people.roster->expiresAt = planTime(); });
        expect("requester-not-in-roster", State::Refused, [](auto &, auto &facts) { facts.people.roster->entries.removeFirst(); });
        expect("second-person-missing", State::Refused, [](auto &, auto &facts) { facts.people.roster->entries.removeLast(); });
        expect("second-person-missing", State::Refused, [](auto &, auto &facts) { facts.people.roster->entries.last().mayApprove = false; });
        expect("second-person-missing", State::Refused, [](auto &, auto &facts) { facts.people.roster->entries.last().who.name = QStringLiteral("ADA "); });
    }

    void breakGlassHasItsLimits()
    {
        expect("glass-broken", State::Warned, {}, glass(20));
        expect("glass-too-many", State::Refused, {}, glass(21));
        expect("glass-incident-missing", State::Missing, [](auto &plan, auto &) { plan.breakGlass->incident.clear(); }, glass());
        expect("glass-asked-missing", State::Missing, [](auto &plan, auto &) { plan.breakGlass->asked.clear(); }, glass());
        expect("glass-asked-nobody", State::Refused, [](auto &plan, auto &) { plan.breakGlass->asked = {QStringLiteral("Ada"), QStringLiteral("Nobody")}; }, glass());
        expect("glass-silence", State::Refused, [](auto &plan, auto &) { plan.breakGlass->askedAt = planTime() - Minutes(15) + Millis(1); }, glass());
        expect("glass-asked-later", State::Refused, [](auto &plan, auto &) { plan.breakGlass->askedAt = planTime() + Minutes(1); }, glass());
        expect("glass-retention", State::Refused, [](auto &plan, auto &) { plan.breakGlass->ground = BreakGlass::Ground::RetentionFirst; }, glass());
        expect("glass-not-needed", State::Refused, [](auto &plan, auto &) { plan.environment = Environment::Staging; }, glass());
    }

    void retentionFirstNeedsNoSilence()
    {
        expect("glass-broken", State::Warned, [](auto &plan, auto &) {
            plan.breakGlass->ground = BreakGlass::Ground::RetentionFirst;
            plan.breakGlass->askedAt = planTime();
            plan.items[0].expiresAt = planTime() + Minutes(16);
        }, glass());
    }

    void anUnreviewedBreakGlassBlocksTheNext() { expect("glass-unreviewed", State::Refused, [](auto &, auto &facts) { facts.breakGlassUnreviewed = true; }, glass()); }

    void breakGlassLeavesEveryOtherGateUnchanged()
    {
        expect("roster-missing", State::Refused, [](auto &, auto &facts) { facts.people.roster.reset(); }, glass());
        expect("key-missing", State::Refused, [](auto &plan, auto &) { plan.items[0].key.clear(); }, glass());
        expect("evidence-missing", State::Refused, [](auto &plan, auto &) { plan.diagnoses[0].evidence = Diagnosis::Evidence::None; }, glass());
    }

    void whatIsPastItsUseIsRefusedAndWhatCameBackIsWarned()
    {
        expect("past-useful-until", State::Refused, [](auto &, auto &facts) {
            FailureClass known;
            known.id = QStringLiteral("rate-limit");
            known.usefulFor = Minutes(59);
            facts.classes << known;
        });
        expect("came-back-before", State::Warned, [](auto &plan, auto &) { plan.items[2].earlierRedrives = 1; });
    }

    void aCorrectedCopyIsOneMessageWithItsKeyAndARealDifference()
    {
        QCOMPARE(codes(checked(corrected())), QString());
        expect("correction-count", State::Refused, [](auto &plan, auto &) { plan.items << planItem(1); }, corrected());
        expect("correction-missing", State::Missing, [](auto &plan, auto &) { plan.correction.reset(); }, corrected());
        expect("correction-same", State::Refused, [](auto &plan, auto &) { plan.correction->payload = plan.correction->original; }, corrected());
        expect("correction-key", State::Refused, [](auto &plan, auto &) { plan.correction->payload.replace("reserve:0", "reserve:9"); }, corrected());
        expect("correction-original", State::Refused, [](auto &plan, auto &) { plan.items[0].size = 9000; }, corrected());
        expect("correction-why", State::Missing, [](auto &plan, auto &) { plan.correction->why.clear(); }, corrected());
        expect("correction-unexpected", State::Refused, [](auto &plan, auto &) { plan.correction = Correction(); });
    }

    void remarksStandInTheOrderOfTheSectionsAndTheWorstCounts()
    {
        const QVector<PlanRemark> remarks = checked(soundPlan(4), [](auto &plan, auto &facts) {
            plan.items[1].key = plan.items[0].key;
            facts.targetExists = false;
            plan.reason.clear();
            plan.diagnoses[0].evidence = Diagnosis::Evidence::Asserted;
            plan.diagnoses[0].assertedBy = QStringLiteral("Ada");
            facts.isFifo = true;
        });
        QVERIFY(std::is_sorted(remarks.cbegin(), remarks.cend(), [](const PlanRemark &a, const PlanRemark &b) { return a.section < b.section; }));
        QCOMPARE(stateOf(remarks, Section::What), State::Refused);
        QCOMPARE(stateOf(remarks, Section::Why), State::Missing); // outweighs what is only warned of
        QCOMPARE(stateOf(remarks, Section::HowMuch), State::Fine);
    }
};

QTEST_APPLESS_MAIN(TestPlanCheck)
#include "TestPlanCheck.moc"
