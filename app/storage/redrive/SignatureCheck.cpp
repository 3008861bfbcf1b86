// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/redrive/SignatureCheck.h"

namespace holdwatch::storage {

QString signatureProblemOf(const signing::Envelope &envelope, const QByteArray &key)
{
    if (key.isEmpty())
        return envelope.isSigned() ? QStringLiteral("It is signed, but names no key to check that by.") : QString();
    if (!envelope.isSigned())
        return QStringLiteral("The signature is missing.");
    return envelope.holds(key, envelope.payloadType) ? QString() : QStringLiteral("The signature does not hold.");
}

} // namespace holdwatch::storage
