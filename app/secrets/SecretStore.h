// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/KeyPlace.h"
#include "models/core/Result.h"
#include "models/core/Secret.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <optional>

namespace holdwatch::secrets {

/// What the program keeps beside the keys of connections.
enum class OwnSecret {
    OperatorKey, ///< the secret half of who signs here; of this installation
    Maintainer,  ///< the pinned key, and the newest roster seen; of this person, whichever profile they use
    SpentMarks,  ///< which approvals were used up; of this person, so that no other copy of a profile can evade it
    Probe,       ///< tells an open keychain from one that is silent; of this person
};

/// Which secret: one connection's key for one purpose, or one of our own.
struct SecretName
{
    ConnectionId connection;
    Purpose purpose = Purpose::Read;
    std::optional<OwnSecret> own = std::nullopt; ///< set: connection and purpose say nothing

    static SecretName ofOwn(OwnSecret which) { return {{}, Purpose::Read, which}; }

    friend bool operator==(const SecretName &, const SecretName &) = default;
    friend bool operator<(const SecretName &a, const SecretName &b)
    {
        if (a.own != b.own)
            return a.own < b.own;
        return a.connection == b.connection ? a.purpose < b.purpose : a.connection < b.connection;
    }
};

QString toText(const SecretName &name); ///< "shop/read", "operator-key", "maintainer", "spent", "open"

/// Where secrets lie, by name. Lives on one thread and never blocks it. Any bytes but none at all are kept,
/// and given back as they were.
///
/// Each call returns at once; `done` is called later, on the same thread, once, and not at all when
/// `context` or the store has died. A store may take for ever: whoever asks has a watchdog of their own.
/// Calls are carried out in the order they were made, also where nobody waits for the answer any more.
/// An Error is of kind
///  - NotFound: the store gives out no such entry. A locked keychain says the same, so this alone never
///    means that none was saved;
///  - Unreachable: no service, no session bus, locked, denied, broken;
///  - OutcomeUnknown: it may or may not hold the new value, or still the old one;
///  - Invalid: an empty secret, which is refused before anything is asked.
class SecretStore : public QObject
{
    Q_OBJECT
public:
    using Read = std::function<void(Result<Secret>)>;
    using Done = std::function<void(Result<void>)>;

    using QObject::QObject;

    virtual void read(const SecretName &name, QObject *context, Read done) = 0;
    virtual void write(const SecretName &name, Secret secret, QObject *context, Done done) = 0; ///< replaces
    virtual void remove(const SecretName &name, QObject *context, Done done) = 0;

protected:
    static Error notFound(const SecretName &name);
    static Error refusedEmpty();
};

/// Calls `done(result)` from the event loop unless `sender` or `context` dies before.
template<typename T>
void answerLater(QObject *sender, QObject *context, std::function<void(Result<T>)> done, Result<T> result)
{
    const auto kept = std::make_shared<Result<T>>(std::move(result));
    const auto tell = [context = QPointer<QObject>(context), done = std::move(done), kept] {
        if (context)
            done(std::move(*kept));
    };
    QMetaObject::invokeMethod(sender, tell, Qt::QueuedConnection);
}

} // namespace holdwatch::secrets
