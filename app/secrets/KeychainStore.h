// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/secrets/SecretStore.h"

#include <deque>

namespace holdwatch::secrets {

/// The keychain of the desktop, through QtKeychain: the Secret Service or KWallet on Linux. Entries belong
/// to the service "Holdwatch" and are named "<installation>/<connection>/<read|write>", "<installation>/operator-key", and
/// "person/<maintainer|spent|open>" for what every profile of this person shares; secrets are stored
/// as binary data, so any bytes come back as they were.
///
/// One call is carried out at a time. QtKeychain is believed only where it can be checked: a write is read
/// back (KWallet's failures are reported as success), a removal looks before and afterwards (a locked
/// keyring says it removed what it kept). Nothing is ever kept anywhere else if the keychain fails.
/// A call that never ends holds up all later ones until the program ends; QtKeychain can't be interrupted.
/// On Linux it needs GLib's event loop, which Qt uses unless QT_NO_GLIB is set.
class KeychainStore final : public SecretStore
{
    Q_OBJECT
public:
    explicit KeychainStore(QString installation, QObject *parent = nullptr);

    void read(const SecretName &name, QObject *context, Read done) override;
    void write(const SecretName &name, Secret secret, QObject *context, Done done) override;
    void remove(const SecretName &name, QObject *context, Done done) override;

private:
    void enqueue(std::function<void()> call);
    void startNext();
    void finishCall();

    void fetch(const SecretName &name, Read then);
    void put(const SecretName &name, const std::shared_ptr<Secret> &secret, Done then);
    void erase(const SecretName &name, Done then);
    Done ending(QObject *context, Done done);
    QString entryOf(const SecretName &name) const;

    QString m_installation;
    std::deque<std::function<void()>> m_waiting;
    bool m_isBusy = false;
};

} // namespace holdwatch::secrets
