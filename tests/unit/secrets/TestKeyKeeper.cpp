// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/secrets/KeyKeeper.h"
#include "tests/support/FakeClock.h"
#include "tests/support/secrets/FakeSecretStore.h"
#include "tests/support/secrets/SecretStoreContract.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;
using secrets::KeyIndex;
using secrets::KeyKeeper;

namespace {

QString told(const Result<void> &result)
{
    return result ? QStringLiteral("done") : toWord(result.error().kind) + QStringLiteral(": ") + toSentence(result.error());
}

QString told(const Result<Secret> &result)
{
    return result ? QStringLiteral("key: ") + QString::fromUtf8(result->expose()) : toWord(result.error().kind) + QStringLiteral(": ") + toSentence(result.error());
}

Error awayError()
{
    Error error;
    error.kind = Error::Kind::Unreachable;
    error.what = QStringLiteral("There is no keychain service here.");
    return error;
}

} // namespace

#define STARTS_WITH(text, start) QVERIFY2((text).startsWith(QStringLiteral(start)), qPrintable(text))
#define CONTAINS(text, part) QVERIFY2((text).contains(QStringLiteral(part)), qPrintable(text))

class TestKeyKeeper : public QObject
{
    Q_OBJECT

    const ConnectionId m_shop{QStringLiteral("shop")};
    std::unique_ptr<QTemporaryDir> m_folder;
    FakeClock m_clock;
    std::vector<std::pair<QPointer<QObject>, std::function<void()>>> m_watches;
    std::unique_ptr<KeyKeeper> m_keeper;
    FakeSecretStore *m_store = nullptr;

    QString path() const { return m_folder->filePath(QStringLiteral("keys.json")); }

    /// A program that starts (again) with what the index and the keychain hold.
    void start()
    {
        auto entries = m_keeper ? m_store->entries : std::map<secrets::SecretName, QByteArray>();
        m_keeper.reset();
        m_watches.clear();
        auto store = std::make_unique<FakeSecretStore>();
        m_store = store.get();
        m_store->entries = std::move(entries);
        const auto watchdog = [this](QObject *life, std::function<void()> bark) { m_watches.emplace_back(life, std::move(bark)); };
        m_keeper = std::make_unique<KeyKeeper>(std::move(store), KeyIndex(path()), m_clock, watchdog);
    }

    /// The watchdog's time is over for all who still wait; how many those were.
    int letTimePass()
    {
        int barked = 0;
        for (const auto &[life, bark] : std::exchange(m_watches, {})) {
            if (life) {
                bark();
                ++barked;
            }
        }
        return barked;
    }

    void answerAll()
    {
        while (m_store->waiting() > 0)
            m_store->answerNext();
    }

    void load(QString *answer, Purpose purpose = Purpose::Read)
    {
        m_keeper->load(m_shop, purpose, this, [answer](const Result<Secret> &result) { *answer += told(result); });
    }

    void save(QString *answer, const char *key, Where where = Where::Keychain, Purpose purpose = Purpose::Read)
    {
        m_keeper->save(m_shop, purpose, Secret(QByteArray(key)), where, this, [answer](const Result<void> &result) { *answer += told(result); });
    }

    void remove(QString *answer, Purpose purpose = Purpose::Read)
    {
        m_keeper->remove(m_shop, purpose, this, [answer](const Result<void> &result) { *answer += told(result); });
    }

    template<typename Call>
    QString answerTo(Call call)
    {
        QString answer;
        call(&answer);
        if (!answer.isEmpty())
            return QStringLiteral("answered too early: ") + answer;
        return QTest::qWaitFor([&answer] { return !answer.isEmpty(); }) ? answer : QStringLiteral("nothing");
    }

    QString loaded(Purpose purpose = Purpose::Read) { return answerTo([&](QString *answer) { load(answer, purpose); }); }
    QString saved(const char *key, Where where = Where::Keychain, Purpose purpose = Purpose::Read)
    {
        return answerTo([&](QString *answer) { save(answer, key, where, purpose); });
    }
    QString removed(Purpose purpose = Purpose::Read) { return answerTo([&](QString *answer) { remove(answer, purpose); }); }
    KeyPlace place(Purpose purpose = Purpose::Read) const { return m_keeper->placeOf(m_shop, purpose); }

private slots:
    void init()
    {
        m_keeper.reset();
        m_folder = std::make_unique<QTemporaryDir>();
        start();
    }

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
