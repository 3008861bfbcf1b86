// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/signing/SigningKey.h"

namespace holdwatch::json {
class CanonicalReader;
class CanonicalWriter;
}

namespace holdwatch::signing {

/// A signed document in one piece: DSSE v1 (https://github.com/secure-systems-lab/dsse), in one exact spelling and with one
/// signature, or none where none is asked for. The signature covers type and payload, so a statement can't be passed off as a plan.
struct Envelope
{
    static constexpr qint64 mostBytes = 96 * 1024 * 1024; ///< of its JSON

    QByteArray payload;
    QString payloadType;
    QString keyId;        ///< fingerprint of the key; a hint, nothing is decided by it
    QByteArray signature; ///< 64 bytes; empty: nobody signed

    static Envelope signedBy(const SigningKey &key, const QString &payloadType, const QByteArray &payload);

    bool isSigned() const { return !signature.isEmpty(); }
    /// Signed by this key, as this type.
    bool holds(const QByteArray &publicKey, QStringView type) const;

    QByteArray toJson() const; ///< {"payload":…,"payloadType":…,"signatures":[{"keyid":…,"sig":…}]}
    /// Malformed, or TooLarge: anything but what toJson() writes, to the byte. Decides nothing about the signature.
    static Result<Envelope> parse(const QByteArray &json, qint64 mostBytes = Envelope::mostBytes);

    void write(json::CanonicalWriter &writer) const; ///< as a value inside another document
    static Envelope read(json::CanonicalReader &reader);

    bool operator==(const Envelope &) const = default;
};

/// "DSSEv1 SP length SP type SP length SP payload": what is signed.
QByteArray preAuthentication(const QString &payloadType, const QByteArray &payload);

} // namespace holdwatch::signing
