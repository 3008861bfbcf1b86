// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/secrets/KeyKeeper.h"
#include "models/connections/ConnectionConfig.h"

namespace holdwatch::operations {

/// Those of the saved keys that none of the connections has a use for.
QVector<SavedKey> keysWithoutUse(QVector<SavedKey> saved, const QVector<ConnectionConfig> &connections);

/// Tries to remove each, in their order. `done` is called once, unless `context` has died: with the first Error, if
/// there was one. The keeper must outlive it all.
void removeKeys(const QVector<SavedKey> &keys, secrets::KeyKeeper &keeper, QObject *context, std::function<void(Result<void>)> done);

} // namespace holdwatch::operations
