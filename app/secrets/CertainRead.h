// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/secrets/SecretStore.h"
#include "app/secrets/Watchdog.h"

namespace holdwatch::secrets {

/// Reads so that NotFound means that there is nothing: a keychain which says so has to take an entry of ours and give it back, and is
/// then asked again. One that is locked can't; that is Unreachable. Timeout: the watchdog was faster; what comes later is dropped.
/// `store` must outlive the call or die with it.
void readForCertain(SecretStore &store, const SecretName &name, const Watchdog &watchdog, QObject *context, SecretStore::Read done);

/// Writes; Timeout as above, and then it may be written yet.
void writeInTime(SecretStore &store, const SecretName &name, Secret secret, const Watchdog &watchdog, QObject *context, SecretStore::Done done);

} // namespace holdwatch::secrets
