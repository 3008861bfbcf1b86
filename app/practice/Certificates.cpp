// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/Certificates.h"

#include "app/practice/PrivateFile.h"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <ctime>
#include <memory>

namespace holdwatch::practice {

namespace {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using Memory = std::unique_ptr<BIO, decltype(&BIO_free)>;

constexpr Seconds dayBefore{24 * 3600};
constexpr Seconds validFor{365 * 24 * 3600};

Memory memory() { return {BIO_new(BIO_s_mem()), &BIO_free}; }
Memory memory(const QByteArray &text) { return {BIO_new_mem_buf(text.constData(), int(text.size())), &BIO_free}; }
Key newKey() { return {EVP_EC_gen("P-256"), &EVP_PKEY_free}; }

QByteArray contentOf(BIO *bio)
{
    char *data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return QByteArray(data, size);
}

QByteArray pem(X509 *certificate)
{
    const Memory bio = memory();
    PEM_write_bio_X509(bio.get(), certificate);
    return contentOf(bio.get());
}

QByteArray pem(EVP_PKEY *key)
{
    const Memory bio = memory();
    PEM_write_bio_PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
    return contentOf(bio.get());
}

Certificate certificateFrom(const QByteArray &text)
{
    return {PEM_read_bio_X509(memory(text).get(), nullptr, nullptr, nullptr), &X509_free};
}

bool extend(X509 *certificate, X509 *issuer, int extension, const char *value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    X509_EXTENSION *made = X509V3_EXT_conf_nid(nullptr, &context, extension, value);
    const bool added = made && X509_add_ext(certificate, made, -1) == 1;
    X509_EXTENSION_free(made);
    return added;
}

std::time_t secondsOf(UtcTime time) { return std::time_t(toEpochMillis(time) / 1000); }
void setTime(ASN1_TIME *to, UtcTime time) { ASN1_TIME_set(to, secondsOf(time)); }

/// Everything but issuer, extensions and signature.
Certificate blankCertificate(EVP_PKEY *key, const char *commonName, UtcTime now)
{
    Certificate certificate(X509_new(), &X509_free);
    quint64 serial = 0;
    RAND_bytes(reinterpret_cast<unsigned char *>(&serial), sizeof serial);
    X509_set_version(certificate.get(), X509_VERSION_3);
    ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), serial | 1);
    setTime(X509_getm_notBefore(certificate.get()), now - dayBefore);
    setTime(X509_getm_notAfter(certificate.get()), now + validFor);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char *>(commonName), -1, -1, 0);
    X509_set_pubkey(certificate.get(), key);
    return certificate;
}

bool sign(X509 *certificate, X509 *issuer, EVP_PKEY *issuerKey)
{
    return X509_set_issuer_name(certificate, X509_get_subject_name(issuer)) == 1
        && X509_sign(certificate, issuerKey, EVP_sha256()) > 0;
}

Result<ServerIdentity> newIdentity(UtcTime now)
{
    const Key authorityKey = newKey();
    const Key serverKey = newKey();
    const Certificate authority = blankCertificate(authorityKey.get(), "Holdwatch practice queue, this computer only", now);
    const Certificate server = blankCertificate(serverKey.get(), "localhost", now);
    const bool made = extend(authority.get(), authority.get(), NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
        && extend(authority.get(), authority.get(), NID_key_usage, "critical,keyCertSign")
        && extend(authority.get(), authority.get(), NID_name_constraints, "critical,permitted;DNS:localhost,permitted;IP:127.0.0.0/255.0.0.0,"
                                                                          "permitted;IP:0:0:0:0:0:0:0:1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")
        && extend(authority.get(), authority.get(), NID_subject_key_identifier, "hash")
        && sign(authority.get(), authority.get(), authorityKey.get())
        && extend(server.get(), authority.get(), NID_basic_constraints, "critical,CA:FALSE")
        && extend(server.get(), authority.get(), NID_key_usage, "critical,digitalSignature")
        && extend(server.get(), authority.get(), NID_ext_key_usage, "serverAuth")
        && extend(server.get(), authority.get(), NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1")
        && extend(server.get(), authority.get(), NID_authority_key_identifier, "keyid")
        && sign(server.get(), authority.get(), authorityKey.get());
    if (!made)
        return failure(Error::Kind::Internal, QStringLiteral("OpenSSL could not make the practice server's certificate."));
    return ServerIdentity{pem(authority.get()), pem(server.get()), pem(serverKey.get())};
}

bool isSound(const ServerIdentity &identity, UtcTime now)
{
    const Certificate authority = certificateFrom(identity.authority);
    const Certificate server = certificateFrom(identity.certificate);
    const Key key(PEM_read_bio_PrivateKey(memory(identity.key).get(), nullptr, nullptr, nullptr), &EVP_PKEY_free);
    if (!authority || !server || !key)
        return false;
    const auto covers = [](X509 *certificate, UtcTime time) {
        std::time_t seconds = secondsOf(time);
        return X509_cmp_time(X509_get0_notBefore(certificate), &seconds) < 0 && X509_cmp_time(X509_get0_notAfter(certificate), &seconds) > 0;
    };
    return X509_verify(server.get(), X509_get0_pubkey(authority.get())) == 1 && X509_check_private_key(server.get(), key.get()) == 1
        && covers(server.get(), now) && covers(server.get(), now + dayBefore) && covers(authority.get(), now + dayBefore);
}

} // namespace

Result<ServerIdentity> serverIdentity(const QString &folder, UtcTime now)
{
    const QString authorityPath = folder + QStringLiteral("/ca.pem");
    const QString certificatePath = folder + QStringLiteral("/server.pem");
    const QString keyPath = folder + QStringLiteral("/server-key.pem");
    const ServerIdentity kept{readSmallFile(authorityPath), readSmallFile(certificatePath), readSmallFile(keyPath)};
    if (isSound(kept, now))
        return kept;
    return newIdentity(now).and_then([&](const ServerIdentity &made) -> Result<ServerIdentity> {
        return writePrivateFile(keyPath, made.key)
            .and_then([&] { return writePrivateFile(certificatePath, made.certificate); })
            .and_then([&] { return writePrivateFile(authorityPath, made.authority); })
            .map([&] { return made; });
    });
}

} // namespace holdwatch::practice
