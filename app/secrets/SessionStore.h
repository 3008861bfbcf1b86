// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/secrets/SecretStore.h"

#include <map>

namespace holdwatch::secrets {

/// Secrets in memory, wiped when they are replaced, forgotten, or the store ends: "this run only". Beside
/// the port it can be asked at once.
class SessionStore final : public SecretStore
{
    Q_OBJECT
public:
    using SecretStore::SecretStore;

    void read(const SecretName &name, QObject *context, Read done) override;
    void write(const SecretName &name, Secret secret, QObject *context, Done done) override;
    void remove(const SecretName &name, QObject *context, Done done) override;

    void hold(const SecretName &name, Secret secret) { m_secrets.insert_or_assign(name, std::move(secret)); }
    bool holds(const SecretName &name) const { return m_secrets.count(name) > 0; }
    bool forget(const SecretName &name) { return m_secrets.erase(name) > 0; } ///< false: there was none
    Result<Secret> copyOf(const SecretName &name) const;

private:
    std::map<SecretName, Secret> m_secrets;
};

} // namespace holdwatch::secrets
