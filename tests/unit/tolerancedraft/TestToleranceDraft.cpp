// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/Assessment.h"
#include "models/tolerance/ToleranceDraft.h"

#include <QTest>

using namespace holdwatch;

namespace {

ToleranceDraft fineDraft()
{
    ToleranceDraft draft;
    draft.holdWindow = QStringLiteral("15m");
    return draft;
}

QVector<Assessment> changesTo(std::initializer_list<Verdict> verdicts)
{
    QVector<Assessment> changes;
    for (const Verdict verdict : verdicts) {
        Assessment change;
        change.verdict = verdict;
        changes.append(change);
    }
    return changes;
}

} // namespace

class TestToleranceDraft : public QObject
{
    Q_OBJECT
private slots:
    void refusesAWindowThatIsNoDuration_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"", "soon", "0", "0m", "-5m", "15 minutes", "31d"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void refusesAWindowThatIsNoDuration()
    {
        QFETCH(QString, text);
        ToleranceDraft draft = fineDraft();
        draft.holdWindow = text;
        QVERIFY(!check(draft).faultOf(ToleranceField::HoldWindow).isEmpty());
    }

    void refusesAReactionTimeThatFillsTheWindow()
    {
        ToleranceDraft draft = fineDraft();
        draft.reactionTime = QStringLiteral("15m");
        QVERIFY(check(draft).faultOf(ToleranceField::ReactionTime).contains(QStringLiteral("15m")));
    }

    void refusesALookAheadShorterThanTheReactionTime()
    {
        ToleranceDraft draft = fineDraft();
        draft.reactionTime = QStringLiteral("8m");
        draft.lookAhead = QStringLiteral("5m");
        QVERIFY(!check(draft).faultOf(ToleranceField::LookAhead).isEmpty());
    }

    void refusesHandlingThatLeavesNoTimeToReact()
    {
        ToleranceDraft draft = fineDraft();
        draft.reactionTime = QStringLiteral("8m");
        draft.handlingTime = QStringLiteral("7m");
        QVERIFY(!check(draft).faultOf(ToleranceField::HandlingTime).isEmpty());
    }

    void refusesWorkClassesThatCanNotBeToldApart()
    {
        ToleranceDraft draft = fineDraft();
        draft.workClasses = {{QStringLiteral("urgent"), QStringLiteral("1m")}, {QStringLiteral(" urgent "), QStringLiteral("2m")}};
        QVERIFY(check(draft).faultOf(ToleranceField::WorkClasses).contains(QStringLiteral("twice")));
        draft.workClasses = {{QString(), QStringLiteral("1m")}};
        QVERIFY(!check(draft).faultOf(ToleranceField::WorkClasses).isEmpty());
        draft.workClasses = {{QStringLiteral("urgent"), QStringLiteral("fast")}};
        QVERIFY(check(draft).faultOf(ToleranceField::WorkClasses).contains(QStringLiteral("urgent")));
    }

    void refusesALinkThatABrowserMustNotBeHanded_data()
    {
        QTest::addColumn<QString>("link");
        for (const char *link : {"file:///etc/passwd", "javascript:alert(1)", "runbook", "https://", "https://user:pw@example.org/"})
            QTest::newRow(link) << QString::fromLatin1(link);
    }
    void refusesALinkThatABrowserMustNotBeHanded()
    {
        QFETCH(QString, link);
        ToleranceDraft draft = fineDraft();
        draft.runbook = link;
        QVERIFY(!check(draft).faultOf(ToleranceField::Runbook).isEmpty());
    }

    void takesAFullDraft()
    {
        ToleranceDraft draft = fineDraft();
        draft.reactionTime = QStringLiteral("5m");
        draft.lookAhead = QStringLiteral("40m");
        draft.handlingTime = QStringLiteral("30s");
        draft.arrivalCadence = QStringLiteral("1h");
        draft.workClasses = {{QStringLiteral("urgent"), QStringLiteral("2m")}};
        draft.owner = QStringLiteral("  payments on call ");
        draft.runbook = QStringLiteral("https://runbooks.example.org/expiry");
        const CheckedTolerance checked = check(draft);
        QVERIFY2(checked.isFine(), qPrintable(checked.isFine() ? QString() : checked.faults.constFirst().sentence));
        QCOMPARE(checked.tolerance.holdWindow, Millis(Minutes(15)));
        QCOMPARE(checked.tolerance.handlingTime, std::optional<Millis>(Seconds(30)));
        QCOMPARE(checked.tolerance.rulingWindow(), Millis(Minutes(2)));
        QCOMPARE(checked.tolerance.owner, QStringLiteral("payments on call"));
    }

    void writesDurationsAsTheyAreTyped()
    {
        QCOMPARE(typedDuration(Minutes(15)), QStringLiteral("15m"));
        QCOMPARE(typedDuration(Seconds(3'661)), QStringLiteral("1h1m1s"));
        for (const qint64 millis : {1LL, 999LL, 60'001LL, 90'061'000LL, 2'592'000'000LL})
            QCOMPARE(parseDuration(typedDuration(Millis(millis))), std::optional(Millis(millis)));
    }

    void comesBackUnchanged()
    {
        Tolerance tolerance;
        tolerance.holdWindow = Millis(90'500);
        tolerance.reactionTime = Seconds(30);
        tolerance.workClasses = {{QStringLiteral("a"), Minutes(90)}};
        tolerance.owner = QStringLiteral("me");
        QCOMPARE(check(ToleranceDraft::from(tolerance)).tolerance, tolerance);
    }

    void countsAnAlertOnceHoweverItWorsens()
    {
        const auto changes = changesTo({Verdict::Healthy, Verdict::Watch, Verdict::Approaching, Verdict::Breached, Verdict::Approaching,
                                        Verdict::Recovering, Verdict::Healthy, Verdict::Approaching, Verdict::Healthy});
        QCOMPARE(raisedBy(changes), (RaisedAlerts{2, 1, 1}));
    }

    void saysPlainlyWhatWouldHaveBeenRaised()
    {
        const Millis day = std::chrono::hours(24);
        QVERIFY(toSentence(RaisedAlerts{}, day).startsWith(QStringLiteral("Over the last 24 h this would have raised no alert")));
        QVERIFY(toSentence(RaisedAlerts{}, day, std::chrono::hours(30)).startsWith(QStringLiteral("Over the last 24 h this")));
        QVERIFY(toSentence(RaisedAlerts{}, day, std::chrono::minutes(2)).startsWith(QStringLiteral("Over the 2 min recorded so far this would have raised no alert")));
        QVERIFY(toSentence(RaisedAlerts{2, 1, 3}, day).contains(QStringLiteral("2 alerts, 1 of them breached, and 3 times watch (no alarm)")));
    }
};

QTEST_GUILESS_MAIN(TestToleranceDraft)
#include "TestToleranceDraft.moc"
