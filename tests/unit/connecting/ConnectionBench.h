// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/connecting/ConnectionService.h"
#include "app/operations/connecting/KeyFetch.h"
#include "tests/support/secrets/FakeSecretStore.h"
#include "tests/unit/operations/FakeProvider.h"

#include <QFile>
#include <QMutex>
#include <QTemporaryDir>
#include <QTest>

namespace holdwatch::test {

inline constexpr auto canary = "hw_canary_77c1";

inline ConnectionConfig shop()
{
    ConnectionConfig config;
    config.name = QStringLiteral("Shop");
    config.provider = QStringLiteral("infrai");
    config.baseUrl = QUrl(QStringLiteral("https://queue.example.com/v1"));
    config.environment = Environment::Staging;
    return config;
}

inline ConnectionDraft draftOf(ConnectionConfig config, KeyChange::What what = KeyChange::What::Keep, const QByteArray &key = {})
{
    ConnectionDraft draft;
    draft.config = std::move(config);
    draft.readKey.what = what;
    draft.readKey.key = Secret(key);
    return draft;
}

/// The service over a keychain that does as it is told and an engine whose provider notes its key.
struct Bench
{
    explicit Bench(const QTemporaryDir &folder, std::map<secrets::SecretName, QByteArray> entries = {}) : dir(folder)
    {
        using operations::ProviderRegistry;
        registry.add(QStringLiteral("infrai"), [this](const ConnectionConfig &config) -> ProviderRegistry::Made {
            const Result<Secret> key = keys.keyFor(config);
            if (!key)
                return failure(key.error());
            const QMutexLocker lock(&mutex);
            keysUsed[config.id] << key->expose();
            return std::make_unique<FakeProvider>(scripts[config.id]);
        });
        auto owned = std::make_unique<FakeSecretStore>();
        store = owned.get();
        store->entries = std::move(entries);
        keeper = std::make_unique<secrets::KeyKeeper>(std::move(owned), secrets::KeyIndex(dir.filePath(QStringLiteral("keys.json"))), clock,
                                                      [this](QObject *, std::function<void()> bark) { watchdog = std::move(bark); });
        service = std::make_unique<operations::ConnectionService>(operations::ConnectionService::Parts{*keeper, keys, monitor, {{}, clock}}, storage::ConnectionFile(file()),
                                                      storage::ConnectionFile(file()).read().connections);
        QObject::connect(&monitor, &MonitorPort::connectionChanged, &monitor, [this](const ConnectionStatus &status) { states[status.id] = status; });
    }
    void start()
    {
        service->expectKeys();
        QVector<ConnectionConfig> all = service->connections();
        monitor.start(all);
        service->fetchKeys();
    }
    Result<ConnectionId> save(ConnectionDraft draft)
    {
        std::optional<Result<ConnectionId>> outcome;
        service->save(std::move(draft), service.get(), [&](const Result<ConnectionId> &answer) { outcome = answer; });
        [&] { QTRY_VERIFY(outcome.has_value()); }();
        return outcome.value_or(failure(Error::Kind::Internal, QStringLiteral("no answer")));
    }
    QByteArray fetchedWriteKey(const ConnectionConfig &config)
    {
        std::optional<Result<Secret>> key;
        operations::fetchWriteKey(config, *keeper, keys, service.get(), [&](Result<Secret> got) { key.emplace(std::move(got)); });
        [&] { QTRY_VERIFY(key.has_value()); }();
        return key && *key ? (*key)->expose() : QByteArray();
    }
    QString file() const { return dir.filePath(QStringLiteral("connections.json")); }
    QByteArray text() const
    {
        QFile read(file());
        return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
    }
    QByteArray lastKeyOf(const char *id)
    {
        const QMutexLocker lock(&mutex);
        const QList<QByteArray> all = keysUsed.value(ConnectionId(QString::fromLatin1(id)));
        return all.isEmpty() ? QByteArray() : all.last();
    }

    const QTemporaryDir &dir;
    SystemClock clock;
    QMutex mutex;
    QHash<ConnectionId, QList<QByteArray>> keysUsed;
    std::map<ConnectionId, FakeProvider::Script> scripts;
    operations::RunKeys keys;
    operations::ProviderRegistry registry;
    std::function<void()> watchdog;
    QHash<ConnectionId, ConnectionStatus> states;
    FakeSecretStore *store = nullptr;
    storage::HistoryService history{dir.filePath(QStringLiteral("history.sqlite")), clock};
    operations::MonitorService monitor{{clock, registry, [] { return 0.5; }, [](const ConnectionConfig &) { return failure(Error::Kind::Configuration, QString()); }},
                           storage::ToleranceFile(dir.filePath(QStringLiteral("tolerances.json"))), history};
    std::unique_ptr<secrets::KeyKeeper> keeper;
    std::unique_ptr<operations::ConnectionService> service;
};

inline const ConnectionId shopId{QStringLiteral("shop")};

} // namespace holdwatch::test
