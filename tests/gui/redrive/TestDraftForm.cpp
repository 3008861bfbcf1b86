// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/redrive/DialogDriver.h"
#include "tests/support/FakeClock.h"
#include "tests/support/RedriveStory.h"
#include "ui/common/EnvironmentFrame.h"
#include "ui/redrive/DraftForm.h"
#include "ui/redrive/FormHeader.h"
#include "ui/redrive/SectionFrame.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace holdwatch::ui;

class TestDraftForm : public QObject
{
    Q_OBJECT

    FakeClock m_clock;
    std::unique_ptr<FakeRedrive> m_port;
    std::unique_ptr<DraftForm> m_form;

    QPushButton *sign() const { return in<QPushButton>(*m_form, "signPlan"); }
    SectionHead *head(const char *section) const { return in<SectionHead>(*m_form, section); }
    QLineEdit *line(const char *name) const { return in<QLineEdit>(*m_form, name); }
    QStringList remarks(const char *section) const
    {
        QStringList texts;
        for (const MarkedText *each : in<QWidget>(*m_form, section)->findChildren<MarkedText *>(QStringLiteral("remark"))) {
            if (!each->isHidden())
                texts << each->text();
        }
        return texts;
    }
    static void type(QLineEdit *field, const QString &text)
    {
        field->setFocus();
        field->selectAll();
        if (text.isEmpty())
            QTest::keyClick(field, Qt::Key_Delete);
        else
            QTest::keyClicks(field, text);
    }
    void open(const PlanDraft &draft)
    {
        m_port->facts = draft.facts;
        m_form = std::make_unique<DraftForm>(*m_port, m_clock);
        m_form->resize(900, 800);
        m_form->show(draft);
        static_cast<QWidget *>(m_form.get())->show();
        m_form->activateWindow();
        QVERIFY(QTest::qWaitForWindowExposed(m_form.get()));
    }
    /// Everything a well-formed draft still lacks.
    void fillIn() const
    {
        type(line("reference"), QStringLiteral("INC-4711"));
        QTest::keyClicks(in<QPlainTextEdit>(*m_form, "reason"), QStringLiteral("Stock is held back."));
        type(line("perWorker"), QStringLiteral("2.5"));
        type(line("reserve"), QStringLiteral("1"));
        for (QWidget *diagnosis : m_form->findChildren<QWidget *>(QStringLiteral("diagnosis"))) {
            QTest::keyClicks(in<QLineEdit>(*diagnosis, "cause"), QStringLiteral("a cause"));
            auto *evidence = in<QComboBox>(*diagnosis, "evidence");
            evidence->setCurrentIndex(evidence->findData(int(Diagnosis::Evidence::Seen)));
            in<QCheckBox>(*diagnosis, "isFixed")->setChecked(true);
        }
    }

private slots:
    void init()
    {
        m_port = std::make_unique<FakeRedrive>();
        layOut(*m_port, {}, m_clock.now());
    }
    void cleanup()
    {
        m_form.reset();
        m_port.reset();
    }

    void refusedAndMissingSectionsBlockSigning()
    {
        open(redriveDraft(m_clock.now(), true));
        QVERIFY(!sign()->isEnabled());
        QVERIFY(head("whatSectionHead")->word().contains(QStringLiteral("refused")));
        QCOMPARE(head("whatSectionHead")->mark(), Mark::Refused);
        QVERIFY(!remarks("whatSection").filter(QStringLiteral("idempotency key")).isEmpty());
        QVERIFY(head("whySectionHead")->word().contains(QStringLiteral("refused")));
        QVERIFY(in<QLabel>(*m_form, "signConsequence")->text().contains(QStringLiteral("It can't be signed yet")));
        QTest::mouseClick(sign(), Qt::LeftButton);
        QTest::keyClick(sign(), Qt::Key_Space);
        QTest::keyClick(sign(), Qt::Key_Return);
        QVERIFY(!m_port->wasCalled(QStringLiteral("sign")));
    }

    void whatIsNotFixedCanNotBeSigned()
    {
        open(redriveDraft(m_clock.now()));
        fillIn();
        QTRY_VERIFY(sign()->isEnabled());
        in<QCheckBox>(*m_form, "isFixed")->setChecked(false);
        QVERIFY(!sign()->isEnabled()); // at once, before it is checked
        QTRY_VERIFY(!remarks("whySection").filter(QStringLiteral("not fixed")).isEmpty());
        QVERIFY(!sign()->isEnabled());
    }

    void aRateAboveTheCapacitySumIsRefused()
    {
        open(redriveDraft(m_clock.now()));
        fillIn();
        QTRY_VERIFY(sign()->isEnabled());
        type(line("rate"), QStringLiteral("6000"));
        QTRY_VERIFY(head("howMuchSectionHead")->word().contains(QStringLiteral("refused")));
        QVERIFY(!sign()->isEnabled());
    }

    void whatCanNotBeReadIsSaidBesideItsField()
    {
        open(redriveDraft(m_clock.now()));
        fillIn();
        QTRY_VERIFY(sign()->isEnabled());
        type(line("steps"), QStringLiteral("1, two"));
        QVERIFY(in<QLabel>(*m_form, "stepsFault")->isVisible());
        QTRY_VERIFY(in<QLabel>(*m_form, "signConsequence")->text().contains(QStringLiteral("can't be read")));
        QVERIFY(!sign()->isEnabled());
        type(line("steps"), QStringLiteral("1, 2"));
        QTRY_VERIFY(sign()->isEnabled());
        type(line("arrivals"), QStringLiteral("many"));
        QTRY_VERIFY(!sign()->isEnabled());
    }

    void liveFiguresAreFilledInAndTypingWins()
    {
        open(redriveDraft(m_clock.now()));
        QCOMPARE(line("workers")->text(), QStringLiteral("4"));
        QCOMPARE(line("arrivals")->text(), QStringLiteral("6"));
        QVERIFY(line("perWorker")->text().isEmpty()); // never taken as zero
        type(line("arrivals"), QStringLiteral("7"));
        type(line("perWorker"), QStringLiteral("2.5"));
        type(line("reserve"), QStringLiteral("0"));
        QTRY_COMPARE(m_form->plan().capacity.arrivals.value, 7.0);
        QCOMPARE(m_form->plan().capacity.arrivals.source, QStringLiteral("typed by Ada Okafor"));
        QVERIFY(in<QLabel>(*m_form, "capacitySum")->text().contains(QStringLiteral("2.5")));
        type(line("arrivals"), QString());
        QTRY_COMPARE(m_form->plan().capacity.arrivals.value, 6.0); // emptied: live again
    }

    void signsExactlyWhatIsOnTheScreen()
    {
        open(redriveDraft(m_clock.now()));
        fillIn();
        type(line("maxMessages"), QStringLiteral("7"));
        type(line("rate"), QStringLiteral("30"));
        type(line("canaryWatch"), QStringLiteral("3m"));
        QTRY_VERIFY(sign()->isEnabled());
        QVERIFY(!sign()->isDefault() && !sign()->autoDefault());
        QVERIFY(in<QLabel>(*m_form, "signConsequence")->text().contains(QStringLiteral("At most 7 messages")));
        QSignalSpy signedPlans(m_form.get(), &DraftForm::wasSigned);
        QTest::mouseClick(sign(), Qt::LeftButton);
        QCOMPARE(signedPlans.size(), 1);
        const RedrivePlan &plan = m_port->signedPlan;
        QCOMPARE(plan.reference, QStringLiteral("INC-4711"));
        QCOMPARE(plan.reason, QStringLiteral("Stock is held back."));
        QCOMPARE(plan.bounds.maxMessages, 7);
        QCOMPARE(plan.bounds.milliPerSecond, 500);
        QCOMPARE(plan.bounds.canaryWatch, Millis(Minutes(3)));
        QVERIFY(plan.diagnoses.first().isFixed);
        QVERIFY(!plan.warnings.isEmpty()); // what was gone on with
    }

    void aFailureToSignIsShownAndKeepsEverything()
    {
        open(redriveDraft(m_clock.now()));
        fillIn();
        QTRY_VERIFY(sign()->isEnabled());
        m_port->nextFailure = Error{Error::Kind::Storage, QStringLiteral("The record can't be written: the disk is full."), {}, {}, {}, {}, {}};
        QTest::mouseClick(sign(), Qt::LeftButton);
        QVERIFY(in<MarkedText>(*m_form, "signProblem")->text().startsWith(QStringLiteral("Nothing was signed.")));
        QCOMPARE(line("reference")->text(), QStringLiteral("INC-4711"));
        QVERIFY(sign()->isEnabled());
    }

    void withoutAnIdentityNothingIsSigned()
    {
        PlanDraft draft = redriveDraft(m_clock.now());
        draft.facts.people.self.reset();
        draft.plan.requester = {};
        m_port->state.self.reset();
        open(draft);
        fillIn();
        QTRY_VERIFY(m_form->plan().reference == QStringLiteral("INC-4711"));
        QVERIFY(!sign()->isEnabled());
        QVERIFY(head("whoSectionHead")->mark() == Mark::Refused);
        QSignalSpy people(m_form.get(), &DraftForm::peopleRequested);
        QTest::mouseClick(in<QPushButton>(*m_form, "openPeople"), Qt::LeftButton);
        QCOMPARE(people.size(), 1);
        m_port->setPeople(redrivePeople(m_clock.now())); // made meanwhile
        QTRY_VERIFY(sign()->isEnabled());
    }

    void breakGlassAsksForEverythingItNeeds()
    {
        open(redriveDraft(m_clock.now()));
        withDialog("breakGlassDialog", [this](QDialog &dialog) {
            auto *take = in<QPushButton>(dialog, "takeBreakGlass");
            QVERIFY(dialog.findChild<EnvironmentFrame *>()->isProduction());
            QVERIFY(!take->isEnabled());
            QTest::keyClicks(in<QLineEdit>(dialog, "incident"), QStringLiteral("INC-4711"));
            QVERIFY(!take->isEnabled());
            in<QCheckBox>(dialog, "askedPerson")->setChecked(true);
            QVERIFY(!take->isEnabled());
            const auto clock = [this](Millis ago) { return toQDateTime(m_clock.now() - ago).toString(QStringLiteral("H:mm")); };
            QTest::keyClicks(in<QLineEdit>(dialog, "askedAt"), clock(Minutes(5)));
            QVERIFY(!take->isEnabled()); // they have not been silent long enough
            QVERIFY(in<QLabel>(dialog, "breakGlassProblem")->text().contains(QStringLiteral("wait until 15 minutes")));
            in<QLineEdit>(dialog, "askedAt")->clear();
            QTest::keyClicks(in<QLineEdit>(dialog, "askedAt"), clock(Minutes(20)));
            QVERIFY(take->isEnabled());
            QTest::keyClick(in<QLineEdit>(dialog, "askedAt"), Qt::Key_Return);
            QVERIFY(dialog.isVisible()); // no default button
            QTest::mouseClick(take, Qt::LeftButton);
        });
        QTest::mouseClick(in<QPushButton>(*m_form, "breakGlass"), Qt::LeftButton);
        QVERIFY(m_form->plan().breakGlass);
        QCOMPARE(m_form->plan().breakGlass->asked, QStringList{QStringLiteral("Grace Lindqvist")});
        QTest::mouseClick(in<QPushButton>(*m_form, "breakGlass"), Qt::LeftButton);
        QVERIFY(!m_form->plan().breakGlass);
    }

    void breakGlassIsForTwentyAtMost()
    {
        PlanDraft draft = redriveDraft(m_clock.now());
        draft.plan = redrivePlan(m_clock.now(), 21);
        open(draft);
        withDialog("breakGlassDialog", [](QDialog &dialog) {
            QVERIFY(in<QLabel>(dialog, "breakGlassProblem")->text().contains(QStringLiteral("allows 20")));
            QVERIFY(!in<QPushButton>(dialog, "takeBreakGlass")->isEnabled());
        });
        QTest::mouseClick(in<QPushButton>(*m_form, "breakGlass"), Qt::LeftButton);
        QVERIFY(!m_form->plan().breakGlass);
    }

    void anotherTargetAsksForItsFacts()
    {
        open(redriveDraft(m_clock.now()));
        auto *target = in<QComboBox>(*m_form, "planTarget");
        target->setFocus();
        QTest::keyClick(target, Qt::Key_Home);
        QTRY_COMPARE(m_form->plan().target, QString());
        QVERIFY(m_port->wasCalled(QStringLiteral("refreshFacts")));
        QVERIFY(!m_port->wasCalled(QStringLiteral("sign")));
    }

    void productionIsNamed()
    {
        open(redriveDraft(m_clock.now()));
        QCOMPARE(in<FormHeader>(*m_form, "draftHeader")->environment(), QStringLiteral("PRODUCTION · infrai-eu"));
    }

    void everyFieldIsReachedByTab()
    {
        open(redriveDraft(m_clock.now()));
        QSet<QString> reached;
        in<QComboBox>(*m_form, "planTarget")->setFocus();
        for (int i = 0; i < 120; ++i) {
            if (QWidget *focus = QApplication::focusWidget())
                reached.insert(focus->objectName());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        for (const char *name : {"planTarget", "planItems", "reference", "reason", "cause", "evidence", "isFixed", "workers", "perWorker", "rate", "steps", "canaryProof", "onThrottled", "openPeople", "breakGlass", "discardDraft"})
            QVERIFY2(reached.contains(QString::fromLatin1(name)), name);
    }
};

QTEST_MAIN(TestDraftForm)
#include "TestDraftForm.moc"
