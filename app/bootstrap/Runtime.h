// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/KeySource.h"
#include "app/operations/MonitorEngine.h"
#include "app/operations/connecting/ConnectionTester.h"

namespace holdwatch::bootstrap {

/// What every command that watches queues has in common: the clock, the keys of this run and the systems
/// this program knows. Outlives all engines made from it.
class Runtime
{
public:
    Runtime();
    Q_DISABLE_COPY_MOVE(Runtime)

    const Clock &clock() const { return m_clock; }
    operations::RunKeys &keys() { return m_keys; }
    operations::EngineParts engineParts() const;
    operations::ConnectionTester::Parts testerParts() const;

    /// How the provider of one run is made. It alone is given the key for writing. Called on the run's thread.
    using MakeForRun = std::function<operations::ProviderRegistry::Made(const ConnectionConfig &, Secret key, Secret writeKey)>;
    MakeForRun makeForRun() const;

    /// From now on a connection to `provider` is refused with `error`. Before an engine starts.
    void refuse(const QString &provider, const Error &error);

private:
    SystemClock m_clock;
    operations::RunKeys m_keys;
    operations::ProviderRegistry m_providers;
};

/// One line a system: its word in connections.json and how a connection to it is made.
void addProviders(operations::ProviderRegistry &registry, operations::KeySource &keys, const Clock &clock);

} // namespace holdwatch::bootstrap
