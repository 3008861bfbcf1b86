// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Ids.h"
#include "models/core/Time.h"

#include <optional>

namespace holdwatch {

/// What a connection's key is for: looking, or a run that changes something.
enum class Purpose { Read, Write };

QString toWord(Purpose purpose); ///< "read", "write"
std::optional<Purpose> purposeFromWord(QStringView word);

/// Where a person wants a key to be kept. There is no third place.
enum class Where { Keychain, ThisRun };

/// Where a connection's key is, as far as is known without asking the keychain.
enum class KeyPlace {
    None,           ///< no key was given here (an environment variable may still hold one)
    ThisRun,        ///< in memory, gone when the program ends; goes before a saved one
    Keychain,       ///< saved, and nothing speaks against its being given out
    KeychainSilent, ///< saved, but the keychain did not give it out when last asked: locked, missing or slow
    Unknown,        ///< the record of saved keys can't be read, so nothing is claimed
};

QString toWord(KeyPlace place); ///< "none", "this-run", "keychain", "keychain-silent", "unknown"

/// A key that lies in the keychain.
struct SavedKey
{
    ConnectionId connection;
    Purpose purpose = Purpose::Read;
    UtcTime since{};
    QString origin{}; ///< "https://queues.example.com:443", the server it was given for; empty: saved before that was noted

    bool operator==(const SavedKey &) const = default;
};

} // namespace holdwatch
