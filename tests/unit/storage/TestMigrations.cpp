// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/sqlite/Migrations.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;

namespace {

const MigrationSteps firstOnly{{QStringLiteral("CREATE TABLE note (text TEXT)")}};
const MigrationSteps two{firstOnly[0], {QStringLiteral("ALTER TABLE note ADD COLUMN author TEXT"), QStringLiteral("UPDATE note SET author = 'nobody'")}};
const MigrationSteps failing{firstOnly[0], {QStringLiteral("UPDATE note SET text = 'half done'"), QStringLiteral("no such statement")}};

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return "unreadable";
    return file.readAll();
}

} // namespace

class TestMigrations : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString file() const { return m_folder->filePath(QStringLiteral("history.sqlite")); }

    void makeFirstVersion() const
    {
        auto database = openMigrated(file(), firstOnly);
        QVERIFY(database.has_value());
        QVERIFY((*database)->exec(QStringLiteral("INSERT INTO note VALUES ('kept')")).has_value());
    }

    void write(const QByteArray &bytes) const
    {
        QFile out(file());
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(bytes);
    }

    /// Refused, in the file's own words, and not a byte of the folder changed.
    void refusesUntouched(const MigrationSteps &steps, const QString &words) const
    {
        const QByteArray before = bytesOf(file());
        const auto opened = openMigrated(file(), steps);
        QVERIFY(!opened.has_value());
        QCOMPARE(opened.error().kind, Error::Kind::Storage);
        QVERIFY2(toSentence(opened.error()).contains(words), qPrintable(toSentence(opened.error())));
        QVERIFY(!opened.error().kept.isEmpty());
        QVERIFY(!opened.error().next.isEmpty());
        QCOMPARE(bytesOf(file()), before);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).filter(QStringLiteral("bak")), QStringList());
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void makesANewFileInTheNewestVersion()
    {
        QCOMPARE((*openMigrated(file(), two))->number(QStringLiteral("PRAGMA user_version")).value(), 2);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{QStringLiteral("history.sqlite")}); // no backup of nothing
    }

    void backsUpBeforeItMigrates()
    {
        makeFirstVersion();
        auto migrated = openMigrated(file(), two);
        QVERIFY(migrated.has_value());
        QCOMPARE((*migrated)->number(QStringLiteral("SELECT count(*) FROM note WHERE text = 'kept' AND author = 'nobody'")).value(), 1);
        const auto backup = openMigrated(file() + QStringLiteral(".bak-v1"), firstOnly);
        QVERIFY2(backup.has_value(), "the backup is a whole file of the old version");
        QCOMPARE((*backup)->number(QStringLiteral("SELECT count(*) FROM note WHERE text = 'kept'")).value(), 1);
    }

    void putsBackEverythingWhenAStepFailsAndKeepsEveryBackup()
    {
        makeFirstVersion();
        QVERIFY(!openMigrated(file(), failing).has_value());
        QCOMPARE((*openMigrated(file(), firstOnly))->number(QStringLiteral("SELECT count(*) FROM note WHERE text = 'kept'")).value(), 1);
        QVERIFY(openMigrated(file(), two).has_value());
        QVERIFY(QFile::exists(file() + QStringLiteral(".bak-v1")));
        QVERIFY(QFile::exists(file() + QStringLiteral(".bak-v1.2")));
    }

    void refusesANewerVersionPolitely()
    {
        QVERIFY(openMigrated(file(), two).has_value());
        refusesUntouched(firstOnly, QStringLiteral("written by a newer Holdwatch (format 2, this one knows up to 1)"));
    }

    void refusesRandomBytes()
    {
        QByteArray noise(100'000, '\0');
        QRandomGenerator random(1);
        for (char &byte : noise)
            byte = char(random.bounded(256));
        write(noise);
        refusesUntouched(two, QStringLiteral("is damaged or not a file of Holdwatch"));
    }

    void refusesAFileWhoseInsideIsDamaged()
    {
        makeFirstVersion();
        QByteArray bytes = bytesOf(file());
        bytes.replace(100, 3'000, QByteArray(3'000, '\x55'));
        write(bytes);
        refusesUntouched(two, QStringLiteral("is damaged or not a file of Holdwatch"));
    }

    void refusesAFileTooShortForAHeader()
    {
        write(QByteArrayLiteral("SQLite format 3\0 cut"));
        refusesUntouched(two, QStringLiteral("is damaged or not a file of Holdwatch"));
    }

    void refusesAnotherProgramsDatabase()
    {
        {
            auto foreign = Database::open(file(), Database::Mode::ReadWrite);
            QVERIFY((*foreign)->exec(QStringLiteral("CREATE TABLE cookies (id)")).has_value());
        }
        refusesUntouched(two, QStringLiteral("not a file of Holdwatch"));
    }

    void saysThatAFolderCanNotBeWritten()
    {
        const auto opened = openMigrated(QStringLiteral("/nonexistent/history.sqlite"), two);
        QVERIFY(!opened.has_value());
        QVERIFY(toSentence(opened.error()).contains(QStringLiteral("can't be opened or created")));
    }
};

QTEST_GUILESS_MAIN(TestMigrations)
#include "TestMigrations.moc"
