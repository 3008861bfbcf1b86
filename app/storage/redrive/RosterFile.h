// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/signing/Envelope.h"
#include "models/redrive/Operator.h"

namespace holdwatch::storage {

/// A roster that a maintainer's key signed. There is none whose signature does not hold. Immutable, any thread.
class SignedRoster
{
public:
    static const QString payloadType; ///< "application/vnd.holdwatch.roster+json"
    static constexpr qsizetype mostEntries = 200;
    static constexpr qint64 mostBytes = 1024 * 1024; ///< of the file

    /// Invalid: a name or key twice, a name nobody could read, a number below 1.
    static Result<SignedRoster> sign(const Roster &roster, const signing::SigningKey &maintainer);
    /// `json` is the file. Malformed, TooLarge, Forbidden (not signed by `maintainerKey`), Invalid (as above).
    static Result<SignedRoster> open(const QByteArray &json, const QByteArray &maintainerKey);

    const Roster &roster() const { return m_roster; }
    const QString &digest() const { return m_digest; } ///< hex SHA-256 of what is signed
    QByteArray toJson() const { return m_envelope.toJson(); }

private:
    SignedRoster(Roster roster, signing::Envelope envelope);

    Roster m_roster;
    signing::Envelope m_envelope;
    QString m_digest;
};

/// A public identity as it is sent to the maintainer: name and key, signed by that key, so that nobody can hand in another's.
namespace IdentityFile {

QByteArray toJson(const QString &name, const signing::SigningKey &key);
Result<Operator> parse(const QByteArray &json); ///< Malformed; Forbidden: the signature does not hold

} // namespace IdentityFile

/// What is wrong with a person's name: empty, long, with something in it that can't be seen. Empty: nothing.
QString faultOfOperatorName(const QString &name);

} // namespace holdwatch::storage
