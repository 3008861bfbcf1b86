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
    const auto make = [clock = &m_clock](const ConnectionConfig &connection, Secret key) {
        // A key that is only tried is held by nobody else.
        operations::RunKeys keys;
        keys.hold(connection.id, std::move(key));
        operations::ProviderRegistry registry;
        addProviders(registry, keys, *clock);
        ConnectionConfig byTypedKey = connection;
        byTypedKey.keyVariable.clear();
        return registry.make(byTypedKey);
    };
    return {make, m_clock};
}

void Runtime::refuse(const QString &provider, const Error &error)
{
    m_providers.add(provider, [error](const ConnectionConfig &) { return failure(error); });
}

} // namespace holdwatch::bootstrap
