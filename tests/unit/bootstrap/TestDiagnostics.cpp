// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Diagnostics.h"
#include "app/bootstrap/Logging.h"
#include "app/bootstrap/RecentLog.h"
#include "tests/support/DemoStory.h"
#include "tests/support/FakeClock.h"
#include "tests/support/FakeMonitor.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;
using holdwatch::bootstrap::Diagnostics;
using holdwatch::bootstrap::Logging;
using holdwatch::bootstrap::recentLog;

class TestDiagnostics : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_profile;
    Redactor m_redactor;
    FakeClock m_clock;

    void write(const char *name, const QByteArray &content) const
    {
        QDir(m_profile.path()).mkpath(QStringLiteral("log"));
        QFile file(m_profile.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    QString logDirectory() const { return m_profile.filePath(QStringLiteral("log")); }

private slots:
    void tellsTheFilesAndWhatTheMonitorSaid()
    {
        write("connections.json", "{\"schema\":1,\"connections\":[{\"name\":\"Not watched\",\"provider\":\"infrai\",\"url\":\"https://api.shop.example\",\"key_env\":\"SHOP_KEY\"},"
                                  "{\"name\":\"Broken\",\"provider\":\"infrai\"}]}");
        write("settings.json", "{\"appearance/theme\":\"dark\"}");
        Diagnostics diagnostics(m_profile.path(), m_redactor, m_clock);
        FakeMonitor monitor;
        diagnostics.listenTo(monitor);
        for (const ConnectionStatus &status : demoConnections(m_clock.now()))
            emit monitor.connectionChanged(status);
        emit monitor.statusesChanged(demoQueues(m_clock.now()));
        emit monitor.storageChanged(QStringLiteral("The disk is full."));
        const QString text = diagnostics.text({});
        for (const char *there : {"1. Not watched", "api.shop.example:443", "not watched by this command", "connections.json:", "dark", "rabbit-staging", "The disk is full.", "OpenSSL", QT_VERSION_STR})
            QVERIFY2(text.contains(QString::fromLatin1(there)), qPrintable(QString::fromLatin1(there) + QLatin1Char('\n') + text));
        for (const QueueStatus &queue : demoQueues(m_clock.now()))
            QVERIFY2(!text.contains(queue.queue.displayName), qPrintable(queue.queue.displayName)); // counts only
    }

    void forgetsWhatIsGone()
    {
        const QTemporaryDir empty;
        Diagnostics diagnostics(empty.path(), m_redactor, m_clock);
        FakeMonitor monitor;
        diagnostics.listenTo(monitor);
        ConnectionStatus status = demoConnections(m_clock.now()).constFirst();
        emit monitor.connectionChanged(status);
        emit monitor.connectionRemoved(status.id);
        QVERIFY(diagnostics.text({}).contains(QStringLiteral("none configured")));
    }

    void logsEachChangeOfStateOnceAndClean()
    {
        const QTemporaryDir dir;
        {
            const Logging logging(dir.path(), m_redactor);
            Diagnostics diagnostics(dir.path(), m_redactor, m_clock);
            FakeMonitor monitor;
            diagnostics.listenTo(monitor);
            ConnectionStatus status;
            status.name = QStringLiteral("Shop");
            status.state = ConnectionStatus::State::Unauthorized;
            status.text = QStringLiteral("The server said: invalid key ifr_canary_4711.");
            for (int poll = 0; poll < 3; ++poll)
                emit monitor.connectionChanged(status);
            status.state = ConnectionStatus::State::Ok;
            status.text.clear();
            emit monitor.connectionChanged(status);
        }
        const QString log = recentLog(dir.path());
        QCOMPARE(log.count(QStringLiteral("Shop: unauthorized")), 1);
        QCOMPARE(log.count(QStringLiteral("Shop: ok\n")), 1);
        QVERIFY(!log.contains(QStringLiteral("4711")));
    }

    void aKeyThatReachedAnOldLogIsStillTakenOut()
    {
        write("log/holdwatch.log", "2026-11-30T14:00:00.000Z info default: swordfish was here\n");
        m_redactor.know(Secret(QByteArray("swordfish")));
        const QString text = Diagnostics(m_profile.path(), m_redactor, m_clock).text({});
        QVERIFY(text.contains(QStringLiteral("was here")));
        QVERIFY(!text.contains(QStringLiteral("swordfish")));
    }

    void theEnvironmentTellsNothingOfItself()
    {
        qputenv("SOME_TOKEN", "canary-of-the-environment");
        qputenv("XDG_CURRENT_DESKTOP", "GNOME\npassword=canary-of-the-environment \x1b[2J");
        qputenv("XDG_SESSION_TYPE", "wayland");
        const QString text = Diagnostics(m_profile.path(), m_redactor, m_clock).text({});
        for (const char *variable : {"SOME_TOKEN", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE"})
            qunsetenv(variable);
        QVERIFY(text.contains(QStringLiteral("unusual, session: wayland")));
        QVERIFY(!text.contains(QStringLiteral("of-the-environment")));
        QVERIFY(!text.contains(QChar(0x1b)));
    }

    void recentLogIsWholeLinesAcrossRotatedFiles()
    {
        const QByteArray line("2026-11-30T14:00:00.000Z info default: 123456789\n");
        write("log/holdwatch.log", line.repeated(2));
        write("log/holdwatch.log.1", "older " + line + line.repeated(2));
        write("log/holdwatch.log.2", "oldest " + line);
        QCOMPARE(recentLog(logDirectory(), 1'000'000).count(QLatin1Char('\n')), 6);
        QVERIFY(recentLog(logDirectory(), 1'000'000).startsWith(QStringLiteral("oldest")));
        QCOMPARE(recentLog(logDirectory(), line.size() * 4 + 10), QString::fromLatin1(line.repeated(4)));
        QCOMPARE(recentLog(logDirectory(), line.size() + 10), QString::fromLatin1(line));
        QCOMPARE(recentLog(QStringLiteral("/nonexistent")), QString());
    }

    void savesTheWholeTextOrLeavesTheOldFile()
    {
        Diagnostics diagnostics(m_profile.path(), m_redactor, m_clock);
        const QString path = m_profile.filePath(QStringLiteral("out.txt"));
        std::optional<Result<void>> answer;
        const auto save = [&](const QString &where, const QString &text) {
            answer.reset();
            diagnostics.save(where, text, this, [&answer](const Result<void> &result) { answer = result; });
            QVERIFY(!answer); // never inside the call
            QTRY_VERIFY(answer.has_value());
        };
        save(path, QStringLiteral("exactly ä this\n"));
        QVERIFY(answer->has_value());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("exactly ä this\n"));
        save(path + QStringLiteral("/below-a-file.txt"), QStringLiteral("x"));
        QVERIFY(!answer->has_value());
        QVERIFY(toSentence(answer->error()).contains(QStringLiteral("could not be written")));
        QCOMPARE(QDir(m_profile.path()).entryList({QStringLiteral("out.txt*")}, QDir::Files), QStringList{QStringLiteral("out.txt")});
    }
};

QTEST_GUILESS_MAIN(TestDiagnostics)
#include "TestDiagnostics.moc"
