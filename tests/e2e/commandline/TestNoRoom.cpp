// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

namespace {

const QByteArray connections = R"({"schema": 1, "connections": [{"name": "Shop", "provider": "rabbitmq", "url": "https://localhost:1", "user": "monitor", "key_env": "SHOP_KEY", "poll_interval": "1s"}]})";
const QByteArray settings = "{\n    \"appearance/theme\": \"dark\"\n}\n";

} // namespace

/// The program where no file can grow by a byte: what a full disk does, also to a test that runs as root.
class TestNoRoom : public QObject
{
    Q_OBJECT

    QTemporaryDir m_profile;
    QString path(const char *name) const { return m_profile.filePath(QString::fromLatin1(name)); }
    QByteArray contentOf(const char *name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void put(const char *name, const QByteArray &content) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

private slots:
    void saysSoGoesOnMonitoringAndOverwritesNothing()
    {
        put("connections.json", connections);
        put("settings.json", settings);
        put("tolerances.json", "{\"schema\": 1}");
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char *display : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(QString::fromLatin1(display));
        environment.insert(QStringLiteral("SHOP_KEY"), QStringLiteral("nothing"));
        process.setProcessEnvironment(environment);
        process.setChildProcessModifier([] {
            std::signal(SIGXFSZ, SIG_IGN);
            const rlimit none{0, 0};
            setrlimit(RLIMIT_FSIZE, &none);
        });
        process.start(qEnvironmentVariable("HOLDWATCH_PROGRAM"), {QStringLiteral("--profile"), m_profile.path()});
        QByteArray shown;
        const auto says = [&](const char *what) {
            shown += process.readAllStandardOutput();
            return shown.contains(what);
        };
        QTRY_VERIFY2_WITH_TIMEOUT(says("Monitoring goes on"), shown.constData(), 30'000);
        QTRY_VERIFY2_WITH_TIMEOUT(says("Shop (rabbitmq): unreachable"), shown.constData(), 30'000);
        process.terminate();
        QVERIFY(process.waitForFinished() || process.state() == QProcess::NotRunning);
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QVERIFY(process.readAllStandardError().contains("could not be written when Holdwatch started"));
        QCOMPARE(contentOf("connections.json"), connections);
        QCOMPARE(contentOf("settings.json"), settings);
        QCOMPARE(contentOf("tolerances.json"), QByteArray("{\"schema\": 1}"));
    }
};

QTEST_GUILESS_MAIN(TestNoRoom)
#include "TestNoRoom.moc"
