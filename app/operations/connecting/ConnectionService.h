// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/KeySource.h"
#include "app/operations/MonitorService.h"
#include "app/operations/connecting/ConnectionTester.h"
#include "app/secrets/KeyKeeper.h"
#include "app/storage/config/ConnectionFile.h"
#include "models/ports/ConnectionsPort.h"

#include <QPointer>

namespace holdwatch::operations {

/// The connections port: keeps the file, the keys and what is watched in step. Lives on the window's thread.
class ConnectionService final : public ConnectionsPort
{
    Q_OBJECT
public:
    /// All of it must outlive the service.
    struct Parts
    {
        secrets::KeyKeeper &keeper;
        RunKeys &keys;
        MonitorService &monitor;
        ConnectionTester::Parts tester;
    };

    ConnectionService(Parts parts, storage::ConnectionFile file, QVector<ConnectionConfig> configured, QObject *parent = nullptr);
    ~ConnectionService() override;

    /// Marks those whose key the keychain must give as waiting for it. Before the monitor starts.
    void expectKeys();
    /// Fetches those keys; each connection is watched anew as its key comes. After the monitor has started.
    void fetchKeys();

    QVector<ProviderChoice> providers() const override;
    QVector<ConnectionConfig> connections() const override { return m_configured; }
    KeyFacts keyOf(const ConnectionId &connection) const override;
    QVector<FieldFault> check(const ConnectionConfig &connection) const override;
    void save(ConnectionDraft draft, QObject *context, std::function<void(Result<ConnectionId>)> done) override;
    void remove(const ConnectionId &connection, QObject *context, std::function<void(Result<void>)> done) override;
    Result<void> confirmKeys(const ConnectionId &connection) override;
    QVector<SavedKey> leftKeys() const override;
    void removeLeftKeys(QObject *context, std::function<void(Result<void>)> done) override;
    void retry(const ConnectionId &connection) override;
    void test(ConnectionDraft draft, QObject *context, std::function<void(const ConnectionTest &)> progressed) override;
    void stopTest() override;
    Result<void> exportTo(const QString &path) const override;
    Result<ImportReport> importFrom(const QString &path) override;

signals:
    /// The built-in practice queue came, changed or went; it has no address to watch it at.
    void practiceChanged();

private:
    struct Saving;
    const ConnectionConfig *find(const ConnectionId &connection) const;
    bool wouldSendKeptKeyElsewhere(const ConnectionDraft &draft) const;
    void fetchAndWatch(const ConnectionConfig &config);
    void watch(const ConnectionConfig &config);
    QVector<ConnectionId> takeOverFile();
    void tellWhereTheyLead();
    void stopWatching(const ConnectionConfig &config);
    void follow(const ConnectionConfig &config, const ConnectionConfig *before);
    ConnectionId freeIdFor(const QString &name, const QVector<ConnectionConfig> &taken) const;
    void readKeyApplied(const std::shared_ptr<Saving> &saving, const Result<void> &read);
    void putBack(const Saving &saving);
    Result<void> store(const QVector<ConnectionConfig> &connections);
    void applyKey(const std::shared_ptr<Saving> &saving, Purpose purpose, std::function<void(Result<void>)> then);
    void finish(const std::shared_ptr<Saving> &saving, const Result<void> &outcome);

    Parts m_parts;
    storage::ConnectionFile m_file;
    QVector<ConnectionConfig> m_configured;
    QVector<ConnectionConfig> m_asRead; ///< what the file gave back when it was last read or written
    std::shared_ptr<QPointer<QObject>> m_awaitsKey; ///< who wants a test that has no key yet; null: nobody
    std::function<void(const ConnectionTest &)> m_stopAwaiting;
    ConnectionTester m_tester;
};

} // namespace holdwatch::operations
