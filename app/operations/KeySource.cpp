// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/KeySource.h"

#include <QMutexLocker>

#include <utility>

namespace holdwatch::operations {

void RunKeys::tell(const Secret &key) const
{
    if (m_observer)
        m_observer(key);
}

void RunKeys::hold(const ConnectionId &connection, Secret key)
{
    tell(key);
    const QMutexLocker lock(&m_mutex);
    m_held.insert_or_assign(connection, std::move(key));
}

Result<Secret> RunKeys::keyFor(const ConnectionConfig &connection)
{
    {
        const QMutexLocker lock(&m_mutex);
        if (const auto held = m_held.find(connection.id); held != m_held.end())
            return held->second.clone();
    }
    const QString variable = variableOf(connection);
    if (variable.isEmpty())
        return failure(Error::Kind::Configuration, QStringLiteral("No key is known for %1.").arg(connection.name),
                       QStringLiteral("Name an environment variable that holds it as key_env in connections.json."));
    Secret key(qgetenv(variable.toUtf8().constData()).trimmed());
    if (key.isEmpty())
        return failure(Error::Kind::Configuration,
                       QStringLiteral("The environment variable %1, which should hold the key for %2, is empty or not set.").arg(variable, connection.name),
                       QStringLiteral("Set it and start Holdwatch again."));
    tell(key);
    return key;
}

QString RunKeys::variableOf(const ConnectionConfig &connection)
{
    if (!connection.keyVariable.isEmpty())
        return connection.keyVariable;
    return connection.provider == QLatin1String("infrai") ? QStringLiteral("INFRAI_API_KEY") : QString();
}

} // namespace holdwatch::operations
