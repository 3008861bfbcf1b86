// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/secrets/CertainRead.h"
#include "app/secrets/KeyKeeper.h"
#include "app/secrets/KeychainStore.h"
#include "tests/support/FakeClock.h"
#include "tests/support/Servers.h"
#include "tests/support/secrets/RealKeyring.h"
#include "tests/support/secrets/SecretStoreContract.h"

#include <QDirIterator>
#include <QEventLoop>
#include <QFile>
#include <QTest>
#include <QTimer>

using namespace holdwatch;
using namespace holdwatch::test;

namespace {

const QByteArray canary = QByteArrayLiteral("hw_canary_4c1d9e0b72");

/// Files below `folder` that hold one of these texts.
QStringList filesWith(const QString &folder, const QList<QByteArray> &texts)
{
    QStringList found;
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QByteArray content = file.readAll();
        if (std::any_of(texts.begin(), texts.end(), [&content](const QByteArray &text) { return content.contains(text); }))
            found << file.fileName();
    }
    return found;
}

} // namespace

/// The keychain of a Debian desktop, unlocked. The service itself is asked what really lies in it.
class TestRealKeyring : public SecretStoreContract
{
    Q_OBJECT

    std::unique_ptr<secrets::SecretStore> makeStore() override { return std::make_unique<secrets::KeychainStore>(QStringLiteral("one")); }

    RealKeyring m_keyring;
    QTemporaryDir m_profile;
    FakeClock m_clock;

private slots:
    void initTestCase()
    {
        HOLDWATCH_NEED_SERVER(RealKeyring::missing());
        QVERIFY2(m_keyring.startBus() && m_keyring.startUnlocked(), qPrintable(m_keyring.problem()));
    }

    void theSecretLiesInTheKeyringAndInNoFileInClear()
    {
        const auto store = makeStore();
        const auto fileBefore = m_keyring.keyringFile();
        QVERIFY(writeTo(*store, nameOf("shop"), canary));
        QCOMPARE(m_keyring.secretsOfUser(QStringLiteral("one/shop/read")), QList<QByteArray>{canary.toBase64()});
        QVERIFY(!m_keyring.keyringFile().isEmpty());
        QVERIFY(m_keyring.keyringFile() != fileBefore);
        QCOMPARE(filesWith(m_keyring.home(), {canary, canary.toBase64(), canary.toHex()}), QStringList());
        QVERIFY(removeFrom(*store, nameOf("shop")));
        QCOMPARE(m_keyring.secretsOfUser(QStringLiteral("one/shop/read")), QList<QByteArray>());
    }

    /// As from a modal dialog. QTest's own waiting would hide it: it deletes what was to be deleted later.
    void answersWithinAnEventLoopInsideAnother()
    {
        const auto store = makeStore();
        QStringList answers;
        QEventLoop outer;
        QTimer::singleShot(0, &outer, [&] {
            QEventLoop dialog;
            QTimer::singleShot(20'000, &dialog, &QEventLoop::quit); // only where it fails
            store->write(nameOf("dialog"), Secret(canary), &dialog, [&](const Result<void> &written) {
                answers << (written ? QStringLiteral("written") : written.error().what);
                store->read(nameOf("dialog"), &dialog, [&](const Result<Secret> &read) {
                    answers << (read ? QStringLiteral("read") : read.error().what);
                    store->remove(nameOf("dialog"), &dialog, [&](const Result<void> &removed) {
                        answers << (removed ? QStringLiteral("removed") : removed.error().what);
                        dialog.quit();
                    });
                });
            });
            dialog.exec();
            outer.quit();
        });
        outer.exec();
        QCOMPARE(answers, (QStringList{QStringLiteral("written"), QStringLiteral("read"), QStringLiteral("removed")}));
    }

    void twoProfilesShareAKeyringWithoutMeeting()
    {
        secrets::KeychainStore one(QStringLiteral("one"));
        secrets::KeychainStore other(QStringLiteral("other"));
        QVERIFY(writeTo(one, nameOf("shop"), "of one"));
        QCOMPARE(toWord(readFrom(other, nameOf("shop")).error().kind), toWord(Error::Kind::NotFound));
        QVERIFY(writeTo(other, nameOf("shop"), "of the other"));
        QVERIFY(removeFrom(other, nameOf("shop")));
        QCOMPARE(readFrom(one, nameOf("shop"))->expose(), QByteArray("of one"));
        QVERIFY(removeFrom(one, nameOf("shop")));
    }

    void profilesShareWhatIsOfTheirPersonAndNotTheKeyTheySignWith()
    {
        using secrets::OwnSecret, secrets::SecretName;
        secrets::KeychainStore one(QStringLiteral("one"));
        secrets::KeychainStore other(QStringLiteral("other"));
        for (const OwnSecret shared : {OwnSecret::SpentMarks, OwnSecret::Maintainer, OwnSecret::Probe}) {
            QVERIFY(writeTo(one, SecretName::ofOwn(shared), "of both"));
            QCOMPARE(readFrom(other, SecretName::ofOwn(shared))->expose(), QByteArray("of both"));
            QVERIFY(removeFrom(other, SecretName::ofOwn(shared)));
        }
        QVERIFY(writeTo(one, SecretName::ofOwn(OwnSecret::OperatorKey), canary));
        QCOMPARE(toWord(readFrom(other, SecretName::ofOwn(OwnSecret::OperatorKey)).error().kind), toWord(Error::Kind::NotFound));
        QCOMPARE(m_keyring.secretsOfUser(QStringLiteral("one/operator-key")), QList<QByteArray>{canary.toBase64()});
        QVERIFY(removeFrom(one, SecretName::ofOwn(OwnSecret::OperatorKey)));
    }

    void aLockedKeyringDoesNotPassForAnEmptyOne()
    {
        secrets::KeychainStore store(QStringLiteral("one"));
        const auto name = secrets::SecretName::ofOwn(secrets::OwnSecret::SpentMarks);
        const auto certain = [&] {
            std::optional<Result<Secret>> answer;
            secrets::readForCertain(store, name, secrets::tenSeconds(), this, [&answer](Result<Secret> result) { answer.emplace(std::move(result)); });
            return QTest::qWaitFor([&answer] { return answer.has_value(); }, 30000) ? toWord(*answer ? Error::Kind::Internal : answer->error().kind) : QString();
        };
        QCOMPARE(certain(), QStringLiteral("not-found"));
        QVERIFY(writeTo(store, name, "marks"));
        QVERIFY(m_keyring.lock());
        const QString locked = certain();
        QVERIFY2(locked == QStringLiteral("unreachable") || locked == QStringLiteral("timeout"), qPrintable(locked));
        QVERIFY(m_keyring.unlock());
        QCOMPARE(readFrom(store, name)->expose(), QByteArray("marks"));
        QVERIFY(removeFrom(store, name));
    }

    void aKeySurvivesTheProgramAndTheService()
    {
        const QString index = m_profile.filePath(QStringLiteral("keys.json"));
        std::optional<Result<void>> saved;
        {
            const auto keeper = secrets::KeyKeeper::overKeychain(index, m_clock);
            keeper->save(ConnectionId(QStringLiteral("shop")), Purpose::Read, Secret(QByteArray(canary.constData(), canary.size())), Where::Keychain, this, [&](Result<void> result) { saved = result; });
            QTRY_VERIFY_WITH_TIMEOUT(saved, 30'000);
            QVERIFY2(*saved, qPrintable(*saved ? QString() : toSentence(saved->error())));
        }
        QVERIFY(m_keyring.kill());
        QVERIFY2(m_keyring.startUnlocked(), qPrintable(m_keyring.problem()));
        const auto keeper = secrets::KeyKeeper::overKeychain(index, m_clock);
        QCOMPARE(keeper->placeOf(ConnectionId(QStringLiteral("shop")), Purpose::Read), KeyPlace::Keychain);
        QByteArray loaded;
        keeper->load(ConnectionId(QStringLiteral("shop")), Purpose::Read, this, [&](const Result<Secret> &result) { loaded = result ? result->expose() : toSentence(result.error()).toUtf8(); });
        QTRY_VERIFY_WITH_TIMEOUT(!loaded.isEmpty(), 30'000);
        QCOMPARE(loaded, canary);
        QCOMPARE(filesWith(m_profile.path(), {canary, canary.toBase64()}), QStringList());
        QCOMPARE(filesWith(m_keyring.home(), {canary, canary.toBase64()}), QStringList());
    }
};

QTEST_GUILESS_MAIN(TestRealKeyring)
#include "TestRealKeyring.moc"
