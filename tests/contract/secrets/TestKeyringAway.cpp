// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/secrets/KeyKeeper.h"
#include "app/secrets/KeychainStore.h"
#include "tests/support/FakeClock.h"
#include "tests/support/Servers.h"
#include "tests/support/secrets/RealKeyring.h"
#include "tests/support/secrets/SecretStoreContract.h"

#include <QSignalSpy>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

namespace {

constexpr int patience = 60'000;

QString told(const Result<void> &result)
{
    return result ? QStringLiteral("done") : toWord(result.error().kind) + QStringLiteral(": ") + toSentence(result.error());
}

QString told(const Result<Secret> &result)
{
    return result ? QStringLiteral("key: ") + QString::fromUtf8(result->expose()) : toWord(result.error().kind) + QStringLiteral(": ") + toSentence(result.error());
}

} // namespace

/// The same keychain locked, killed, replaced by one that never answers, and back again. What the keeper
/// says of a key that was saved while all was well.
class TestKeyringAway : public QObject
{
    Q_OBJECT

    const ConnectionId m_shop{QStringLiteral("shop")};
    RealKeyring m_keyring;
    QTemporaryDir m_profile;
    FakeClock m_clock;
    std::vector<std::pair<QPointer<QObject>, std::function<void()>>> m_watches;
    std::unique_ptr<secrets::KeyKeeper> m_keeper;

    std::unique_ptr<secrets::KeyKeeper> makeKeeper()
    {
        secrets::KeyIndex index(m_profile.filePath(QStringLiteral("keys.json")));
        auto store = std::make_unique<secrets::KeychainStore>(index.installation());
        const auto watchdog = [this](QObject *life, std::function<void()> bark) { m_watches.emplace_back(life, std::move(bark)); };
        return std::make_unique<secrets::KeyKeeper>(std::move(store), std::move(index), m_clock, watchdog);
    }

    void letTimePass()
    {
        for (const auto &[life, bark] : std::exchange(m_watches, {})) {
            if (life)
                bark();
        }
    }

    QString load(Purpose purpose = Purpose::Read)
    {
        QString answer;
        m_keeper->load(m_shop, purpose, this, [&answer](const Result<Secret> &result) { answer = told(result); });
        return QTest::qWaitFor([&answer] { return !answer.isEmpty(); }, patience) ? answer : QStringLiteral("nothing");
    }

    QString save(const char *key)
    {
        QString answer;
        m_keeper->save(m_shop, Purpose::Read, Secret(QByteArray(key)), Where::Keychain, this, [&answer](const Result<void> &result) { answer = told(result); });
        return QTest::qWaitFor([&answer] { return !answer.isEmpty(); }, patience) ? answer : QStringLiteral("nothing");
    }

    QString remove()
    {
        QString answer;
        m_keeper->remove(m_shop, Purpose::Read, this, [&answer](const Result<void> &result) { answer = told(result); });
        return QTest::qWaitFor([&answer] { return !answer.isEmpty(); }, patience) ? answer : QStringLiteral("nothing");
    }

    void expectAway()
    {
        const QString loaded = load();
        QVERIFY2(loaded.startsWith(QStringLiteral("unreachable: The key for \"shop\" was saved in the keychain on")), qPrintable(loaded));
        QVERIFY2(loaded.contains(QStringLiteral("for this run only")), qPrintable(loaded));
        QCOMPARE(m_keeper->placeOf(m_shop, Purpose::Read), KeyPlace::KeychainSilent);
        const QString saved = save("hw_canary_other");
        QVERIFY2(saved.startsWith(QStringLiteral("unreachable: The key for \"shop\" was not saved.")), qPrintable(saved));
        QVERIFY2(saved.contains(QStringLiteral("for this run only")) && !saved.contains(QStringLiteral("canary")), qPrintable(saved));
        const QString removed = remove();
        QVERIFY2(removed.startsWith(QStringLiteral("unreachable: The key for \"shop\" could not be removed")), qPrintable(removed));
        QCOMPARE(m_keeper->saved().size(), 1);
        QCOMPARE(m_keeper->placeOf(m_shop, Purpose::Read), KeyPlace::KeychainSilent);
    }

private slots:
    void initTestCase()
    {
        HOLDWATCH_NEED_SERVER(RealKeyring::missing());
        QVERIFY2(m_keyring.startBus() && m_keyring.startUnlocked(), qPrintable(m_keyring.problem()));
        m_keeper = makeKeeper();
        QCOMPARE(save("hw_canary_first"), QStringLiteral("done"));
    }

    void init()
    {
        m_watches.clear();
        m_keeper = makeKeeper();
    }

    void aLockedKeyringIsNotTakenForAnEmptyOne()
    {
        QVERIFY2(m_keyring.lock(), qPrintable(m_keyring.problem()));
        expectAway();
        QVERIFY2(m_keyring.unlock(), qPrintable(m_keyring.problem()));
        QCOMPARE(load(), QStringLiteral("key: hw_canary_first"));
        QCOMPARE(m_keeper->placeOf(m_shop, Purpose::Read), KeyPlace::Keychain);
    }

    void aKeyringThatWasNeverUnlockedIsNotTakenForAnEmptyOne()
    {
        QVERIFY(m_keyring.kill());
        QVERIFY2(m_keyring.startLocked(), qPrintable(m_keyring.problem()));
        expectAway();
        QVERIFY2(m_keyring.unlock(), qPrintable(m_keyring.problem()));
        QCOMPARE(load(), QStringLiteral("key: hw_canary_first"));
    }

    void aKilledServiceIsSaidAndComesBack()
    {
        QCOMPARE(load(), QStringLiteral("key: hw_canary_first"));
        QVERIFY(m_keyring.kill());
        expectAway();
        QVERIFY2(m_keyring.startUnlocked(), qPrintable(m_keyring.problem()));
        QCOMPARE(load(), QStringLiteral("key: hw_canary_first"));
    }

    void aServiceThatNeverAnswersHoldsUpNobody()
    {
        QVERIFY(m_keyring.kill());
        auto deaf = std::make_unique<DeafService>(QString::fromLocal8Bit(qgetenv("DBUS_SESSION_BUS_ADDRESS")));
        QVERIFY(deaf->isOwner());
        QString read;
        QString written;
        m_keeper->load(m_shop, Purpose::Read, this, [&](const Result<Secret> &result) { read = told(result); });
        m_keeper->save(m_shop, Purpose::Read, Secret(QByteArray("hw_canary_other")), Where::Keychain, this, [&](const Result<void> &result) { written = told(result); });
        QTRY_VERIFY_WITH_TIMEOUT(deaf->wasCalled(), patience);
        QVERIFY(read.isEmpty());
        letTimePass();
        QVERIFY2(read.startsWith(QStringLiteral("timeout: The key for \"shop\" is saved in the keychain, which has not answered yet.")), qPrintable(read));
        QVERIFY2(written.startsWith(QStringLiteral("timeout: The key for \"shop\" is not saved yet")), qPrintable(written));

        // This run only works meanwhile.
        m_keeper->save(m_shop, Purpose::Read, Secret(QByteArray("typed")), Where::ThisRun, this, [](const Result<void> &) {});
        QCOMPARE(load(), QStringLiteral("key: typed"));

        // Its end is an answer to whatever was asked of it; nothing was saved.
        QSignalSpy failed(m_keeper.get(), &secrets::KeyKeeper::failedLater);
        deaf.reset();
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patience);
        QVERIFY2(m_keyring.startUnlocked(), qPrintable(m_keyring.problem()));
        m_keeper = makeKeeper();
        QCOMPARE(load(), QStringLiteral("key: hw_canary_first"));
    }

    void aKeyDeletedInTheKeyringsOwnProgramCanBeTakenOffTheList()
    {
        secrets::KeychainStore store(secrets::KeyIndex(m_profile.filePath(QStringLiteral("keys.json"))).installation());
        QVERIFY(removeFrom(store, nameOf("shop")));
        QVERIFY2(load().startsWith(QStringLiteral("unreachable: ")), qPrintable(load()));
        QCOMPARE(remove(), QStringLiteral("done"));
        QVERIFY(m_keeper->saved().isEmpty());
        QVERIFY2(load().startsWith(QStringLiteral("not-found: ")), qPrintable(load()));
    }
};

QTEST_GUILESS_MAIN(TestKeyringAway)
#include "TestKeyringAway.moc"
