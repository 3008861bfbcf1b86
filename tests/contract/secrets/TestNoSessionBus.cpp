// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/secrets/KeychainStore.h"
#include "tests/support/secrets/SecretStoreContract.h"

#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

/// A machine without a session bus: a server, a container, a console.
class TestNoSessionBus : public QObject
{
    Q_OBJECT
    QTemporaryDir m_empty;

private slots:
    void initTestCase()
    {
        for (const char *variable : {"DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "KDE_FULL_SESSION"})
            qunsetenv(variable);
        qputenv("XDG_RUNTIME_DIR", m_empty.path().toLocal8Bit());
        qputenv("HOME", m_empty.path().toLocal8Bit());
    }

    void everyCallSaysThatTheKeychainCantBeUsed()
    {
        secrets::KeychainStore store(QStringLiteral("test"));
        const auto read = readFrom(store, nameOf("shop"));
        const auto written = writeTo(store, nameOf("shop"), "hw_canary_7f3a");
        const auto removed = removeFrom(store, nameOf("shop"));
        QVERIFY(!read && !written && !removed);
        for (const Error &error : {read.error(), written.error(), removed.error()}) {
            QCOMPARE(toWord(error.kind), toWord(Error::Kind::Unreachable));
            QVERIFY2(error.what.contains(QStringLiteral("keychain")), qPrintable(error.what));
            QVERIFY(!error.next.isEmpty());
            QVERIFY(!toSentence(error).contains(QStringLiteral("canary")));
        }
    }
};

QTEST_GUILESS_MAIN(TestNoSessionBus)
#include "TestNoSessionBus.moc"
