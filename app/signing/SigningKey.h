// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/core/Secret.h"

namespace holdwatch::signing {

constexpr int publicKeySize = 32;
constexpr int signatureSize = 64;
constexpr int seedSize = 32;

/// An Ed25519 key pair (RFC 8032, by libsodium). Move-only; the secret half is wiped with it. Any thread, one at a time.
class SigningKey
{
public:
    static Result<SigningKey> generate(); ///< Internal: no source of randomness
    /// From the 32 bytes of the seed, as `secret` gives them. Malformed: anything else.
    static Result<SigningKey> fromSecret(const Secret &seed);

    const QByteArray &publicKey() const { return m_publicKey; } ///< 32 bytes
    Secret secret() const;                                      ///< the seed, to be kept in a keychain
    QByteArray sign(const QByteArray &message) const;           ///< 64 bytes

private:
    SigningKey(QByteArray publicKey, Secret expanded) : m_publicKey(std::move(publicKey)), m_expanded(std::move(expanded)) {}

    QByteArray m_publicKey;
    Secret m_expanded; ///< libsodium's 64 bytes: seed and public key
};

/// False for keys and signatures of the wrong size, and for those that hold for more than one message (small order).
bool verify(const QByteArray &publicKey, const QByteArray &message, const QByteArray &signature);

/// 32 bytes. Faster than Qt's, which counts for a plan of 100,000 messages.
QByteArray sha256(const QByteArray &message);

/// 128 random bits in hex; empty without a source of randomness.
QString randomId();

} // namespace holdwatch::signing
