// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/OpenAlertsModel.h"
#include "tests/support/DemoStory.h"
#include "tests/support/FakeClock.h"
#include "tests/support/WindowFixture.h"
#include "ui/common/Theme.h"
#include "ui/common/EnvironmentFrame.h"
#include "ui/shell/MainWindow.h"
#include "ui/shell/StatusStrip.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QTimer>

using namespace holdwatch;
using namespace holdwatch::test;

class TestMainWindow : public QObject
{
    Q_OBJECT

    FakeClock m_clock;
    std::unique_ptr<WindowFixture> m_fixture;
    FakeMonitor *m_monitor = nullptr;
    MemorySettings *m_settings = nullptr;
    ui::MainWindow *m_window = nullptr;

    template<typename T>
    T *find(const char *name) const
    {
        return m_window->findChild<T *>(QString::fromLatin1(name));
    }
    ui::StatusStrip *strip() const { return m_window->findChild<ui::StatusStrip *>(); }

    void tell() const
    {
        for (const ConnectionStatus &status : demoConnections(m_clock.now()))
            emit m_monitor->connectionChanged(status);
        emit m_monitor->statusesChanged(demoQueues(m_clock.now()));
        for (const Alert &alert : demoAlerts(m_clock.now()))
            emit m_monitor->alertChanged(alert);
        for (const AlertLogEntry &entry : demoLog(m_clock.now()))
            emit m_monitor->alertLogged(entry);
    }

    /// Runs `act` on the modal dialog that the next call opens.
    template<typename Act>
    static void withDialog(Act act)
    {
        QTimer::singleShot(0, qApp, [act] {
            auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            act(dialog);
            if (dialog->isVisible())
                dialog->reject();
        });
    }

private slots:
    void init()
    {
        m_fixture = std::make_unique<WindowFixture>(m_clock);
        m_monitor = &m_fixture->monitor;
        m_settings = &m_fixture->settings;
        m_window = m_fixture->makeWindow();
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window));
    }

    void cleanup()
    {
        delete m_window;
        m_fixture.reset();
    }

    void aNarrowAlertListKeepsRoomForTheReason()
    {
        tell();
        m_window->openPage(QStringLiteral("alerts"));
        auto *open = find<QTableView>("openAlerts");
        m_window->resize(960, 600);
        QTRY_VERIFY(open->columnWidth(OpenAlertsModel::ReasonColumn) >= 240);
        m_window->resize(1280, 800);
        QTRY_COMPARE(open->columnWidth(OpenAlertsModel::QueueColumn), 200);
    }

    void startsNoLargerThanTheScreenItIsOn()
    {
        QCOMPARE(ui::MainWindow::firstSize({1920, 1080}), QSize(1280, 800));
        QVERIFY(ui::MainWindow::firstSize({1366, 768}).height() < 768);
        QVERIFY(ui::MainWindow::firstSize({1024, 768}).width() <= 1024);
    }

    void spacePausesAndSaysSo()
    {
        tell();
        QTest::keyClick(find<QTableView>("queueTable"), Qt::Key_Space);
        QVERIFY(m_monitor->paused);
        QVERIFY(strip()->text().contains(QStringLiteral("nothing is polled")));
        QTest::keyClick(m_window, Qt::Key_Space);
        QVERIFY(!m_monitor->paused);
    }

    void spaceInAFieldIsJustASpace()
    {
        tell();
        auto *filter = find<QLineEdit>("queueFilter");
        filter->setFocus();
        QTest::keyClick(filter, Qt::Key_Space);
        QTest::keyClick(filter, Qt::Key_2);
        QVERIFY(!m_monitor->paused);
        QCOMPARE(m_window->currentPage(), QStringLiteral("overview"));
    }

    void digitsAndTheRailOpenPages()
    {
        QTest::keyClick(m_window, Qt::Key_5);
        QCOMPARE(m_window->currentPage(), QStringLiteral("alerts"));
        QTest::mouseClick(find<QAbstractButton>("rail-connections"), Qt::LeftButton);
        QCOMPARE(m_window->currentPage(), QStringLiteral("connections"));
        QTest::keyClick(m_window, Qt::Key_Escape);
        QCOMPARE(m_window->currentPage(), QStringLiteral("alerts"));
        QTest::keyClick(m_window, Qt::Key_Escape);
        QCOMPARE(m_window->currentPage(), QStringLiteral("overview"));
    }

    void pollsNowByF5()
    {
        QTest::keyClick(m_window, Qt::Key_F5);
        QCOMPARE(m_monitor->refreshes, 1);
    }

    void productionIsAWordAndAFrameAndFollowsTheScope()
    {
        tell();
        QVERIFY(strip()->text().startsWith(QStringLiteral("PRODUCTION")));
        QVERIFY(m_window->findChild<ui::EnvironmentFrame *>()->isProduction());
        auto *environments = find<QComboBox>("environmentFilter");
        environments->setCurrentText(QStringLiteral("staging"));
        QVERIFY(strip()->text().startsWith(QStringLiteral("STAGING")));
        QVERIFY(!m_window->findChild<ui::EnvironmentFrame *>()->isProduction());
    }

    void tellsCostAndEachConnectionWithItsCountdown()
    {
        tell();
        QVERIFY2(strip()->text().contains(QStringLiteral("polls 49.5/min")), qPrintable(strip()->text()));
        QVERIFY(strip()->text().contains(QStringLiteral("$0.0072/h")));
        QVERIFY(strip()->text().contains(QStringLiteral("rabbit-staging unreachable, next try in 0:47")));
    }

    void saysWhenTheStoreHasAProblem()
    {
        emit m_monitor->storageChanged(QStringLiteral("The disk is full."));
        QVERIFY(strip()->text().contains(QStringLiteral("The disk is full.")));
        emit m_monitor->storageChanged({});
        QVERIFY(!strip()->text().contains(QStringLiteral("disk")));
    }

    void anAlertOfAWholeConnectionOpensThatConnection()
    {
        tell();
        const ConnectionStatus last = demoConnections(m_clock.now()).constLast();
        Alert alert;
        alert.id = AlertId(QStringLiteral("whole"));
        alert.queue.connection = last.id;
        alert.connectionName = last.name;
        alert.verdict = Verdict::Breached;
        alert.openedAt = m_clock.now();
        emit m_monitor->alertChanged(alert);
        m_window->openPage(QStringLiteral("alerts"));
        auto *open = find<QTableView>("openAlerts");
        int row = 0;
        while (open->model()->index(row, 1).data().toString() != last.name && row < open->model()->rowCount())
            ++row;
        const QPoint at = open->visualRect(open->model()->index(row, 1)).center();
        QTest::mouseClick(open->viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(open->viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(m_window->currentPage(), QStringLiteral("connections"));
        auto *table = find<QTableView>("connectionTable");
        QCOMPARE(table->selectionModel()->selectedRows().constFirst().row(), int(demoConnections(m_clock.now()).size()) - 1);
    }

    void aConnectionsNameGetsTheRoomOfColumnsThatAreEmpty()
    {
        ConnectionStatus named;
        named.id = ConnectionId(QStringLiteral("long"));
        named.name = QStringLiteral("Reservations and checkout (EU)");
        emit m_monitor->connectionChanged(named);
        m_window->openPage(QStringLiteral("connections"));
        m_window->resize(1024, 700);
        auto *table = find<QTableView>("connectionTable");
        const int needed = table->fontMetrics().horizontalAdvance(named.name) + 20;
        QTRY_VERIFY2(table->columnWidth(1) >= needed, qPrintable(QStringLiteral("%1 < %2").arg(table->columnWidth(1)).arg(needed)));
        QVERIFY(!table->horizontalScrollBar()->isVisible());
        named.costPerHourUsd = 0.5;
        named.clockOffset = Millis(-400);
        emit m_monitor->connectionChanged(named);
        m_window->resize(1280, 700); // where there is room for them
        QTRY_VERIFY(!table->isColumnHidden(ConnectionModel::CostColumn) && !table->isColumnHidden(ConnectionModel::OffsetColumn));
    }

    void saysThatAConnectionsNoticesGetNowhere()
    {
        const QString trouble = QStringLiteral("The webhook at hooks.example answered 404; the notice was not sent again.");
        ConnectionStatus shop;
        shop.id = ConnectionId(QStringLiteral("shop"));
        shop.name = QStringLiteral("Shop");
        shop.state = ConnectionStatus::State::Ok;
        shop.noticeTroubles = QStringList{trouble};
        emit m_monitor->connectionChanged(shop);
        QVERIFY2(strip()->text().contains(QStringLiteral("Shop ok, its notices get nowhere")), qPrintable(strip()->text()));
        m_window->openPage(QStringLiteral("connections"));
        QVERIFY(find<QLabel>("connectionText")->text().endsWith(trouble));
    }

    void saysWhatIsWorthKnowingAboutTheStore()
    {
        const QString notice = QStringLiteral("The history has reached its limit of 2048 MB");
        emit m_monitor->storageChanged(QStringLiteral("The disk is full."));
        emit m_monitor->storageNoted(notice);
        QVERIFY(strip()->text().contains(notice)); // at once
        strip()->note({});
        QVERIFY(!strip()->text().contains(notice)); // then what is wrong comes first
        m_window->showConfigurationProblems({QStringLiteral("connections.json:2:87: no.")});
        emit m_monitor->storageChanged({});
        QVERIFY(strip()->text().endsWith(QStringLiteral("connections.json:2:87: no. ") + notice));
    }

    void saysWhatIsWrongInTheConfiguration()
    {
        m_window->showConfigurationProblems({QStringLiteral("connections.json:2:87: poll_interval must be at least 1s.")});
        QVERIFY(strip()->text().contains(QStringLiteral("connections.json:2:87")));
        emit m_monitor->storageChanged(QStringLiteral("The disk is full."));
        QVERIFY(!strip()->text().contains(QStringLiteral("connections.json")));
        emit m_monitor->storageChanged({});
        QVERIFY(strip()->text().contains(QStringLiteral("connections.json:2:87")));
    }

    void findsAQueueByTyping()
    {
        tell();
        withDialog([](QDialog *palette) {
            QTest::keyClicks(palette->findChild<QLineEdit *>(), QStringLiteral("invent"));
            QCOMPARE(palette->findChild<QListWidget *>()->count(), 1);
            QTest::keyClick(palette->findChild<QLineEdit *>(), Qt::Key_Return);
        });
        QTest::keyClick(m_window, Qt::Key_K, Qt::ControlModifier);
        QTRY_COMPARE(m_window->currentPage(), QStringLiteral("queue"));
    }

    void showsTheKeysByF1()
    {
        bool shown = false;
        withDialog([&shown](QDialog *sheet) { shown = sheet->objectName() == QStringLiteral("shortcutsSheet"); });
        QTest::keyClick(m_window, Qt::Key_F1);
        QVERIFY(shown);
    }

    void switchesTheThemeAndRemembersIt()
    {
        m_window->appearance().choose(ui::Appearance::Choice::Dark);
        QVERIFY(ui::Theme::of(QApplication::palette()).dark);
        QCOMPARE(m_settings->read(QStringLiteral("appearance/theme"), {}).toString(), QStringLiteral("dark"));
        m_window->appearance().choose(ui::Appearance::Choice::Light);
        QVERIFY(!ui::Theme::of(QApplication::palette()).dark);
    }

    void printsTheZoneOnceAndSwitchesIt()
    {
        auto *clock = find<QAbstractButton>("clockButton");
        QVERIFY(clock->text().startsWith(QStringLiteral("UTC ")));
        QTest::mouseClick(clock, Qt::LeftButton);
        QCOMPARE(m_settings->read(QStringLiteral("window/localTime"), {}).toBool(), true);
    }

    void mutesAnOpenAlertForAWhile()
    {
        tell();
        m_window->openPage(QStringLiteral("alerts"));
        auto *open = find<QTableView>("openAlerts");
        QTest::mouseClick(open->viewport(), Qt::LeftButton, {}, open->visualRect(open->model()->index(1, 1)).center());
        auto *mute = find<QAbstractButton>("mute");
        QVERIFY(mute->isEnabled());
        const auto actions = mute->findChild<QMenu *>()->actions();
        actions.at(1)->trigger();
        QCOMPARE(m_monitor->notes.last().what, QStringLiteral("mute"));
        QCOMPARE(*m_monitor->notes.last().until, m_clock.now() + std::chrono::hours(1));
        QTest::mouseClick(find<QAbstractButton>("acknowledge"), Qt::LeftButton);
        QCOMPARE(m_monitor->notes.last().what, QStringLiteral("acknowledge"));
    }

    void plansMaintenanceOnlyWithAReason()
    {
        tell();
        m_window->openPage(QStringLiteral("alerts"));
        withDialog([](QDialog *dialog) {
            auto *start = dialog->findChild<QAbstractButton *>(QStringLiteral("startMaintenance"));
            QVERIFY(!start->isEnabled());
            dialog->findChild<QLineEdit *>(QStringLiteral("maintenanceReason"))->setText(QStringLiteral("database upgrade"));
            dialog->findChild<QLineEdit *>(QStringLiteral("maintenanceDuration"))->setText(QStringLiteral("soon"));
            QVERIFY(!start->isEnabled());
            dialog->findChild<QLineEdit *>(QStringLiteral("maintenanceDuration"))->setText(QStringLiteral("45m"));
            QTest::mouseClick(start, Qt::LeftButton);
        });
        QTest::mouseClick(find<QAbstractButton>("maintenance"), Qt::LeftButton);
        QCOMPARE(m_monitor->notes.last().what, QStringLiteral("maintenance"));
        QCOMPARE(*m_monitor->notes.last().until, m_clock.now() + Minutes(45));
    }

    void givesEveryControlAName()
    {
        tell();
        for (const char *page : {"overview", "alerts", "connections"}) {
            m_window->openPage(QString::fromLatin1(page));
            for (const QWidget *widget : m_window->findChildren<QWidget *>()) {
                if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() || widget->inherits("QAbstractScrollArea") || widget->inherits("QScrollBar") || widget->inherits("QLabel"))
                    continue;
                const auto *button = qobject_cast<const QAbstractButton *>(widget);
                const QString name = widget->accessibleName().isEmpty() && button ? button->text() : widget->accessibleName();
                QVERIFY2(!name.isEmpty(), qPrintable(QStringLiteral("%1 %2").arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName())));
            }
        }
    }
};

QTEST_MAIN(TestMainWindow)
#include "TestMainWindow.moc"
