// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/LetterRowMaker.h"
#include "tests/support/DemoStory.h"
#include "tests/support/LetterStory.h"
#include "tests/support/PageFixture.h"
#include "ui/common/FilterField.h"
#include "ui/common/Labels.h"
#include "ui/common/PlainTable.h"
#include "ui/deadletters/ClassDialog.h"
#include "ui/deadletters/DeadLettersPage.h"
#include "ui/deadletters/ExportDialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QTimer>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace holdwatch::ui;

class TestDeadLettersPage : public QObject
{
    Q_OBJECT

    std::unique_ptr<PageFixture> m_fixture;
    std::unique_ptr<DeadLettersPage> m_page;
    QueueId m_deadSet;

    template<typename T>
    T *find(const char *name) const
    {
        auto *widget = m_page->findChild<T *>(QLatin1String(name));
        Q_ASSERT(widget);
        return widget;
    }
    PlainTable *letters() const { return find<PlainTable>("letterTable"); }
    PlainTable *groups() const { return find<PlainTable>("groupTable"); }
    FakeDeadLetters &port() const { return m_fixture->deadLetters; }
    void press(const char *name) const { QTest::mouseClick(find<QPushButton>(name), Qt::LeftButton); }
    void tellStory(int count = 60)
    {
        QVector<DeadLetterRow> rows;
        for (const DeadLetter &letter : letterStory(m_deadSet, m_fixture->clock.now(), count)) {
            rows << makeRow(letter, rows.size(), port().classRules, QStringLiteral("infrai"));
            port().letters[rows.last().number] = letter;
        }
        port().tell(m_deadSet, rows, m_fixture->clock.now());
    }
    void show(LookTerms::Effect effect)
    {
        port().terms.effect = effect;
        port().terms.sentence = QStringLiteral("Each message that is shown is <b>marked</b> as redelivered.");
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        QTRY_VERIFY(!port().termsAsked.isEmpty());
        m_deadSet = port().termsAsked.last();
    }

private slots:
    void init()
    {
        m_fixture = std::make_unique<PageFixture>();
        m_fixture->queues.update(demoQueues(m_fixture->clock.now()));
        m_page = std::make_unique<DeadLettersPage>(m_fixture->context());
        m_page->setScope({});
        m_page->resize(1200, 700);
    }
    void cleanup()
    {
        m_page.reset();
        m_fixture.reset();
    }

    void saysWhatALookDoesBeforeTheFirstOne()
    {
        show(LookTerms::Effect::Declared);
        QVERIFY(port().orders.isEmpty());
        QCOMPARE(find<QLabel>("lookTerms")->text(), port().terms.sentence);
        QCOMPARE(find<QLabel>("lookTerms")->textFormat(), Qt::PlainText);
        press("look");
        QCOMPARE(port().orders.size(), 1);
        QVERIFY(port().orders.first().hasConsented);
        QVERIFY(port().orders.first().overrideReason.isEmpty());
    }

    void readsAtOnceWhereNothingNotices()
    {
        show(LookTerms::Effect::None);
        QTRY_COMPARE(port().orders.size(), 1);
    }

    void aRiskyLookWantsAReason()
    {
        show(LookTerms::Effect::Risky);
        auto *look = find<QPushButton>("look");
        QVERIFY(!look->isEnabled());
        QTest::keyClicks(find<QLineEdit>("overrideReason"), QStringLiteral("ticket 4711, agreed with Ada"));
        QVERIFY(look->isEnabled());
        press("look");
        QCOMPARE(port().orders.first().overrideReason, QStringLiteral("ticket 4711, agreed with Ada"));
    }

    void whereNoLookIsPossibleThereIsNoButton()
    {
        show(LookTerms::Effect::Refused);
        QVERIFY(!find<QPushButton>("look")->isVisible());
        QVERIFY(find<QLabel>("lookTerms")->isVisible());
    }

    void groupsLetterAndMessageFollowOneAnother()
    {
        show(LookTerms::Effect::Declared);
        tellStory();
        QCOMPARE(letters()->model()->rowCount(), 60);
        QVERIFY(groups()->model()->rowCount() >= 4);
        groups()->selectRow(0);
        const int inGroup = letters()->model()->rowCount();
        QVERIFY(inGroup > 0 && inGroup < 60);
        QCOMPARE(port().fetched.size(), 1); // the first is shown by itself: it is here already
        letters()->selectRow(1);
        QCOMPARE(port().fetched.size(), 2);
        QVERIFY(m_page->stepBack()); // Esc: all groups again
        QCOMPARE(letters()->model()->rowCount(), 60);
        QVERIFY(!m_page->stepBack());
    }

    void filtersByKnownFieldsAndByWhatIsInTheMessage()
    {
        show(LookTerms::Effect::Declared);
        tellStory();
        auto *field = m_page->findChild<FilterField *>();
        field->setText(QStringLiteral("status:429"));
        QTRY_VERIFY(letters()->model()->rowCount() < 60);
        const int limited = letters()->model()->rowCount();
        QVERIFY(limited > 0);
        field->setText(QStringLiteral("order.id:\"A-4002\""));
        QTRY_COMPARE(letters()->model()->rowCount(), 1);
        field->setText(QStringLiteral("status:often"));
        QVERIFY(!field->fault().isEmpty());
        QCOMPARE(letters()->model()->rowCount(), 1); // the last right one holds
    }

    void aFilterOnAMaskedFieldIsSaidAndRecordedOnce()
    {
        show(LookTerms::Effect::Declared);
        tellStory();
        auto *field = m_page->findChild<FilterField *>();
        field->setText(QStringLiteral("customer.email:\"ada@example.com\""));
        QTRY_VERIFY(letters()->model()->rowCount() < 60);
        QVERIFY(find<QLabel>("maskedFilter")->isVisible());
        QCOMPARE(port().revealed.size(), 1);
        QVERIFY(port().revealed.first().startsWith(QStringLiteral("-1 filter on customer.email")));
        QVERIFY(!port().revealed.first().contains(QStringLiteral("ada")));
        groups()->selectRow(0);
        field->setText(QStringLiteral("order.id:\"A-4002\""));
        QVERIFY(!find<QLabel>("maskedFilter")->isVisible());
        field->setText(QStringLiteral("customer.email:\"ada@example.com\""));
        QCOMPARE(port().revealed.size(), 1);
        field->setText(QStringLiteral("customer.email:\"bob@example.com\""));
        QCOMPARE(port().revealed.size(), 2);
    }

    void freeTextDoesNotFindWhatIsMasked()
    {
        show(LookTerms::Effect::Declared);
        tellStory();
        auto *field = m_page->findChild<FilterField *>();
        field->setText(QStringLiteral("4111111111111111"));
        QTRY_COMPARE(letters()->model()->rowCount(), 0);
        field->setText(QStringLiteral("99999999999999999999"));
        QTRY_VERIFY(letters()->model()->rowCount() > 0);
        QVERIFY(port().revealed.isEmpty());
    }

    void groupsAndMessageSayWhatTheFilterLeavesOut()
    {
        show(LookTerms::Effect::Declared);
        tellStory();
        const auto count = [this](int row) { return groups()->model()->index(row, int(GroupCell::Count)).data().toString(); };
        const QString before = count(0);
        m_page->findChild<FilterField *>()->setText(QStringLiteral("order.id:\"A-4002\""));
        QTRY_COMPARE(letters()->model()->rowCount(), 1);
        QStringList counts;
        for (int row = 0; row < groups()->model()->rowCount(); ++row)
            counts << count(row);
        QCOMPARE(counts.filter(QRegularExpression(QStringLiteral("^1 of \\d+$"))).size(), 1);
        QVERIFY(counts.contains(QStringLiteral("0 of ") + before) || count(0) == QStringLiteral("1 of ") + before);
        QVERIFY(find<QLabel>("whereabouts")->isVisible()); // the first letter is still shown
        const int other = counts.indexOf(QRegularExpression(QStringLiteral("^0 of .*")));
        groups()->selectRow(other);
        QTRY_COMPARE(letters()->model()->rowCount(), 0);
        QCOMPARE(count(other), counts.at(other)); // a group that is chosen takes nothing from the others
        QCOMPARE(counts.filter(QRegularExpression(QStringLiteral("^1 of \\d+$"))).size(), 1);
        m_page->findChild<FilterField *>()->setText({});
        QTRY_COMPARE(count(0), before);
    }

    void errorTextsAreMaskedInEveryListAndWhenCopied()
    {
        show(LookTerms::Effect::Declared);
        DeadLetter letter = letterStory(m_deadSet, m_fixture->clock.now(), 1).first();
        letter.error = QStringLiteral("login of bob@example.com failed: password=hunter2 at https://bob:hunter2@pay.example.com");
        port().letters[0] = letter;
        port().tell(m_deadSet, {makeRow(letter, 0, port().classRules, QStringLiteral("infrai"))}, m_fixture->clock.now());
        find<QComboBox>("grouping")->setCurrentIndex(3);
        QStringList texts{find<ElidedLabel>("messageError")->text()};
        for (const QAbstractItemModel *model : {letters()->model(), groups()->model()}) {
            for (int column = 0; column < model->columnCount(); ++column) {
                for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole)})
                    texts << model->index(0, column).data(role).toString();
            }
        }
        for (const QLabel *label : m_page->findChildren<QLabel *>())
            texts << label->text() << label->toolTip();
        for (const QString &text : std::as_const(texts))
            QVERIFY2(!text.contains(QStringLiteral("hunter")) && !text.contains(QStringLiteral("bob@")), qPrintable(text));
        QVERIFY(letters()->model()->index(0, int(LetterCell::Error)).data().toString().contains(QStringLiteral("password=\u25CF\u25CF\u25CF")));
    }

    void aWideMessageHasThePageAndEscGivesItBack()
    {
        show(LookTerms::Effect::Declared);
        tellStory(3);
        find<QAbstractButton>("wideMessage")->click();
        QVERIFY(!groups()->isVisible() && !letters()->isVisible());
        QTRY_VERIFY(find<QWidget>("payloadRaw")->isVisible() && find<QWidget>("payloadPretty")->isVisible());
        QVERIFY(m_page->stepBack());
        QVERIFY(groups()->isVisible() && letters()->isVisible());
    }

    void aQueueThatNobodyPointsAtCanBeMarkedAndIsRemembered()
    {
        show(LookTerms::Effect::Declared);
        QueueStatus orphan = demoQueues(m_fixture->clock.now()).first();
        orphan.queue.id.name = QStringLiteral("zz-orders.dlq");
        orphan.queue.displayName = orphan.queue.id.name;
        orphan.queue.isDeadLetterQueue = false;
        m_fixture->queues.update({orphan});
        auto *picker = find<QComboBox>("deadSets");
        QCOMPARE(picker->itemText(picker->count() - 1), QStringLiteral("Other queues\u2026"));
        QCOMPARE(picker->findText(orphan.queue.displayName, Qt::MatchStartsWith), -1);
        QTimer::singleShot(0, [] {
            auto *dialog = QApplication::activeModalWidget();
            auto *list = dialog->findChild<QListWidget *>(QStringLiteral("chooserList"));
            QVERIFY(list->item(0)->text().startsWith(QStringLiteral("zz-orders.dlq"))); // it sounds like one
            list->item(0)->setCheckState(Qt::Checked);
            dialog->findChild<QPushButton *>(QStringLiteral("useMarked"))->click();
        });
        emit picker->activated(picker->count() - 1);
        QTRY_COMPARE(port().termsAsked.last(), orphan.queue.id);
        QVERIFY(find<QLabel>("lookTerms")->isVisible());
        m_page = std::make_unique<DeadLettersPage>(m_fixture->context());
        m_page->setScope({});
        QVERIFY(find<QComboBox>("deadSets")->findText(orphan.queue.displayName, Qt::MatchStartsWith) >= 0);
    }

    void howLongPayloadsStayIsChangedInTheWindow()
    {
        show(LookTerms::Effect::Declared);
        QTimer::singleShot(0, [] {
            auto *dialog = QApplication::activeModalWidget();
            QVERIFY(dialog->findChild<QCheckBox *>(QStringLiteral("keepPayloads"))->isChecked());
            dialog->findChild<QSpinBox *>(QStringLiteral("keepDays"))->setValue(3);
            dialog->findChild<QPushButton *>(QStringLiteral("savePolicy"))->click();
        });
        press("keeping");
        QVERIFY(port().policy.keepFor == std::chrono::hours(72) && port().policy.isKept);
        QTimer::singleShot(0, [] {
            auto *dialog = QApplication::activeModalWidget();
            dialog->findChild<QCheckBox *>(QStringLiteral("keepPayloads"))->setChecked(false);
            dialog->findChild<QPushButton *>(QStringLiteral("savePolicy"))->click();
        });
        press("keeping");
        QVERIFY(!port().policy.isKept);
    }

    void keepsWhatIsSelectedWhileMoreIsRead()
    {
        show(LookTerms::Effect::Declared);
        tellStory(20);
        letters()->selectRow(5);
        const QString chosen = letters()->model()->index(5, 0).data().toString();
        DeadLetterRow more = makeRow(letterStory(m_deadSet, m_fixture->clock.now(), 1).first(), 100, port().classRules, QStringLiteral("infrai"));
        emit port().lettersRead(m_deadSet, {more});
        QCOMPARE(letters()->model()->rowCount(), 21);
        QCOMPARE(letters()->model()->index(letters()->currentRow(), 0).data().toString(), chosen);
        QCOMPARE(port().fetched.size(), 2); // the first by itself, then the chosen one; not asked for again
    }

    void minesOnlyItsOwnDeadSet()
    {
        show(LookTerms::Effect::Declared);
        tellStory(5);
        emit port().snapshotCleared(QueueId{ConnectionId(QStringLiteral("elsewhere")), QStringLiteral("other")});
        QCOMPARE(letters()->model()->rowCount(), 5);
    }

    void preservesWithoutMasksAndExportsWithThem()
    {
        show(LookTerms::Effect::Declared);
        tellStory(12);
        QTimer::singleShot(0, [] {
            auto *dialog = QApplication::activeModalWidget();
            dialog->findChild<QLineEdit *>(QStringLiteral("exportPath"))->setText(QStringLiteral("/tmp/somewhere"));
            dialog->findChild<QPushButton *>(QStringLiteral("writeExport"))->click();
        });
        press("preserve");
        QCOMPARE(port().exported.size(), 1);
        QCOMPARE(port().exported[0].format, ExportFormat::ExactBytes);
        QCOMPARE(port().exported[0].letters.size(), 12);
        QVERIFY(!port().exported[0].isMasked);
        QTimer::singleShot(0, [] {
            auto *dialog = QApplication::activeModalWidget();
            dialog->findChild<QRadioButton *>(QStringLiteral("exportHtml"))->click();
            dialog->findChild<QLineEdit *>(QStringLiteral("exportPath"))->setText(QStringLiteral("/tmp/report.html"));
            dialog->findChild<QPushButton *>(QStringLiteral("writeExport"))->click();
        });
        m_page->exportShown();
        QCOMPARE(port().exported[1].format, ExportFormat::Html);
        QVERIFY(port().exported[1].isMasked);
    }

    void aFailedExportStaysOpenAndSaysWhy()
    {
        show(LookTerms::Effect::Declared);
        ExportDialog dialog(port(), m_deadSet, {1, 2}, true, Environment::Production, QStringLiteral("Shop"));
        dialog.show();
        QVERIFY(dialog.findChild<QLabel *>(QStringLiteral("dialogEnvironment"))->text().contains(QStringLiteral("PRODUCTION")));
        dialog.findChild<QLineEdit *>(QStringLiteral("exportPath"))->setText(QStringLiteral("/full/disk"));
        port().nextFailure = Error{Error::Kind::Storage, QStringLiteral("The disk is full."), {}, {}, {}, {}, {}};
        dialog.findChild<QPushButton *>(QStringLiteral("writeExport"))->click();
        QVERIFY(dialog.isVisible());
        QCOMPARE(dialog.findChild<QLabel *>(QStringLiteral("exportProblem"))->text(), QStringLiteral("Nothing was written. The disk is full."));
    }

    void aClassIsGivenAStateAndAFixHasToBeNamed()
    {
        show(LookTerms::Effect::Declared);
        ClassDialog dialog(port(), QStringLiteral("malformed"), std::nullopt);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *state = dialog.findChild<QComboBox *>(QStringLiteral("state"));
        auto *save = dialog.findChild<QPushButton *>(QStringLiteral("saveClass"));
        state->setCurrentIndex(state->findData(int(FailureClass::State::Fixed)));
        QVERIFY(!save->isEnabled());
        QTest::keyClicks(dialog.findChild<QLineEdit *>(QStringLiteral("fix")), QStringLiteral("CHANGE-17"));
        QVERIFY(save->isEnabled());
        save->click();
        QCOMPARE(port().rulesSaved, 1);
        const auto &classes = port().classRules.classes;
        const auto saved = std::find_if(classes.cbegin(), classes.cend(), [](const FailureClass &each) { return each.id == QLatin1String("malformed"); });
        QCOMPARE(saved->fixReference, QStringLiteral("CHANGE-17"));
    }

    void anotherDeadSetStartsAnew()
    {
        show(LookTerms::Effect::Declared);
        tellStory(9);
        QueueStatus second = demoQueues(m_fixture->clock.now()).first();
        second.queue.id.name = QStringLiteral("second-dlq");
        second.queue.displayName = second.queue.id.name;
        second.queue.isDeadLetterQueue = true;
        m_fixture->queues.update({second});
        m_page->showQueue(second.queue.id);
        QCOMPARE(letters()->model()->rowCount(), 0);
        QTRY_COMPARE(port().termsAsked.last(), second.queue.id);
        QVERIFY(port().reopened.contains(second.queue.id));
    }

    void stopsOnWishAndTellsHowFarItCame()
    {
        show(LookTerms::Effect::Declared);
        press("look");
        ReadingState state;
        state.stage = ReadingState::Stage::Reading;
        state.seen = 40;
        state.total = 210;
        emit port().readingChanged(m_deadSet, state);
        press("stopReading");
        QCOMPARE(port().stopped, QVector<QueueId>{m_deadSet});
        state.stage = ReadingState::Stage::Sample;
        emit port().readingChanged(m_deadSet, state);
        QVERIFY(find<QWidget>("readingBar")->accessibleName().startsWith(QStringLiteral("Seen 40 of about 210.")));
    }
};

QTEST_MAIN(TestDeadLettersPage)
#include "TestDeadLettersPage.moc"
