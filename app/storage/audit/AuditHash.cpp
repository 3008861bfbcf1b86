// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/audit/AuditHash.h"

#include <QCryptographicHash>
#include <QtEndian>

namespace holdwatch::storage {

namespace {

void addNumber(QByteArray &bytes, qint64 number)
{
    char eight[sizeof number];
    qToBigEndian(number, eight);
    bytes.append(eight, sizeof eight);
}

void addField(QByteArray &bytes, const QByteArray &field)
{
    addNumber(bytes, field.size());
    bytes += field;
}

} // namespace

QByteArray canonicalBytes(const AuditEntry &entry)
{
    QByteArray bytes;
    bytes.reserve(256 + entry.what.data.size());
    addField(bytes, QByteArrayLiteral("holdwatch-audit-1"));
    addNumber(bytes, entry.number);
    addNumber(bytes, toEpochMillis(entry.at));
    addField(bytes, entry.what.kind.toUtf8());
    addField(bytes, entry.what.plan.text().toUtf8());
    addField(bytes, entry.what.by.toUtf8());
    addField(bytes, entry.what.data);
    addField(bytes, entry.previous);
    addField(bytes, entry.signer);
    return bytes;
}

QByteArray hashOf(const AuditEntry &entry)
{
    return QCryptographicHash::hash(canonicalBytes(entry), QCryptographicHash::Sha256);
}

QByteArray noEntryBefore()
{
    return QByteArray(32, '\0');
}

} // namespace holdwatch::storage
