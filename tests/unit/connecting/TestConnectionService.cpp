// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/connecting/ConnectionBench.h"

#include <QSignalSpy>

using namespace holdwatch;
using namespace holdwatch::test;
using operations::ConnectionService;
using State = ConnectionStatus::State;

class TestConnectionService : public QObject
{
    Q_OBJECT
private slots:
    void init() { qunsetenv("INFRAI_API_KEY"); }

    void savesWatchesAndRemembers()
    {
        const QTemporaryDir dir;
        std::map<secrets::SecretName, QByteArray> entries;
        {
            Bench bench(dir);
            bench.start();
            const Result<ConnectionId> saved = bench.save(draftOf(shop(), KeyChange::What::UseKeychain, canary));
            QVERIFY(saved);
            QCOMPARE(*saved, shopId);
            QTRY_COMPARE(bench.states.value(shopId).state, State::Ok);
            QCOMPARE(bench.lastKeyOf("shop"), QByteArray(canary));
            QCOMPARE(bench.service->keyOf(shopId).read, KeyPlace::Keychain);
            QVERIFY(!bench.text().contains(canary));
            entries = bench.store->entries;
        }
        Bench again(dir, entries);
        QCOMPARE(again.service->connections().size(), 1);
        again.start();
        QTRY_COMPARE(again.states.value(shopId).state, State::Ok);
        QCOMPARE(again.lastKeyOf("shop"), QByteArray(canary));
    }

    void aKeyThatTheKeychainRefusesLeavesNothingBehind()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        bench.store->isLocked = true;
        const Result<ConnectionId> saved = bench.save(draftOf(shop(), KeyChange::What::UseKeychain, canary));
        QVERIFY(!saved);
        QVERIFY(toSentence(saved.error()).contains(QStringLiteral("this run only")));
        QVERIFY(!toSentence(saved.error()).contains(QLatin1String(canary)));
        QVERIFY(bench.service->connections().isEmpty());
        QVERIFY(!bench.text().contains("Shop"));
        QVERIFY(bench.save(draftOf(shop(), KeyChange::What::UseThisRunOnly, canary)));
        QTRY_COMPARE(bench.states.value(shopId).state, State::Ok);
    }

    void aFileThatCannotBeWrittenKeepsTheKeyOutOfTheKeychain()
    {
        const QTemporaryDir dir;
        QFile broken(dir.filePath(QStringLiteral("connections.json")));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("{ \"connections\": [");
        broken.close();
        Bench bench(dir);
        bench.start();
        QVERIFY(!bench.save(draftOf(shop(), KeyChange::What::UseKeychain, canary)));
        QCOMPARE(bench.text(), QByteArray("{ \"connections\": ["));
        QVERIFY(bench.store->entries.empty());
    }

    void saysThatItWaitsForTheKeychainAndGoesOnWhenItComes()
    {
        const QTemporaryDir dir;
        std::map<secrets::SecretName, QByteArray> entries;
        {
            Bench bench(dir);
            bench.start();
            QVERIFY(bench.save(draftOf(shop(), KeyChange::What::UseKeychain, canary)));
            entries = bench.store->entries;
        }
        Bench bench(dir, entries);
        bench.store->isSilent = true;
        bench.start();
        QTRY_VERIFY(bench.states.value(shopId).text.contains(QStringLiteral("Waiting for the keychain")));
        QCOMPARE(bench.states.value(shopId).state, State::Connecting);
        bench.watchdog(); // ten seconds later
        QTRY_VERIFY(bench.states.value(shopId).text.contains(QStringLiteral("has not answered")));
        bench.store->answerNext();
        QTRY_COMPARE(bench.states.value(shopId).state, State::Ok);
    }

    void aLockedKeychainWaitsForAPersonAndIsAskedAgain()
    {
        const QTemporaryDir dir;
        std::map<secrets::SecretName, QByteArray> entries;
        {
            Bench bench(dir);
            bench.start();
            QVERIFY(bench.save(draftOf(shop(), KeyChange::What::UseKeychain, canary)));
            entries = bench.store->entries;
        }
        Bench bench(dir, entries);
        bench.store->isLocked = true;
        bench.start();
        QTRY_COMPARE(bench.states.value(shopId).state, State::Unauthorized);
        QVERIFY(bench.states.value(shopId).text.contains(QStringLiteral("locked")));
        bench.store->isLocked = false;
        bench.service->retry(shopId);
        QTRY_COMPARE(bench.states.value(shopId).state, State::Ok);
    }

    void aVariableTheConnectionNamesGoesBeforeASavedKey()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        qputenv("HOLDWATCH_TEST_SHOP", "from_variable");
        ConnectionConfig config = shop();
        config.keyVariable = QStringLiteral("HOLDWATCH_TEST_SHOP");
        QVERIFY(bench.save(draftOf(config, KeyChange::What::UseKeychain, canary)));
        QTRY_COMPARE(bench.lastKeyOf("shop"), QByteArray("from_variable"));
        QVERIFY(bench.service->keyOf(shopId).variableIsSet);
        qunsetenv("HOLDWATCH_TEST_SHOP");
        QVERIFY(!bench.service->keyOf(shopId).variableIsSet);
    }

    void anAddressChangedByHandDoesNotGetTheKeyUntilAPersonSaysSo()
    {
        const QTemporaryDir dir;
        std::map<secrets::SecretName, QByteArray> entries;
        {
            Bench bench(dir);
            bench.start();
            QVERIFY(bench.save(draftOf(shop(), KeyChange::What::UseKeychain, canary)));
            entries = bench.store->entries;
            QByteArray text = bench.text();
            QFile byHand(bench.file());
            QVERIFY(byHand.open(QIODevice::WriteOnly));
            byHand.write(text.replace("queue.example.com", "queue.example.org"));
        }
        {
            Bench bench(dir, entries);
            bench.start();
            QTRY_COMPARE(bench.states.value(shopId).state, State::Unauthorized);
            QVERIFY2(bench.states.value(shopId).text.contains(QStringLiteral("The address has changed since the key")), qPrintable(bench.states.value(shopId).text));
            QCOMPARE(bench.service->keyOf(shopId).givenFor, QStringLiteral("https://queue.example.com:443"));
            QVERIFY(bench.lastKeyOf("shop").isEmpty());
            QVERIFY(bench.service->confirmKeys(shopId));
            QTRY_COMPARE(bench.states.value(shopId).state, State::Ok);
            QCOMPARE(bench.lastKeyOf("shop"), QByteArray(canary));
            QVERIFY(bench.service->keyOf(shopId).givenFor.isEmpty());
        }
        Bench again(dir, entries); // what was confirmed is remembered
        again.start();
        QTRY_COMPARE(again.states.value(shopId).state, State::Ok);
    }

    void aRemovalThatTheKeychainRefusedCanBeRepeated()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        QVERIFY(bench.save(draftOf(shop(), KeyChange::What::UseKeychain, canary)));
        QVERIFY(bench.service->leftKeys().isEmpty());
        bench.store->isLocked = true;
        std::optional<Result<void>> outcome;
        bench.service->remove(shopId, this, [&](const Result<void> &answer) { outcome = answer; });
        QTRY_VERIFY(outcome && !*outcome);
        QCOMPARE(bench.service->leftKeys().size(), 1);
        QCOMPARE(bench.service->leftKeys().constFirst().connection, shopId);
        outcome.reset();
        bench.service->removeLeftKeys(this, [&](const Result<void> &answer) { outcome = answer; });
        QTRY_VERIFY(outcome && !*outcome);
        QCOMPARE(bench.service->leftKeys().size(), 1);
        bench.store->isLocked = false;
        outcome.reset();
        bench.service->removeLeftKeys(this, [&](const Result<void> &answer) { outcome = answer; });
        QTRY_VERIFY(outcome && *outcome);
        QVERIFY(bench.service->leftKeys().isEmpty());
        QVERIFY(bench.store->entries.empty());
    }

    void aConnectionThatCannotBeReadKeepsItsKey()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        QVERIFY(bench.save(draftOf(shop(), KeyChange::What::UseKeychain, canary)));
        QByteArray text = bench.text();
        QFile byHand(bench.file());
        QVERIFY(byHand.open(QIODevice::WriteOnly));
        byHand.write(text.replace("https://", "ftp://"));
        byHand.close();
        Bench again(dir, bench.store->entries);
        QVERIFY(again.service->connections().isEmpty());
        QVERIFY(again.service->leftKeys().isEmpty());
    }

    void removesConnectionKeyAndWatch()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        QVERIFY(bench.save(draftOf(shop(), KeyChange::What::UseKeychain, canary)));
        QTRY_COMPARE(bench.states.value(shopId).state, State::Ok);
        QSignalSpy removed(&bench.monitor, &MonitorPort::connectionRemoved);
        std::optional<Result<void>> outcome;
        bench.service->remove(shopId, this, [&](const Result<void> &answer) { outcome = answer; });
        QTRY_VERIFY(outcome && *outcome);
        QCOMPARE(removed.count(), 1);
        QVERIFY(bench.store->entries.empty());
        QVERIFY(bench.service->connections().isEmpty());
    }

    void dropsASecondKeyThatIsNoLongerWanted()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        ConnectionDraft draft = draftOf(shop(), KeyChange::What::UseKeychain, canary);
        draft.config.separateWriteKey = true;
        draft.writeKey.what = KeyChange::What::UseKeychain;
        draft.writeKey.key = Secret(QByteArray("write_key"));
        QVERIFY(bench.save(std::move(draft)));
        QCOMPARE(bench.store->entries.size(), size_t(2));
        ConnectionConfig changed = bench.service->connections().first();
        changed.separateWriteKey = false;
        QVERIFY(bench.save(draftOf(changed)));
        QCOMPARE(bench.store->entries.size(), size_t(1));
        QTRY_COMPARE(bench.lastKeyOf("shop"), QByteArray(canary)); // the one for writing was never used to watch
    }

    void aRunFetchesItsKeyForWritingAnewEachTime()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        ConnectionDraft draft = draftOf(shop(), KeyChange::What::UseKeychain, canary);
        draft.config.separateWriteKey = true;
        draft.writeKey.what = KeyChange::What::UseKeychain;
        draft.writeKey.key = Secret(QByteArray("write_key"));
        QVERIFY(bench.save(std::move(draft)));
        ConnectionConfig config = bench.service->connections().first();
        QCOMPARE(bench.fetchedWriteKey(config), QByteArray("write_key"));
        QVERIFY(!bench.keys.writeKeyFor(config)); // it was not kept
        bench.store->entries[{shopId, Purpose::Write}] = "rotated_key";
        QCOMPARE(bench.fetchedWriteKey(config), QByteArray("rotated_key"));
        config.separateWriteKey = false;
        QCOMPARE(bench.fetchedWriteKey(config), QByteArray(canary));
    }

    void aRunWithoutItsKeyForWritingIsToldSo()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        ConnectionDraft draft = draftOf(shop(), KeyChange::What::UseKeychain, canary);
        QVERIFY(bench.save(std::move(draft)));
        ConnectionConfig config = bench.service->connections().first();
        config.separateWriteKey = true;
        std::optional<Result<Secret>> key;
        operations::fetchWriteKey(config, *bench.keeper, bench.keys, bench.service.get(), [&](Result<Secret> got) { key.emplace(std::move(got)); });
        QTRY_VERIFY(key.has_value());
        QCOMPARE(key->error().kind, Error::Kind::Unauthorized);
        QCOMPARE(key->error().what, QStringLiteral("No key for writing is known for Shop."));
    }

    void aKeptKeyDoesNotFollowToAnotherServer()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        QVERIFY(bench.save(draftOf(shop(), KeyChange::What::UseKeychain, canary)));
        QTRY_COMPARE(bench.states.value(shopId).state, State::Ok);
        ConnectionConfig elsewhere = bench.service->connections().first();
        elsewhere.baseUrl = QUrl(QStringLiteral("https://other.example.com/v1"));
        const Result<ConnectionId> refused = bench.save(draftOf(elsewhere));
        QVERIFY(!refused);
        QVERIFY(toSentence(refused.error()).contains(QStringLiteral("another server")));
        QCOMPARE(bench.service->connections().first().baseUrl, shop().baseUrl);
        elsewhere.baseUrl = QUrl(QStringLiteral("https://queue.example.com/v2")); // the same server
        QVERIFY(bench.save(draftOf(elsewhere)));
        elsewhere.baseUrl = QUrl(QStringLiteral("https://other.example.com/v1"));
        QVERIFY(bench.save(draftOf(elsewhere, KeyChange::What::UseKeychain, "its_own")));
        QTRY_COMPARE(bench.lastKeyOf("shop"), QByteArray("its_own"));
        ConnectionDraft two = draftOf(bench.service->connections().first());
        two.config.separateWriteKey = true;
        two.writeKey.what = KeyChange::What::UseKeychain;
        two.writeKey.key = Secret(QByteArray("for_writing"));
        QVERIFY(bench.save(std::move(two)));
        elsewhere = bench.service->connections().first();
        elsewhere.baseUrl = QUrl(QStringLiteral("https://third.example.com/v1"));
        QVERIFY(!bench.save(draftOf(elsewhere, KeyChange::What::UseKeychain, "third"))); // the one for writing would go along
    }

    void refusesWhatCannotBeUsed_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<ConnectionConfig>("config");
        ConnectionConfig config = shop();
        config.name.clear();
        QTest::newRow("no name") << QStringLiteral("name") << config;
        config = shop();
        config.baseUrl = QUrl(QStringLiteral("https://me:pw@queue.example.com"));
        QTest::newRow("password in the address") << QStringLiteral("url") << config;
        config = shop();
        config.baseUrl = QUrl(QStringLiteral("http://queue.example.com"));
        QTest::newRow("plain http") << QStringLiteral("url") << config;
        config = shop();
        config.pollInterval = Millis(0);
        QTest::newRow("interval of 0") << QStringLiteral("poll_interval") << config;
        config = shop();
        config.caFile = QStringLiteral("/proc/self/status");
        QTest::newRow("a CA file that is none") << QStringLiteral("ca_file") << config;
        config = shop();
        config.caFile = QStringLiteral("/nowhere/ca.pem");
        QTest::newRow("a CA file that is not there") << QStringLiteral("ca_file") << config;
        config = shop();
        config.clientCertificateFile = QStringLiteral("/nowhere/me.pem");
        QTest::newRow("a client certificate that is not there") << QStringLiteral("client_certificate_file") << config;
    }
    void refusesWhatCannotBeUsed()
    {
        QFETCH(QString, field);
        QFETCH(ConnectionConfig, config);
        const QTemporaryDir dir;
        Bench bench(dir);
        const QVector<FieldFault> faults = bench.service->check(config);
        QVERIFY(!faults.isEmpty());
        QCOMPARE(faults.first().field, field);
        QVERIFY(!faults.first().sentence.contains(QStringLiteral("pw")));
        QVERIFY(!bench.save(draftOf(config)));
        QVERIFY(bench.text().isEmpty());
    }

    void aNameUsedTwiceIsRefusedAndAnIdIsMadeFree()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        QVERIFY(bench.save(draftOf(shop())));
        ConnectionConfig twin = shop();
        twin.name = QStringLiteral("SHOP");
        QCOMPARE(bench.service->check(twin).first().field, QStringLiteral("name"));
        twin.name = QStringLiteral("Shop!"); // another name, the same slug
        const Result<ConnectionId> saved = bench.save(draftOf(twin));
        QVERIFY(saved);
        QCOMPARE(saved->text(), QStringLiteral("shop-2"));
        QVERIFY(bench.service->check(bench.service->connections().first()).isEmpty()); // none clashes with itself
    }

    void sharesConnectionsWithoutSecretsProgramsOrWebhooks()
    {
        const QTemporaryDir dir;
        const QString shared = dir.filePath(QStringLiteral("team.json"));
        ConnectionConfig config = shop();
        config.webhook = QUrl(QStringLiteral("https://hooks.example.com/T0KEN"));
        config.hookCommand = {QStringLiteral("rm"), QStringLiteral("-rf")};
        {
            Bench bench(dir);
            QVERIFY(bench.save(draftOf(config, KeyChange::What::UseKeychain, canary)));
            QVERIFY(bench.service->exportTo(shared));
            QFile file(shared);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray text = file.readAll();
            QVERIFY(text.contains("queue.example.com"));
            for (const char *secret : {canary, "T0KEN", "rm"})
                QVERIFY2(!text.contains(secret), secret);
        }
        const QTemporaryDir elsewhere;
        Bench colleague(elsewhere);
        colleague.start();
        const Result<ImportReport> report = colleague.service->importFrom(shared);
        QVERIFY(report);
        QCOMPARE(report->added, QStringList{QStringLiteral("Shop")});
        QTRY_COMPARE(colleague.states.value(shopId).state, State::Unauthorized); // it has no key yet, and says so
        QVERIFY(colleague.states.value(shopId).text.contains(QStringLiteral("No key")));
        const Result<ImportReport> second = colleague.service->importFrom(shared);
        QVERIFY(second && second->added.isEmpty() && second->refused.size() == 1);
    }

    void neverImportsSomethingToRun()
    {
        const QTemporaryDir dir;
        QFile hostile(dir.filePath(QStringLiteral("hostile.json")));
        QVERIFY(hostile.open(QIODevice::WriteOnly));
        // Not as a raw string: moc loses its way in some of them.
        hostile.write("{\"schema\":1,\"connections\":["
                      "{\"name\":\"A\",\"provider\":\"infrai\",\"url\":\"https://a.example.com\",\"hook\":[\"sh\",\"-c\",\"true\"],\"webhook\":\"https://evil.example.com/x\"},"
                      "{\"name\":\"B\",\"provider\":\"infrai\",\"url\":\"ftp://b.example.com\"}]}");
        hostile.close();
        Bench bench(dir);
        const Result<ImportReport> report = bench.service->importFrom(hostile.fileName());
        QVERIFY(report);
        QCOMPARE(report->added, QStringList{QStringLiteral("A")});
        QCOMPARE(report->refused.size(), 2); // the notices of A, and B as a whole
        QVERIFY(bench.service->connections().first().hookCommand.isEmpty());
        QVERIFY(bench.service->connections().first().webhook.isEmpty());
        QVERIFY(!bench.service->importFrom(dir.filePath(QStringLiteral("absent.json"))));
    }

    void asksForThePracticeQueueInsteadOfAnAddress()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        QSignalSpy wanted(bench.service.get(), &ConnectionService::practiceChanged);
        ConnectionConfig practice;
        practice.name = QStringLiteral("Practice queue");
        practice.provider = QStringLiteral("practice");
        practice.environment = Environment::Practice;
        QVERIFY(bench.save(draftOf(practice)));
        QCOMPARE(wanted.count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestConnectionService)
#include "TestConnectionService.moc"
