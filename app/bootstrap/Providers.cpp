// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Runtime.h"

#include "app/net/QtHttpClient.h"
#include "app/providers/infrai/InfraiProvider.h"
#include "app/providers/rabbitmq/RabbitProvider.h"

namespace holdwatch::bootstrap {

namespace {

using operations::ProviderRegistry;

ProviderRegistry::Made makeInfrai(const ConnectionConfig &connection, Secret key, Secret writeKey, const Clock &clock)
{
    return providers::infrai::InfraiProvider::make(connection, std::move(key), clock, std::move(writeKey));
}

ProviderRegistry::Made makeRabbit(const ConnectionConfig &connection, Secret password, Secret writeKey, const Clock &clock)
{
    const auto options = net::connectionOptionsFrom(connection);
    if (!options)
        return failure(options.error());
    net::Credential credential{net::Credential::Scheme::Basic, connection.username.toUtf8(), std::move(password)};
    const bool isOther = connection.separateWriteKey && !connection.writeUsername.isEmpty();
    const auto held = std::make_shared<Secret>(std::move(writeKey));
    const auto giveOut = [held]() -> Result<Secret> {
        if (held->isEmpty())
            return failure(Error::Kind::Unauthorized, QStringLiteral("No key for writing is at hand."));
        return held->clone();
    };
    providers::rabbitmq::WriteLogin writing{(isOther ? connection.writeUsername : connection.username).toUtf8(), giveOut};
    return std::make_unique<providers::rabbitmq::RabbitProvider>(connection, std::make_unique<net::QtHttpClient>(*options, clock), std::move(credential), clock, std::move(writing));
}

/// The second key is the one for writing; empty where there is none at hand.
using Make = ProviderRegistry::Made (*)(const ConnectionConfig &, Secret, Secret, const Clock &);

ProviderRegistry::Factory withKeys(Make make, operations::KeySource &keys, const Clock &clock)
{
    return [make, &keys, &clock](const ConnectionConfig &connection) -> ProviderRegistry::Made {
        Result<Secret> key = keys.keyFor(connection);
        if (!key)
            return failure(key.error());
        Result<Secret> writeKey = keys.writeKeyFor(connection);
        return make(connection, *std::move(key), writeKey ? *std::move(writeKey) : Secret(), clock);
    };
}

} // namespace

void addProviders(ProviderRegistry &registry, operations::KeySource &keys, const Clock &clock)
{
    registry.add(QStringLiteral("infrai"), withKeys(makeInfrai, keys, clock));
    registry.add(QStringLiteral("practice"), withKeys(makeInfrai, keys, clock));
    registry.add(QStringLiteral("rabbitmq"), withKeys(makeRabbit, keys, clock));
}

} // namespace holdwatch::bootstrap
