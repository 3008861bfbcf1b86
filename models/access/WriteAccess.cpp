// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/access/WriteAccess.h"

#include <algorithm>

namespace holdwatch {

WriteAccess::WriteAccess(const Clock &clock, QObject *parent) : QObject(parent), m_clock(clock) {}

void WriteAccess::unlock(const ConnectionId &connection)
{
    m_until.insert(connection, m_clock.monotonic() + unlockedFor);
    emit changed(connection);
}

void WriteAccess::lock(const ConnectionId &connection)
{
    if (m_until.remove(connection))
        emit changed(connection);
}

void WriteAccess::lockAll()
{
    const QList<ConnectionId> all = m_until.keys();
    for (const ConnectionId &connection : all)
        lock(connection);
}

bool WriteAccess::isUnlocked(const ConnectionId &connection) const
{
    return remaining(connection) > Millis(0);
}

Millis WriteAccess::remaining(const ConnectionId &connection) const
{
    const auto until = m_until.constFind(connection);
    return until == m_until.cend() ? Millis(0) : std::max(Millis(0), *until - m_clock.monotonic());
}

QVector<ConnectionId> WriteAccess::unlocked() const
{
    QVector<ConnectionId> connections;
    for (const ConnectionId &connection : m_until.keys()) {
        if (isUnlocked(connection))
            connections.append(connection);
    }
    std::sort(connections.begin(), connections.end());
    return connections;
}

void WriteAccess::tick()
{
    const QList<ConnectionId> all = m_until.keys();
    for (const ConnectionId &connection : all) {
        if (!isUnlocked(connection))
            lock(connection);
    }
}

} // namespace holdwatch
