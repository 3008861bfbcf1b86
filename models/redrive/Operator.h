// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Ids.h"
#include "models/core/Time.h"

#include <QByteArray>
#include <QMetaType>
#include <QVector>

#include <optional>

namespace holdwatch {

/// One profile of one person on one machine; a plan is bound to it. Made once, kept in the profile and in the keychain.
using InstallationId = Id<struct InstallationTag>;

/// Who signs. The secret key never leaves the keychain; this is the public half.
struct Operator
{
    QString name;         ///< as in the roster; compared without case and surrounding spaces
    QByteArray publicKey; ///< Ed25519, 32 bytes; empty: nobody has signed (practice)

    bool operator==(const Operator &) const = default;
};

/// "a7f2-93ac-51be-0d4e": the first 64 bits of the key's SHA-256, as people compare it by voice. Empty for no key.
QString fingerprint(const QByteArray &publicKey);
/// By key or by name: enough that one of them is equal. Case, invisible characters and spaces around a name make no other person.
bool isSamePerson(const Operator &a, const Operator &b);

/// Those who may ask and approve, signed by the maintainer whose key is pinned outside the profile.
struct Roster
{
    struct Entry
    {
        Operator who;
        bool mayApprove = true;
        bool operator==(const Entry &) const = default;
    };

    qint64 number = 0; ///< grows with every roster; an older one never replaces a newer one
    UtcTime issuedAt{};
    std::optional<UtcTime> expiresAt;
    QVector<Entry> entries;

    const Entry *find(const QByteArray &publicKey) const;
    bool operator==(const Roster &) const = default;
};

/// What this installation knows about people: shown in "Who".
struct OperatorState
{
    enum class Keychain { Asking, Available, Unavailable };

    Keychain keychain = Keychain::Asking;
    InstallationId installation;
    std::optional<Operator> self;     ///< unset: no identity has been made here
    std::optional<Roster> roster;     ///< only one whose signature by the pinned key holds
    QByteArray maintainerKey;         ///< pinned; empty: none
    QString pinnedBy;                 ///< "this person's keychain", "the administrator of this machine"
    QString rosterDigest;             ///< hex; what approvals were given under
    QStringList problems;             ///< a sentence each

    bool operator==(const OperatorState &) const = default;
};

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::OperatorState)
