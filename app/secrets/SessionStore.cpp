// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/secrets/SessionStore.h"

namespace holdwatch::secrets {

Result<Secret> SessionStore::copyOf(const SecretName &name) const
{
    const auto found = m_secrets.find(name);
    if (found == m_secrets.end())
        return failure(notFound(name));
    return found->second.clone();
}

void SessionStore::read(const SecretName &name, QObject *context, Read done)
{
    answerLater(this, context, std::move(done), copyOf(name));
}

void SessionStore::write(const SecretName &name, Secret secret, QObject *context, Done done)
{
    if (secret.isEmpty())
        return answerLater(this, context, std::move(done), Result<void>(failure(refusedEmpty())));
    hold(name, std::move(secret));
    answerLater(this, context, std::move(done), Result<void>());
}

void SessionStore::remove(const SecretName &name, QObject *context, Done done)
{
    answerLater(this, context, std::move(done), forget(name) ? Result<void>() : Result<void>(failure(notFound(name))));
}

} // namespace holdwatch::secrets
