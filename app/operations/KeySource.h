// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"
#include "models/core/Result.h"
#include "models/core/Secret.h"

#include <QMutex>

#include <functional>
#include <map>

namespace holdwatch::operations {

/// Where the key of a connection comes from. Asked on the engine's thread, once a start.
class KeySource
{
public:
    virtual ~KeySource() = default;
    /// Configuration error that says where a key was looked for; never an empty Secret.
    virtual Result<Secret> keyFor(const ConnectionConfig &connection) = 0;
    /// The key for requests that change something: the connection's own for that if it has one, else the same as keyFor().
    virtual Result<Secret> writeKeyFor(const ConnectionConfig &connection) = 0;
};

/// Keys held in memory for this run, and else the environment variable the connection names
/// (INFRAI_API_KEY for Infrai's own servers if it names none). Thread-safe.
class RunKeys final : public KeySource
{
public:
    /// Is told each key before anybody receives it, on the thread that hands it in or asks for it. For
    /// whoever keeps keys out of logs. Set before an engine starts; must stay callable as long as this lives.
    using Observer = std::function<void(const Secret &)>;
    void setObserver(Observer observer) { m_observer = std::move(observer); }

    void hold(const ConnectionId &connection, Secret key);
    void forget(const ConnectionId &connection); ///< and the explanation and the key for writing with it
    /// Only in the keys of one run: whoever makes providers from these gives them the right to write.
    void holdForWriting(const ConnectionId &connection, Secret key);
    /// Why there is no key for it now. Said in the place of a key, but an environment variable goes before it.
    void explain(const ConnectionId &connection, Error why);
    Result<Secret> keyFor(const ConnectionConfig &connection) override;
    Result<Secret> writeKeyFor(const ConnectionConfig &connection) override;

    /// The environment variable asked for this connection's key; empty: none.
    static QString variableOf(const ConnectionConfig &connection);
    static QString customaryVariable(); ///< INFRAI_API_KEY

    /// For a key that is used without being held here (typed for a test, or for writing). An empty one is no matter.
    void tell(const Secret &key) const;

private:
    Observer m_observer;
    QMutex m_mutex;
    std::map<ConnectionId, Secret> m_held;
    std::map<ConnectionId, Secret> m_forWriting;
    std::map<ConnectionId, Error> m_why;
};

} // namespace holdwatch::operations
