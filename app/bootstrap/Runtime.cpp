// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Runtime.h"

#include "app/net/QtHttpClient.h"

#include <QRandomGenerator>

namespace holdwatch::bootstrap {

namespace {

Result<std::shared_ptr<net::HttpClient>> webhookClient(const ConnectionConfig &connection, const Clock &clock)
{
    ConnectionConfig there = connection;
    there.baseUrl = connection.webhook;
    return net::connectionOptionsFrom(there).map([&](const net::ConnectionOptions &options) -> std::shared_ptr<net::HttpClient> {
        return std::make_shared<net::QtHttpClient>(options, clock);
    });
}

/// A provider with keys that nobody else holds.
operations::ProviderRegistry::Made makeApart(const ConnectionConfig &connection, Secret key, Secret writeKey, const Clock &clock)
{
    operations::RunKeys keys;
    keys.hold(connection.id, std::move(key));
    if (!writeKey.isEmpty())
        keys.holdForWriting(connection.id, std::move(writeKey));
    operations::ProviderRegistry registry;
    addProviders(registry, keys, clock);
    ConnectionConfig byGivenKey = connection;
    byGivenKey.keyVariable.clear();
    return registry.make(byGivenKey);
}

} // namespace

Runtime::Runtime()
{
    addProviders(m_providers, m_keys, m_clock);
}

operations::EngineParts Runtime::engineParts() const
{
    return {m_clock, m_providers, [] { return QRandomGenerator::global()->generateDouble(); },
            [clock = &m_clock](const ConnectionConfig &connection) { return webhookClient(connection, *clock); }};
}

operations::ConnectionTester::Parts Runtime::testerParts() const
{
    const auto make = [clock = &m_clock](const ConnectionConfig &connection, Secret key) { return makeApart(connection, std::move(key), {}, *clock); };
    return {make, m_clock};
}

Runtime::MakeForRun Runtime::makeForRun() const
{
    return [clock = &m_clock](const ConnectionConfig &connection, Secret key, Secret writeKey) {
        return makeApart(connection, std::move(key), std::move(writeKey), *clock);
    };
}

void Runtime::refuse(const QString &provider, const Error &error)
{
    m_providers.add(provider, [error](const ConnectionConfig &) { return failure(error); });
}

} // namespace holdwatch::bootstrap
