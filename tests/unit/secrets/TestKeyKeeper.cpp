// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/secrets/KeeperFixture.h"

using namespace holdwatch;
using namespace holdwatch::test;
using secrets::KeyKeeper;

/// What is kept where, and what is said when that fails.
class TestKeyKeeper : public KeeperFixture
{
    Q_OBJECT
private slots:
    void withoutAKeyTheKeychainIsNotEvenAsked()
    {
        STARTS_WITH(loaded(), "not-found: The key for \"shop\" was not given yet.");
        QVERIFY(m_store->calls.isEmpty());
        QCOMPARE(place(), KeyPlace::None);
    }

    void aSavedKeyIsThereAfterARestart()
    {
        QSignalSpy changed(m_keeper.get(), &KeyKeeper::placeChanged);
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(place(), KeyPlace::Keychain);
        start();
        QCOMPARE(place(), KeyPlace::Keychain);
        QCOMPARE(loaded(), QStringLiteral("key: k1"));
        QCOMPARE(m_keeper->saved(), (QVector<SavedKey>{{m_shop, Purpose::Read, m_clock.now()}}));
    }

    void aKeyForThisRunIsGoneAfterARestart()
    {
        QCOMPARE(saved("k1", Where::ThisRun), QStringLiteral("done"));
        QCOMPARE(place(), KeyPlace::ThisRun);
        QCOMPARE(loaded(), QStringLiteral("key: k1"));
        QVERIFY(m_store->calls.isEmpty());
        QVERIFY(!QFile::exists(path()));
        start();
        QCOMPARE(place(), KeyPlace::None);
    }

    void thisRunsKeyGoesBeforeTheSavedOneUntilThatIsSavedAnew()
    {
        QCOMPARE(saved("kept"), QStringLiteral("done"));
        QCOMPARE(saved("typed", Where::ThisRun), QStringLiteral("done"));
        QCOMPARE(loaded(), QStringLiteral("key: typed"));
        QCOMPARE(place(), KeyPlace::ThisRun);
        QCOMPARE(m_keeper->saved().size(), 1);
        QCOMPARE(saved("new"), QStringLiteral("done"));
        QCOMPARE(loaded(), QStringLiteral("key: new"));
        QCOMPARE(place(), KeyPlace::Keychain);
    }

    void aKeyStaysWithTheServerItWasGivenFor()
    {
        const QString home = QStringLiteral("https://queues.example.com:443");
        const QString elsewhere = QStringLiteral("https://queues.example.org:443");
        for (const Where where : {Where::Keychain, Where::ThisRun}) {
            m_keeper->leadsTo(m_shop, home);
            QCOMPARE(saved("k1", where), QStringLiteral("done"));
            QCOMPARE(loaded(), QStringLiteral("key: k1"));
            m_keeper->leadsTo(m_shop, elsewhere);
            QCOMPARE(m_keeper->givenFor(m_shop, Purpose::Read), home);
            const QString answer = loaded();
            STARTS_WITH(answer, "conflict: The address has changed since the key for \"shop\" was given: that was for https://queues.example.com:443");
            CONTAINS(answer, "Enter the key again under Connections, or confirm");
            m_keeper->leadsTo(m_shop, home); // put back
            QCOMPARE(loaded(), QStringLiteral("key: k1"));
            m_keeper->leadsTo(m_shop, elsewhere);
            QVERIFY(m_keeper->confirm(m_shop, Purpose::Read));
            QCOMPARE(loaded(), QStringLiteral("key: k1"));
            QVERIFY(m_keeper->givenFor(m_shop, Purpose::Read).isEmpty());
        }
        start();
        STARTS_WITH(loaded(), "conflict: "); // nobody has said where it leads
        m_keeper->leadsTo(m_shop, elsewhere);
        QCOMPARE(loaded(), QStringLiteral("key: k1"));
    }

    void aKeyThatComesAfterTheAddressHasChangedIsNotUsed()
    {
        m_keeper->leadsTo(m_shop, QStringLiteral("https://a.example:443"));
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        start();
        m_keeper->leadsTo(m_shop, QStringLiteral("https://a.example:443"));
        m_store->isSilent = true;
        QString answer;
        load(&answer);
        m_keeper->leadsTo(m_shop, QStringLiteral("https://b.example:443"));
        answerAll();
        QTRY_VERIFY(!answer.isEmpty());
        STARTS_WITH(answer, "conflict: ");
    }

    void aKeyFromBeforeServersWereNotedBelongsToTheFirstItIsUsedFor()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        start();
        m_keeper->leadsTo(m_shop, QStringLiteral("https://a.example:443"));
        QCOMPARE(loaded(), QStringLiteral("key: k1"));
        start();
        m_keeper->leadsTo(m_shop, QStringLiteral("https://b.example:443"));
        STARTS_WITH(loaded(), "conflict: ");
    }

    void replacingTellsTheNewTime()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        m_clock.advance(Minutes(5));
        QCOMPARE(saved("k2"), QStringLiteral("done"));
        QCOMPARE(loaded(), QStringLiteral("key: k2"));
        QCOMPARE(m_keeper->saved(), (QVector<SavedKey>{{m_shop, Purpose::Read, m_clock.now()}}));
    }

    void aLockedKeychainIsNotTakenForAnEmptyOne()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        m_store->isLocked = true;
        QSignalSpy changed(m_keeper.get(), &KeyKeeper::placeChanged);
        const QString answer = loaded();
        STARTS_WITH(answer, "unreachable: The key for \"shop\" was saved in the keychain on 2025-11-30, but the keychain does not give it out: it is locked");
        CONTAINS(answer, "for this run only");
        QCOMPARE(place(), KeyPlace::KeychainSilent);
        m_store->isLocked = false;
        QCOMPARE(loaded(), QStringLiteral("key: k1"));
        QCOMPARE(place(), KeyPlace::Keychain);
        QCOMPARE(changed.size(), 2);
    }

    void aKeychainThatIsAwaySaysWhy()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        m_store->failsWith = awayError();
        const QString answer = loaded();
        STARTS_WITH(answer, "unreachable: ");
        CONTAINS(answer, "There is no keychain service here.");
        QCOMPARE(place(), KeyPlace::KeychainSilent);
    }

    void aFailedFirstSaveChangesNothingAndOffersThisRun()
    {
        QSignalSpy changed(m_keeper.get(), &KeyKeeper::placeChanged);
        m_store->writesFailWith = awayError();
        const QString answer = saved("hw_canary");
        STARTS_WITH(answer, "unreachable: The key for \"shop\" was not saved. There is no keychain service here. Nothing was changed.");
        CONTAINS(answer, "use the key for this run only");
        QVERIFY(!answer.contains(QStringLiteral("canary")));
        QCOMPARE(place(), KeyPlace::None);
        QVERIFY(changed.isEmpty());
        start();
        QCOMPARE(place(), KeyPlace::None);
    }

    void aFailedReplacementLeavesTheOldKey()
    {
        QCOMPARE(saved("old"), QStringLiteral("done"));
        const auto before = m_keeper->saved();
        QCOMPARE(saved("typed", Where::ThisRun), QStringLiteral("done"));
        m_clock.advance(Minutes(5));
        m_store->writesFailWith = awayError();
        STARTS_WITH(saved("new"), "unreachable: ");
        QCOMPARE(loaded(), QStringLiteral("key: typed"));
        QCOMPARE(m_keeper->saved(), before);
        start();
        QCOMPARE(loaded(), QStringLiteral("key: old"));
    }

    void anUncertainSaveStaysOnTheList()
    {
        Error unknown;
        unknown.kind = Error::Kind::OutcomeUnknown;
        unknown.what = QStringLiteral("The keychain contradicts itself.");
        m_store->writesFailWith = unknown;
        STARTS_WITH(saved("k1"), "outcome-unknown: It is not certain that the key for \"shop\" was saved.");
        QCOMPARE(place(), KeyPlace::KeychainSilent);
        QCOMPARE(m_keeper->saved().size(), 1);
    }

    void anIndexThatCantBeWrittenStopsASaveBeforeTheKeychain()
    {
        m_folder->remove();
        STARTS_WITH(saved("k1"), "storage: The key for \"shop\" was not saved. keys.json could not be written");
        QVERIFY(m_store->calls.isEmpty());
        QCOMPARE(place(), KeyPlace::None);
    }

    void refusesWhatCantBeAKey()
    {
        for (const char *key : {"", "two\nlines", " k"}) {
            STARTS_WITH(saved(key), "invalid: The key ");
            STARTS_WITH(saved(key, Where::ThisRun), "invalid: The key ");
        }
        QVERIFY(m_store->calls.isEmpty());
        QCOMPARE(place(), KeyPlace::None);
    }

    void anEntryThatSomebodySpoiltInTheKeychainIsNotUsed_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("a line break") << QByteArray("hw_canary\r\nX-Admin: 1");
        QTest::newRow("binary") << QByteArray("hw_canary\xff\x00", 11);
        QTest::newRow("the mark of a removal that was cut off") << QByteArray("\n");
    }

    void anEntryThatSomebodySpoiltInTheKeychainIsNotUsed()
    {
        QFETCH(QByteArray, bytes);
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        m_store->entries[nameOf("shop")] = bytes;
        const QString answer = loaded();
        STARTS_WITH(answer, "malformed: The key for \"shop\" that the keychain gave out can't be used.");
        CONTAINS(answer, "Enter the key anew");
        QVERIFY(!answer.contains(QStringLiteral("canary")));
        QCOMPARE(saved("k2"), QStringLiteral("done"));
        QCOMPARE(loaded(), QStringLiteral("key: k2"));
    }

    void removingForgetsItEverywhere()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        QCOMPARE(saved("typed", Where::ThisRun), QStringLiteral("done"));
        QCOMPARE(removed(), QStringLiteral("done"));
        QCOMPARE(place(), KeyPlace::None);
        QVERIFY(m_store->entries.empty());
        STARTS_WITH(loaded(), "not-found: ");
        start();
        QCOMPARE(place(), KeyPlace::None);
        QCOMPARE(removed(), QStringLiteral("done"));
    }

    void aKeychainThatIsAwayKeepsItsEntryOnTheList()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        QCOMPARE(saved("typed", Where::ThisRun), QStringLiteral("done"));
        m_store->failsWith = awayError();
        const QString answer = removed();
        STARTS_WITH(answer, "unreachable: The key for \"shop\" could not be removed from the keychain. There is no keychain service here.");
        CONTAINS(answer, "stays listed");
        QCOMPARE(place(), KeyPlace::KeychainSilent);
        QCOMPARE(m_keeper->saved().size(), 1);
    }

    void aLockedKeychainThatSaysNotFoundKeepsItsEntryOnTheListToo()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        m_store->isLocked = true;
        STARTS_WITH(removed(), "unreachable: The key for \"shop\" could not be removed");
        QCOMPARE(m_keeper->saved().size(), 1);
        m_store->isLocked = false;
        QCOMPARE(loaded(), QStringLiteral("key: k1"));
    }

    void anEntryThatIsTrulyGoneComesOffTheList()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        m_store->entries.clear();
        QCOMPARE(removed(), QStringLiteral("done"));
        QCOMPARE(place(), KeyPlace::None);
        QVERIFY(m_store->entries.empty());
        start();
        QVERIFY(m_keeper->saved().isEmpty());
    }

    void aMalformedIndexClaimsNothing()
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{ spoilt");
        file.close();
        start();
        QVERIFY(m_keeper->indexProblem());
        QCOMPARE(place(), KeyPlace::Unknown);
        const QString answer = loaded();
        STARTS_WITH(answer, "configuration: The key for \"shop\" can't be looked for in the keychain, because the record of saved keys can't be read: keys.json:1:");
        CONTAINS(answer, "for this run only");
        STARTS_WITH(saved("k1"), "configuration: ");
        STARTS_WITH(removed(), "configuration: ");
        QVERIFY(m_store->calls.isEmpty());
        QCOMPARE(saved("typed", Where::ThisRun), QStringLiteral("done"));
        QCOMPARE(loaded(), QStringLiteral("key: typed"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("{ spoilt"));
    }

    void noKeyEverReachesTheIndex()
    {
        QCOMPARE(saved("hw_canary_read"), QStringLiteral("done"));
        QCOMPARE(saved("hw_canary_write", Where::Keychain, Purpose::Write), QStringLiteral("done"));
        QFile file(path());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.contains("shop"));
        for (const QByteArray &key : {QByteArray("hw_canary"), QByteArray("hw_canary_read").toBase64(), QByteArray("hw_canary_read").toHex()})
            QVERIFY(!text.contains(key));
    }
};

QTEST_GUILESS_MAIN(TestKeyKeeper)
#include "TestKeyKeeper.moc"
