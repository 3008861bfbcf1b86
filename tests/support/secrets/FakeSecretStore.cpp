// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/secrets/FakeSecretStore.h"

#include <QPointer>

namespace holdwatch::test {

using secrets::SecretName;

void FakeSecretStore::enqueue(const QString &word, const SecretName &name, std::function<void()> call)
{
    calls << word + QLatin1Char(' ') + toText(name);
    m_waiting.push_back(std::move(call));
    if (!isSilent)
        QMetaObject::invokeMethod(this, &FakeSecretStore::answerNext, Qt::QueuedConnection);
}

void FakeSecretStore::answerNext()
{
    if (m_waiting.empty())
        return; // the test was faster
    const auto call = std::move(m_waiting.front());
    m_waiting.pop_front();
    call();
}

std::optional<Error> FakeSecretStore::fault() const
{
    if (!isLocked)
        return failsWith;
    Error locked;
    locked.kind = Error::Kind::Unreachable;
    locked.what = QStringLiteral("The fake keychain is locked.");
    return locked;
}

void FakeSecretStore::read(const SecretName &name, QObject *context, Read done)
{
    enqueue(QStringLiteral("read"), name, [this, name, context = QPointer<QObject>(context), done = std::move(done)] {
        const auto found = entries.find(name);
        const bool isThere = found != entries.end() && !isLocked;
        Result<Secret> result = isThere ? Result<Secret>(Secret(QByteArray(found->second.constData(), found->second.size()))) : failure(notFound(name));
        if (failsWith)
            result = failure(*failsWith);
        if (context)
            done(std::move(result));
    });
}

void FakeSecretStore::write(const SecretName &name, Secret secret, QObject *context, Done done)
{
    if (secret.isEmpty())
        return secrets::answerLater(this, context, std::move(done), Result<void>(failure(refusedEmpty())));
    const QByteArray bytes(secret.expose().constData(), secret.expose().size());
    enqueue(QStringLiteral("write"), name, [this, name, bytes, context = QPointer<QObject>(context), done = std::move(done)] {
        const auto refused = writesFailWith ? writesFailWith : fault();
        if (!refused)
            entries[name] = bytes;
        if (context)
            done(refused ? Result<void>(failure(*refused)) : Result<void>());
    });
}

void FakeSecretStore::remove(const SecretName &name, QObject *context, Done done)
{
    enqueue(QStringLiteral("remove"), name, [this, name, context = QPointer<QObject>(context), done = std::move(done)] {
        Result<void> result;
        if (failsWith)
            result = failure(*failsWith);
        else if (isLocked || entries.erase(name) == 0)
            result = failure(notFound(name));
        if (context)
            done(result);
    });
}

} // namespace holdwatch::test
