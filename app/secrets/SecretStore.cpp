// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/secrets/SecretStore.h"

namespace holdwatch::secrets {

Error SecretStore::notFound(const SecretName &name)
{
    Error error;
    error.kind = Error::Kind::NotFound;
    error.what = QStringLiteral("There is no %1 key for \"%2\" to be had.").arg(toWord(name.purpose), name.connection.text());
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
