// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/deadletters/VaultSchema.h"
#include "app/storage/sqlite/Database.h"
#include "tests/unit/vault/Letters.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::storage::test;

namespace {

constexpr int pageSize = 50;

int storeForEver(QCoreApplication &app, const QString &file)
{
    SystemClock clock;
    VaultOptions options;
    options.rowMaker = plainRows;
    DeadLetterVault vault(file, clock, options);
    int stored = 0;
    std::function<void()> next = [&] {
        const LetterPage one = page(letters(stored, pageSize), clock.now(), stored == 0, stored + pageSize);
        vault.ask<PageAdded>(&app, [one](VaultWorker &worker) { return worker.add(deadSet, one); }, [&](const PageAdded &) {
            stored += pageSize;
            std::printf("stored %d\n", stored);
            std::fflush(stdout);
            next();
        });
    };
    next();
    return app.exec();
}

} // namespace

class TestKilledVault : public QObject
{
    Q_OBJECT
private slots:
    void aKilledReadingLosesNothingItTold_data()
    {
        QTest::addColumn<int>("pages");
        for (const int pages : {1, 4, 31})
            QTest::addRow("after %d pages", pages) << pages;
    }
    void aKilledReadingLosesNothingItTold()
    {
        QFETCH(int, pages);
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("deadletters.sqlite"));
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--write"), file});
        int said = 0;
        while (said < pages) {
            QVERIFY(child.waitForReadyRead(30'000));
            said += int(child.readAllStandardOutput().count('\n'));
        }
        child.kill();
        QVERIFY(child.waitForFinished());
        said += int(child.readAllStandardOutput().count('\n'));
        {
            const auto database = openVault(file);
            QVERIFY2(database.has_value(), qPrintable(database ? QString() : toSentence(database.error())));
            auto check = (*database)->prepare(QStringLiteral("PRAGMA integrity_check"));
            QVERIFY((*database)->run(*check) && check->next());
            QCOMPARE(check->value(0).toString(), QStringLiteral("ok"));
        }
        SystemClock clock;
        VaultOptions options;
        options.rowMaker = plainRows;
        DeadLetterVault vault(file, clock, options);
        const auto kept = asked<std::optional<KeptSnapshot>>(vault, [](VaultWorker &worker) { return worker.open(deadSet, {}); });
        QVERIFY(kept.has_value());
        QCOMPARE(kept->state.stage, ReadingState::Stage::Stopped);
        QVERIFY2(kept->nextNumber >= said * pageSize && kept->nextNumber % pageSize == 0, qPrintable(QString::number(kept->nextNumber)));
        QCOMPARE(kept->state.seen, kept->nextNumber);
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc == 3 && qstrcmp(argv[1], "--write") == 0)
        return storeForEver(app, QString::fromLocal8Bit(argv[2]));
    TestKilledVault test;
    return QTest::qExec(&test, argc, argv);
}
#include "TestKilledVault.moc"
