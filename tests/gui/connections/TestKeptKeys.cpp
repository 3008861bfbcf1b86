// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/PageFixture.h"
#include "ui/connections/ConnectionsPage.h"

#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QTimer>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace holdwatch::ui;

namespace {

ConnectionConfig shop()
{
    ConnectionConfig config;
    config.id = ConnectionId(QStringLiteral("shop"));
    config.name = QStringLiteral("Shop");
    config.provider = QStringLiteral("rabbitmq");
    config.baseUrl = QUrl(QStringLiteral("https://rabbit.example.com:15671"));
    config.environment = Environment::Staging;
    return config;
}

ConnectionStatus works()
{
    ConnectionStatus status;
    status.id = ConnectionId(QStringLiteral("shop"));
    status.name = QStringLiteral("Shop");
    status.environment = Environment::Staging;
    status.state = ConnectionStatus::State::Ok;
    return status;
}

template<typename T>
T *in(const QWidget &parent, const char *name)
{
    T *widget = parent.findChild<T *>(QLatin1String(name));
    Q_ASSERT(widget);
    return widget;
}

} // namespace

/// What the page says and offers about keys that are kept, but not used.
class TestKeptKeys : public QObject
{
    Q_OBJECT
private slots:
    void aKeyGivenForAnotherServerIsSentOnlyOnAPersonsWord()
    {
        PageFixture fixture;
        FakeConnections &port = fixture.connectionsPort;
        port.configured = {shop()};
        port.keys[ConnectionId(QStringLiteral("shop"))].read = KeyPlace::Keychain;
        fixture.connections.apply(works());
        ConnectionsPage page(fixture.context());
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        auto *confirm = in<QPushButton>(page, "confirmKeyAddress");
        QVERIFY(!confirm->isVisible());
        port.keys[ConnectionId(QStringLiteral("shop"))].givenFor = QStringLiteral("https://rabbit.example.org:15671");
        emit port.keysChanged(ConnectionId(QStringLiteral("shop")));
        QTRY_VERIFY(confirm->isVisible());
        const auto answer = [](const char *button) {
            QTimer::singleShot(0, qApp, [button] {
                auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget());
                QVERIFY(dialog);
                QVERIFY(in<QLabel>(*dialog, "confirmKeyText")->text().contains(QStringLiteral("rabbit.example.org")));
                QTest::mouseClick(in<QPushButton>(*dialog, button), Qt::LeftButton);
            });
        };
        answer("keepKeyHome");
        QTest::mouseClick(confirm, Qt::LeftButton);
        QVERIFY(port.confirmed.isEmpty());
        answer("confirmKey");
        QTest::mouseClick(confirm, Qt::LeftButton);
        QCOMPARE(port.confirmed.size(), 1);
        QVERIFY(!confirm->isVisible());
    }

    void aKeyThatNothingUsesCanBeRemovedAgain()
    {
        PageFixture fixture;
        FakeConnections &port = fixture.connectionsPort;
        port.left = {{ConnectionId(QStringLiteral("gone")), Purpose::Read, fixture.clock.now()}};
        fixture.connections.apply(works());
        ConnectionsPage page(fixture.context());
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        auto *left = in<QWidget>(page, "leftKeys");
        QVERIFY(left->isVisible());
        QVERIFY(left->accessibleName().contains(QStringLiteral("key of gone")));
        Error locked;
        locked.what = QStringLiteral("The keychain is locked.");
        port.nextFailure = locked;
        QTest::mouseClick(left->findChild<QPushButton *>(), Qt::LeftButton);
        QVERIFY(left->isVisible());
        QTest::mouseClick(left->findChild<QPushButton *>(), Qt::LeftButton);
        QVERIFY(!left->isVisible());
    }
};

QTEST_MAIN(TestKeptKeys)
#include "TestKeptKeys.moc"
