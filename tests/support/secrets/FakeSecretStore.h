// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/secrets/SecretStore.h"

#include <QStringList>

#include <deque>
#include <map>

namespace holdwatch::test {

/// A store that answers by itself from the event loop, or, while `isSilent`, only when the test says so.
class FakeSecretStore final : public secrets::SecretStore
{
    Q_OBJECT
public:
    using SecretStore::SecretStore;

    bool isSilent = false;                ///< nothing is carried out or answered until answerNext()
    bool isLocked = false;                ///< gives nothing out and says NotFound, as a locked keyring does; takes nothing
    std::optional<Error> failsWith;       ///< every call fails with this
    std::optional<Error> writesFailWith;
    QStringList calls;                    ///< "read shop/read", in the order they were made
    std::map<secrets::SecretName, QByteArray> entries;

    void read(const secrets::SecretName &name, QObject *context, Read done) override;
    void write(const secrets::SecretName &name, Secret secret, QObject *context, Done done) override;
    void remove(const secrets::SecretName &name, QObject *context, Done done) override;

    qsizetype waiting() const { return static_cast<qsizetype>(m_waiting.size()); }
    void answerNext(); ///< carries out the oldest call and answers it

private:
    void enqueue(const QString &word, const secrets::SecretName &name, std::function<void()> call);
    std::optional<Error> fault() const;

    std::deque<std::function<void()>> m_waiting;
};

} // namespace holdwatch::test
