// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/secrets/KeeperFixture.h"

using namespace holdwatch;
using namespace holdwatch::test;
using secrets::KeyKeeper;

/// A keychain that answers late, or never.
class TestSilentKeychain : public KeeperFixture
{
    Q_OBJECT
private slots:
    void aKeychainThatNeverAnswersHoldsUpNobody()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        m_store->isSilent = true;
        QString answer;
        load(&answer);
        QVERIFY(answer.isEmpty());
        QCOMPARE(letTimePass(), 1);
        STARTS_WITH(answer, "timeout: The key for \"shop\" is saved in the keychain, which has not answered yet.");
        QCOMPARE(place(), KeyPlace::KeychainSilent);
        QCOMPARE(saved("typed", Where::ThisRun), QStringLiteral("done"));
        QCOMPARE(loaded(), QStringLiteral("key: typed"));
    }

    void askingAgainDoesNotPileUpQuestions()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        m_store->isSilent = true;
        QString first;
        QString second;
        load(&first);
        letTimePass();
        load(&second);
        QCOMPARE(m_store->calls.count(QStringLiteral("read shop/read")), 1);
        answerAll();
        STARTS_WITH(first, "timeout: ");
        QCOMPARE(second, QStringLiteral("key: k1"));
    }

    void aLateAnswerIsAnnouncedAndKeptForThisRun()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        m_store->isSilent = true;
        QSignalSpy arrived(m_keeper.get(), &KeyKeeper::keyArrived);
        QString answer;
        load(&answer);
        letTimePass();
        QVERIFY(arrived.isEmpty());
        const QString before = answer;
        answerAll();
        QCOMPARE(answer, before);
        QCOMPARE(arrived.size(), 1);
        QCOMPARE(arrived[0][0].value<ConnectionId>(), m_shop);
        QCOMPARE(place(), KeyPlace::Keychain);
        QCOMPARE(loaded(), QStringLiteral("key: k1"));
        QCOMPARE(m_store->waiting(), 0);
    }

    void aLateKeyIsForgottenOnceAnotherIsSaved()
    {
        aLateAnswerIsAnnouncedAndKeptForThisRun();
        m_store->isSilent = false;
        QCOMPARE(saved("k2"), QStringLiteral("done"));
        QCOMPARE(loaded(), QStringLiteral("key: k2"));
    }

    void anAnswerInTimeIsNotKept()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        QCOMPARE(loaded(), QStringLiteral("key: k1"));
        QCOMPARE(loaded(), QStringLiteral("key: k1"));
        QCOMPARE(m_store->calls.count(QStringLiteral("read shop/read")), 2);
        QCOMPARE(letTimePass(), 0);
    }

    void aLateRefusalIsNoArrival()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        m_store->isSilent = true;
        m_store->isLocked = true;
        QSignalSpy arrived(m_keeper.get(), &KeyKeeper::keyArrived);
        QString answer;
        load(&answer);
        letTimePass();
        answerAll();
        QVERIFY(arrived.isEmpty());
        QCOMPARE(place(), KeyPlace::KeychainSilent);
    }

    void aKeyForWritingIsFetchedEachTimeAlsoWhenItCameLate()
    {
        QCOMPARE(saved("w1", Where::Keychain, Purpose::Write), QStringLiteral("done"));
        QCOMPARE(place(Purpose::Read), KeyPlace::None);
        m_store->isSilent = true;
        QSignalSpy arrived(m_keeper.get(), &KeyKeeper::keyArrived);
        QString answer;
        load(&answer, Purpose::Write);
        letTimePass();
        STARTS_WITH(answer, "timeout: The key for writing to \"shop\"");
        answerAll();
        QCOMPARE(arrived.size(), 1);
        m_store->isSilent = false;
        QCOMPARE(loaded(Purpose::Write), QStringLiteral("key: w1"));
        QCOMPARE(m_store->calls.count(QStringLiteral("read shop/write")), 2);
    }

    void aSaveThatIsAnsweredLateCountsAllTheSame()
    {
        m_store->isSilent = true;
        QSignalSpy changed(m_keeper.get(), &KeyKeeper::placeChanged);
        QSignalSpy arrived(m_keeper.get(), &KeyKeeper::keyArrived);
        QString answer;
        save(&answer, "k1");
        QCOMPARE(place(), KeyPlace::None);
        QVERIFY(m_keeper->saved().isEmpty());
        letTimePass();
        STARTS_WITH(answer, "timeout: The key for \"shop\" is not saved yet");
        CONTAINS(answer, "for this run only");
        answerAll();
        QCOMPARE(place(), KeyPlace::Keychain);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(arrived.size(), 1);
    }

    void aSaveThatFailsLateIsTold()
    {
        m_store->isSilent = true;
        m_store->writesFailWith = awayError();
        QSignalSpy failed(m_keeper.get(), &KeyKeeper::failedLater);
        QString answer;
        save(&answer, "k1");
        letTimePass();
        answerAll();
        QCOMPARE(failed.size(), 1);
        QCOMPARE(place(), KeyPlace::None);
        start();
        QCOMPARE(place(), KeyPlace::None);
    }

    void aSaveCutOffByTheEndOfTheProgramIsNotLostFromSight()
    {
        m_store->isSilent = true;
        QString answer;
        save(&answer, "k1");
        start();
        QCOMPARE(place(), KeyPlace::Keychain);
        STARTS_WITH(loaded(), "unreachable: The key for \"shop\" was saved");
    }

    void aSecondChangeWaitsForTheFirst()
    {
        m_store->isSilent = true;
        QString first;
        QString second;
        QString third;
        save(&first, "k1");
        save(&second, "k2");
        remove(&third);
        QTRY_VERIFY(!second.isEmpty() && !third.isEmpty());
        STARTS_WITH(second, "conflict: ");
        STARTS_WITH(third, "conflict: ");
        answerAll();
        QCOMPARE(first, QStringLiteral("done"));
        m_store->isSilent = false;
        QCOMPARE(loaded(), QStringLiteral("key: k1"));
        QCOMPARE(saved("k3"), QStringLiteral("done"));
    }

    void aRemovalThatIsAnsweredLateCountsAllTheSame()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        m_store->isSilent = true;
        QString answer;
        remove(&answer);
        letTimePass();
        STARTS_WITH(answer, "timeout: The key for \"shop\" is not removed yet");
        QCOMPARE(place(), KeyPlace::KeychainSilent);
        answerAll();
        QCOMPARE(place(), KeyPlace::None);
    }

    void nobodyIsToldWhoHasDied()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        m_store->isSilent = true;
        auto context = std::make_unique<QObject>();
        bool wasTold = false;
        m_keeper->load(m_shop, Purpose::Read, context.get(), [&](const Result<Secret> &) { wasTold = true; });
        m_keeper->save(m_shop, Purpose::Read, Secret(QByteArray("k2")), Where::Keychain, context.get(), [&](const Result<void> &) { wasTold = true; });
        context.reset();
        letTimePass();
        answerAll();
        QVERIFY(!wasTold);
        m_store->isSilent = false;
        QString key;
        start();
        QCOMPARE(loaded(), QStringLiteral("key: k2"));
    }

    void theWatchdogDiesWithTheKeeper()
    {
        QCOMPARE(saved("k1"), QStringLiteral("done"));
        m_store->isSilent = true;
        QString answer;
        load(&answer);
        m_keeper.reset();
        QCOMPARE(letTimePass(), 0);
        QVERIFY(answer.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestSilentKeychain)
#include "TestSilentKeychain.moc"
