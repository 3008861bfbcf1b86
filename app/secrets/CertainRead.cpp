// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/secrets/CertainRead.h"

#include <utility>

namespace holdwatch::secrets {

namespace {

template<typename T>
struct Pending
{
    QPointer<QObject> context;
    std::function<void(Result<T>)> done;
    QPointer<QObject> watch; ///< the watchdog barks as long as this lives

    void answer(Result<T> result)
    {
        if (watch)
            watch->deleteLater(); // not from within its own timer
        const auto tell = std::exchange(done, nullptr);
        if (tell && context)
            tell(std::move(result));
    }
    bool isOver() const { return !done || !context; }
};

template<typename T>
std::shared_ptr<Pending<T>> pending(SecretStore &store, const Watchdog &watchdog, QObject *context, std::function<void(Result<T>)> done)
{
    const auto made = std::make_shared<Pending<T>>();
    made->context = context;
    made->done = std::move(done);
    made->watch = new QObject(&store);
    watchdog(made->watch, [weak = std::weak_ptr(made)] {
        if (const auto late = weak.lock())
            late->answer(failure(Error::Kind::Timeout, QStringLiteral("The keychain does not answer."), QStringLiteral("Unlock or start the keychain and try again.")));
    });
    return made;
}

Error silent(const Error &cause)
{
    Error error = cause;
    error.kind = Error::Kind::Unreachable;
    error.what = QStringLiteral("The keychain gives nothing out: %1").arg(cause.what);
    if (error.next.isEmpty())
        error.next = QStringLiteral("Unlock or start the keychain and try again.");
    return error;
}

using Reading = std::shared_ptr<Pending<Secret>>;

void probeAndReadAgain(SecretStore &store, const SecretName &name, const Reading &reading)
{
    store.write(SecretName::ofOwn(OwnSecret::Probe), Secret(QByteArrayLiteral("open")), &store, [&store, name, reading](const Result<void> &taken) {
        if (reading->isOver())
            return;
        if (!taken)
            return reading->answer(failure(silent(taken.error())));
        store.read(name, &store, [reading](Result<Secret> again) { reading->answer(std::move(again)); });
    });
}

} // namespace

void readForCertain(SecretStore &store, const SecretName &name, const Watchdog &watchdog, QObject *context, SecretStore::Read done)
{
    const Reading reading = pending<Secret>(store, watchdog, context, std::move(done));
    store.read(name, &store, [&store, name, reading](Result<Secret> first) {
        if (reading->isOver())
            return;
        if (!first && first.error().kind == Error::Kind::NotFound)
            return probeAndReadAgain(store, name, reading);
        if (!first)
            return reading->answer(failure(silent(first.error())));
        reading->answer(std::move(first));
    });
}

void writeInTime(SecretStore &store, const SecretName &name, Secret secret, const Watchdog &watchdog, QObject *context, SecretStore::Done done)
{
    const auto writing = pending<void>(store, watchdog, context, std::move(done));
    store.write(name, std::move(secret), &store, [writing](const Result<void> &result) { writing->answer(result); });
}

} // namespace holdwatch::secrets
