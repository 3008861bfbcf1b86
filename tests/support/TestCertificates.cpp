// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestCertificates.h"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

namespace holdwatch::test {

namespace {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

Key newKey(TestAuthority::KeyKind kind = TestAuthority::KeyKind::Ec)
{
    if (kind == TestAuthority::KeyKind::Rsa)
        return {EVP_RSA_gen(2048), &EVP_PKEY_free};
    if (kind == TestAuthority::KeyKind::Ed25519)
        return {EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), &EVP_PKEY_free};
    return {EVP_EC_gen("P-256"), &EVP_PKEY_free};
}

void addExtension(X509 *certificate, X509 *issuer, int nid, const QByteArray &value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value.constData());
    Q_ASSERT(extension);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

Certificate newCertificate(const QByteArray &commonName, EVP_PKEY *key, int fromDays, int toDays)
{
    Certificate certificate(X509_new(), &X509_free);
    X509_set_version(certificate.get(), X509_VERSION_3);
    unsigned char serial[8];
    RAND_bytes(serial, sizeof serial);
    ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), *reinterpret_cast<quint32 *>(serial) + 1ULL);
    X509_time_adj_ex(X509_getm_notBefore(certificate.get()), fromDays, 0, nullptr);
    X509_time_adj_ex(X509_getm_notAfter(certificate.get()), toDays, 0, nullptr);
    X509_NAME *name = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, reinterpret_cast<const unsigned char *>(commonName.constData()), -1, -1, 0);
    X509_set_pubkey(certificate.get(), key);
    return certificate;
}

template<typename Write>
QByteArray toPem(Write write)
{
    const std::unique_ptr<BIO, decltype(&BIO_free)> memory(BIO_new(BIO_s_mem()), &BIO_free);
    write(memory.get());
    char *data = nullptr;
    const long size = BIO_get_mem_data(memory.get(), &data);
    return QByteArray(data, size);
}

QByteArray toPem(X509 *certificate)
{
    return toPem([certificate](BIO *out) { PEM_write_bio_X509(out, certificate); });
}

QByteArray toPem(EVP_PKEY *key)
{
    return toPem([key](BIO *out) { PEM_write_bio_PrivateKey(out, key, nullptr, nullptr, 0, nullptr, nullptr); });
}

ServerCertificate sign(const TestAuthority::Wish &wish, X509 *issuer, EVP_PKEY *issuerKey)
{
    const Key key = newKey(wish.key);
    const Certificate certificate = newCertificate(wish.commonName, key.get(), wish.validFromDays, wish.validToDays);
    X509 *signer = issuer ? issuer : certificate.get();
    X509_set_issuer_name(certificate.get(), X509_get_subject_name(signer));
    addExtension(certificate.get(), signer, NID_subject_alt_name, wish.alternativeNames);
    addExtension(certificate.get(), signer, NID_ext_key_usage, wish.usage);
    X509_sign(certificate.get(), issuerKey ? issuerKey : key.get(), EVP_sha256());
    return {toPem(certificate.get()), toPem(key.get())};
}

} // namespace

struct TestAuthority::Keys
{
    Key key = newKey();
    Certificate certificate{nullptr, &X509_free};
};

TestAuthority::TestAuthority(const QByteArray &commonName) : m_keys(std::make_unique<Keys>())
{
    m_keys->certificate = newCertificate(commonName, m_keys->key.get(), -2, 60);
    X509 *self = m_keys->certificate.get();
    X509_set_issuer_name(self, X509_get_subject_name(self));
    addExtension(self, self, NID_basic_constraints, "critical,CA:TRUE");
    addExtension(self, self, NID_key_usage, "critical,keyCertSign,cRLSign");
    X509_sign(self, m_keys->key.get(), EVP_sha256());
}

TestAuthority::~TestAuthority() = default;

QByteArray TestAuthority::pem() const
{
    return toPem(m_keys->certificate.get());
}

ServerCertificate TestAuthority::issue(const Wish &wish) const
{
    return sign(wish, m_keys->certificate.get(), m_keys->key.get());
}

ServerCertificate TestAuthority::selfSigned(const Wish &wish)
{
    return sign(wish, nullptr, nullptr);
}

QByteArray TestAuthority::withPassphrase(const QByteArray &keyPem, const QByteArray &passphrase)
{
    const std::unique_ptr<BIO, decltype(&BIO_free)> in(BIO_new_mem_buf(keyPem.constData(), static_cast<int>(keyPem.size())), &BIO_free);
    const Key key(PEM_read_bio_PrivateKey(in.get(), nullptr, nullptr, nullptr), &EVP_PKEY_free);
    return toPem([&](BIO *out) {
        PEM_write_bio_PrivateKey(out, key.get(), EVP_aes_256_cbc(), reinterpret_cast<const unsigned char *>(passphrase.constData()),
                                 static_cast<int>(passphrase.size()), nullptr, nullptr);
    });
}

} // namespace holdwatch::test
