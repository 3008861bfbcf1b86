// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/PracticeSession.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using bootstrap::PracticeSession;

class TestPracticeSession : public QObject
{
    Q_OBJECT
private slots:
    void isWatchedAsItsEntrySays()
    {
        ConnectionConfig configured = PracticeSession::connection();
        operations::RunKeys keys;
        PracticeSession session(keys);
        session.takeFrom({configured});
        configured.pollInterval = Seconds(7);
        configured.defaultTolerance.holdWindow = Minutes(2);
        ConnectionConfig announced;
        connect(&session, &PracticeSession::ready, this, [&announced](const ConnectionConfig &config) { announced = config; });
        const QTemporaryDir folder;
        session.start(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(!announced.name.isEmpty(), 30'000);
        QCOMPARE(announced.pollInterval, practicePollInterval);
        QVERIFY(!session.toleranceRules().isEmpty());
        session.rename(configured);
        QCOMPARE(announced.pollInterval, Millis(Seconds(7)));
        QCOMPARE(announced.defaultTolerance.holdWindow, Millis(Minutes(2)));
        QVERIFY(session.toleranceRules().isEmpty()); // what the person wrote rules
    }

    void keepsWhatItsEntrySaysAboutNotices()
    {
        ConnectionConfig configured = PracticeSession::connection();
        configured.name = QStringLiteral("Rehearsal");
        configured.hookCommand = QStringList{QStringLiteral("/usr/bin/logger"), QStringLiteral("-s")};
        configured.webhook = QUrl(QStringLiteral("https://hooks.example.com/x"));

        const QTemporaryDir folder;
        operations::RunKeys keys;
        PracticeSession session(keys);
        ConnectionConfig announced;
        connect(&session, &PracticeSession::ready, this, [&announced](const ConnectionConfig &config) { announced = config; });
        QVERIFY(session.takeFrom({configured}).isEmpty());
        session.start(folder.path());
        QTRY_COMPARE_WITH_TIMEOUT(announced.name, configured.name, 30'000);
        QCOMPARE(announced.hookCommand, configured.hookCommand);
        QCOMPARE(announced.webhook, configured.webhook);
        QCOMPARE(announced.environment, Environment::Practice);
    }
};

QTEST_GUILESS_MAIN(TestPracticeSession)
#include "TestPracticeSession.moc"
