// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/ClientIdentity.h"

#include <QFile>

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <memory>

namespace holdwatch::net {

namespace {

constexpr qint64 largestFile = 1024 * 1024;

using Memory = std::unique_ptr<BIO, decltype(&BIO_free)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

struct PemFile
{
    QString setting; ///< "client_key_file"
    QString path;
    QByteArray text;
};

tl::unexpected<Error> wrong(const QString &setting, const QString &what, const QString &next)
{
    Error error;
    error.kind = Error::Kind::Configuration;
    error.what = what;
    error.next = next;
    error.where = setting;
    return failure(std::move(error));
}

Result<PemFile> readFile(const QString &setting, const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return wrong(setting, QStringLiteral("The file %1 can't be read: %2.").arg(path, file.errorString()),
                     QStringLiteral("Correct the path or the file's rights, or leave it empty to show no certificate."));
    }
    return PemFile{setting, path, file.read(largestFile)};
}

Result<QList<QSslCertificate>> chainIn(const PemFile &file, UtcTime now)
{
    const QList<QSslCertificate> chain = QSslCertificate::fromData(file.text, QSsl::Pem);
    if (chain.isEmpty()) {
        return wrong(file.setting, QStringLiteral("%1 holds no certificate in PEM form.").arg(file.path),
                     QStringLiteral("Choose a file with \u201cBEGIN CERTIFICATE\u201d lines; a .p12 file must be converted first."));
    }
    const QString day = QStringLiteral("yyyy-MM-dd");
    const QSslCertificate &own = chain.first();
    if (own.expiryDate() < toQDateTime(now)) {
        return wrong(file.setting, QStringLiteral("The client certificate in %1 expired on %2.").arg(file.path, own.expiryDate().toUTC().toString(day)),
                     QStringLiteral("Ask whoever issued it for a new one."));
    }
    if (own.effectiveDate() > toQDateTime(now)) {
        return wrong(file.setting, QStringLiteral("The client certificate in %1 is not valid before %2.").arg(file.path, own.effectiveDate().toUTC().toString(day)),
                     QStringLiteral("Check this desktop's clock, or use another certificate until then."));
    }
    return chain;
}

Memory memoryOf(const QByteArray &text)
{
    return {BIO_new_mem_buf(text.constData(), static_cast<int>(text.size())), &BIO_free};
}

/// OpenSSL would ask on the terminal; this says instead that it wanted to.
int noPassphrase(char *, int, int, void *wasAsked)
{
    *static_cast<bool *>(wasAsked) = true;
    return -1;
}

Result<Key> keyIn(const PemFile &file)
{
    bool wasAsked = false;
    Key key(PEM_read_bio_PrivateKey(memoryOf(file.text).get(), nullptr, &noPassphrase, &wasAsked), &EVP_PKEY_free);
    ERR_clear_error();
    if (wasAsked) {
        return wrong(file.setting, QStringLiteral("The private key in %1 is protected by a passphrase.").arg(file.path),
                     QStringLiteral("Save it without one (openssl pkey -in KEY -out NEW) in a file that only you can read: Holdwatch must connect without asking."));
    }
    if (!key) {
        return wrong(file.setting, QStringLiteral("%1 holds no private key in PEM form.").arg(file.path),
                     QStringLiteral("Choose the file with the \u201cBEGIN PRIVATE KEY\u201d line that belongs to the client certificate."));
    }
    return key;
}

bool fits(const PemFile &certificateFile, EVP_PKEY *key)
{
    const Certificate certificate(PEM_read_bio_X509(memoryOf(certificateFile.text).get(), nullptr, nullptr, nullptr), &X509_free);
    const bool agrees = certificate && X509_check_private_key(certificate.get(), key) == 1;
    ERR_clear_error();
    return agrees;
}

Result<QSslKey> checkedKey(const PemFile &certificateFile, const PemFile &keyFile)
{
    const auto key = keyIn(keyFile);
    if (!key)
        return failure(key.error());
    if (!fits(certificateFile, key->get())) {
        return wrong(keyFile.setting, QStringLiteral("The private key in %1 does not belong to the client certificate in %2.").arg(keyFile.path, certificateFile.path),
                     QStringLiteral("Choose the key that the certificate was requested with."));
    }
    const bool rsa = EVP_PKEY_get_base_id(key->get()) == EVP_PKEY_RSA;
    QSslKey usable(keyFile.text, rsa ? QSsl::Rsa : QSsl::Ec, QSsl::Pem, QSsl::PrivateKey);
    if (usable.isNull()) {
        return wrong(keyFile.setting, QStringLiteral("The private key in %1 is of a kind that can't be used.").arg(keyFile.path),
                     QStringLiteral("Ask for a certificate with an RSA or EC key."));
    }
    return usable;
}

} // namespace

Result<ClientIdentity> readClientIdentity(const QString &certificateFile, const QString &keyFile, UtcTime now)
{
    const QString ofCertificate = QStringLiteral("client_certificate_file");
    const auto certificatePem = readFile(ofCertificate, certificateFile);
    if (!certificatePem)
        return failure(certificatePem.error());
    auto chain = chainIn(*certificatePem, now);
    if (!chain)
        return failure(std::move(chain.error()));
    const auto keyPem = keyFile.isEmpty() ? certificatePem : readFile(QStringLiteral("client_key_file"), keyFile);
    if (!keyPem)
        return failure(keyPem.error());
    auto key = checkedKey(*certificatePem, *keyPem);
    if (!key)
        return failure(std::move(key.error()));
    return ClientIdentity{std::move(*chain), std::move(*key)};
}

} // namespace holdwatch::net
