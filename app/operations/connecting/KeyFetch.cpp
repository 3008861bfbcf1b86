// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/connecting/KeyFetch.h"

#include "app/net/ConnectionOptions.h"

#include <utility>

namespace holdwatch::operations {

namespace {

Error waitingForKeychain(const ConnectionConfig &connection)
{
    Error error;
    error.kind = Error::Kind::Timeout;
    error.what = QStringLiteral("Waiting for the keychain to give out the key of %1.").arg(connection.name);
    return error;
}

/// A silent keychain is no server that can't be reached: what is missing is the key.
Error withoutKey(Error error)
{
    if (error.kind != Error::Kind::Timeout)
        error.kind = Error::Kind::Unauthorized;
    return error;
}

} // namespace

bool needsKeeper(const ConnectionConfig &connection, const secrets::KeyKeeper &keeper)
{
    // A variable that the connection itself names goes before a saved key: scripts rely on it.
    const bool fromVariable = !connection.keyVariable.isEmpty() && !qEnvironmentVariableIsEmpty(connection.keyVariable.toUtf8().constData());
    const KeyPlace place = keeper.placeOf(connection.id, Purpose::Read);
    return !isBuiltInPractice(connection) && (place == KeyPlace::ThisRun || (!fromVariable && place != KeyPlace::None));
}

void expectKey(const ConnectionConfig &connection, const secrets::KeyKeeper &keeper, RunKeys &keys)
{
    if (needsKeeper(connection, keeper))
        keys.explain(connection.id, waitingForKeychain(connection));
}

void fetchKey(const ConnectionConfig &connection, secrets::KeyKeeper &keeper, RunKeys &keys, QObject *context, std::function<void()> then)
{
    keeper.leadsTo(connection.id, net::originOf(connection.baseUrl));
    if (!needsKeeper(connection, keeper)) {
        if (!isBuiltInPractice(connection))
            keys.forget(connection.id);
        return then();
    }
    keeper.load(connection.id, Purpose::Read, context, [id = connection.id, &keys, then = std::move(then)](Result<Secret> key) {
        if (key)
            keys.hold(id, *std::move(key));
        else if (key.error().kind == Error::Kind::NotFound)
            keys.forget(id);
        else
            keys.explain(id, withoutKey(key.error()));
        then();
    });
}

void fetchWriteKey(const ConnectionConfig &connection, secrets::KeyKeeper &keeper, RunKeys &keys, QObject *context, std::function<void(Result<Secret>)> then)
{
    if (!connection.separateWriteKey || isBuiltInPractice(connection)) {
        if (auto held = keys.keyFor(connection))
            return then(std::move(held));
        return fetchKey(connection, keeper, keys, context, [connection, &keys, then = std::move(then)] { then(keys.keyFor(connection)); });
    }
    keeper.load(connection.id, Purpose::Write, context, [name = connection.name, &keys, then = std::move(then)](Result<Secret> key) {
        if (key) {
            keys.tell(*key);
            return then(std::move(key));
        }
        if (key.error().kind != Error::Kind::NotFound)
            return then(failure(withoutKey(key.error())));
        then(failure(Error::Kind::Unauthorized, QStringLiteral("No key for writing is known for %1.").arg(name), QStringLiteral("Enter it under Connections, Edit.")));
    });
}

} // namespace holdwatch::operations
