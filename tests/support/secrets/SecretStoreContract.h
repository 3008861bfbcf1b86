// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/secrets/SecretStore.h"

#include <memory>

namespace holdwatch::test {

secrets::SecretName nameOf(const char *connection, Purpose purpose = Purpose::Read);

/// Wait for one answer each.
Result<Secret> readFrom(secrets::SecretStore &store, const secrets::SecretName &name);
Result<void> writeTo(secrets::SecretStore &store, const secrets::SecretName &name, const QByteArray &bytes);
Result<void> removeFrom(secrets::SecretStore &store, const secrets::SecretName &name);

/// What every SecretStore promises. A test class inherits it and makes stores; each starts out without the
/// entries of the test before.
class SecretStoreContract : public QObject
{
    Q_OBJECT
protected:
    virtual std::unique_ptr<secrets::SecretStore> makeStore() = 0;

private slots:
    void answersAfterTheCallReturned();
    void answersEachCallOnce();
    void givesBackTheBytesItWasGiven_data();
    void givesBackTheBytesItWasGiven();
    void whatWasNeverWrittenIsNotFound();
    void writingAgainReplaces();
    void namesDoNotRunIntoEachOther();
    void removingTakesOutThatOneAlone();
    void removingWhatIsNotThereIsNotFound();
    void refusesAnEmptySecret();
    void carriesOutCallsInTheirOrder();
    void tellsNobodyWhoHasDied();
    void dyingWithCallsUnderWayTellsNobody();
};


} // namespace holdwatch::test
