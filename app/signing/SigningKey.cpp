// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/signing/SigningKey.h"

#include <sodium.h>

namespace holdwatch::signing {

static_assert(publicKeySize == crypto_sign_PUBLICKEYBYTES && signatureSize == crypto_sign_BYTES && seedSize == crypto_sign_SEEDBYTES);

namespace {

bool isReady()
{
    static const bool ready = sodium_init() >= 0;
    return ready;
}

unsigned char *data(QByteArray &bytes)
{
    return reinterpret_cast<unsigned char *>(bytes.data());
}

const unsigned char *data(const QByteArray &bytes)
{
    return reinterpret_cast<const unsigned char *>(bytes.constData());
}

Error notReady()
{
    return failure(Error::Kind::Internal, QStringLiteral("This system gives out no random numbers, so nothing can be signed.")).value();
}

} // namespace

Result<SigningKey> SigningKey::generate()
{
    if (!isReady())
        return failure(notReady());
    QByteArray seed(seedSize, '\0');
    randombytes_buf(seed.data(), size_t(seed.size()));
    return fromSecret(Secret(std::move(seed)));
}

Result<SigningKey> SigningKey::fromSecret(const Secret &seed)
{
    if (!isReady())
        return failure(notReady());
    if (seed.expose().size() != seedSize)
        return failure(Error::Kind::Malformed, QStringLiteral("This is no signing key: it has the wrong length."));
    QByteArray publicKey(publicKeySize, '\0');
    QByteArray expanded(crypto_sign_SECRETKEYBYTES, '\0');
    crypto_sign_seed_keypair(data(publicKey), data(expanded), data(seed.expose()));
    return SigningKey(publicKey, Secret(std::move(expanded)));
}

Secret SigningKey::secret() const
{
    QByteArray seed(seedSize, '\0');
    crypto_sign_ed25519_sk_to_seed(data(seed), data(m_expanded.expose()));
    return Secret(std::move(seed));
}

QByteArray SigningKey::sign(const QByteArray &message) const
{
    QByteArray signature(signatureSize, '\0');
    crypto_sign_detached(data(signature), nullptr, data(message), static_cast<unsigned long long>(message.size()), data(m_expanded.expose()));
    return signature;
}

bool verify(const QByteArray &publicKey, const QByteArray &message, const QByteArray &signature)
{
    if (!isReady() || publicKey.size() != publicKeySize || signature.size() != signatureSize)
        return false;
    return crypto_sign_verify_detached(data(signature), data(message), static_cast<unsigned long long>(message.size()), data(publicKey)) == 0;
}

QByteArray sha256(const QByteArray &message)
{
    QByteArray digest(crypto_hash_sha256_BYTES, '\0');
    crypto_hash_sha256(data(digest), data(message), static_cast<unsigned long long>(message.size()));
    return digest;
}

QString randomId()
{
    if (!isReady())
        return {};
    QByteArray id(16, '\0');
    randombytes_buf(id.data(), size_t(id.size()));
    return QString::fromLatin1(id.toHex());
}

} // namespace holdwatch::signing
