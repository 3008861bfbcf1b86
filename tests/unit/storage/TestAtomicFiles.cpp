// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/ConfigDocument.h"
#include "app/storage/config/ConnectionFile.h"
#include "app/storage/config/Settings.h"
#include "app/storage/config/ToleranceFile.h"
#include "app/storage/history/ReplayFile.h"
#include "tests/unit/storage/NoRoom.h"
#include "tests/unit/storage/Samples.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::storage::test;

namespace {

constexpr int longFile = 60;
constexpr int shortFile = 3;

QVector<ConnectionConfig> connections(int count)
{
    QVector<ConnectionConfig> all;
    for (int i = 0; i < count; ++i) {
        ConnectionConfig one;
        one.name = QStringLiteral("Connection %1").arg(i);
        one.id = idForName(one.name);
        one.provider = QStringLiteral("rabbitmq");
        one.baseUrl = QUrl(QStringLiteral("https://queues.example.com"));
        all << one;
    }
    return all;
}

Tolerances tolerances(int count)
{
    Tolerances all;
    for (int i = 0; i < count; ++i)
        all.queues.insert(queueNamed(QString::number(i)), Tolerance());
    return all;
}

/// Each of the three files as the program writes it, with `entries` entries.
Result<void> write(const QDir &folder, int entries)
{
    auto done = ConnectionFile(folder.filePath(QStringLiteral("connections.json"))).write(connections(entries));
    if (done)
        done = ToleranceFile(folder.filePath(QStringLiteral("tolerances.json"))).write(tolerances(entries));
    if (!done)
        return done;
    Settings settings(folder.filePath(QStringLiteral("settings.json")));
    settings.write(QStringLiteral("filler"), QString(entries * 100, QLatin1Char('x')));
    settings.write(QStringLiteral("entries"), entries);
    return settings.save();
}

int writeForEver(const QString &folder)
{
    for (int i = 0;; ++i) {
        if (!write(QDir(folder), i % 2 ? longFile : shortFile))
            return 1;
        std::puts("written");
        std::fflush(stdout);
    }
}

bool isOneOfBoth(qsizetype entries)
{
    return entries == longFile || entries == shortFile;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestAtomicFiles : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QDir dir() const { return QDir(m_folder.path()); }

private slots:
    void aFullDiskLeavesTheFileAsItWas_data()
    {
        QTest::addColumn<int>("size");
        QTest::newRow("smaller than the write buffer") << 100;
        QTest::newRow("larger than the write buffer") << 100'000;
    }
    void aFullDiskLeavesTheFileAsItWas()
    {
        QFETCH(int, size);
        const QString path = dir().filePath(QStringLiteral("some.json"));
        QVERIFY(writeAtomically(path, "before").has_value());
        const auto before = dir().entryList(QDir::Files | QDir::Hidden);
        const auto done = [&] {
            const NoRoom full(50);
            return writeAtomically(path, QByteArray(size, 'x'));
        }();
        QVERIFY(!done.has_value());
        QVERIFY(done.error().kept.contains(QStringLiteral("as it was before")));
        QCOMPARE(contentOf(path), QByteArray("before"));
        QCOMPARE(dir().entryList(QDir::Files | QDir::Hidden), before); // nor is anything left over
        QVERIFY(writeAtomically(path, QByteArray(size, 'x')).has_value()); // there is room again
    }

    void aFullDiskLeavesAnEarlierExportAsItWas()
    {
        const QString path = dir().filePath(QStringLiteral("expiry.json"));
        const RowSource rows = [](const RowVisitor &visit) { return visit(toRow(0, sampleAt(noon, 1, 2))); };
        QVERIFY(writeReplayFile(path, {Minutes(15), Seconds(5)}, rows).has_value());
        const QByteArray before = contentOf(path);
        const auto done = [&] {
            const NoRoom full(50);
            return writeReplayFile(path, {Minutes(15), Seconds(5)}, rows);
        }();
        QVERIFY(!done.has_value());
        QCOMPARE(contentOf(path), before);
    }

    void aPathBelowAFileIsAnErrorAndTouchesNothing()
    {
        const QString file = dir().filePath(QStringLiteral("some.json"));
        QVERIFY(writeAtomically(file, "before").has_value());
        QVERIFY(!writeAtomically(file + QStringLiteral("/below.json"), "x").has_value());
        QCOMPARE(contentOf(file), QByteArray("before"));
    }

    void aKilledWriterLeavesWholeFiles_data()
    {
        QTest::addColumn<int>("rounds");
        for (const int rounds : {1, 2, 9})
            QTest::addRow("after %d rounds", rounds) << rounds;
    }
    void aKilledWriterLeavesWholeFiles()
    {
        QFETCH(int, rounds);
        const QTemporaryDir folder;
        QVERIFY(write(QDir(folder.path()), shortFile).has_value());
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--write"), folder.path()});
        for (int said = 0; said < rounds; said += int(child.readAllStandardOutput().count('\n')))
            QVERIFY(child.waitForReadyRead(30'000));
        child.kill();
        QVERIFY(child.waitForFinished() || child.state() == QProcess::NotRunning);

        const ConnectionsRead read = ConnectionFile(folder.filePath(QStringLiteral("connections.json"))).read();
        QVERIFY(read.problems.isEmpty());
        QVERIFY(isOneOfBoth(read.connections.size()));
        const TolerancesRead judged = ToleranceFile(folder.filePath(QStringLiteral("tolerances.json"))).read();
        QVERIFY(judged.problems.isEmpty());
        QVERIFY(isOneOfBoth(judged.tolerances.queues.size()));
        const Settings settings(folder.filePath(QStringLiteral("settings.json")));
        QVERIFY(settings.problems().isEmpty());
        QVERIFY(isOneOfBoth(settings.read(QStringLiteral("entries")).toInt()));
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc == 3 && qstrcmp(argv[1], "--write") == 0)
        return writeForEver(QString::fromLocal8Bit(argv[2]));
    TestAtomicFiles test;
    return QTest::qExec(&test, argc, argv);
}
#include "TestAtomicFiles.moc"
