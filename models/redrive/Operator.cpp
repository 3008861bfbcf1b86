// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/Operator.h"

#include "models/redrive/PlainName.h"

#include <QCryptographicHash>

#include <algorithm>

namespace holdwatch {

namespace {

constexpr int fingerprintBytes = 8;
constexpr int digitsBetweenDashes = 4;

/// Names that look alike must not count as two people.
QString comparedName(const QString &name)
{
    return plainName(name.normalized(QString::NormalizationForm_KC)).toCaseFolded();
}

} // namespace

QString fingerprint(const QByteArray &publicKey)
{
    if (publicKey.isEmpty())
        return {};
    QString text = QString::fromLatin1(QCryptographicHash::hash(publicKey, QCryptographicHash::Sha256).first(fingerprintBytes).toHex());
    for (qsizetype at = text.size() - digitsBetweenDashes; at > 0; at -= digitsBetweenDashes)
        text.insert(at, QLatin1Char('-'));
    return text;
}

bool isSamePerson(const Operator &a, const Operator &b)
{
    const bool isSameKey = !a.publicKey.isEmpty() && a.publicKey == b.publicKey;
    return isSameKey || comparedName(a.name) == comparedName(b.name);
}

const Roster::Entry *Roster::find(const QByteArray &publicKey) const
{
    if (publicKey.isEmpty())
        return nullptr;
    const auto at = std::find_if(entries.cbegin(), entries.cend(), [&publicKey](const Entry &entry) { return entry.who.publicKey == publicKey; });
    return at == entries.cend() ? nullptr : &*at;
}

} // namespace holdwatch
