// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/DemoStory.h"
#include "tests/support/FakeMonitor.h"
#include "tests/support/FakeClock.h"
#include "ui/charts/TimeChart.h"
#include "ui/queue/ToleranceDialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>

#include <memory>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace holdwatch::ui;

class TestToleranceDialog : public QObject
{
    Q_OBJECT

    FakeClock m_clock;
    std::unique_ptr<FakeMonitor> m_monitor;
    std::unique_ptr<ToleranceDialog> m_dialog;

    template<typename Widget>
    Widget *find(const char *name) const
    {
        auto *widget = m_dialog->findChild<Widget *>(QLatin1String(name));
        Q_ASSERT(widget);
        return widget;
    }
    QString text(const char *name) const { return find<QLabel>(name)->text(); }
    QPushButton *save() const { return find<QPushButton>("saveTolerance"); }

    void type(const char *field, const char *words)
    {
        auto *edit = find<QLineEdit>(field);
        edit->selectAll();
        QTest::keyClicks(edit, QLatin1String(words));
    }

private slots:
    void init()
    {
        m_monitor = std::make_unique<FakeMonitor>();
        m_dialog = std::make_unique<ToleranceDialog>(*m_monitor, m_clock, demoQueue(QStringLiteral("reservation-expiry"), Verdict::Watch, Seconds(300), m_clock.now()), Zone::Utc);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
    }
    void aProductionQueueCarriesTheWordAndTheFrame()
    {
        QueueStatus status = demoQueue(QStringLiteral("orders"), Verdict::Watch, Seconds(300), m_clock.now());
        for (const Environment each : {Environment::Production, Environment::Staging}) {
            status.environment = each;
            m_dialog = std::make_unique<ToleranceDialog>(*m_monitor, m_clock, status, Zone::Utc);
            m_dialog->show();
            QCOMPARE(find<QLabel>("dialogEnvironment")->isVisible(), each == Environment::Production);
            QVERIFY(text("dialogEnvironment").contains(QStringLiteral("PRODUCTION")));
        }
    }
    void cleanup()
    {
        m_dialog.reset();
        m_monitor.reset();
    }

    void aBadDurationIsRefusedAndSaveIsOff_data()
    {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("window is a word") << QByteArray("holdWindow") << QByteArray("soon");
        QTest::newRow("window is zero") << QByteArray("holdWindow") << QByteArray("0");
        QTest::newRow("reaction is the window") << QByteArray("reactionTime") << QByteArray("15m");
        QTest::newRow("look-ahead below reaction") << QByteArray("lookAhead") << QByteArray("1m");
        QTest::newRow("handling is a word") << QByteArray("handlingTime") << QByteArray("quick");
        QTest::newRow("cadence is negative") << QByteArray("arrivalCadence") << QByteArray("-1m");
        QTest::newRow("runbook is a file") << QByteArray("runbook") << QByteArray("file:///etc/passwd");
    }
    void aBadDurationIsRefusedAndSaveIsOff()
    {
        QFETCH(QByteArray, field);
        QFETCH(QByteArray, words);
        QVERIFY(save()->isEnabled());
        type(field, words);
        QVERIFY(!save()->isEnabled());
        auto *fault = find<QLabel>(field + "Fault");
        QVERIFY(fault->isVisible());
        QVERIFY(!fault->text().isEmpty());
        QVERIFY(!text("toleranceProblem").isEmpty());
        QTest::keyClick(find<QLineEdit>(field), Qt::Key_Return);
        QVERIFY(m_dialog->isVisible());
        QVERIFY(!m_monitor->savedTolerance);
    }

    void aCorrectedFieldMaySaveAgain()
    {
        type("holdWindow", "soon");
        type("holdWindow", "20m");
        QVERIFY(save()->isEnabled());
        QVERIFY(!find<QLabel>("holdWindowFault")->isVisible());
        QVERIFY(text("toleranceProblem").isEmpty());
    }

    void aFailedSaveKeepsEverythingTypedAndSaysWhy()
    {
        Error error;
        error.what = QStringLiteral("The settings folder is full.");
        type("holdWindow", "20m");
        m_monitor->nextFailure = error;
        save()->click();
        QTRY_VERIFY(text("toleranceProblem").contains(error.what));
        QVERIFY(m_dialog->isVisible());
        QVERIFY(!m_monitor->savedTolerance);
        QCOMPARE(find<QLineEdit>("holdWindow")->text(), QStringLiteral("20m"));
        QVERIFY(save()->isEnabled());
    }

    void savesWhatWasTypedByKeyboardAlone()
    {
        QSignalSpy saved(m_dialog.get(), &ToleranceDialog::saved);
        find<QLineEdit>("holdWindow")->setFocus();
        type("holdWindow", "20m");
        QTest::keyClick(find<QLineEdit>("holdWindow"), Qt::Key_Tab);
        QVERIFY(find<QLineEdit>("reactionTime")->hasFocus());
        type("reactionTime", "5m");
        type("owner", "Night shift");
        QTest::keyClick(find<QLineEdit>("owner"), Qt::Key_Return);
        QTRY_COMPARE(saved.size(), 1);
        QVERIFY(!m_dialog->isVisible());
        QCOMPARE(m_monitor->savedTolerance->holdWindow, Millis(Minutes(20)));
        QCOMPARE(m_monitor->savedTolerance->reactionTime, std::optional<Millis>(Minutes(5)));
        QCOMPARE(m_monitor->savedTolerance->owner, QStringLiteral("Night shift"));
    }

    void showsWhatItWouldHaveRaisedBeforeSaving()
    {
        m_monitor->judge = [this](const Tolerance &tolerance) {
            Assessment alarm;
            alarm.at = m_clock.now() - Minutes(90);
            alarm.verdict = tolerance.holdWindow < Minutes(10) ? Verdict::Breached : Verdict::Watch;
            alarm.reason = QStringLiteral("age 6:10");
            return QVector<Assessment>{alarm};
        };
        QTRY_VERIFY(text("previewSentence").contains(QStringLiteral("no alert")));
        type("holdWindow", "5m");
        QTRY_VERIFY(text("previewSentence").contains(QStringLiteral("1 alert, 1 of them breached")));
        QCOMPARE(find<QListWidget>("previewList")->count(), 1);
        QVERIFY(find<QListWidget>("previewList")->item(0)->text().contains(QStringLiteral("age 6:10")));
        QCOMPARE(find<TimeChart>("previewChart")->picture().markers.size(), 1);
        QVERIFY(!m_monitor->savedTolerance);
    }

    void noPreviewStandsBesideAFieldThatIsWrong()
    {
        QTRY_VERIFY(find<QListWidget>("previewList")->count() > 0);
        type("holdWindow", "soon");
        QCOMPARE(find<QListWidget>("previewList")->count(), 0);
        QVERIFY(text("previewSentence").contains(QStringLiteral("once every field is fine")));
    }

    void aNewOwnerAsksForNoNewPreview()
    {
        QTRY_COMPARE(m_monitor->previewed.size(), 1);
        QTRY_VERIFY(find<QListWidget>("previewList")->count() > 0);
        type("owner", "Night shift");
        type("holdWindow", "16m");
        QTRY_COMPARE(m_monitor->previewed.size(), 2);
    }

    void savesADefaultForANamePattern()
    {
        find<QRadioButton>("scopePattern")->click();
        find<QLineEdit>("pattern")->clear();
        QVERIFY(!save()->isEnabled());
        QVERIFY(text("toleranceProblem").contains(QStringLiteral("name pattern")));
        type("pattern", "reservation-*");
        save()->click();
        QTRY_VERIFY(m_monitor->savedRule);
        QCOMPARE(m_monitor->savedRule->queueGlob, QStringLiteral("reservation-*"));
        QCOMPARE(m_monitor->savedRule->connection, QStringLiteral("practice"));
        QVERIFY(!m_monitor->savedTolerance);
    }

    void goesBackToTheDefaults()
    {
        QSignalSpy saved(m_dialog.get(), &ToleranceDialog::saved);
        find<QPushButton>("useDefaults")->click();
        QTRY_COMPARE(saved.size(), 1);
        QCOMPARE(m_monitor->notes.constLast().what, QStringLiteral("remove"));
    }

    void addsAndRemovesWorkClasses()
    {
        find<QPushButton>("addClass")->click();
        QVERIFY(!save()->isEnabled()); // it has no name yet
        auto *table = find<QTableWidget>("workClasses");
        table->closePersistentEditor(table->item(0, 0));
        table->item(0, 0)->setText(QStringLiteral("urgent"));
        table->item(0, 1)->setText(QStringLiteral("2m"));
        QVERIFY(save()->isEnabled());
        table->setCurrentCell(0, 0);
        find<QPushButton>("removeClass")->click();
        QCOMPARE(table->rowCount(), 0);
        QVERIFY(save()->isEnabled());
    }

    void escapeLeavesEverythingAsItWas()
    {
        type("holdWindow", "20m");
        QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
        QVERIFY(!m_dialog->isVisible());
        QVERIFY(m_monitor->notes.isEmpty());
    }
};

QTEST_MAIN(TestToleranceDialog)
#include "TestToleranceDialog.moc"
