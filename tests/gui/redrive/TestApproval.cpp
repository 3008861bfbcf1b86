// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/redrive/DialogDriver.h"
#include "tests/support/FakeClock.h"
#include "tests/support/RedriveStory.h"
#include "ui/common/EnvironmentFrame.h"
#include "ui/redrive/ApproveDialog.h"
#include "ui/redrive/Marks.h"
#include "ui/redrive/PhraseField.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace holdwatch::ui;

/// The dialog that lets messages move: first all the ways in which it must not.
class TestApproval : public QObject
{
    Q_OBJECT

    FakeClock m_clock;
    std::unique_ptr<FakeRedrive> m_port;
    std::unique_ptr<ApproveDialog> m_dialog;
    RedriveRecord m_record;

    PhraseField *phrase() const { return in<PhraseField>(*m_dialog, "phrase"); }
    QPushButton *approve() const { return in<QPushButton>(*m_dialog, "approve"); }
    QString problem() const { return in<MarkedText>(*m_dialog, "approveProblem")->text(); }
    QString rightPhrase() const { return approvalPhrase(m_record.plan); }
    void tickAll() const
    {
        for (const char *name : {"readDiagnosis", "readBounds"})
            in<QCheckBox>(*m_dialog, name)->setChecked(true);
    }
    void open(const RedriveRecord &record, const QVector<EvidenceRow> &compared = {})
    {
        m_record = record;
        m_dialog = std::make_unique<ApproveDialog>(*m_port, record, compared);
        m_dialog->show();
        m_dialog->activateWindow();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
    }

private slots:
    void init()
    {
        m_port = std::make_unique<FakeRedrive>();
        layOut(*m_port, {QStringLiteral("asked")}, m_clock.now());
        open(m_port->records.first());
    }
    void cleanup()
    {
        m_dialog.reset();
        m_port.reset();
    }

    void refusesApprovalWhenPhraseDiffers()
    {
        tickAll();
        for (const QString &wrong : {rightPhrase().toUpper() + QLatin1Char('x'), rightPhrase().chopped(1), rightPhrase() + QLatin1Char(' '), QStringLiteral("redrive 13 on infrai-eu")}) {
            phrase()->clear();
            QTest::keyClicks(phrase(), wrong);
            QVERIFY2(!approve()->isEnabled(), qPrintable(wrong));
        }
        QVERIFY(m_port->calls.isEmpty());
    }

    void refusesPastingByKeys()
    {
        tickAll();
        QGuiApplication::clipboard()->setText(rightPhrase());
        QTest::keyClick(phrase(), Qt::Key_V, Qt::ControlModifier);
        QVERIFY(phrase()->text().isEmpty());
        QTest::keyClick(phrase(), Qt::Key_Insert, Qt::ShiftModifier);
        QVERIFY(phrase()->text().isEmpty());
        QKeyEvent pasteKey(QEvent::KeyPress, Qt::Key_Paste, Qt::NoModifier);
        QApplication::sendEvent(phrase(), &pasteKey);
        QVERIFY(phrase()->text().isEmpty());
        QVERIFY(!approve()->isEnabled());
        QVERIFY(in<QLabel>(*m_dialog, "phraseHint")->text().contains(QStringLiteral("refused")));
    }

    void refusesPastingByProgramMenuAndMiddleClick()
    {
        tickAll();
        QGuiApplication::clipboard()->setText(rightPhrase());
        if (QGuiApplication::clipboard()->supportsSelection())
            QGuiApplication::clipboard()->setText(rightPhrase(), QClipboard::Selection);
        phrase()->paste();
        QVERIFY(phrase()->text().isEmpty());
        phrase()->insert(rightPhrase());
        QVERIFY(phrase()->text().isEmpty());
        QTest::mouseClick(phrase(), Qt::MiddleButton);
        QVERIFY(phrase()->text().isEmpty());
        QTest::mouseClick(phrase(), Qt::RightButton);
        QVERIFY(!QApplication::activePopupWidget());
        QVERIFY(!approve()->isEnabled());
    }

    void refusesADrop()
    {
        tickAll();
        QMimeData data;
        data.setText(rightPhrase());
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(phrase(), &enter);
        QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(phrase(), &drop);
        QVERIFY(phrase()->text().isEmpty());
    }

    void refusesAWholePhraseFromAnInputMethod()
    {
        QInputMethodEvent whole;
        whole.setCommitString(rightPhrase());
        QApplication::sendEvent(phrase(), &whole);
        QVERIFY(phrase()->text().isEmpty());
        QInputMethodEvent composed;
        composed.setCommitString(QStringLiteral("re"));
        QApplication::sendEvent(phrase(), &composed);
        QCOMPARE(phrase()->text(), QStringLiteral("re"));
    }

    void refusesToReplaceWhatWasTypedByAPaste()
    {
        const QString typed = rightPhrase().left(3) + QString(40, QLatin1Char('z'));
        QTest::keyClicks(phrase(), typed);
        QGuiApplication::clipboard()->setText(rightPhrase());
        phrase()->selectAll();
        phrase()->paste(); // shorter than what stood there, and still a paste
        QCOMPARE(phrase()->text(), typed);
    }

    void whatWasTypedCanBeMended()
    {
        tickAll();
        QTest::keyClicks(phrase(), rightPhrase() + QLatin1Char('q'));
        QTest::keyClick(phrase(), Qt::Key_Backspace);
        QVERIFY(approve()->isEnabled());
        QTest::keyClick(phrase(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(phrase(), Qt::Key_X);
        QCOMPARE(phrase()->text(), QStringLiteral("x"));
        QVERIFY(!approve()->isEnabled());
    }

    void enterOnADisabledButtonDoesNothing()
    {
        for (QWidget *target : std::initializer_list<QWidget *>{phrase(), approve(), m_dialog.get()}) {
            QTest::keyClick(target, Qt::Key_Return);
            QTest::keyClick(target, Qt::Key_Enter);
            QTest::keyClick(target, Qt::Key_Return, Qt::ControlModifier);
        }
        QTest::mouseClick(approve(), Qt::LeftButton);
        QTest::keyClick(approve(), Qt::Key_Space);
        QVERIFY(m_port->calls.isEmpty());
        QVERIFY(m_dialog->isVisible());
    }

    void enterInTheRightPhraseDoesNotApproveEither()
    {
        tickAll();
        QTest::keyClicks(phrase(), rightPhrase());
        QTest::keyClick(phrase(), Qt::Key_Return);
        QVERIFY(m_port->calls.isEmpty());
        QVERIFY(!approve()->isDefault() && !approve()->autoDefault());
        QVERIFY(!in<QPushButton>(*m_dialog, "notNow")->isDefault());
    }

    void refusesWithoutHavingLooked()
    {
        QTest::keyClicks(phrase(), rightPhrase());
        QVERIFY(!approve()->isEnabled());
        in<QCheckBox>(*m_dialog, "readDiagnosis")->setChecked(true);
        QVERIFY(!approve()->isEnabled());
        in<QCheckBox>(*m_dialog, "readBounds")->setChecked(true);
        QVERIFY(approve()->isEnabled());
    }

    void aPlanThatChangedBehindItCannotBeApproved()
    {
        tickAll();
        QTest::keyClicks(phrase(), rightPhrase());
        QVERIFY(approve()->isEnabled());
        RedriveRecord other = m_record;
        other.digest = QByteArray(32, 'x');
        other.plan.items.removeLast();
        m_port->put(other);
        QVERIFY(!approve()->isEnabled());
        QVERIFY(problem().contains(QStringLiteral("changed while this was open")));
        QTest::mouseClick(approve(), Qt::LeftButton);
        QVERIFY(m_port->calls.isEmpty());
        // It stays so, even if the old plan comes back.
        m_port->put(m_record);
        QVERIFY(!approve()->isEnabled());
    }

    void aPlanThatIsWithdrawnOrGoneCannotBeApproved()
    {
        tickAll();
        QTest::keyClicks(phrase(), rightPhrase());
        RedriveRecord withdrawn = m_record;
        Statement statement;
        statement.kind = Statement::Kind::Withdraw;
        statement.by = grace();
        withdrawn.statements << StatementRow{statement, {}};
        m_port->put(withdrawn);
        QVERIFY(!approve()->isEnabled());
        QVERIFY(problem().contains(QStringLiteral("withdrawn")));
        open(m_record);
        QVERIFY(m_port->forget(m_record.plan.id));
        QVERIFY(problem().contains(QStringLiteral("no longer here")));
    }

    void newsAboutAnotherPlanChangesNothing()
    {
        tickAll();
        QTest::keyClicks(phrase(), rightPhrase());
        m_port->put(redriveScene(QStringLiteral("foreign"), m_clock.now()).record);
        QVERIFY(approve()->isEnabled());
    }

    void aForgedPlanCannotBeApproved()
    {
        open(redriveScene(QStringLiteral("forged"), m_clock.now()).record);
        tickAll();
        QVERIFY(!phrase()->isEnabled());
        QVERIFY(!approve()->isEnabled());
        QVERIFY(problem().contains(QStringLiteral("does not hold")));
    }

    void anErrorOfThePortIsShownAndNothingIsLost()
    {
        tickAll();
        QTest::keyClicks(phrase(), rightPhrase());
        m_port->nextFailure = Error{Error::Kind::Conflict, QStringLiteral("The plan expired at 12:00 UTC."), {}, QStringLiteral("Ask for a new one."), {}, {}, {}};
        QTest::mouseClick(approve(), Qt::LeftButton);
        QVERIFY(m_dialog->isVisible());
        QCOMPARE(problem(), QStringLiteral("Nothing was approved. The plan expired at 12:00 UTC. Ask for a new one."));
        QCOMPARE(phrase()->text(), rightPhrase());
        QVERIFY(approve()->isEnabled());
    }

    void oneClickIsOneApproval()
    {
        tickAll();
        QTest::keyClicks(phrase(), rightPhrase());
        m_port->answersAtOnce = false;
        QTest::mouseClick(approve(), Qt::LeftButton);
        QTest::mouseClick(approve(), Qt::LeftButton);
        QCOMPARE(m_port->calls.size(), 1);
        QVERIFY(m_dialog->isVisible());
        m_port->answer();
        QVERIFY(!m_dialog->isVisible());
    }

    void anAnswerAfterTheDialogIsGoneDoesNoHarm()
    {
        tickAll();
        QTest::keyClicks(phrase(), rightPhrase());
        m_port->answersAtOnce = false;
        QTest::mouseClick(approve(), Qt::LeftButton);
        m_dialog.reset();
        m_port->answer();
    }

    void productionIsFramedAndNamed()
    {
        QVERIFY(m_dialog->findChild<EnvironmentFrame *>()->isProduction());
        auto *word = in<QLabel>(*m_dialog, "dialogEnvironment");
        QVERIFY(word->isVisible());
        QVERIFY(word->text().startsWith(QStringLiteral("PRODUCTION")));
        RedriveRecord staging = m_record;
        staging.plan.environment = Environment::Staging;
        open(staging);
        QVERIFY(!m_dialog->findChild<EnvironmentFrame *>()->isProduction());
    }

    void saysWhatHappensAsTextAndNeverAsHtml()
    {
        RedriveRecord nasty = m_record;
        nasty.plan.reason = QStringLiteral("<b>bold</b><img src='file:///etc/passwd'>");
        open(nasty);
        QVERIFY(in<QLabel>(*m_dialog, "consequence")->text().startsWith(QStringLiteral("At most 12 messages go from reservation-expiry.dlq to reservation-expiry")));
        for (const QLabel *label : m_dialog->findChildren<QLabel *>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    void theWholeWalkWorksWithoutAMouse()
    {
        in<QCheckBox>(*m_dialog, "readDiagnosis")->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        for (int i = 0; i < 6 && QApplication::focusWidget() != phrase(); ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), phrase());
        QTest::keyClicks(phrase(), rightPhrase());
        for (int i = 0; i < 6 && QApplication::focusWidget() != approve(); ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), approve());
        QTest::keyClick(approve(), Qt::Key_Space);
        QCOMPARE(m_port->calls, QStringList{QStringLiteral("approve %1 %2").arg(m_record.plan.id.text(), rightPhrase())});
        QCOMPARE(m_port->evidenceGiven.size(), 2);
        QVERIFY(!m_dialog->isVisible());
    }

    void whatWasComparedIsSignedWithIt()
    {
        QVERIFY(!in<QCheckBox>(*m_dialog, "comparedWithQueue")->isEnabled());
        QVector<EvidenceRow> rows;
        for (int i = 0; i < 12; ++i)
            rows << EvidenceRow{i, i == 3 ? EvidenceRow::Found::Different : EvidenceRow::Found::Equal};
        open(m_record, rows);
        tickAll();
        QTest::keyClicks(phrase(), rightPhrase());
        QTest::mouseClick(approve(), Qt::LeftButton);
        QVERIFY(m_port->evidenceGiven.last().contains(QStringLiteral("11 equal, 1 different")));
    }

    void practiceNeedsNoPhrase()
    {
        RedriveRecord practice = m_record;
        practice.plan.environment = Environment::Practice;
        practice.isOwn = true;
        m_port->put(practice);
        open(practice);
        QVERIFY(!m_dialog->findChild<PhraseField *>());
        QVERIFY(!approve()->isEnabled());
        tickAll();
        QTest::mouseClick(approve(), Qt::LeftButton);
        QCOMPARE(m_port->calls.size(), 1);
    }
};

QTEST_MAIN(TestApproval)
#include "TestApproval.moc"
