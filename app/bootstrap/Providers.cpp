// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Runtime.h"

#include "app/net/QtHttpClient.h"
#include "app/providers/infrai/InfraiProvider.h"
#include "app/providers/rabbitmq/RabbitProvider.h"

namespace holdwatch::bootstrap {

namespace {

using operations::ProviderRegistry;

ProviderRegistry::Made makeRabbit(const ConnectionConfig &connection, operations::KeySource &keys, const Clock &clock)
{
    Result<Secret> password = keys.keyFor(connection);
    if (!password)
        return failure(password.error());
    const auto options = net::connectionOptionsFrom(connection);
    if (!options)
        return failure(options.error());
    net::Credential credential{net::Credential::Scheme::Basic, connection.username.toUtf8(), *std::move(password)};
    const bool isOther = connection.separateWriteKey && !connection.writeUsername.isEmpty();
    providers::rabbitmq::WriteLogin writing{(isOther ? connection.writeUsername : connection.username).toUtf8(), [&keys, connection] { return keys.writeKeyFor(connection); }};
    return std::make_unique<providers::rabbitmq::RabbitProvider>(connection, std::make_unique<net::QtHttpClient>(*options, clock), std::move(credential), clock, std::move(writing));
}

template<typename Make>
ProviderRegistry::Factory withKey(Make make, operations::KeySource &keys, const Clock &clock)
{
    return [make, &keys, &clock](const ConnectionConfig &connection) -> ProviderRegistry::Made {
        Result<Secret> key = keys.keyFor(connection);
        if (!key)
            return failure(key.error());
        return make(connection, *std::move(key), clock);
    };
}

} // namespace

void addProviders(ProviderRegistry &registry, operations::KeySource &keys, const Clock &clock)
{
    registry.add(QStringLiteral("infrai"), withKey(providers::infrai::InfraiProvider::make, keys, clock));
    registry.add(QStringLiteral("practice"), withKey(providers::infrai::InfraiProvider::make, keys, clock));
    registry.add(QStringLiteral("rabbitmq"), [&keys, &clock](const ConnectionConfig &connection) { return makeRabbit(connection, keys, clock); });
}

} // namespace holdwatch::bootstrap
