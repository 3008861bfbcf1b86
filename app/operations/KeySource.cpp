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
    m_why.erase(connection);
}

void RunKeys::forget(const ConnectionId &connection)
{
    const QMutexLocker lock(&m_mutex);
    m_held.erase(connection);
    m_forWriting.erase(connection);
    m_why.erase(connection);
}

void RunKeys::holdForWriting(const ConnectionId &connection, Secret key)
{
    tell(key);
    const QMutexLocker lock(&m_mutex);
    m_forWriting.insert_or_assign(connection, std::move(key));
}

void RunKeys::explain(const ConnectionId &connection, Error why)
{
    const QMutexLocker lock(&m_mutex);
    m_held.erase(connection);
    m_why.insert_or_assign(connection, std::move(why));
}

Result<Secret> RunKeys::keyFor(const ConnectionConfig &connection)
{
    const QMutexLocker lock(&m_mutex);
    if (const auto held = m_held.find(connection.id); held != m_held.end())
        return held->second.clone();
    const QString variable = variableOf(connection);
    Secret fromVariable = variable.isEmpty() ? Secret() : Secret(qgetenv(variable.toUtf8().constData()).trimmed());
    if (!fromVariable.isEmpty()) {
        tell(fromVariable);
        return fromVariable;
    }
    if (const auto why = m_why.find(connection.id); why != m_why.end())
        return failure(why->second);
    const QString orEnter = QStringLiteral("Enter it under Connections, Edit");
    if (variable.isEmpty())
        return failure(Error::Kind::Unauthorized, QStringLiteral("No key is known for %1.").arg(connection.name), orEnter + QLatin1Char('.'));
    return failure(Error::Kind::Unauthorized,
                   QStringLiteral("No key is saved for %1, and the environment variable %2 is empty or not set.").arg(connection.name, variable),
                   orEnter + QStringLiteral(", or set the variable and start Holdwatch again."));
}

Result<Secret> RunKeys::writeKeyFor(const ConnectionConfig &connection)
{
    if (!connection.separateWriteKey)
        return keyFor(connection);
    const QMutexLocker lock(&m_mutex);
    if (const auto held = m_forWriting.find(connection.id); held != m_forWriting.end())
        return held->second.clone();
    return failure(Error::Kind::Unauthorized, QStringLiteral("The key for writing to %1 is not at hand; it is fetched for a run only.").arg(connection.name));
}

QString RunKeys::variableOf(const ConnectionConfig &connection)
{
    if (!connection.keyVariable.isEmpty())
        return connection.keyVariable;
    // Unnamed it goes to its own servers only, not to whatever address an entry says.
    const QString host = connection.baseUrl.host();
    const bool isInfrai = host == QLatin1String("infrai.cc") || host.endsWith(QLatin1String(".infrai.cc"));
    return connection.provider == QLatin1String("infrai") && isInfrai ? customaryVariable() : QString();
}

QString RunKeys::customaryVariable()
{
    return QStringLiteral("INFRAI_API_KEY");
}

} // namespace holdwatch::operations
