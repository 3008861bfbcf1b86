// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Ids.h"
#include "models/core/Time.h"

#include <QHash>
#include <QObject>

namespace holdwatch {

/// Which connections may be written to right now. Every connection is read-only until a person unlocks it,
/// and again after `unlockedFor`, whatever the desktop's clock is set to meanwhile. An unlock is no
/// approval: starting or continuing a redrive needs both, and one that runs is not cut when it ends.
/// Nothing of it is kept over a restart. One thread.
class WriteAccess : public QObject
{
    Q_OBJECT
public:
    static constexpr Millis unlockedFor = Minutes(15);

    explicit WriteAccess(const Clock &clock, QObject *parent = nullptr);

    void unlock(const ConnectionId &connection); ///< from now on for `unlockedFor`; again: begins anew
    void lock(const ConnectionId &connection);
    void lockAll();
    bool isUnlocked(const ConnectionId &connection) const;
    Millis remaining(const ConnectionId &connection) const; ///< 0 when it is locked
    QVector<ConnectionId> unlocked() const;

    void tick(); ///< once a second or so: announces those that ran out

signals:
    void changed(const holdwatch::ConnectionId &connection); ///< unlocked, locked or run out

private:
    const Clock &m_clock;
    QHash<ConnectionId, Millis> m_until; ///< Clock::monotonic()
};

} // namespace holdwatch
