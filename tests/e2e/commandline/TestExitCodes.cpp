// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

/// The one convention of all commands: 0 done, 3 not understood or not done, and why on standard error.
class TestExitCodes : public QObject
{
    Q_OBJECT
private slots:
    void everyCommandEndsWith3WhenItIsNotUnderstoodOrCannotDoItsWork_data()
    {
        QTest::addColumn<QStringList>("words");
        const QString nowhere = QCoreApplication::applicationFilePath() + QStringLiteral("/below/a/file");
        const auto row = [](const char *name, const char *words, const QString &last = {}) {
            QStringList list = QString::fromLatin1(words).split(QLatin1Char(' '));
            QTest::newRow(name) << (last.isEmpty() ? list : list << last);
        };
        row("no such command", "dance");
        row("no such option of the window", "--colour red");
        row("the window's option without its value", "--profile");
        row("a time for a screenshot that nobody asked for", "--after 5s");
        row("a profile that can't be", "--screenshot x.png --profile", nowhere);
        row("status", "status --nonsense");
        row("practice", "practice --port many");
        row("a speed for no workload", "practice --scenario none --speed 5");
        row("practice where nothing can be kept", "practice --data", nowhere);
        row("replay without a file", "replay");
        row("replay with a window that is none", "replay - --hold-window soon");
        row("replay of a file that is not there", "replay", nowhere);
    }
    void everyCommandEndsWith3WhenItIsNotUnderstoodOrCannotDoItsWork()
    {
        QFETCH(QStringList, words);
        const QTemporaryDir home;
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("XDG_DATA_HOME"), home.path());
        process.setProcessEnvironment(environment);
        process.start(qEnvironmentVariable("HOLDWATCH_PROGRAM"), words);
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(60'000) || process.state() == QProcess::NotRunning); // it may have ended before we wait
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 3);
        QVERIFY(process.readAllStandardOutput().isEmpty());
        QVERIFY(process.readAllStandardError().contains("holdwatch")); // Qt may have said something before
    }

    void helpAndVersionAreNoTrouble()
    {
        for (const char *words : {"--help", "--version", "status --help", "replay -h", "practice --help", "diagnostics --help"}) {
            QProcess process;
            process.start(qEnvironmentVariable("HOLDWATCH_PROGRAM"), QString::fromLatin1(words).split(QLatin1Char(' ')));
            QVERIFY(process.waitForFinished(60'000) || process.state() == QProcess::NotRunning);
            QCOMPARE(process.exitCode(), 0);
            QVERIFY2(process.readAllStandardOutput().contains("holdwatch"), words);
        }
    }
};

QTEST_GUILESS_MAIN(TestExitCodes)
#include "TestExitCodes.moc"
