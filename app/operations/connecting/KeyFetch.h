// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/KeySource.h"
#include "app/secrets/KeyKeeper.h"

namespace holdwatch::operations {

/// Whether this connection's reading key has to come from the keeper: it was given there, and no variable
/// that the connection itself names goes before it. The built-in practice queue needs none.
bool needsKeeper(const ConnectionConfig &connection, const secrets::KeyKeeper &keeper);

/// Marks such a connection as waiting for its key, until `fetchKey` has an answer.
void expectKey(const ConnectionConfig &connection, const secrets::KeyKeeper &keeper, RunKeys &keys);

/// Tells the keeper where the connection leads, which decides whether its key may be used. Holds the key for this run, or the reason why there is none, and then calls `then`: at once where
/// nothing has to be asked, else from the event loop. Not at all once `context` has died.
void fetchKey(const ConnectionConfig &connection, secrets::KeyKeeper &keeper, RunKeys &keys, QObject *context, std::function<void()> then);

/// The key for writing, for one run: the separate one, asked for anew each time, else the reading one. It is told to
/// `keys` so that it stays out of logs, but not held there. Not at all once `context` has died.
void fetchWriteKey(const ConnectionConfig &connection, secrets::KeyKeeper &keeper, RunKeys &keys, QObject *context, std::function<void(Result<Secret>)> then);

} // namespace holdwatch::operations
