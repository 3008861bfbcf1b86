// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/access/WriteAccess.h"
#include "tests/gui/redrive/DialogDriver.h"
#include "tests/support/FakeClock.h"
#include "tests/support/RedriveStory.h"
#include "ui/common/EnvironmentFrame.h"
#include "ui/common/PlainTable.h"
#include "ui/redrive/RedriveView.h"
#include "ui/redrive/RunSection.h"
#include "ui/redrive/SegmentBar.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace holdwatch::ui;

class TestRun : public QObject
{
    Q_OBJECT

    FakeClock m_clock;
    std::unique_ptr<FakeRedrive> m_port;
    std::unique_ptr<WriteAccess> m_access;
    std::unique_ptr<RedriveView> m_view;
    PlanId m_plan;

    QPushButton *button(const char *name) const { return in<QPushButton>(*m_view, name); }
    QString sentence() const { return in<MarkedText>(*m_view, "runSentence")->text(); }
    SegmentBar *counts() const { return in<SegmentBar>(*m_view, "runCounts"); }
    void open(const QString &state)
    {
        layOut(*m_port, {state}, m_clock.now());
        m_plan = m_port->records.first().plan.id;
        m_view = std::make_unique<RedriveView>(*m_port, *m_access, m_clock);
        m_view->resize(900, 800);
        m_view->show(*m_port->redrive(m_plan), Zone::Utc);
        static_cast<QWidget *>(m_view.get())->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        m_port->calls.clear();
    }

private slots:
    void init()
    {
        m_port = std::make_unique<FakeRedrive>();
        m_access = std::make_unique<WriteAccess>(m_clock);
    }
    void cleanup()
    {
        m_view.reset();
        m_access.reset();
        m_port.reset();
    }

    void theCountsCloseInEveryState()
    {
        for (const QString &state : redriveStates()) {
            m_port = std::make_unique<FakeRedrive>();
            open(state);
            static const QRegularExpression number(QStringLiteral("(\\d+) [a-z]+( way)?"));
            auto match = number.globalMatch(QString(counts()->text()).remove(QChar(0x202F)));
            const int planned = match.next().captured(1).toInt();
            int sum = 0;
            while (match.hasNext())
                sum += match.next().captured(1).toInt();
            QVERIFY2(planned == sum, qPrintable(state + QStringLiteral(": ") + counts()->text()));
            m_view.reset();
        }
    }

    void outcomesChangeInPlace()
    {
        open(QStringLiteral("stepping"));
        auto *table = in<PlainTable>(*m_view, "runItems");
        const QAbstractItemModelTester tester(table->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        QSignalSpy resets(table->model(), &QAbstractItemModel::modelReset);
        const int height = counts()->heightForWidth(800);
        m_port->setOutcome(m_plan, 6, ItemOutcome::Intended);
        QVERIFY(counts()->text().contains(QStringLiteral("1 under way")));
        m_port->setOutcome(m_plan, 6, ItemOutcome::Moved, QStringLiteral("confirmed by the broker"));
        QVERIFY(counts()->text().contains(QStringLiteral("6 confirmed")));
        QCOMPARE(counts()->heightForWidth(800), height);
        QCOMPARE(resets.size(), 0);
        QCOMPARE(table->model()->index(6, RunItemModel::OutcomeColumn).data().toString(), QStringLiteral("moved"));
    }

    void waitsWithACountdownThatKeepsItsPlace()
    {
        open(QStringLiteral("canary"));
        auto *countdown = in<QLabel>(*m_view, "runCountdown");
        QCOMPARE(countdown->text(), QStringLiteral("1:36"));
        const QRect place = counts()->geometry();
        m_clock.advance(Seconds(90));
        m_view->tick();
        QCOMPARE(countdown->text(), QStringLiteral("0:06"));
        m_clock.advance(Seconds(30));
        m_view->tick();
        QVERIFY(countdown->text().isEmpty());
        QCOMPARE(counts()->geometry(), place);
    }

    void pauseResumeAndStopAreWishes()
    {
        open(QStringLiteral("stepping"));
        QTest::mouseClick(button("pauseRun"), Qt::LeftButton);
        QVERIFY(m_port->wasCalled(QStringLiteral("pause ")));
        QCOMPARE(button("pauseRun")->text(), QStringLiteral("Resume"));
        QTest::mouseClick(button("pauseRun"), Qt::LeftButton);
        QVERIFY(m_port->wasCalled(QStringLiteral("resume ")));
        QTest::mouseClick(button("stopRun"), Qt::LeftButton);
        QVERIFY(m_port->wasCalled(QStringLiteral("stop ")));
        QVERIFY(!button("stopRun")->isEnabled());
        QVERIFY(!button("pauseRun")->isEnabled());
    }

    void noSingleKeyStopsARun()
    {
        open(QStringLiteral("stepping"));
        button("stopRun")->setFocus();
        for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Return, Qt::Key_Enter, Qt::Key_S, Qt::Key_Escape, Qt::Key_Delete})
            QTest::keyClick(button("stopRun"), key);
        QVERIFY(m_port->calls.isEmpty());
        QTest::keyClick(button("stopRun"), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(m_port->wasCalled(QStringLiteral("stop ")));
    }

    void saysThatLeavingCancelsNothing()
    {
        open(QStringLiteral("stepping"));
        QVERIFY(in<QLabel>(*m_view, "runSafety")->text().contains(QStringLiteral("cancels nothing")));
        m_view.reset(); // and it does not
        QVERIFY(m_port->calls.isEmpty());
    }

    void aStoppedRunSaysWhyAndWhatNext()
    {
        open(QStringLiteral("returned"));
        QVERIFY(sentence().contains(QStringLiteral("came back")));
        QVERIFY(in<MarkedText>(*m_view, "runNext")->text().contains(QStringLiteral("mend the cause")));
        QVERIFY(!button("pauseRun")->isVisible());
        QVERIFY(button("startRun")->isVisible());
        QCOMPARE(button("startRun")->text(), QStringLiteral("Continue…"));
    }

    void aLockedConnectionOffersToUnlockAndNotToStart()
    {
        open(QStringLiteral("approved"));
        QVERIFY(button("startRun")->isVisible());
        QVERIFY(!button("startRun")->isEnabled());
        QSignalSpy unlocks(m_view.get(), &RedriveView::unlockRequested);
        QTest::mouseClick(button("unlockForRun"), Qt::LeftButton);
        QCOMPARE(unlocks.size(), 1);
        QTest::mouseClick(button("startRun"), Qt::LeftButton);
        QVERIFY(m_port->calls.isEmpty());
        m_access->unlock(ConnectionId(QStringLiteral("infrai-eu")));
        QVERIFY(button("startRun")->isEnabled());
        QVERIFY(!button("unlockForRun")->isVisible());
        m_access->lockAll();
        QVERIFY(!button("startRun")->isEnabled());
    }

    void startingSaysWhatItDoesAndHasNoDefaultButton()
    {
        open(QStringLiteral("approved"));
        m_access->unlock(ConnectionId(QStringLiteral("infrai-eu")));
        withDialog("startDialog", [this](QDialog &dialog) {
            QVERIFY(dialog.findChild<EnvironmentFrame *>()->isProduction());
            QVERIFY(in<QLabel>(dialog, "consequence")->text().startsWith(QStringLiteral("Spends the approval")));
            QTest::keyClick(&dialog, Qt::Key_Return);
            QVERIFY(m_port->calls.isEmpty());
            m_port->nextFailure = Error{Error::Kind::Conflict, QStringLiteral("The approval was spent already."), {}, {}, {}, {}, {}};
            QTest::mouseClick(in<QPushButton>(dialog, "yes"), Qt::LeftButton);
            QVERIFY(dialog.isVisible());
            QCOMPARE(in<QLabel>(dialog, "problem")->text(), QStringLiteral("Nothing was sent. The approval was spent already."));
            QTest::mouseClick(in<QPushButton>(dialog, "yes"), Qt::LeftButton);
            QVERIFY(!dialog.isVisible());
        });
        QTest::mouseClick(button("startRun"), Qt::LeftButton);
        QCOMPARE(m_port->calls.size(), 2);
    }

    void aRunElsewhereCanBeWatchedButNotSteered()
    {
        open(QStringLiteral("foreign"));
        for (const char *name : {"startRun", "pauseRun", "stopRun", "unlockForRun", "reconcile"})
            QVERIFY2(!button(name)->isVisible(), name);
    }

    void anUnknownIsNeverOfferedAgain()
    {
        open(QStringLiteral("unknown"));
        QVERIFY(!button("startRun")->isEnabled());
        withDialog("reconcileDialog", [](QDialog &dialog) {
            static const QRegularExpression resend(QStringLiteral("\\b(re-?send|try again|retry|redrive again|send (it|them))\\b"), QRegularExpression::CaseInsensitiveOption);
            for (const QAbstractButton *each : dialog.findChildren<QAbstractButton *>())
                QVERIFY2(!resend.match(each->text()).hasMatch(), qPrintable(each->text()));
            QCOMPARE(in<PlainTable>(dialog, "unknownItems")->model()->rowCount(), 2);
            QVERIFY(in<QLabel>(dialog, "consequence")->text().contains(QStringLiteral("has not sent them again and will not")));
        });
        QTest::mouseClick(button("reconcile"), Qt::LeftButton);
        QVERIFY(m_port->calls.isEmpty());
    }

    void anUnknownIsClearedUpByReadingOrByWord()
    {
        open(QStringLiteral("unknown"));
        withDialog("reconcileDialog", [this](QDialog &dialog) {
            auto *record = in<QPushButton>(dialog, "recordWord");
            QTest::mouseClick(in<QPushButton>(dialog, "lookAgain"), Qt::LeftButton);
            QVERIFY(m_port->wasCalled(QStringLiteral("reconcile ")));
            QVERIFY(!record->isEnabled()); // nothing is chosen for the person
            in<QRadioButton>(dialog, "itStayed")->setChecked(true);
            in<QRadioButton>(dialog, "byLedger")->setChecked(true);
            QVERIFY(!record->isEnabled()); // nor without how it is known
            QTest::keyClicks(in<QLineEdit>(dialog, "wordNote"), QStringLiteral("no row for its key in idempotency_keys"));
            QVERIFY(record->isEnabled());
            QTest::keyClick(in<QLineEdit>(dialog, "wordNote"), Qt::Key_Return);
            QVERIFY(!m_port->wasCalled(QStringLiteral("reconcileByWord")));
            QTest::mouseClick(record, Qt::LeftButton);
            QCOMPARE(m_port->word.ordinal, 5);
            QCOMPARE(m_port->word.found, ItemOutcome::Skipped);
            QCOMPARE(m_port->word.source, Reconciliation::Source::Ledger);
            QCOMPARE(m_port->word.by, QStringLiteral("Ada Okafor"));
            QCOMPARE(in<PlainTable>(dialog, "unknownItems")->model()->rowCount(), 1);
            QVERIFY(!record->isEnabled()); // the next one wants its own note
        });
        QTest::mouseClick(button("reconcile"), Qt::LeftButton);
        QVERIFY(counts()->text().contains(QStringLiteral("1 unknown")));
    }

    void closingGivesUpTheRestAndSaysSoFirst()
    {
        open(QStringLiteral("returned"));
        withDialog("closeDialog", [this](QDialog &dialog) {
            QVERIFY(in<QLabel>(dialog, "consequence")->text().contains(QStringLiteral("stay in the dead-letter queue")));
            QTest::keyClick(&dialog, Qt::Key_Return);
            QVERIFY(!m_port->wasCalled(QStringLiteral("close ")));
            QTest::mouseClick(in<QPushButton>(dialog, "yes"), Qt::LeftButton);
        });
        QTest::mouseClick(button("closeRun"), Qt::LeftButton);
        QVERIFY(m_port->wasCalled(QStringLiteral("close ")));
    }

    void aRunWithUnknownOutcomesCannotBeClosed()
    {
        open(QStringLiteral("unknown"));
        QVERIFY(!button("closeRun")->isEnabled());
    }

    void howManyAStepMovedIsSaidWithHowItIsKnown()
    {
        open(QStringLiteral("countlost"));
        QVERIFY(counts()->text().contains(QStringLiteral("5 unknown")));
        QVERIFY(!button("startRun")->isEnabled());
        withDialog("reconcileCountDialog", [this](QDialog &dialog) {
            QCOMPARE(in<QSpinBox>(dialog, "countMoved")->maximum(), 5);
            QVERIFY(!in<QPushButton>(dialog, "yes")->isEnabled()); // nothing is recorded without a ground
            in<QSpinBox>(dialog, "countMoved")->setValue(2);
            in<QPlainTextEdit>(dialog, "reasonText")->setPlainText(QStringLiteral("depth 9 before, 7 after"));
            QTest::mouseClick(in<QPushButton>(dialog, "yes"), Qt::LeftButton);
        });
        QTest::mouseClick(button("reconcile"), Qt::LeftButton);
        QVERIFY(m_port->wasCalled(QStringLiteral("reconcileCount %1 2 depth 9 before, 7 after").arg(m_plan.text())));
    }

    void aPlanThatMovesByCountShowsNoOutcomeOfAMessage()
    {
        open(QStringLiteral("bounded"));
        RunState run;
        run.plan = m_plan;
        run.stage = RunState::Stage::Stepping;
        run.movedByCount = 5;
        run.counts = {12, 7, 0, 5, 0, 0, 0, 0, 0};
        m_port->setRun(m_plan, run);
        QVERIFY(!in<PlainTable>(*m_view, "runItems")->isVisible());
        QVERIFY(counts()->text().startsWith(QStringLiteral("12 planned = 5 confirmed")));
    }

    void acceptingACanaryUnprovenIsByName()
    {
        open(QStringLiteral("canary"));
        withDialog("acceptDialog", [](QDialog &dialog) {
            QVERIFY(in<QLabel>(dialog, "consequence")->text().contains(QStringLiteral("accepted unproven by Ada Okafor")));
            QTest::mouseClick(in<QPushButton>(dialog, "yes"), Qt::LeftButton);
        });
        QTest::mouseClick(button("acceptUnproven"), Qt::LeftButton);
        QCOMPARE(m_port->calls, QStringList{QStringLiteral("acceptUnproven %1 Ada Okafor").arg(m_plan.text())});
    }

    void aLargeRunStaysQuick()
    {
        open(QStringLiteral("large"));
        QCOMPARE(in<PlainTable>(*m_view, "runItems")->model()->rowCount(), 1000);
        QVERIFY(in<PlainTable>(*m_view, "runItems")->height() < 400);
    }
};

QTEST_MAIN(TestRun)
#include "TestRun.moc"
