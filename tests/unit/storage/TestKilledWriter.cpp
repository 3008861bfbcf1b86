// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/history/HistoryReader.h"
#include "app/storage/history/HistoryService.h"
#include "tests/unit/storage/Samples.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::storage::test;

namespace {

constexpr int batchSize = 40;

/// What the child does until it is killed: records a batch, says when it is on disk, records the next.
int writeForEver(QCoreApplication &app, const QString &file)
{
    SystemClock clock;
    HistoryService service(file, clock);
    int batch = 0;
    const auto recordNext = [&service, &batch] {
        service.record(series(noon + Seconds(5) * batchSize * batch++, batchSize, Seconds(5)));
        service.flush();
    };
    QObject::connect(&service, &HistoryService::flushed, &service, [&recordNext](int samples) {
        if (samples > 0) {
            std::printf("written %d\n", samples);
            std::fflush(stdout);
        }
        recordNext();
    });
    return app.exec();
}

} // namespace

class TestKilledWriter : public QObject
{
    Q_OBJECT
private slots:
    void losesNothingCommittedAndDamagesNothing_data()
    {
        QTest::addColumn<int>("batches");
        for (const int batches : {1, 3, 20, 57})
            QTest::addRow("after %d batches", batches) << batches;
    }
    void losesNothingCommittedAndDamagesNothing()
    {
        QFETCH(int, batches);
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("history.sqlite"));
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--write"), file});
        int said = 0;
        while (said < batches) {
            QVERIFY(child.waitForReadyRead(30'000));
            said += int(child.readAllStandardOutput().count('\n'));
        }
        child.kill();
        QVERIFY(child.waitForFinished());
        said += int(child.readAllStandardOutput().count('\n'));

        const auto database = openMigrated(file, historySchema());
        QVERIFY2(database.has_value(), qPrintable(database ? QString() : toSentence(database.error())));
        auto check = (*database)->prepare(QStringLiteral("PRAGMA integrity_check"));
        QVERIFY((*database)->run(*check) && check->next());
        QCOMPARE(check->value(0).toString(), QStringLiteral("ok"));
        const qint64 kept = (*database)->number(QStringLiteral("SELECT count(*) FROM sample")).value();
        QVERIFY2(kept >= said * batchSize, qPrintable(QStringLiteral("%1 of %2").arg(kept).arg(said * batchSize)));

        // The rollups agree with the samples: each transaction is there as a whole.
        const auto store = HistoryStore::open(**database).value();
        const auto slice = HistoryReader(*store).read({queueNamed(QStringLiteral("expiry")), noon, noon + std::chrono::hours(24 * 30), 600}, {}).value();
        qint64 counted = 0;
        for (const HistoryBucket &bucket : slice.buckets)
            counted += bucket.samples;
        QVERIFY(slice.bucket >= Minutes(1));
        QCOMPARE(counted, kept);
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc == 3 && qstrcmp(argv[1], "--write") == 0)
        return writeForEver(app, QString::fromLocal8Bit(argv[2]));
    TestKilledWriter test;
    return QTest::qExec(&test, argc, argv);
}
#include "TestKilledWriter.moc"
