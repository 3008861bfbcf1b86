// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/audit/AuditStore.h"
#include "app/storage/audit/AuditVerify.h"

#include <QCryptographicHash>
#include <QFile>

namespace holdwatch::storage::test {

inline const UtcTime noon = fromEpochMillis(1'764'504'000'000);
inline const PlanId plan(QStringLiteral("rd-20261130-120000-7f3a"));

inline AuditDraft draft(const QString &kind, const QByteArray &data = "{}", const PlanId &about = plan)
{
    return {kind, about, QStringLiteral("Ada k7f2-93ac-51be-0d4e"), data};
}

inline QVector<AuditDraft> outcomes(int from, int count)
{
    QVector<AuditDraft> drafts;
    for (int ordinal = from; ordinal < from + count; ++ordinal)
        drafts.append(draft(QStringLiteral("outcome"), "{\"ordinal\":" + QByteArray::number(ordinal) + ",\"outcome\":\"moved\"}"));
    return drafts;
}

/// Stands for a key pair: whoever does not know the secret can't make its signatures.
class FakeKey
{
public:
    explicit FakeKey(QByteArray secret) : m_secret(std::move(secret)) {}

    QByteArray publicKey() const { return QCryptographicHash::hash("public" + m_secret, QCryptographicHash::Sha256); }
    QByteArray sign(const QByteArray &message) const { return QCryptographicHash::hash(m_secret + message, QCryptographicHash::Sha512); }
    AuditSigner signer() const
    {
        return {publicKey(), [key = *this](const QByteArray &hash) { return key.sign(hash); }};
    }
    SignatureCheck check() const
    {
        return [key = *this](const QByteArray &publicKey, const QByteArray &message, const QByteArray &signature) {
            return publicKey == key.publicKey() && signature == key.sign(message);
        };
    }

private:
    QByteArray m_secret;
};

inline QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

} // namespace holdwatch::storage::test
