// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/sqlite/Database.h"
#include "tests/support/FakeClock.h"
#include "tests/unit/storage/NoRoom.h"
#include "tests/unit/vault/Letters.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::storage::test;
using holdwatch::test::FakeClock;
using namespace std::chrono_literals;

/// Letters on the disk and off it again.
class TestDeadLetterVault : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<QTemporaryDir> m_folder;
    FakeClock m_clock;

    QString file() const { return m_folder->filePath(QStringLiteral("deadletters.sqlite")); }
    std::unique_ptr<DeadLetterVault> vault(VaultOptions options = {})
    {
        options.rowMaker = plainRows;
        return std::make_unique<DeadLetterVault>(file(), m_clock, options);
    }
    PageAdded add(DeadLetterVault &vault, const LetterPage &page, const QueueId &where = deadSet)
    {
        return asked<PageAdded>(vault, [&](VaultWorker &worker) { return worker.add(where, page); });
    }
    static Result<LetterWithRow> fetch(DeadLetterVault &vault, LetterNumber number, const QueueId &where = deadSet)
    {
        return asked<Result<LetterWithRow>>(vault, [&](VaultWorker &worker) {
            worker.open(where, QStringLiteral("practice"));
            return worker.letter(where, number);
        });
    }
    static Result<void> erase(DeadLetterVault &vault, const std::optional<QueueId> &where)
    {
        std::optional<Result<void>> answer;
        QEventLoop loop;
        vault.erase(where, &loop, [&](const Result<void> &given) {
            answer = given;
            loop.quit();
        });
        loop.exec();
        return *answer;
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_clock = FakeClock();
    }

    void aLetterComesBackExactlyAfterARestart()
    {
        DeadLetter odd = letter(1, QByteArray("\0\xff{\"a\":1,\"a\":1.10}\n", 20));
        odd.deadSet = deadSet;
        odd.expiresAt = m_clock.now() + 3h;
        odd.payloadIsWhole = true;
        DeadLetter empty = letter(2);
        empty.payload.clear();
        empty.deadSet = deadSet;
        {
            const auto first = vault();
            add(*first, page({odd, empty}, m_clock.now()));
        }
        const auto second = vault();
        QCOMPARE(fetch(*second, 0)->letter, odd);
        QCOMPARE(fetch(*second, 1)->letter, empty);
        QCOMPARE(fetch(*second, 2).error().kind, Error::Kind::NotFound);
    }

    void theFileIsItsOwnersAlone()
    {
        const auto one = vault();
        add(*one, page(letters(0, 3), m_clock.now()));
        for (const QString &name : {file(), file() + QStringLiteral("-wal")}) {
            const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
            QVERIFY2((QFile::permissions(name) & others) == 0, qPrintable(name));
        }
    }

    void whatHasExpiredIsInNoFile()
    {
        {
            const auto first = vault();
            add(*first, page(letters(0, 500), m_clock.now()));
        }
        QVERIFY(standsOnDisk(m_folder->path(), canary)); // else the test below could not fail
        m_clock.advance(7 * 24h + 1s);
        const auto second = vault();
        QSignalSpy swept(second.get(), &DeadLetterVault::swept);
        QVERIFY(swept.wait());
        QVERIFY(!standsOnDisk(m_folder->path(), canary));
        QVERIFY(!fetch(*second, 0));
        QVERIFY(QFileInfo(file()).size() < 400 * 1024); // the room was given back; the record stays
        const auto sightings = asked<Result<QVector<KeySighting>>>(*second, [](VaultWorker &worker) { return worker.follow(QStringLiteral("key-m-3")); });
        QCOMPARE(sightings->size(), 1);
    }

    void whatHasNotExpiredStays()
    {
        {
            const auto first = vault();
            add(*first, page(letters(0, 5), m_clock.now()));
        }
        m_clock.advance(6 * 24h);
        const auto second = vault();
        QSignalSpy swept(second.get(), &DeadLetterVault::swept);
        QVERIFY(swept.wait());
        QVERIFY(fetch(*second, 4).has_value());
    }

    void erasingTakesOneDeadSetOrAll()
    {
        const QueueId other{deadSet.connection, QStringLiteral("mails.dlq")};
        const auto one = vault();
        add(*one, page(letters(0, 300), m_clock.now()));
        add(*one, page(letters(0, 300, "other-canary-51"), m_clock.now()), other);
        QVERIFY(erase(*one, deadSet).has_value());
        QVERIFY(!standsOnDisk(m_folder->path(), canary + "-7"));
        QVERIFY(!fetch(*one, 7));
        QVERIFY(fetch(*one, 7, other).has_value());
        QVERIFY(erase(*one, std::nullopt).has_value());
        QVERIFY(!standsOnDisk(m_folder->path(), "other-canary-51"));
    }

    void aNewSnapshotTakesThePlaceOfTheOneBefore()
    {
        const auto one = vault();
        add(*one, page(letters(0, 300), m_clock.now()));
        QSignalSpy swept(one.get(), &DeadLetterVault::swept);
        m_clock.advance(1min);
        add(*one, page(letters(1000, 2, "second-canary"), m_clock.now()));
        QVERIFY(swept.wait());
        QVERIFY(!standsOnDisk(m_folder->path(), canary + "-7"));
        QCOMPARE(fetch(*one, 0)->letter.id.text(), QStringLiteral("m-1000"));
        QVERIFY(!fetch(*one, 2));
    }

    void policyOffLeavesNoPayloadOnTheDisk()
    {
        VaultOptions off;
        off.keepsPayloads = false;
        const auto one = vault(off);
        const PageAdded added = add(*one, page(letters(0, 500), m_clock.now()));
        QVERIFY(added.note.contains(QStringLiteral("memory alone")));
        QVERIFY(fetch(*one, 499)->letter.payload.startsWith(canary));
        QVERIFY(!standsOnDisk(m_folder->path(), canary));
        const auto sightings = asked<Result<QVector<KeySighting>>>(*one, [](VaultWorker &worker) { return worker.follow(QStringLiteral("key-m-3")); });
        QCOMPARE(sightings->size(), 1);
    }

    void switchingThePolicyOffErasesWhatIsThere()
    {
        {
            const auto first = vault();
            add(*first, page(letters(0, 50), m_clock.now()));
        }
        VaultOptions off;
        off.keepsPayloads = false;
        off.erasesKept = true;
        const auto second = vault(off);
        QSignalSpy swept(second.get(), &DeadLetterVault::swept);
        QVERIFY(swept.wait());
        QVERIFY(!standsOnDisk(m_folder->path(), canary));
    }

    void pastTheMemoryLimitALetterStaysWithoutItsPayload()
    {
        VaultOptions small;
        small.keepsPayloads = false;
        small.memoryLimit = 1000;
        const auto one = vault(small);
        const PageAdded added = add(*one, page(letters(0, 100), m_clock.now()));
        QCOMPARE(added.rows.size(), 100);
        QVERIFY(added.note.contains(QStringLiteral("fetched when they are opened")));
        QVERIFY(fetch(*one, 0)->letter.payloadIsWhole);
        QVERIFY(!fetch(*one, 99)->letter.payloadIsWhole);
        QCOMPARE(fetch(*one, 99)->letter.payloadSize, letter(99).payloadSize);
    }

    void pastTheDiskLimitTheOldestOtherSnapshotGoesThenMemoryIsUsed()
    {
        VaultOptions small;
        small.diskLimit = 300 * 1024;
        const QueueId other{deadSet.connection, QStringLiteral("mails.dlq")};
        const auto one = vault(small);
        add(*one, page(letters(0, 100, QByteArray(3000, 'o')), m_clock.now()), other);
        QSignalSpy swept(one.get(), &DeadLetterVault::swept);
        const QByteArray big(3000, 'x');
        add(*one, page(letters(0, 10, big), m_clock.now()));
        if (swept.isEmpty())
            QVERIFY(swept.wait());
        QTRY_VERIFY(!fetch(*one, 0, other));
        PageAdded last;
        for (int n = 1; n < 15; ++n)
            last = add(*one, page(letters(n * 10, 10, big), m_clock.now(), false, n * 10 + 10));
        QVERIFY2(last.note.contains(QStringLiteral("space set aside")), qPrintable(last.note));
        for (const int number : {0, 9, 75, 149})
            QVERIFY(fetch(*one, number)->letter.payloadIsWhole);
    }

    void aFullDiskLosesNothingThatWasRead()
    {
        VaultOptions tight;
        tight.pageCap = 40;
        const auto one = vault(tight);
        QString note;
        for (int n = 0; n < 10; ++n)
            note = add(*one, page(letters(n * 100, 100), m_clock.now(), n == 0, n * 100 + 100)).note;
        QVERIFY2(note.contains(QStringLiteral("could not be written")), qPrintable(note));
        QVERIFY(one->problem().contains(QStringLiteral("no room left")));
        const auto all = asked<std::vector<DeadLetterRow>>(*one, [](VaultWorker &worker) { return worker.rows(deadSet, 0, 5000); });
        QCOMPARE(all.size(), size_t(1000));
        QCOMPARE(fetch(*one, 999)->letter.id.text(), QStringLiteral("m-999"));
        QCOMPARE(fetch(*one, 0)->letter.id.text(), QStringLiteral("m-0"));
    }

    void aDiskThatFillsInTheMiddleOfAWriteDamagesNothing()
    {
        const auto one = vault();
        add(*one, page(letters(0, 100), m_clock.now()));
        {
            const holdwatch::storage::test::NoRoom none(256 * 1024);
            for (int n = 1; n < 10; ++n)
                add(*one, page(letters(n * 100, 100, QByteArray(2000, 'z')), m_clock.now(), false, n * 100 + 100));
            QVERIFY(!one->problem().isEmpty());
        }
        add(*one, page(letters(1000, 100), m_clock.now(), false, 1100));
        QVERIFY2(one->problem().isEmpty(), qPrintable(one->problem()));
        const auto all = asked<std::vector<DeadLetterRow>>(*one, [](VaultWorker &worker) { return worker.rows(deadSet, 0, 5000); });
        QCOMPARE(all.size(), size_t(1100));
    }

    void aFileOfANewerHoldwatchStaysAsItIs()
    {
        {
            const auto first = vault();
            add(*first, page(letters(0, 1), m_clock.now()));
        }
        {
            const auto database = Database::open(file(), Database::Mode::ReadWrite);
            QVERIFY((*database)->exec(QStringLiteral("PRAGMA user_version=99")).has_value());
        }
        QFile before(file());
        QVERIFY(before.open(QIODevice::ReadOnly));
        const QByteArray bytes = before.readAll();
        const auto second = vault();
        const PageAdded added = add(*second, page(letters(0, 3), m_clock.now()));
        QCOMPARE(added.rows.size(), 3);
        QVERIFY(second->problem().contains(QStringLiteral("newer Holdwatch")));
        QVERIFY(fetch(*second, 2).has_value()); // memory serves
        before.seek(0);
        QCOMPARE(before.readAll(), bytes);
    }

    void theRecordRemembersWhatWasSeenAndWhatWent()
    {
        const auto one = vault();
        const UtcTime first = m_clock.now();
        add(*one, page(letters(0, 2), first));
        m_clock.advance(1h);
        const PageAdded again = add(*one, page({letter(1)}, m_clock.now()));
        QCOMPARE(*again.rows.front().firstSeenAt, first);
        ReadingState whole;
        whole.stage = ReadingState::Stage::Whole;
        whole.seen = 1;
        whole.capturedAt = m_clock.now();
        one->tell([whole](VaultWorker &worker) { worker.saveState(deadSet, whole); });
        const auto gone = asked<Result<QVector<KeySighting>>>(*one, [](VaultWorker &worker) { return worker.follow(QStringLiteral("key-m-0")); });
        QVERIFY(gone->constLast().what.contains(QStringLiteral("no longer there")));
        const auto still = asked<Result<QVector<KeySighting>>>(*one, [](VaultWorker &worker) { return worker.follow(QStringLiteral("key-m-1")); });
        QCOMPARE(still->size(), 2);
        QVERIFY(still->constLast().what.contains(QStringLiteral("seen 2 times")));
        m_clock.advance(1h);
        const PageAdded back = add(*one, page({letter(0)}, m_clock.now()));
        QCOMPARE(*back.rows.front().firstSeenAt, first);
    }

    void looksAreSummedOverRestartsUntilTheQueueWasSeenEmpty()
    {
        const auto count = [](DeadLetterVault &vault) { return asked<int>(vault, [](VaultWorker &worker) { return worker.looks(deadSet); }); };
        LetterPage looked = page(letters(0, 1), m_clock.now());
        looked.looks = 2;
        {
            const auto first = vault();
            add(*first, looked);
        }
        const auto second = vault();
        add(*second, looked);
        QCOMPARE(count(*second), 4);
        ReadingState empty;
        empty.stage = ReadingState::Stage::Whole;
        empty.capturedAt = m_clock.now() + 1s;
        second->tell([empty](VaultWorker &worker) { worker.saveState(deadSet, empty); });
        QCOMPARE(count(*second), 0);
    }

    void theNearestExpiryOutlastsTheQueueAndTheProgram()
    {
        DeadLetter soon = letter(0);
        soon.expiresAt = m_clock.now() + 3h;
        DeadLetter later = letter(1);
        later.expiresAt = m_clock.now() + 30h;
        {
            const auto first = vault();
            add(*first, page({soon, later, letter(2)}, m_clock.now()));
        }
        const auto second = vault();
        const auto ask = [&] { return asked<QVector<Expiries>>(*second, [](VaultWorker &worker) { return worker.expiries(24h); }); };
        QCOMPARE(ask().size(), 1);
        QCOMPARE(*ask().front().next, *soon.expiresAt);
        QCOMPARE(ask().front().soon, 1);
        m_clock.advance(5h);
        QCOMPARE(*ask().front().next, *later.expiresAt);
        QCOMPARE(ask().front().soon, 0);
    }

    void newRulesReachEveryOpenSnapshot()
    {
        VaultOptions options;
        options.lettersPerStep = 7;
        const auto one = vault(options);
        one->tell([](VaultWorker &worker) { worker.setRules({}, false); });
        add(*one, page(letters(0, 20), m_clock.now()));
        int changed = 0;
        QEventLoop loop;
        connect(one.get(), &DeadLetterVault::rowsChanged, &loop, [&](const QueueId &, const QVector<DeadLetterRow> &rows) {
            for (const DeadLetterRow &row : rows)
                QCOMPARE(row.failureClass, QStringLiteral("mine"));
            changed += int(rows.size());
            if (changed == 20)
                loop.quit();
        });
        ClassRules rules;
        rules.rules.append(ClassRule());
        rules.rules.last().classId = QStringLiteral("mine");
        one->tell([rules](VaultWorker &worker) { worker.setRules(rules, true); });
        loop.exec();
        QCOMPARE(fetch(*one, 19)->row.failureClass, QStringLiteral("mine"));
    }
};

QTEST_GUILESS_MAIN(TestDeadLetterVault)
#include "TestDeadLetterVault.moc"
