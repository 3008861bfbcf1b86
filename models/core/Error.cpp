// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/Error.h"

#include <QStringList>

namespace holdwatch {

QString toWord(Error::Kind kind)
{
    switch (kind) {
    case Error::Kind::Cancelled: return QStringLiteral("cancelled");
    case Error::Kind::Timeout: return QStringLiteral("timeout");
    case Error::Kind::Unreachable: return QStringLiteral("unreachable");
    case Error::Kind::TlsRefused: return QStringLiteral("tls-refused");
    case Error::Kind::Unauthorized: return QStringLiteral("unauthorized");
    case Error::Kind::Forbidden: return QStringLiteral("forbidden");
    case Error::Kind::PaymentRequired: return QStringLiteral("payment-required");
    case Error::Kind::NotFound: return QStringLiteral("not-found");
    case Error::Kind::Conflict: return QStringLiteral("conflict");
    case Error::Kind::Invalid: return QStringLiteral("invalid");
    case Error::Kind::Throttled: return QStringLiteral("throttled");
    case Error::Kind::ServerFailed: return QStringLiteral("server-failed");
    case Error::Kind::Malformed: return QStringLiteral("malformed");
    case Error::Kind::TooLarge: return QStringLiteral("too-large");
    case Error::Kind::Unsupported: return QStringLiteral("unsupported");
    case Error::Kind::OutcomeUnknown: return QStringLiteral("outcome-unknown");
    case Error::Kind::Storage: return QStringLiteral("storage");
    case Error::Kind::Configuration: return QStringLiteral("configuration");
    case Error::Kind::Internal: break;
    }
    return QStringLiteral("internal");
}

QString toSentence(const Error &error)
{
    QStringList parts;
    for (const QString &part : {error.what, error.kept, error.next}) {
        if (!part.isEmpty())
            parts << part;
    }
    return parts.join(QLatin1Char(' '));
}

} // namespace holdwatch
