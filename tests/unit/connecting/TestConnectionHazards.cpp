// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/connecting/ConnectionBench.h"

#include <QSignalSpy>

using namespace holdwatch;
using namespace holdwatch::test;
using State = ConnectionStatus::State;

namespace {

ConnectionConfig named(const QString &name)
{
    ConnectionConfig config = shop();
    config.name = name;
    return config;
}

QStringList namesOf(const QVector<ConnectionConfig> &connections)
{
    QStringList names;
    for (const ConnectionConfig &each : connections)
        names << each.name;
    return names;
}

void overwrite(const QString &path, const QByteArray &text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

/// A file of these, as somebody with an editor would leave it.
QByteArray fileOf(const QByteArrayList &names, const QByteArray &host = "queue.example.com")
{
    QByteArrayList entries;
    for (const QByteArray &name : names)
        entries << "{\"name\":\"" + name + "\",\"provider\":\"infrai\",\"url\":\"https://" + host + "/v1\",\"environment\":\"staging\"}";
    return "{\"schema\":1,\"connections\":[" + entries.join(',') + "]}";
}

} // namespace

/// What happens between two moments: files edited meanwhile, keychains that are late, two saves at a time.
class TestConnectionHazards : public QObject
{
    Q_OBJECT
private slots:
    void init() { qunsetenv("INFRAI_API_KEY"); }

    void anImportSendsNoVariableOfThisDesktopAnywhere()
    {
        qputenv("HOLDWATCH_TEST_CLOUD", "cloud_secret");
        qputenv("INFRAI_API_KEY", "ifr_secret");
        const QTemporaryDir dir;
        const QString shared = dir.filePath(QStringLiteral("shared.json"));
        overwrite(shared, "{\"schema\":1,\"connections\":[{\"name\":\"A\",\"provider\":\"infrai\",\"url\":\"https://evil.example.com\",\"key_env\":\"HOLDWATCH_TEST_CLOUD\"},"
                          "{\"name\":\"B\",\"provider\":\"infrai\",\"url\":\"https://evil.example.com\"}]}");
        Bench bench(dir);
        bench.start();
        const Result<ImportReport> report = bench.service->importFrom(shared);
        QVERIFY(report);
        QCOMPARE(report->added.size(), 2);
        QVERIFY(report->refused.join(QLatin1Char(' ')).contains(QStringLiteral("HOLDWATCH_TEST_CLOUD")));
        QTRY_COMPARE(bench.states.value(ConnectionId(QStringLiteral("a"))).state, State::Unauthorized);
        QTRY_COMPARE(bench.states.value(ConnectionId(QStringLiteral("b"))).state, State::Unauthorized);
        QCOMPARE(bench.lastKeyOf("a"), QByteArray());
        QCOMPARE(bench.lastKeyOf("b"), QByteArray());
        qunsetenv("HOLDWATCH_TEST_CLOUD");
        qunsetenv("INFRAI_API_KEY");
    }

    void aNewConnectionNeverComesByAKeyThatWasLeftBehind()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        QVERIFY(bench.save(draftOf(shop(), KeyChange::What::UseKeychain, canary)));
        bench.store->isLocked = true;
        std::optional<Result<void>> outcome;
        bench.service->remove(shopId, this, [&](const Result<void> &answer) { outcome = answer; });
        QTRY_VERIFY(outcome && !*outcome);
        bench.store->isLocked = false;
        ConnectionConfig twin = shop();
        twin.baseUrl = QUrl(QStringLiteral("https://other.example.com"));
        const Result<ConnectionId> saved = bench.save(draftOf(twin));
        QVERIFY(saved);
        QVERIFY(*saved != shopId);
        QCOMPARE(bench.service->keyOf(*saved).read, KeyPlace::None);
    }

    void whatSomebodyWroteIntoTheFileMeanwhileIsKeptAndWatched()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        QVERIFY(bench.save(draftOf(named(QStringLiteral("Old")), KeyChange::What::UseThisRunOnly, canary)));
        overwrite(bench.file(), fileOf({"Old", "By hand"}));
        QVERIFY(bench.save(draftOf(named(QStringLiteral("New")))));
        QCOMPARE(namesOf(bench.service->connections()), (QStringList{QStringLiteral("Old"), QStringLiteral("By hand"), QStringLiteral("New")}));
        QVERIFY(bench.text().contains("By hand"));
        QTRY_VERIFY(bench.states.contains(ConnectionId(QStringLiteral("by-hand"))));

        overwrite(bench.file(), fileOf({"By hand", "New"})); // one taken out
        QSignalSpy removed(&bench.monitor, &MonitorPort::connectionRemoved);
        std::optional<Result<void>> outcome;
        bench.service->remove(ConnectionId(QStringLiteral("new")), this, [&](const Result<void> &answer) { outcome = answer; });
        QTRY_VERIFY(outcome && *outcome);
        QCOMPARE(namesOf(bench.service->connections()), QStringList{QStringLiteral("By hand")});
        QCOMPARE(removed.count(), 2);
        QVERIFY(!bench.text().contains("Old"));
    }

    void aConnectionChangedInTheFileMeanwhileIsNotWrittenOver()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        QVERIFY(bench.save(draftOf(shop(), KeyChange::What::UseThisRunOnly, canary)));
        ConnectionConfig edited = bench.service->connections().first();
        overwrite(bench.file(), fileOf({"Shop"}, "moved.example.com"));
        edited.queueFilter = QStringLiteral("orders*");
        const Result<ConnectionId> saved = bench.save(draftOf(edited));
        QVERIFY(!saved);
        QCOMPARE(saved.error().kind, Error::Kind::Conflict);
        QVERIFY(bench.text().contains("moved.example.com"));
        QCOMPARE(bench.service->connections().first().baseUrl.host(), QStringLiteral("moved.example.com"));
        edited.baseUrl = bench.service->connections().first().baseUrl;
        QVERIFY(bench.save(draftOf(edited))); // once seen it may be changed
    }

    void aSaveThatFailsTakesNoOtherWithIt()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        bench.store->isSilent = true;
        auto dialog = std::make_unique<QObject>();
        bench.service->save(draftOf(named(QStringLiteral("Slow")), KeyChange::What::UseKeychain, canary), dialog.get(), [](const auto &) { QFAIL("the dialog is gone"); });
        dialog.reset(); // closed while it waits for the keychain
        QVERIFY(bench.save(draftOf(named(QStringLiteral("Quick")), KeyChange::What::UseThisRunOnly, canary)));
        QSignalSpy troubled(bench.service.get(), &ConnectionsPort::troubled);
        bench.store->isLocked = true;
        bench.store->answerNext();
        QTRY_COMPARE(troubled.count(), 1);
        QVERIFY(troubled.first().first().toString().contains(QStringLiteral("Nothing was saved")));
        QCOMPARE(namesOf(bench.service->connections()), QStringList{QStringLiteral("Quick")});
        QVERIFY(bench.text().contains("Quick") && !bench.text().contains("Slow"));
    }

    void aKeychainThatIsLateKeepsTheConnectionForItsKey()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        bench.store->isSilent = true;
        std::optional<Result<ConnectionId>> outcome;
        bench.service->save(draftOf(shop(), KeyChange::What::UseKeychain, canary), this, [&](const Result<ConnectionId> &answer) { outcome = answer; });
        bench.watchdog(); // ten seconds later
        QTRY_VERIFY(outcome.has_value() && !*outcome);
        QVERIFY(!toSentence(outcome->error()).contains(QStringLiteral("Nothing was saved")));
        QCOMPARE(namesOf(bench.service->connections()), QStringList{QStringLiteral("Shop")});
        bench.store->isSilent = false;
        bench.store->answerNext();
        QTRY_COMPARE(bench.states.value(shopId).state, State::Ok);
        QCOMPARE(bench.lastKeyOf("shop"), QByteArray(canary));
    }

    void aKeychainThatFailsAfterAllIsHeardOf()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        bench.store->isSilent = true;
        QSignalSpy troubled(bench.service.get(), &ConnectionsPort::troubled);
        std::optional<Result<ConnectionId>> outcome;
        bench.service->save(draftOf(shop(), KeyChange::What::UseKeychain, canary), this, [&](const Result<ConnectionId> &answer) { outcome = answer; });
        bench.watchdog();
        QTRY_VERIFY(outcome.has_value());
        bench.store->isLocked = true;
        bench.store->answerNext();
        QTRY_COMPARE(troubled.count(), 1);
    }

    void becomingTheBuiltInPracticeQueueEndsTheOldWatchAndBack()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        QVERIFY(bench.save(draftOf(shop(), KeyChange::What::UseThisRunOnly, canary)));
        QTRY_COMPARE(bench.states.value(shopId).state, State::Ok);
        QSignalSpy removed(&bench.monitor, &MonitorPort::connectionRemoved);
        QSignalSpy practice(bench.service.get(), &operations::ConnectionService::practiceChanged);
        ConnectionConfig config = bench.service->connections().first();
        config.provider = QStringLiteral("practice");
        config.baseUrl = QUrl();
        QVERIFY(bench.save(draftOf(config)));
        QTRY_COMPARE(removed.count(), 1);
        QCOMPARE(practice.count(), 1);
        config.provider = QStringLiteral("infrai");
        config.baseUrl = shop().baseUrl;
        QVERIFY(bench.save(draftOf(config)));
        QCOMPARE(practice.count(), 2); // it is the practice queue no more
    }

    void aTestThatWaitsForTheKeychainCanBeStopped()
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
        QVector<ConnectionTest> told;
        bench.service->test(draftOf(bench.service->connections().first()), this, [&](const ConnectionTest &test) { told << test; });
        bench.service->stopTest();
        QTRY_COMPARE(told.size(), 1);
        QVERIFY(told.first().isOver());
        bench.store->answerNext(); // too late to begin
        QCoreApplication::processEvents();
        QCOMPARE(told.size(), 1);
    }

    void tryingAgainDoesNotAskAServerThatWantsToBeLeftAlone()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        QVERIFY(bench.save(draftOf(shop(), KeyChange::What::UseKeychain, canary)));
        QTRY_COMPARE(bench.states.value(shopId).state, State::Ok);
        const qsizetype made = bench.keysUsed.value(shopId).size();
        QSignalSpy changed(&bench.monitor, &MonitorPort::connectionChanged);
        bench.service->retry(shopId);
        QTRY_VERIFY(!changed.isEmpty());
        const QMutexLocker lock(&bench.mutex);
        QCOMPARE(bench.keysUsed.value(shopId).size(), made); // the same watch goes on, with its Retry-After
    }
};

QTEST_GUILESS_MAIN(TestConnectionHazards)
#include "TestConnectionHazards.moc"
