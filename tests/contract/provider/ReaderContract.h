// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/contract/provider/ReaderFixture.h"

#include <QObject>

namespace holdwatch::test {

/// What every reader of dead letters must do, whatever the system behind it. A provider with that role is
/// admitted by a class that inherits this one beside the one that inherits ProviderContract.
class ReaderContract : public QObject
{
    Q_OBJECT

protected:
    virtual std::unique_ptr<ReaderFixture> makeFixture() = 0;

private slots:
    void init();
    void cleanup();

    void saysWhatALookDoesBeforeTheFirst();
    void readsEveryLetterOnceInOrderAndByteForByte();
    void countsItsLooks();
    void neverReportsZeroForWhatIsNotReported();
    void sendsOnlyReadsAndDeclaredLooks();
    void sendsNoLookThatCouldDestroySomething();
    void neverRepeatsALookWhoseConnectionDied();
    void aLetterThatVanishesWhileReadSpoilsNothing();
    void aWrongTypeIsNotReportedRatherThanZero();
    void aCursorOfAnotherReadingIsRefused();
    void showsTheSecretNowhereButInTheAuthHeader();
    void neverRepeatsTheSecretInAnError();
    void sendsNotOneByteToAWrongCertificate();
    void namesEachFault_data();
    void namesEachFault();
    void saysHowLongToWaitWhenThrottled();
    void cancelEndsEachTaskExactlyOnce_data();
    void cancelEndsEachTaskExactlyOnce();

private:
    struct Sitting
    {
        QVector<DeadLetter> letters;
        QVector<providers::DeadLetterPage> pages;
        std::optional<Error> error;
    };

    providers::DeadLetterReader &reader() { return *m_fixture->provider().deadLetterReader(); }
    void connectFirst(); ///< a probe, as a program does before anything else
    Sitting readAll(int limit);
    int looksArrived() const;

    std::unique_ptr<ReaderFixture> m_fixture;
};

} // namespace holdwatch::test
