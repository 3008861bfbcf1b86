// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/secrets/KeychainStore.h"

#include <qt6keychain/keychain.h>

#include <QLibrary>

#include <memory>

namespace holdwatch::secrets {

namespace {

QString service()
{
    return QStringLiteral("Holdwatch");
}

/// libsecret (0.20) holds on to its session with a service that has been restarted since, and then fails for
/// ever. Letting go of it before each call costs a few messages on the bus. Only while no call is under way.
void forgetOldService()
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
    using Disconnect = void (*)();
    static const auto disconnect = reinterpret_cast<Disconnect>(QLibrary::resolve(QStringLiteral("secret-1"), 0, "secret_service_disconnect"));
    if (disconnect)
        disconnect();
#endif
}

Error unavailable(const QString &why)
{
    Error error;
    error.kind = Error::Kind::Unreachable;
    error.what = why;
    error.next = QStringLiteral("Unlock or start the keychain (GNOME Keyring, KWallet) and try again.");
    return error;
}

QString shortened(const QString &detail)
{
    return detail.simplified().left(200);
}

/// Only the kinds that can be told apart for certain are; see SecretStore.
Error errorFrom(QKeychain::Error code, const QString &detail)
{
    switch (code) {
    case QKeychain::EntryNotFound: {
        Error error;
        error.kind = Error::Kind::NotFound;
        error.what = QStringLiteral("The keychain gives out no such entry.");
        return error;
    }
    case QKeychain::AccessDenied:
    case QKeychain::AccessDeniedByUser:
        return unavailable(QStringLiteral("The keychain is locked, or access to it was denied."));
    case QKeychain::NoBackendAvailable:
    case QKeychain::NotImplemented:
        return unavailable(QStringLiteral("There is no keychain service here."));
    default:
        break;
    }
    return unavailable(detail.isEmpty() ? QStringLiteral("The keychain can't be used.")
                                        : QStringLiteral("The keychain can't be used: %1.").arg(shortened(detail)));
}

Error uncertain(const QString &what)
{
    Error error;
    error.kind = Error::Kind::OutcomeUnknown;
    error.what = what;
    error.next = QStringLiteral("Look into the keychain's own program for entries of \"Holdwatch\".");
    return error;
}

struct Ended
{
    std::optional<Error> error;
    QByteArray data;
};

/// Starts `job` and calls `then` once it is destroyed: from then on nobody but us has a hold on the
/// buffers it was given or read, so that our Secret can wipe them.
void run(QKeychain::Job *job, const QString &entry, QObject *context, std::function<void(Ended)> then)
{
    const auto ended = std::make_shared<Ended>();
    job->setKey(entry);
    // Not left to its deleteLater(): called from GLib, that waits for the end of a dialog's own event loop, and
    // the dialog waits for us.
    job->setAutoDelete(false);
    QObject::connect(job, &QKeychain::Job::finished, context, [ended, context](QKeychain::Job *finished) {
        if (finished->error() != QKeychain::NoError)
            ended->error = errorFrom(finished->error(), finished->errorString());
        else if (const auto *reading = qobject_cast<QKeychain::ReadPasswordJob *>(finished))
            ended->data = reading->binaryData();
        QMetaObject::invokeMethod(context, [job = QPointer(finished)] { delete job.data(); }, Qt::QueuedConnection);
    });
    QObject::connect(context, &QObject::destroyed, job, [job] {
        job->setAutoDelete(true); // nobody else is left to do it
        job->disconnect();
    });
    QObject::connect(job, &QObject::destroyed, context, [ended, then = std::move(then)] { then(std::move(*ended)); });
    job->start();
}

} // namespace

KeychainStore::KeychainStore(QString installation, QObject *parent) : SecretStore(parent), m_installation(std::move(installation)) {}

QString KeychainStore::entryOf(const SecretName &name) const
{
    // No installation is called so: they are UUIDs.
    const bool isOfPerson = name.own && *name.own != OwnSecret::OperatorKey;
    return (isOfPerson ? QStringLiteral("person") : m_installation) + QLatin1Char('/') + toText(name);
}

void KeychainStore::enqueue(std::function<void()> call)
{
    m_waiting.push_back(std::move(call));
    startNext();
}

void KeychainStore::startNext()
{
    if (m_isBusy || m_waiting.empty())
        return;
    m_isBusy = true;
    forgetOldService();
    const auto call = std::move(m_waiting.front());
    m_waiting.pop_front();
    call();
}

void KeychainStore::finishCall()
{
    m_isBusy = false;
    startNext();
}

/// The next call starts before `done`, which may delete us, is called.
SecretStore::Done KeychainStore::ending(QObject *context, Done done)
{
    return [this, context = QPointer<QObject>(context), done = std::move(done)](Result<void> result) {
        finishCall();
        if (context)
            done(std::move(result));
    };
}

void KeychainStore::fetch(const SecretName &name, Read then)
{
    run(new QKeychain::ReadPasswordJob(service()), entryOf(name), this, [name, then = std::move(then)](Ended ended) {
        if (ended.error)
            return then(failure(*ended.error));
        if (ended.data.isEmpty())
            return then(failure(notFound(name)));
        then(Secret(std::move(ended.data)));
    });
}

void KeychainStore::put(const SecretName &name, const std::shared_ptr<Secret> &secret, Done then)
{
    auto *job = new QKeychain::WritePasswordJob(service());
    job->setBinaryData(secret->expose());
    run(job, entryOf(name), this, [secret, then = std::move(then)](const Ended &ended) {
        then(ended.error ? Result<void>(failure(*ended.error)) : Result<void>());
    });
}

void KeychainStore::erase(const SecretName &name, Done then)
{
    run(new QKeychain::DeletePasswordJob(service()), entryOf(name), this, [then = std::move(then)](const Ended &ended) {
        then(ended.error ? Result<void>(failure(*ended.error)) : Result<void>());
    });
}

void KeychainStore::read(const SecretName &name, QObject *context, Read done)
{
    enqueue([this, name, context = QPointer<QObject>(context), done = std::move(done)] {
        if (!context)
            return finishCall(); // asking might make the keychain prompt somebody for nothing
        fetch(name, [this, context, done](Result<Secret> result) {
            finishCall();
            if (context)
                done(std::move(result));
        });
    });
}

void KeychainStore::write(const SecretName &name, Secret secret, QObject *context, Done done)
{
    if (secret.isEmpty())
        return answerLater(this, context, std::move(done), Result<void>(failure(refusedEmpty())));
    const auto given = std::make_shared<Secret>(std::move(secret));
    enqueue([this, name, given, end = ending(context, std::move(done))] {
        put(name, given, [this, name, given, end](const Result<void> &written) {
            if (!written)
                return end(written);
            fetch(name, [given, end](const Result<Secret> &back) {
                if (back && back->expose() == given->expose())
                    return end({});
                end(failure(uncertain(QStringLiteral("The keychain took the key but does not give it back as it was."))));
            });
        });
    });
}

void KeychainStore::remove(const SecretName &name, QObject *context, Done done)
{
    enqueue([this, name, end = ending(context, std::move(done))] {
        fetch(name, [this, name, end](const Result<Secret> &before) {
            if (!before)
                return end(failure(before.error()));
            erase(name, [this, name, end](const Result<void> &erased) {
                if (!erased)
                    return end(erased);
                fetch(name, [end](const Result<Secret> &after) {
                    if (!after && after.error().kind == Error::Kind::NotFound)
                        return end({});
                    end(failure(after ? unavailable(QStringLiteral("The keychain kept the key although it was asked to remove it."))
                                      : uncertain(QStringLiteral("The keychain does not say whether it removed the key."))));
                });
            });
        });
    });
}

} // namespace holdwatch::secrets
