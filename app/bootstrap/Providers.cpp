// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Runtime.h"

#include "app/net/QtHttpClient.h"
#include "app/providers/rabbitmq/RabbitProvider.h"

namespace holdwatch::bootstrap {

namespace {

using operations::ProviderRegistry;

/// A factory for a system that is reached over HTTP with a key or a password.
template<typename Provider>
ProviderRegistry::Factory overHttp(net::Credential::Scheme scheme, operations::KeySource &keys, const Clock &clock)
{
    return [scheme, &keys, &clock](const ConnectionConfig &connection) -> ProviderRegistry::Made {
        const auto options = net::connectionOptionsFrom(connection);
        if (!options)
            return failure(options.error());
        Result<Secret> key = keys.keyFor(connection);
        if (!key)
            return failure(key.error());
        net::Credential credential{scheme, connection.username.toUtf8(), *std::move(key)};
        return std::make_unique<Provider>(connection, std::make_unique<net::QtHttpClient>(*options, clock), std::move(credential), clock);
    };
}

} // namespace

void addProviders(ProviderRegistry &registry, operations::KeySource &keys, const Clock &clock)
{
    using Scheme = net::Credential::Scheme;
    registry.add(QStringLiteral("rabbitmq"), overHttp<providers::rabbitmq::RabbitProvider>(Scheme::Basic, keys, clock));
}

} // namespace holdwatch::bootstrap
