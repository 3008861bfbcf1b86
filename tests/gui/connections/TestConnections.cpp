// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/DemoStory.h"
#include "tests/support/FakeClock.h"
#include "tests/support/WindowFixture.h"
#include "ui/alerts/MaintenanceDialog.h"
#include "ui/connections/ConnectionDialog.h"
#include "ui/connections/RemoveDialog.h"
#include "ui/connections/TestPanel.h"
#include "ui/connections/UnlockDialog.h"
#include "ui/shell/StatusStrip.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTimer>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace holdwatch::ui;

namespace {

constexpr auto canary = "hw_canary_90aa";

ConnectionConfig shop(Environment environment = Environment::Staging)
{
    ConnectionConfig config;
    config.id = ConnectionId(QStringLiteral("shop"));
    config.name = QStringLiteral("Shop");
    config.provider = QStringLiteral("rabbitmq");
    config.username = QStringLiteral("monitor");
    config.baseUrl = QUrl(QStringLiteral("https://rabbit.example.com:15671"));
    config.environment = environment;
    return config;
}

ConnectionStatus status(Environment environment, Right::Answer write = Right::Answer::Unknown)
{
    ConnectionStatus status;
    status.id = ConnectionId(QStringLiteral("shop"));
    status.name = QStringLiteral("Shop");
    status.environment = environment;
    status.state = ConnectionStatus::State::Ok;
    status.rights.write = {write, QStringLiteral("Its user has no permission to write in any vhost.")};
    return status;
}

template<typename T>
T *in(const QWidget &parent, const char *name)
{
    T *widget = parent.findChild<T *>(QLatin1String(name));
    Q_ASSERT(widget);
    return widget;
}

void type(QWidget &dialog, const char *field, const QString &text)
{
    auto *edit = in<QLineEdit>(dialog, field);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
}

} // namespace

class TestConnections : public QObject
{
    Q_OBJECT

    FakeClock m_clock;
    std::unique_ptr<FakeConnections> m_port;
    std::unique_ptr<ConnectionDialog> m_dialog;

    void open(const ConnectionConfig &config)
    {
        m_dialog = std::make_unique<ConnectionDialog>(*m_port, config);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
    }
    void press(const char *button) const { QTest::mouseClick(in<QPushButton>(*m_dialog, button), Qt::LeftButton); }
    QString fault(const char *field) const
    {
        const auto *label = m_dialog->findChild<QLabel *>(QLatin1String(field) + QStringLiteral("Fault"));
        return label && label->isVisible() ? label->text() : QString();
    }

private slots:
    void init() { m_port = std::make_unique<FakeConnections>(); }
    void cleanup()
    {
        m_dialog.reset();
        m_port.reset();
    }

    void savesANewConnectionWithItsKey()
    {
        open({});
        QVERIFY(in<QLineEdit>(*m_dialog, "name")->hasFocus()); // typing can begin at once
        type(*m_dialog, "name", QStringLiteral("Shop"));
        type(*m_dialog, "url", QStringLiteral("https://queue.example.com/v1"));
        type(*m_dialog, "readKey", QString::fromLatin1(canary));
        QSignalSpy saved(m_dialog.get(), &ConnectionDialog::saved);
        press("saveConnection");
        QCOMPARE(m_port->saves, 1);
        QCOMPARE(m_port->saved.name, QStringLiteral("Shop"));
        QCOMPARE(m_port->saved.environment, Environment::Production); // unless somebody says otherwise
        QCOMPARE(m_port->savedReadKey, KeyChange::What::UseKeychain);
        QCOMPARE(m_port->savedKeyBytes, QByteArray(canary));
        QCOMPARE(saved.count(), 1);
        QVERIFY(!m_dialog->isVisible());
    }

    void fitsBesideTheTitleBarOfASmallWindow()
    {
        QWidget window;
        window.resize(960, 600);
        ConnectionDialog dialog(*m_port, shop(Environment::Production), &window);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QVERIFY2(dialog.width() <= 960 && dialog.height() <= 560, qPrintable(QStringLiteral("%1 x %2").arg(dialog.width()).arg(dialog.height())));
        for (const char *name : {"testConnection", "cancelConnection", "saveConnection"}) {
            const auto *button = in<QPushButton>(dialog, name);
            QVERIFY2(dialog.rect().contains(QRect(button->mapTo(&dialog, QPoint()), button->size())), name);
        }
        auto *last = in<QWidget>(dialog, "http2"); // reached by the keyboard it scrolls into sight
        last->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(!last->visibleRegion().isEmpty());
    }

    void neverShowsAKey()
    {
        open({});
        type(*m_dialog, "readKey", QString::fromLatin1(canary));
        auto *field = in<QLineEdit>(*m_dialog, "readKey");
        QCOMPARE(field->echoMode(), QLineEdit::Password);
        QVERIFY(!field->displayText().contains(QLatin1String(canary)));
        const auto labels = m_dialog->findChildren<QLabel *>();
        QVERIFY(std::none_of(labels.cbegin(), labels.cend(), [](const QLabel *label) { return label->text().contains(QLatin1String(canary)); }));
    }

    void anEmptyFieldIsNoFaultBeforeSomebodyIsDone()
    {
        open({});
        QCOMPARE(fault("name"), QString());
        press("saveConnection");
        QCOMPARE(m_port->saves, 0);
        QVERIFY(!fault("name").isEmpty());
        QVERIFY(in<QLabel>(*m_dialog, "connectionProblem")->text().contains(QStringLiteral("Not saved")));
    }

    void aFaultStandsAtItsFieldAndLeavesWithIt()
    {
        open(shop());
        type(*m_dialog, "poll_interval", QStringLiteral("often"));
        QVERIFY(!fault("poll_interval").isEmpty());
        QVERIFY(!in<QPushButton>(*m_dialog, "testConnection")->isEnabled());
        type(*m_dialog, "poll_interval", QStringLiteral("30s"));
        QCOMPARE(fault("poll_interval"), QString());
        QVERIFY(in<QPushButton>(*m_dialog, "testConnection")->isEnabled());
    }

    void aKeyWithALineBreakIsRefusedWithoutRepeatingIt()
    {
        open(shop());
        in<QLineEdit>(*m_dialog, "readKey")->setText(QStringLiteral("hw_canary\u0007x"));
        press("saveConnection");
        QCOMPARE(m_port->saves, 0);
        QVERIFY(!fault("read_key").isEmpty());
        QVERIFY(!fault("read_key").contains(QStringLiteral("hw_canary")));
    }

    void aFailureKeepsTheDialogAndAllThatWasTyped()
    {
        open(shop());
        type(*m_dialog, "readKey", QString::fromLatin1(canary));
        m_port->nextFailure = Error{Error::Kind::Unreachable, QStringLiteral("Nothing was saved. The keychain is locked."), {}, QStringLiteral("Use it for this run only."), {}, {}, {}};
        press("saveConnection");
        QVERIFY(m_dialog->isVisible());
        QCOMPARE(in<QLabel>(*m_dialog, "connectionProblem")->text(), QStringLiteral("Nothing was saved. The keychain is locked. Use it for this run only."));
        QCOMPARE(in<QLineEdit>(*m_dialog, "readKey")->text(), QString::fromLatin1(canary));
        in<QRadioButton>(*m_dialog, "readKeyThisRun")->click();
        press("saveConnection");
        QCOMPARE(m_port->savedReadKey, KeyChange::What::UseThisRunOnly);
    }

    void isUsableWhileTheKeychainThinks()
    {
        m_port->answersAtOnce = false;
        open(shop());
        press("saveConnection");
        QVERIFY(!in<QPushButton>(*m_dialog, "saveConnection")->isEnabled());
        QVERIFY(in<QPushButton>(*m_dialog, "cancelConnection")->isEnabled());
        press("saveConnection");
        QCOMPARE(m_port->saves, 1); // once
        press("cancelConnection");
        QVERIFY(!m_dialog->isVisible());
    }

    void keepsAKeyThatWasNotTouchedAndRemovesOnWish()
    {
        m_port->keys[ConnectionId(QStringLiteral("shop"))].read = KeyPlace::Keychain;
        open(shop());
        QVERIFY(in<QLabel>(*m_dialog, "readKeyState")->text().contains(QStringLiteral("saved in the keychain")));
        press("saveConnection");
        QCOMPARE(m_port->savedReadKey, KeyChange::What::Keep);
        open(shop());
        in<QPushButton>(*m_dialog, "readKeyRemove")->click();
        press("saveConnection");
        QCOMPARE(m_port->savedReadKey, KeyChange::What::Remove);
    }

    void showsEachStepOfATestAndStopsWithTheDialog()
    {
        open(shop());
        press("testConnection");
        QCOMPARE(m_port->tests, 1);
        QCOMPARE(m_port->tested.name, QStringLiteral("Shop"));
        ConnectionTest test = ConnectionTest::planned();
        test.step(TestStep::Kind::NameLookup) = {TestStep::Kind::NameLookup, TestStep::State::Passed, QStringLiteral("rabbit.example.com is 10.0.0.1."), {}, {}};
        test.step(TestStep::Kind::SecureConnection) = {TestStep::Kind::SecureConnection, TestStep::State::Failed, QStringLiteral("<b>Not</b> trusted."),
                                                       {QStringLiteral("CN=rabbit")}, QStringLiteral("Name the issuer's file.")};
        m_port->progressed(test);
        auto *panel = m_dialog->findChild<TestPanel *>();
        QVERIFY(panel->text().contains(QStringLiteral("Secure connection: failed\n  <b>Not</b> trusted.\n  CN=rabbit\n  Name the issuer's file.")));
        QVERIFY(in<QPushButton>(*m_dialog, "testConnection")->text().contains(QStringLiteral("Stop").toLower()) || in<QPushButton>(*m_dialog, "testConnection")->text().contains(QStringLiteral("top")));
        m_dialog.reset();
        QVERIFY(m_port->stops > 0);
    }

    void productionCarriesTheWordInTheDialog()
    {
        open(shop(Environment::Production));
        auto *word = in<QLabel>(*m_dialog, "dialogEnvironment");
        QVERIFY(word->isVisible());
        QVERIFY(word->text().contains(QStringLiteral("PRODUCTION")));
        in<QComboBox>(*m_dialog, "environment")->setCurrentIndex(1);
        QVERIFY(!word->isVisible());
        const RemoveDialog remove(shop(Environment::Production));
        QVERIFY(in<QLabel>(remove, "dialogEnvironment")->text().contains(QStringLiteral("PRODUCTION")));
    }

    void asksForWhatTheSystemNeeds()
    {
        open({});
        QVERIFY(!in<QLineEdit>(*m_dialog, "user")->isVisible());
        in<QComboBox>(*m_dialog, "provider")->setCurrentIndex(1);
        QVERIFY(in<QLineEdit>(*m_dialog, "user")->isVisible());
        in<QComboBox>(*m_dialog, "provider")->setCurrentIndex(2); // built in: no address, no key
        QVERIFY(!in<QLineEdit>(*m_dialog, "url")->isVisible());
        QVERIFY(!in<QLineEdit>(*m_dialog, "readKey")->isVisible());
        QVERIFY(!in<QLineEdit>(*m_dialog, "poll_interval")->isVisible()); // what it would not heed is not asked
        const auto labels = m_dialog->findChildren<QLabel *>();
        const auto isShown = [&](const QString &title) {
            return std::any_of(labels.cbegin(), labels.cend(), [&](const QLabel *label) { return label->isVisible() && label->text() == title; });
        };
        QVERIFY(!isShown(QStringLiteral("Network"))); // no heading over nothing
        in<QComboBox>(*m_dialog, "provider")->setCurrentIndex(1);
        QVERIFY(isShown(QStringLiteral("Network")));
    }

    void whereAllButTheKeyWasSavedItGoesOnAsAChange()
    {
        open({});
        type(*m_dialog, "name", QStringLiteral("Shop"));
        type(*m_dialog, "url", QStringLiteral("https://queue.example.com/v1"));
        type(*m_dialog, "readKey", QString::fromLatin1(canary));
        m_port->configured << shop(); // as the port has it by then
        m_port->nextFailure = Error{Error::Kind::Timeout, QStringLiteral("All but the key was saved."), {}, {}, {}, {}, {}};
        press("saveConnection");
        QCOMPARE(in<QLabel>(*m_dialog, "connectionProblem")->text(), QStringLiteral("All but the key was saved."));
        press("saveConnection");
        QCOMPARE(m_port->saved.id, shop().id);
    }

    void aFieldReachedByItsShortcutIsInSight()
    {
        open(shop());
        m_dialog->resize(900, 500);
        QTest::keyClick(m_dialog.get(), Qt::Key_C, Qt::AltModifier);
        auto *field = in<QLineEdit>(*m_dialog, "ca_file");
        QVERIFY(field->hasFocus());
        QVERIFY(!field->visibleRegion().isEmpty());
    }

    void aMaintenanceOfProductionCarriesTheWord()
    {
        ConnectionStatus other = status(Environment::Staging);
        other.id = ConnectionId(QStringLiteral("other"));
        other.name = QStringLiteral("Other");
        MaintenanceDialog dialog({status(Environment::Production), other}, m_clock, Zone::Utc, nullptr);
        dialog.show();
        auto *word = in<QLabel>(dialog, "dialogEnvironment");
        QVERIFY(word->isVisible()); // all of them
        auto *which = in<QComboBox>(dialog, "maintenanceConnection");
        which->setCurrentIndex(which->findData(QStringLiteral("Other")));
        QVERIFY(!word->isVisible());
        which->setCurrentIndex(which->findData(QStringLiteral("Shop")));
        QVERIFY(word->isVisible());
    }

    void aNameToBeTypedIsShownAsItIs()
    {
        ConnectionStatus production = status(Environment::Production);
        production.name = QStringLiteral("R&D");
        UnlockDialog dialog({production});
        for (const QLabel *label : dialog.findChildren<QLabel *>())
            QVERIFY(!label->buddy()); // a label with one swallows the "&"
    }

    void aConnectionThatWasChangedIsToBeUnlockedAnew()
    {
        WindowFixture fixture(m_clock);
        fixture.connections.configured << shop();
        const std::unique_ptr<MainWindow> window(fixture.makeWindow());
        fixture.access.unlock(shop().id);
        fixture.connections.configured.first().queueFilter = QStringLiteral("a*");
        emit fixture.connections.connectionsChanged();
        QVERIFY(fixture.access.isUnlocked(shop().id));
        fixture.connections.configured.first().environment = Environment::Production;
        emit fixture.connections.connectionsChanged();
        QVERIFY(!fixture.access.isUnlocked(shop().id));
    }

    void aConnectionIsSelectedAsSoonAsItIsHeardOf()
    {
        WindowFixture fixture(m_clock);
        const std::unique_ptr<MainWindow> window(fixture.makeWindow());
        ConnectionStatus first = status(Environment::Staging);
        first.id = ConnectionId(QStringLiteral("first"));
        emit fixture.monitor.connectionChanged(first);
        window->openPage(QStringLiteral("connections"));
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window.get()));
        QTimer::singleShot(0, [] {
            QWidget *dialog = QApplication::activeModalWidget();
            type(*dialog, "name", QStringLiteral("shop"));
            type(*dialog, "url", QStringLiteral("https://queue.example.com"));
            QTest::mouseClick(in<QPushButton>(*dialog, "saveConnection"), Qt::LeftButton);
        });
        QTest::mouseClick(in<QPushButton>(*window, "addConnection"), Qt::LeftButton);
        emit fixture.monitor.connectionChanged(status(Environment::Staging)); // its id is "shop"
        QCOMPARE(in<QTableView>(*window, "connectionTable")->currentIndex().row(), 1);
    }

    void whatFailedLaterIsShownInFull()
    {
        WindowFixture fixture(m_clock);
        const std::unique_ptr<MainWindow> window(fixture.makeWindow());
        window->openPage(QStringLiteral("connections"));
        emit fixture.connections.troubled(QStringLiteral("<b>The key</b> was not saved."));
        const auto *box = in<QMessageBox>(*window, "connectionsTold");
        QCOMPARE(box->text(), QStringLiteral("<b>The key</b> was not saved."));
        QCOMPARE(box->textFormat(), Qt::PlainText);
    }

    void namesKeepTheirRoomInANarrowWindow()
    {
        WindowFixture fixture(m_clock);
        const std::unique_ptr<MainWindow> window(fixture.makeWindow());
        ConnectionStatus full = status(Environment::Staging);
        full.clockOffset = Millis(10);
        full.costPerHourUsd = 0.1;
        emit fixture.monitor.connectionChanged(full);
        window->openPage(QStringLiteral("connections"));
        const auto *table = in<QTableView>(*window, "connectionTable");
        for (const int width : {900, 960, 1280, 900}) {
            window->resize(width, 600);
            window->show();
            QVERIFY(QTest::qWaitForWindowExposed(window.get()));
            QTRY_COMPARE(window->width(), width);
            QTRY_VERIFY2(table->columnWidth(ConnectionModel::NameColumn) >= 150, qPrintable(QString::number(table->columnWidth(ConnectionModel::NameColumn))));
        }
    }

    void removingIsNeverOneEnterAway()
    {
        RemoveDialog dialog(shop());
        QSignalSpy done(&dialog, &QDialog::finished);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QTest::keyClick(&dialog, Qt::Key_Return);
        QVERIFY(done.isEmpty() || done.first().first().toInt() == QDialog::Rejected);
    }

    void unlockingProductionNeedsItsNameTyped()
    {
        UnlockDialog dialog({status(Environment::Production)});
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *unlock = in<QPushButton>(dialog, "confirmUnlock");
        QVERIFY(!unlock->isEnabled());
        QTest::keyClick(&dialog, Qt::Key_Return);
        QVERIFY(dialog.isVisible());
        type(dialog, "unlockName", QStringLiteral("shop"));
        QVERIFY(!unlock->isEnabled()); // as it is written
        type(dialog, "unlockName", QStringLiteral("Shop"));
        QVERIFY(unlock->isEnabled());
        QTest::keyClick(in<QLineEdit>(dialog, "unlockName"), Qt::Key_Return);
        QVERIFY(dialog.isVisible()); // no default button
    }

    void whatTheKeyMayNotDoCannotBeUnlocked()
    {
        UnlockDialog dialog({status(Environment::Staging, Right::Answer::No)});
        dialog.show();
        QVERIFY(!in<QPushButton>(dialog, "confirmUnlock")->isEnabled());
        const auto labels = dialog.findChildren<QLabel *>();
        QVERIFY(std::any_of(labels.cbegin(), labels.cend(), [](const QLabel *label) { return label->text().contains(QStringLiteral("no permission to write")); }));
    }

    void theWindowCountsAnUnlockDownAndLocksAgain()
    {
        WindowFixture fixture(m_clock);
        const std::unique_ptr<MainWindow> window(fixture.makeWindow());
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window.get()));
        emit fixture.monitor.connectionChanged(status(Environment::Staging));
        const auto word = [&] { return window->findChild<StatusStrip *>()->text(); };
        QVERIFY(word().startsWith(QStringLiteral("STAGING \u00B7 read-only")));
        QTimer::singleShot(0, [] {
            auto *dialog = qobject_cast<UnlockDialog *>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            QTest::mouseClick(in<QPushButton>(*dialog, "confirmUnlock"), Qt::LeftButton);
        });
        QTest::mouseClick(in<QPushButton>(*window, "lockButton"), Qt::LeftButton);
        QVERIFY2(word().contains(QStringLiteral("unlocked: Shop 15:00")), qPrintable(word()));
        m_clock.advance(Minutes(2));
        window->findChild<StatusStrip *>()->refresh();
        QVERIFY2(word().contains(QStringLiteral("unlocked: Shop 13:00")), qPrintable(word()));
        QTest::mouseClick(in<QPushButton>(*window, "lockButton"), Qt::LeftButton);
        QVERIFY(word().startsWith(QStringLiteral("STAGING \u00B7 read-only")));
    }

    void thePageAddsEditsAndRetries()
    {
        WindowFixture fixture(m_clock);
        fixture.connections.configured << shop();
        const std::unique_ptr<MainWindow> window(fixture.makeWindow());
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window.get()));
        emit fixture.monitor.connectionChanged(status(Environment::Staging));
        window->openPage(QStringLiteral("connections"));
        QTest::mouseClick(in<QPushButton>(*window, "retryConnection"), Qt::LeftButton);
        QCOMPARE(fixture.connections.retried, QVector<ConnectionId>{ConnectionId(QStringLiteral("shop"))});
        QString title;
        QTimer::singleShot(0, [&] {
            title = QApplication::activeModalWidget()->windowTitle();
            qobject_cast<QDialog *>(QApplication::activeModalWidget())->reject();
        });
        QTest::mouseClick(in<QPushButton>(*window, "editConnection"), Qt::LeftButton);
        QCOMPARE(title, QStringLiteral("Connection Shop"));
        QTimer::singleShot(0, [] { QTest::mouseClick(in<QPushButton>(*QApplication::activeModalWidget(), "confirmRemove"), Qt::LeftButton); });
        QTest::mouseClick(in<QPushButton>(*window, "removeConnection"), Qt::LeftButton);
        QCOMPARE(fixture.connections.removed.size(), 1);
    }
};

QTEST_MAIN(TestConnections)
#include "TestConnections.moc"
