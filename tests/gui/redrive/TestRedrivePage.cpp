// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/LetterRowMaker.h"
#include "tests/gui/redrive/DialogDriver.h"
#include "tests/support/DemoStory.h"
#include "tests/support/FakeClock.h"
#include "tests/support/LetterStory.h"
#include "tests/support/RedriveStory.h"
#include "tests/support/WindowFixture.h"
#include "ui/common/EmptyState.h"
#include "ui/common/NoticeBar.h"
#include "ui/overview/NeedsYouStrip.h"
#include "ui/redrive/DraftForm.h"
#include "ui/redrive/FormHeader.h"
#include "ui/redrive/PlanItemModel.h"
#include "ui/redrive/RedriveList.h"
#include "ui/redrive/RedrivePage.h"
#include "ui/redrive/RedriveView.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace holdwatch::ui;

class TestRedrivePage : public QObject
{
    Q_OBJECT

    FakeClock m_clock;
    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<MainWindow> m_window;

    FakeRedrive &port() const { return m_fixture->redrive; }
    RedrivePage *page() const { return m_window->findChild<RedrivePage *>(); }
    RedriveList *list() const { return in<RedriveList>(*m_window, "redriveList"); }
    RedriveView *view() const { return in<RedriveView>(*m_window, "redriveView"); }
    QPushButton *button(const char *name) const { return in<QPushButton>(*page(), name); }
    PlanId idOf(const char *state) const { return redriveScene(QString::fromLatin1(state), m_clock.now()).record.plan.id; }
    void open(const QStringList &states)
    {
        layOut(port(), states, m_clock.now());
        m_window.reset(m_fixture->makeWindow());
        m_window->resize(1280, 800);
        m_window->show();
        m_window->openPage(QStringLiteral("redrive"));
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        port().calls.clear();
    }

private slots:
    void init() { m_fixture = std::make_unique<WindowFixture>(m_clock); }
    void cleanup()
    {
        m_window.reset();
        m_fixture.reset();
    }

    void withoutRedrivesSaysWhatToDo()
    {
        open({});
        auto *empty = page()->findChild<EmptyState *>(QStringLiteral("noRedrives"));
        QVERIFY(empty->isVisible());
        QCOMPARE(empty->title(), QStringLiteral("No redrives yet"));
        QTest::mouseClick(in<QPushButton>(*empty, "emptyAction"), Qt::LeftButton);
        QCOMPARE(m_window->currentPage(), QStringLiteral("deadletters"));
    }

    void theListHasWhatNeedsSomebodyFirst()
    {
        open({QStringLiteral("closed"), QStringLiteral("waiting"), QStringLiteral("stepping"), QStringLiteral("asked"), QStringLiteral("unknown"), QStringLiteral("refused")});
        const QAbstractItemModelTester tester(list()->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        const auto *order = static_cast<RedriveOrder *>(list()->model());
        QStringList states;
        for (int row = 0; row < order->rowCount(); ++row)
            states << order->recordAt(row).plan.id.text();
        QCOMPARE(states.first(), idOf("asked").text());
        QCOMPARE(states.at(1), idOf("unknown").text());
        QCOMPARE(states.at(2), idOf("stepping").text());
        QVERIFY(states.indexOf(idOf("waiting").text()) < states.indexOf(idOf("closed").text()));
        QCOMPARE(view()->plan(), idOf("asked")); // and that one is on the screen
    }

    void everyStateCanBeLookedAt()
    {
        open(redriveStates());
        for (const QString &state : redriveStates()) {
            page()->showRedrive(redriveScene(state, m_clock.now()).record.plan.id);
            QVERIFY(view()->isVisible());
            QVERIFY(!in<FormHeader>(*view(), "redriveHeader")->title().isEmpty());
            m_window->grab();
        }
    }

    void letterKeysAndSpaceStayWithTheWindowButNeverPauseWhileARunIsOpen()
    {
        open({QStringLiteral("stepping")});
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_Space);
        QTest::keyClick(page(), Qt::Key_Space);
        QVERIFY(!m_fixture->monitor.paused);
        QVERIFY(port().calls.isEmpty());
    }

    void arrowsWalkTheList()
    {
        open({QStringLiteral("asked"), QStringLiteral("waiting"), QStringLiteral("closed")});
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_Down);
        QCOMPARE(view()->plan(), idOf("waiting"));
    }

    void aColleaguesPlanIsComparedAfterTheLookWasDeclared()
    {
        open({QStringLiteral("asked")});
        for (int i = 0; i < 12; ++i)
            port().evidence << EvidenceRow{i, i == 4 ? EvidenceRow::Found::Different : i == 7 ? EvidenceRow::Found::Missing : EvidenceRow::Found::Equal};
        withDialog("compareDialog", [this](QDialog &dialog) {
            QVERIFY(in<QLabel>(dialog, "consequence")->text().contains(QStringLiteral("marks what it shows as redelivered")));
            QVERIFY(!port().wasCalled(QStringLiteral("compareWithQueue")));
            QTest::mouseClick(in<QPushButton>(dialog, "yes"), Qt::LeftButton);
        });
        QTest::mouseClick(button("compare"), Qt::LeftButton);
        QVERIFY(port().wasCalled(QStringLiteral("compareWithQueue")));
        QVERIFY(in<MarkedText>(*view(), "evidenceSummary")->text().contains(QStringLiteral("10 equal, 1 different, 1 missing")));
        const auto *items = in<QTableView>(*view(), "planItems")->model();
        QCOMPARE(items->index(4, PlanItemModel::EvidenceColumn).data(Qt::UserRole).toString(), QStringLiteral("different"));
        QCOMPARE(items->index(7, PlanItemModel::EvidenceColumn).data(Qt::UserRole).toString(), QStringLiteral("missing"));
    }

    void notLookingSendsNothing()
    {
        open({QStringLiteral("asked")});
        withDialog("compareDialog", [](QDialog &dialog) { QTest::mouseClick(in<QPushButton>(dialog, "no"), Qt::LeftButton); });
        QTest::mouseClick(button("compare"), Qt::LeftButton);
        QVERIFY(!port().wasCalled(QStringLiteral("compareWithQueue")));
    }

    void refusingNeedsAReason()
    {
        open({QStringLiteral("asked")});
        withDialog("refuseDialog", [this](QDialog &dialog) {
            auto *yes = in<QPushButton>(dialog, "yes");
            QVERIFY(!yes->isEnabled());
            QTest::mouseClick(yes, Qt::LeftButton);
            QVERIFY(port().calls.isEmpty());
            QTest::keyClicks(in<QPlainTextEdit>(dialog, "reasonText"), QStringLiteral("not everywhere yet"));
            QTest::mouseClick(yes, Qt::LeftButton);
        });
        QTest::mouseClick(button("openRefuse"), Qt::LeftButton);
        QCOMPARE(port().calls, QStringList{QStringLiteral("refuse %1 not everywhere yet").arg(idOf("asked").text())});
    }

    void nobodyApprovesTheirOwnProductionPlan()
    {
        open({QStringLiteral("waiting")});
        QVERIFY(!button("openApprove")->isVisible());
        QVERIFY(!button("startRun")->isVisible());
        RedriveRecord own = port().records.first();
        own.isOwn = false; // the same person at another desk
        port().put(own);
        QVERIFY(!button("openApprove")->isEnabled());
        QVERIFY(in<MarkedText>(*page(), "whyNotApprove")->text().contains(QStringLiteral("You asked for it")));
    }

    void whoIsNotInTheRosterCanNotApprove()
    {
        open({QStringLiteral("asked")});
        QVERIFY(button("openApprove")->isEnabled());
        OperatorState people = port().state;
        people.roster->entries.removeFirst();
        port().setPeople(people);
        QVERIFY(!button("openApprove")->isEnabled());
        people.roster.reset();
        port().setPeople(people);
        QVERIFY(!button("openApprove")->isEnabled());
        people.self.reset();
        port().setPeople(people);
        QVERIFY(!button("openApprove")->isEnabled());
        QVERIFY(in<MarkedText>(*page(), "whyNotApprove")->text().contains(QStringLiteral("no identity")));
    }

    void withoutAKeychainThePageSaysSo()
    {
        open({QStringLiteral("asked")});
        OperatorState people = port().state;
        people.keychain = OperatorState::Keychain::Unavailable;
        port().setPeople(people);
        auto *notice = in<NoticeBar>(*page(), "noticeBar");
        QVERIFY(notice->isVisible());
        QVERIFY(notice->text().contains(QStringLiteral("keychain")));
        QVERIFY(!button("openApprove")->isEnabled());
    }

    void aForgedPlanSaysSoAndCanNotBeApproved()
    {
        open({QStringLiteral("forged")});
        QVERIFY(!button("openApprove")->isEnabled());
        QVERIFY(!button("compare")->isVisible());
        QVERIFY(in<MarkedText>(*page(), "signatureProblem")->text().contains(QStringLiteral("does not hold")));
    }

    void aPlanIsMadeSignedAndShown()
    {
        open({});
        port().nextDraft = redriveDraft(m_clock.now());
        PlanRequest request;
        request.deadSet = {ConnectionId(QStringLiteral("infrai-eu")), QStringLiteral("reservation-expiry.dlq")};
        request.letters = {3, 4};
        m_window->openPage(QStringLiteral("overview"));
        emit m_window->findChild<Page *>(QStringLiteral("overviewPage"))->planRequested(request);
        QCOMPARE(m_window->currentPage(), QStringLiteral("redrive"));
        QCOMPARE(port().asked.letters, request.letters);
        QVERIFY(in<DraftForm>(*page(), "draftForm")->isVisible());
        QVERIFY(button("draftCard")->isVisible());
    }

    void aDraftSurvivesLeavingThePageAndIsNotLostUnasked()
    {
        open({QStringLiteral("closed")});
        port().nextDraft = redriveDraft(m_clock.now());
        page()->startPlan({});
        QTest::keyClicks(in<QLineEdit>(*page(), "reference"), QStringLiteral("INC-1"));
        m_window->openPage(QStringLiteral("overview"));
        m_window->openPage(QStringLiteral("redrive"));
        QCOMPARE(in<QLineEdit>(*page(), "reference")->text(), QStringLiteral("INC-1"));
        page()->showRedrive(idOf("closed"));
        QTest::mouseClick(button("draftCard"), Qt::LeftButton);
        QVERIFY(in<DraftForm>(*page(), "draftForm")->isVisible());
        port().calls.clear();
        withDialog("replaceDraftDialog", [](QDialog &dialog) { QTest::keyClick(&dialog, Qt::Key_Escape); });
        page()->startPlan({});
        QVERIFY(port().calls.isEmpty());
        QCOMPARE(in<QLineEdit>(*page(), "reference")->text(), QStringLiteral("INC-1"));
    }

    void aDraftThatFailsSaysWhyAndCanBeTriedAgain()
    {
        open({});
        port().nextFailure = Error{Error::Kind::Unreachable, QStringLiteral("The server can't be reached."), {}, {}, {}, {}, {}};
        page()->startPlan({});
        QVERIFY(!in<DraftForm>(*page(), "draftForm")->isVisible());
        port().nextDraft = redriveDraft(m_clock.now());
        for (EmptyState *state : page()->findChildren<EmptyState *>()) {
            if (state->isVisible())
                QTest::mouseClick(in<QPushButton>(*state, "emptyAction"), Qt::LeftButton);
        }
        QVERIFY(in<DraftForm>(*page(), "draftForm")->isVisible());
    }

    void theOverviewNamesWhatNeedsAPersonAndOpensIt()
    {
        open({QStringLiteral("unknown"), QStringLiteral("asked"), QStringLiteral("closed")});
        m_window->openPage(QStringLiteral("overview"));
        QTRY_VERIFY(in<NeedsYouStrip>(*m_window, "needsYou")->isVisible());
        NeedCard *asked = nullptr;
        int cards = 0;
        for (NeedCard *card : m_window->findChildren<NeedCard *>()) {
            if (!card->isVisible() || card->plan().isEmpty())
                continue;
            ++cards;
            if (card->plan() == idOf("asked"))
                asked = card;
        }
        QCOMPARE(cards, 2);
        QVERIFY(asked);
        QVERIFY(asked->accessibleName().contains(QStringLiteral("Grace Lindqvist asks for your approval")));
        QTest::mouseClick(asked, Qt::LeftButton);
        QCOMPARE(m_window->currentPage(), QStringLiteral("redrive"));
        QCOMPARE(view()->plan(), idOf("asked"));
    }

    void aKeyIsPinnedOnlyAfterItWasCompared()
    {
        open({});
        withDialog("peopleDialog", [this](QDialog &dialog) {
            auto *pin = in<QPushButton>(dialog, "pinMaintainer");
            auto *compared = in<QCheckBox>(dialog, "comparedByVoice");
            const QByteArray key(32, 'm');
            QVERIFY(!pin->isEnabled());
            QTest::keyClicks(in<QLineEdit>(dialog, "maintainerKey"), QStringLiteral("not a key"));
            QVERIFY(!compared->isEnabled());
            in<QLineEdit>(dialog, "maintainerKey")->setText(QString::fromLatin1(key.toBase64()));
            QCOMPARE(in<QLabel>(dialog, "typedPrint")->text(), fingerprint(key));
            QVERIFY(!pin->isEnabled());
            compared->setChecked(true);
            QVERIFY(pin->isEnabled());
            in<QLineEdit>(dialog, "maintainerKey")->setText(QString::fromLatin1(QByteArray(32, 'n').toBase64()));
            QVERIFY(!pin->isEnabled()); // another key: compare again
            compared->setChecked(true);
            QTest::mouseClick(pin, Qt::LeftButton);
            QVERIFY(port().wasCalled(QStringLiteral("pinMaintainer")));
        });
        QTest::mouseClick(button("people"), Qt::LeftButton);
    }

    void anIdentityIsMadeHere()
    {
        open({});
        port().withIdentity = port().state;
        OperatorState people = port().state;
        people.self.reset();
        port().setPeople(people);
        withDialog("peopleDialog", [this](QDialog &dialog) {
            auto *name = in<QLineEdit>(dialog, "newName");
            name->clear();
            QVERIFY(!in<QPushButton>(dialog, "makeIdentity")->isEnabled());
            QTest::keyClicks(name, QStringLiteral("Ada Okafor"));
            QTest::mouseClick(in<QPushButton>(dialog, "makeIdentity"), Qt::LeftButton);
            QVERIFY(port().wasCalled(QStringLiteral("createIdentity Ada Okafor")));
            QCOMPARE(in<QLabel>(dialog, "identityPrint")->text(), fingerprint(QByteArray(32, 'k')));
        });
        QTest::mouseClick(button("people"), Qt::LeftButton);
    }

    void aCorrectedCopyShowsItsDifferenceAndKeepsTheKey()
    {
        open({});
        port().nextDraft = redriveDraft(m_clock.now());
        const QueueId deadSet{ConnectionId(QStringLiteral("infrai-eu")), QStringLiteral("reservation-expiry.dlq")};
        const DeadLetter letter = letterStory(deadSet, m_clock.now(), 4).at(1);
        const DeadLetterRow row = makeRow(letter, 1, builtInRules(), QStringLiteral("infrai"));
        withDialog("correctDialog", [&](QDialog &dialog) {
            auto *plan = in<QPushButton>(dialog, "planCopy");
            QVERIFY(!plan->isEnabled()); // nothing is changed
            auto *text = in<QPlainTextEdit>(dialog, "correctedPayload");
            QCOMPARE(text->toPlainText().toUtf8(), letter.payload);
            text->setPlainText(text->toPlainText().replace(QStringLiteral("A-4001"), QStringLiteral("A-9")));
            QVERIFY(!plan->isEnabled()); // nor said why
            QTest::keyClicks(in<QLineEdit>(dialog, "correctionWhy"), QStringLiteral("mended by hand"));
            QVERIFY(plan->isEnabled());
            QTest::mouseClick(plan, Qt::LeftButton);
        });
        page()->startCorrection(deadSet, row, letter);
        QVERIFY(port().wasCalled(QStringLiteral("draftCorrection reservation-expiry.dlq 1 mended by hand")));
        QVERIFY(port().correctedPayload.contains("A-9"));
        QVERIFY(in<DraftForm>(*page(), "draftForm")->isVisible());
    }

    void aReviewIsForSomebodyElse()
    {
        open({QStringLiteral("breakglass")});
        QVERIFY(!button("openReview")->isVisible()); // Ada asked for it
        RedriveRecord other = port().records.first();
        other.plan.requester = grace();
        other.isOwn = false;
        port().put(other);
        QVERIFY(button("openReview")->isVisible());
        withDialog("reviewDialog", [](QDialog &dialog) {
            QTest::keyClicks(in<QPlainTextEdit>(dialog, "reasonText"), QStringLiteral("It was right."));
            QTest::mouseClick(in<QPushButton>(dialog, "yes"), Qt::LeftButton);
        });
        QTest::mouseClick(button("openReview"), Qt::LeftButton);
        QVERIFY(port().wasCalled(QStringLiteral("review ")));
    }
};

QTEST_MAIN(TestRedrivePage)
#include "TestRedrivePage.moc"
