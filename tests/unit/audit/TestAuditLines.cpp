// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/audit/AuditLines.h"
#include "app/storage/sqlite/Database.h"
#include "tests/unit/audit/Entries.h"
#include "tests/unit/storage/NoRoom.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::storage::test;

class TestAuditLines : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    const FakeKey m_ada{"ada"};
    AuditHead m_head;
    QString record() const { return m_folder->filePath(QStringLiteral("audit.sqlite")); }
    QString lines() const { return m_folder->filePath(QStringLiteral("audit.jsonl")); }
    Result<AuditCheck> checked(const std::optional<AuditHead> &head = std::nullopt) const { return verifyAudit(lines(), head, m_ada.check()); }
    QByteArrayList exported() const
    {
        if (!exportAudit(record(), lines()))
            qFatal("not exported");
        QByteArrayList all = bytesOf(lines()).split('\n');
        all.removeLast();
        return all;
    }
    void write(const QByteArray &bytes) const
    {
        QFile out(lines());
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(bytes);
    }
    void write(const QByteArrayList &all) const { write(all.join('\n') + '\n'); }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        auto store = AuditStore::open(record()).value();
        QVERIFY(store->append({draft(QStringLiteral("plan-signed"), "{ \"rule\" : \"class:\\u0022malformed\\u0022 \u00e4 \\n\", \"n\":1.10 }")}, noon + Millis(7), m_ada.signer()).has_value());
        QVERIFY(store->append({{QStringLiteral("kind \"x\""), PlanId(), QStringLiteral("Zoë\n\u2028 \u0001"), "{}"}}, noon).has_value());
        QVERIFY(store->append(outcomes(0, 6), noon + Seconds(3), m_ada.signer()).has_value());
        m_head = store->head();
    }

    void anExportCarriesAllThatIsNeededToCheckIt()
    {
        QCOMPARE(exported().size(), 9);
        const AuditCheck check = checked(m_head).value();
        QVERIFY2(check.holds(), qPrintable(check.problem));
        QCOMPARE(check, verifyAudit(record(), m_head, m_ada.check()).value());
        QCOMPARE(check.timesBack, 1);
        QCOMPARE(QFile::permissions(lines()) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }

    void anEntryComesBackExactly()
    {
        const auto all = AuditStore::open(record()).value()->newest(0, 100).value();
        for (const AuditEntry &entry : all)
            QCOMPARE(entryFromLine(toLine(entry)).value(), entry);
    }

    void everyChangedByteIsFound()
    {
        const QByteArrayList good = exported();
        const QByteArray bytes = good.join('\n') + '\n';
        const qsizetype first = good[0].size();
        for (qsizetype at = 0; at < bytes.size(); at += 7) {
            QByteArray changed = bytes;
            changed[at] = char(changed[at] ^ 0x01);
            write(changed);
            const auto check = checked();
            QVERIFY2(!check || !check->holds(), qPrintable(QStringLiteral("byte %1").arg(at)));
            QVERIFY2(at > first || !check || check->problem.size() > 0, "the first line");
        }
    }

    void droppedSwappedRepeatedAndForeignLinesAreFound()
    {
        const QByteArrayList good = exported();
        QByteArrayList all = good;
        all.removeAt(5);
        write(all);
        QCOMPARE(checked()->brokenAt, std::optional<qint64>(5));
        all = good;
        all.swapItemsAt(3, 4);
        write(all);
        QCOMPARE(checked()->brokenAt, std::optional<qint64>(3));
        all = good;
        all.insert(5, all[4]);
        write(all);
        QCOMPARE(checked()->brokenAt, std::optional<qint64>(5));
        QVERIFY2(checked()->problem.contains(QStringLiteral("another entry 4")), qPrintable(checked()->problem));
        all = good;
        all.append(all.last());
        write(all);
        QVERIFY(!checked()->holds());
        all = good;
        all.insert(4, QByteArray());
        write(all);
        QCOMPARE(checked()->brokenAt, std::optional<qint64>(4));
    }

    void aCutFileIsSaid()
    {
        const QByteArray whole = exported().join('\n') + '\n';
        for (qsizetype size = whole.size() - 1; size > 200; size -= 61) {
            write(whole.left(size));
            const auto check = checked();
            QVERIFY2(check && !check->holds(), qPrintable(QString::number(size)));
        }
        QByteArrayList all = exported();
        all.removeLast();
        write(all);
        QCOMPARE(checked()->brokenAt, std::optional<qint64>(8));
    }

    void aFirstLineThatWasAdjustedNeedsAHeadToBeFound()
    {
        QByteArrayList all = exported();
        all.removeLast();
        const AuditEntry last = entryFromLine(all.last()).value();
        all[0] = toLine(LinesHeader{7, last.hash});
        write(all);
        QVERIFY(checked()->holds());
        QCOMPARE(checked(m_head)->brokenAt, std::optional<qint64>(8));
    }

    void refusesAnotherVersionAndOtherJson()
    {
        for (const char *first : {"{\"holdwatch_audit\":2,\"entries\":0,\"head\":\"\"}", "{}", "{\"samples\":[]}"}) {
            write(QByteArray(first) + '\n');
            QCOMPARE(checked().error().kind, Error::Kind::Storage);
        }
    }

    void aLineWithoutAnEndCostsNoMemory()
    {
        write(exported()[0] + '\n' + QByteArray(40'000'000, 'x'));
        QCOMPARE(checked()->brokenAt, std::optional<qint64>(1));
    }

    void anEmptyRecordHolds()
    {
        QVERIFY(QFile::remove(record()));
        (void)AuditStore::open(record()).value();
        QCOMPARE(exported().size(), 1);
        QVERIFY(checked()->holds());
        QVERIFY(!checked(m_head)->holds());
    }

    void aBrokenRecordIsExportedAsItIs()
    {
        {
            const auto database = Database::open(record(), Database::Mode::ReadWrite);
            QVERIFY((*database)->exec(QStringLiteral("DROP TRIGGER entry_is_never_changed")).has_value());
            QVERIFY((*database)->exec(QStringLiteral("UPDATE entry SET kind = 'nothing' WHERE number = 4")).has_value());
        }
        exported();
        QCOMPARE(checked()->brokenAt, std::optional<qint64>(4));
    }

    void keepsTheEarlierFileWhenThereIsNoRoom()
    {
        write("the file of before");
        {
            const NoRoom full(300);
            const auto refused = exportAudit(record(), lines());
            QVERIFY(!refused.has_value());
            QCOMPARE(refused.error().kind, Error::Kind::Storage);
        }
        QCOMPARE(bytesOf(lines()), QByteArray("the file of before"));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 2);
    }

    void neverOverwritesTheRecordItself()
    {
        const QByteArray before = bytesOf(record());
        QVERIFY(QFile::link(record(), lines()));
        for (const QString &target : {record(), lines(), m_folder->path() + QStringLiteral("/./audit.sqlite")})
            QVERIFY(!exportAudit(record(), target).has_value());
        QCOMPARE(bytesOf(record()), before);
    }
};

QTEST_GUILESS_MAIN(TestAuditLines)
#include "TestAuditLines.moc"
