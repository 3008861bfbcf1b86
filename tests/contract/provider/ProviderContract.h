// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/contract/provider/ProviderFixture.h"

#include <QObject>

namespace holdwatch::test {

/// What every provider must do, whatever the system behind it. A provider is admitted by a class that
/// inherits this one, gives it a fixture, and passes. Its slots run as the inheriting class's own.
class ProviderContract : public QObject
{
    Q_OBJECT

protected:
    virtual std::unique_ptr<ProviderFixture> makeFixture() = 0;

private slots:
    void init();
    void cleanup();

    void describesEveryMetricWithoutARequest();
    void saysWhyARoleIsAbsent();
    void probesAHealthySystem();
    void listsItsQueues();
    void samplesItsQueues();
    void neverReportsZeroForWhatIsNotReported();
    void judgesTimeByTheServersClock();
    void countsItsRequests();
    void readingSendsOnlyReads();
    void showsTheSecretNowhereButInTheAuthHeader();
    void sendsNotOneByteToAWrongCertificate();
    void givesEachQueueASampleOrAFailure();
    void oneFailingQueueDoesNotSpoilTheOthers();

    void namesEachFault_data();
    void namesEachFault();
    void worksAgainAfterAFault_data();
    void worksAgainAfterAFault();
    void aWrongTypeIsNotReportedRatherThanZero();
    void saysHowLongToWaitWhenThrottled();
    void neverRepeatsTheSecretInAnError();

    void cancelEndsEachTaskExactlyOnce_data();
    void cancelEndsEachTaskExactlyOnce();

private:
    providers::Metrics &metrics() { return *m_fixture->provider().metrics(); }
    QVector<WatchedQueue> listed();      ///< of the healthy system, after a probe
    void compareHealthySamples();
    static void addFaults();

    std::unique_ptr<ProviderFixture> m_fixture;
};

} // namespace holdwatch::test
