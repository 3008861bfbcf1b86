// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/KeyPlace.h"
#include "models/core/Result.h"
#include "models/core/Secret.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>

namespace holdwatch::secrets {

/// Which secret: one connection's key for one purpose.
struct SecretName
{
    ConnectionId connection;
    Purpose purpose = Purpose::Read;

    friend bool operator==(const SecretName &, const SecretName &) = default;
    friend bool operator<(const SecretName &a, const SecretName &b)
    {
        return a.connection == b.connection ? a.purpose < b.purpose : a.connection < b.connection;
    }
};

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
