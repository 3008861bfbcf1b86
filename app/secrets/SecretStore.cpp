// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/secrets/SecretStore.h"

namespace holdwatch::secrets {

QString toText(const SecretName &name)
{
    if (!name.own)
        return name.connection.text() + QLatin1Char('/') + toWord(name.purpose);
    switch (*name.own) {
    case OwnSecret::OperatorKey: return QStringLiteral("operator-key");
    case OwnSecret::Maintainer: return QStringLiteral("maintainer");
    case OwnSecret::SpentMarks: return QStringLiteral("spent");
    case OwnSecret::Probe: return QStringLiteral("open");
    }
    return {};
}

Error SecretStore::notFound(const SecretName &name)
{
    Error error;
    error.kind = Error::Kind::NotFound;
    error.what = name.own ? QStringLiteral("There is no entry \"%1\" to be had.").arg(toText(name))
                          : QStringLiteral("There is no %1 key for \"%2\" to be had.").arg(toWord(name.purpose), name.connection.text());
    return error;
}

Error SecretStore::refusedEmpty()
{
    Error error;
    error.kind = Error::Kind::Invalid;
    error.what = QStringLiteral("An empty key can't be saved.");
    return error;
}

} // namespace holdwatch::secrets
