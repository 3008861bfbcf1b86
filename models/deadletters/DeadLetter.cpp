// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/DeadLetter.h"

#include <QCryptographicHash>
#include <QStringList>

#include <algorithm>

namespace holdwatch {

namespace {

/// Not what a message is but what became of it: written by brokers on the way or by a redrive, or how it was routed. It
/// differs between two sightings of one message, also of one that was redriven and died again.
bool changesByItself(const LetterHeader &header)
{
    static const QStringList names{QStringLiteral("x-death"), QStringLiteral("x-first-death-queue"), QStringLiteral("x-first-death-reason"), QStringLiteral("x-first-death-exchange"),
                                   QStringLiteral("x-last-death-queue"), QStringLiteral("x-last-death-reason"), QStringLiteral("x-last-death-exchange"),
                                   QStringLiteral("x-delivery-count"), QStringLiteral("x-acquired-count"), QStringLiteral("redelivered"), QStringLiteral("x-opt-deaths"),
                                   QStringLiteral("x-redrive-count"), QStringLiteral("x-redrive-id"), QStringLiteral("CC"), QStringLiteral("BCC")};
    static const QStringList properties{QStringLiteral("expiration"), QStringLiteral("user_id")};
    return header.kind == QLatin1String("delivery") || (header.kind == QLatin1String("property") && properties.contains(header.name)) || names.contains(header.name, Qt::CaseInsensitive);
}

/// With its length before it, so that two fields never read like one.
void add(QCryptographicHash &hash, const QByteArray &bytes)
{
    hash.addData(QByteArray::number(bytes.size()) + ':');
    hash.addData(bytes);
}

} // namespace

QByteArray contentDigest(const DeadLetter &letter)
{
    QVector<const LetterHeader *> headers;
    for (const LetterHeader &header : letter.headers) {
        if (!changesByItself(header))
            headers.append(&header);
    }
    std::stable_sort(headers.begin(), headers.end(), [](const LetterHeader *a, const LetterHeader *b) { return a->name < b->name; });
    QCryptographicHash hash(QCryptographicHash::Sha256);
    add(hash, letter.payload);
    add(hash, letter.contentType.toUtf8());
    add(hash, letter.contentEncoding.toUtf8());
    for (const LetterHeader *header : headers) {
        add(hash, header->name.toUtf8());
        add(hash, header->kind.toUtf8());
        add(hash, header->bytes.isEmpty() ? header->text.toUtf8() : header->bytes);
    }
    return hash.result();
}

} // namespace holdwatch
