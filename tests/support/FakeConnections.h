// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/ConnectionsPort.h"

#include <map>

namespace holdwatch::test {

/// Connections without files, keychain or servers: remembers what the window asked for and answers as a
/// test lays out.
class FakeConnections final : public ConnectionsPort
{
    Q_OBJECT
public:
    using ConnectionsPort::ConnectionsPort;

    QVector<ConnectionConfig> configured;
    std::map<ConnectionId, KeyFacts> keys;
    QVector<FieldFault> faults;            ///< of every check
    std::optional<Error> nextFailure;      ///< taken by the next call that answers
    bool answersAtOnce = true;             ///< false: `answerSave` must be called

    ConnectionConfig saved;
    KeyChange::What savedReadKey = KeyChange::What::Keep;
    QByteArray savedKeyBytes;
    QVector<ConnectionId> removed;
    QVector<ConnectionId> retried;
    QVector<ConnectionId> confirmed;
    QVector<SavedKey> left; ///< in the keychain without a use
    int saves = 0;
    int tests = 0;
    int stops = 0;
    ConnectionConfig tested;
    std::function<void(const ConnectionTest &)> progressed;
    std::function<void(Result<ConnectionId>)> answerSave;
    ImportReport importReport;

    QVector<ProviderChoice> providers() const override;
    QVector<ConnectionConfig> connections() const override { return configured; }
    KeyFacts keyOf(const ConnectionId &connection) const override;
    QVector<FieldFault> check(const ConnectionConfig &connection) const override;
    void save(ConnectionDraft draft, QObject *context, std::function<void(Result<ConnectionId>)> done) override;
    void remove(const ConnectionId &connection, QObject *context, std::function<void(Result<void>)> done) override;
    Result<void> confirmKeys(const ConnectionId &connection) override;
    QVector<SavedKey> leftKeys() const override { return left; }
    void removeLeftKeys(QObject *context, std::function<void(Result<void>)> done) override;
    void retry(const ConnectionId &connection) override { retried << connection; }
    void test(ConnectionDraft draft, QObject *context, std::function<void(const ConnectionTest &)> progressed) override;
    void stopTest() override;
    Result<void> exportTo(const QString &path) const override;
    Result<ImportReport> importFrom(const QString &path) override;
};

} // namespace holdwatch::test
