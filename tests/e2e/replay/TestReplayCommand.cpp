// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Ended
{
    int code = -1;
    QByteArray out;
    QByteArray err;

    QVector<QJsonObject> lines() const
    {
        QVector<QJsonObject> all;
        for (const QByteArray &line : out.split('\n')) {
            if (!line.isEmpty())
                all << QJsonDocument::fromJson(line).object();
        }
        return all;
    }
    QStringList verdicts() const
    {
        QStringList all;
        for (const QJsonObject &line : lines())
            all << line[QStringLiteral("verdict")].toString();
        return all;
    }
};

/// Workers stop after ten minutes of calm; `skipped` samples from the middle of it are missing.
QByteArray deadWorkers(int skippedFrom = 0, int skippedUntil = 0)
{
    QByteArray samples;
    for (int i = 0; i < 120; ++i) {
        if (i >= skippedFrom && i < skippedUntil)
            continue;
        const int age = 10 + std::max(0, 15 * (i - 40));
        samples += (samples.isEmpty() ? "" : ",") + QByteArrayLiteral("{\"t\":") + QByteArray::number(1700000000.25 + 15 * i, 'f', 2)
            + ",\"oldest_age_s\":" + QByteArray::number(age) + ",\"depth\":" + QByteArray::number(5 + age) + ",\"in_flight\":0}";
    }
    return "{\"hold_window_s\":900,\"poll_s\":15,\"samples\":[" + samples + "]}";
}

} // namespace

class TestReplayCommand : public QObject
{
    Q_OBJECT
private:
    static Ended run(const QStringList &arguments, const QByteArray &input = {})
    {
        QProcess process;
        process.start(qEnvironmentVariable("HOLDWATCH_PROGRAM"), QStringList(QStringLiteral("replay")) + arguments);
        process.write(input);
        process.closeWriteChannel();
        if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
            return {};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

private slots:
    void printsTheFirstVerdictAndEachChangeOnTheFilesOwnScale()
    {
        const Ended ended = run({QStringLiteral("-")}, deadWorkers());
        QCOMPARE(ended.code, 0);
        QCOMPARE(ended.verdicts(), (QStringList{QStringLiteral("healthy"), QStringLiteral("watch"), QStringLiteral("approaching"), QStringLiteral("breached")}));
        const QJsonObject first = ended.lines().first();
        QCOMPARE(first.keys(), (QStringList{QStringLiteral("earliest_breach_s"), QStringLiteral("projected_breach_s"), QStringLiteral("reason"),
                                            QStringLiteral("t"), QStringLiteral("verdict")}));
        QCOMPARE(first[QStringLiteral("t")].toDouble(), 1700000000.25);
        QVERIFY(first[QStringLiteral("projected_breach_s")].isNull());
        QCOMPARE(ended.lines().last()[QStringLiteral("earliest_breach_s")].toDouble(), 0.0);
    }

    void readsAFileAndLetsOptionsWin()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("samples.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(deadWorkers());
        file.close();
        QVERIFY(run({path}).verdicts().contains(QStringLiteral("breached")));
        const Ended longer = run({path, QStringLiteral("--hold-window"), QStringLiteral("2h"), QStringLiteral("--reaction=8m")});
        QCOMPARE(longer.verdicts(), QStringList{QStringLiteral("healthy")});
    }

    void printsStaleAtTheMomentItFellDue()
    {
        const Ended ended = run({QStringLiteral("-")}, deadWorkers(10, 20));
        QCOMPARE(ended.verdicts().mid(0, 3), (QStringList{QStringLiteral("healthy"), QStringLiteral("stale"), QStringLiteral("healthy")}));
        QCOMPARE(ended.lines()[1][QStringLiteral("t")].toDouble(), 1700000000.25 + 15 * 9 + 45);
    }

    void anAgeThatIsNullIsHealthyOnlyWithNothingReady()
    {
        QCOMPARE(run({QStringLiteral("-")}, R"({"samples":[{"t":0,"oldest_age_s":null,"depth":0}]})").verdicts(), QStringList{QStringLiteral("healthy")});
        QCOMPARE(run({QStringLiteral("-")}, R"({"samples":[{"t":0,"depth":7}]})").verdicts(), QStringList{QStringLiteral("not reported")});
    }

    void refusesABadFileWithItsPlace_data()
    {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("place");
        QTest::newRow("half a file") << QByteArray("{\"samples\":[\n{\"t\":1}") << QByteArray("line 2");
        QTest::newRow("a web page") << QByteArray("<html>") << QByteArray("line 1");
        QTest::newRow("a text for a time") << QByteArray(R"({"samples":[{"t":1},{"t":"x"}]})") << QByteArray("samples[1].t (line 1)");
        QTest::newRow("a count below zero further down") << QByteArray("{\"samples\":[\n\n{\"t\":1,\n\"depth\":-4}]}") << QByteArray("samples[0].depth (line 4)");
        QTest::newRow("no time") << QByteArray(R"({"samples":[{"depth":1}]})") << QByteArray("samples[0].t");
        QTest::newRow("no samples") << QByteArray(R"({"x":1})") << QByteArray("samples");
        QTest::newRow("a window in words") << QByteArray(R"({"hold_window_s":"15m","samples":[]})") << QByteArray("hold_window_s");
        QTest::newRow("a hundred thousand brackets") << QByteArray(100'000, '[') << QByteArray("the beginning");
        QTest::newRow("brackets inside") << QByteArray(R"({"samples":[],"x":)") + QByteArray(100'000, '[') << QByteArray("line 1");
        QTest::newRow("nothing") << QByteArray() << QByteArray("line 1");
    }
    void refusesABadFileWithItsPlace()
    {
        QFETCH(QByteArray, input);
        QFETCH(QByteArray, place);
        const Ended ended = run({QStringLiteral("-")}, input);
        QCOMPARE(ended.code, 3);
        QVERIFY(ended.out.isEmpty());
        QVERIFY2(ended.err.contains(place), ended.err.constData());
    }

    void refusesAReactionTimeAsLongAsTheWindowWhereverTheWindowStands()
    {
        for (const QStringList &options : {QStringList{QStringLiteral("--reaction=15m")}, QStringList{QStringLiteral("--hold-window=8m"), QStringLiteral("--reaction=8m")}}) {
            const Ended ended = run(QStringList{QStringLiteral("-")} + options, deadWorkers()); // its window is 15 minutes
            QCOMPARE(ended.code, 3);
            QVERIFY(ended.out.isEmpty());
            QVERIFY2(ended.err.contains("must be shorter than the hold window of"), ended.err.constData());
        }
        QCOMPARE(run({QStringLiteral("-"), QStringLiteral("--hold-window=8m"), QStringLiteral("--reaction=7m59s")}, deadWorkers()).code, 0);
    }

    void explainsSamplesWhoseTimeGoesBackWithTheirLine()
    {
        const QByteArray back = "{\"poll_s\": 15, \"samples\": [\n{\"t\": 30, \"depth\": 0},\n{\"t\": 45, \"depth\": 0},\n{\"t\": 15.5,\n\"depth\": 0},\n{\"t\": 60, \"depth\": 0}\n]}";
        const Ended ended = run({QStringLiteral("-")}, back);
        QCOMPARE(ended.code, 0);
        QCOMPARE(ended.verdicts(), QStringList{QStringLiteral("healthy")});
        QVERIFY2(ended.err.contains("line 4, samples[2]: time goes back from 45 to 15.5"), ended.err.constData());
        QVERIFY(run({QStringLiteral("-")}, deadWorkers()).err.isEmpty());
    }

    void refusesWhatItDoesNotUnderstand()
    {
        QCOMPARE(run({QStringLiteral("/there/is/no/such.json")}).code, 3);
        QCOMPARE(run({}).code, 3);
        QCOMPARE(run({QStringLiteral("-"), QStringLiteral("--hold-window"), QStringLiteral("soon")}, deadWorkers()).code, 3);
    }
};

QTEST_GUILESS_MAIN(TestReplayCommand)
#include "TestReplayCommand.moc"
