// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/ProviderRegistry.h"

namespace holdwatch::operations {

QStringList ProviderRegistry::words() const
{
    QStringList words;
    for (const auto &[word, factory] : m_factories)
        words << word;
    return words;
}

ProviderRegistry::Made ProviderRegistry::make(const ConnectionConfig &connection) const
{
    const auto factory = m_factories.find(connection.provider);
    if (factory == m_factories.end())
        return failure(Error::Kind::Configuration, QStringLiteral("There is no provider “%1”.").arg(connection.provider),
                       QStringLiteral("Use one of: %1.").arg(words().join(QStringLiteral(", "))));
    return factory->second(connection);
}

} // namespace holdwatch::operations
