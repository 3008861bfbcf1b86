// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/contract/provider/RedriverFixture.h"

#include <QObject>

namespace holdwatch::test {

/// What everything that moves dead letters must do, whatever the system behind it. A provider with one of the two roles is
/// admitted by a class that inherits this one; tests of a role it has not are skipped.
class RedriverContract : public QObject
{
    Q_OBJECT

protected:
    virtual std::unique_ptr<RedriverFixture> makeFixture() = 0;
    RedriverFixture &fixture() { return *m_fixture; }
    void connectFirst(); ///< a probe, as a program does before anything else

private slots:
    void init();
    void cleanup();

    void saysWhichRolesThereAre();
    void termsSendOnlyReads();
    void termsSayWhatComesOfIt();
    void refusesAnotherTargetWhereThereIsNone();

    void aClaimSendsNoWriteAndHoldsWhatIsThere();
    void aVanishedMessageIsMissingAndNothingIsSent();
    void aChangedMessageIsMissingAndNothingIsSent();
    void whatIsNotHeldIsNotSent();
    void movesExactlyThoseThatWereChosen();
    void keepsEveryByteAndHeader();
    void stopBeforeTheFirstSendsNothing();
    void stopBetweenTwoLeavesTheSecondHeld();
    void keysStayTheSame();

    void neverSendsAWriteTwice_data();
    void neverSendsAWriteTwice();
    void aThrottledMessageIsFailedAndTheRestIsNotAsked();
    void aUsedKeyIsUnknown();
    void cancelEndsWithUnknownForWhatWasSentAndNothingForWhatWasNot();
    void sendsNotOneByteToAWrongCertificate();
    void showsTheSecretNowhereButInTheAuthHeader();

    void movesAtMostSoManyByCount();
    void neverTurnsABoundIntoTheWholeQueue();
    void neverSendsACountTwice_data();
    void neverSendsACountTwice();

private:
    providers::ItemRedriver *items() { return m_fixture->provider().itemRedriver(); }
    providers::BulkRedriver *bulk() { return m_fixture->provider().bulkRedriver(); }
    QVector<providers::RedriveItem> planned(); ///< all five as a plan freezes them
    QVector<providers::RedriveItem> claimed(qsizetype count); ///< planned and held, the first so many
    QVector<ItemResult> attempted(const QVector<providers::RedriveItem> &items);
    QByteArrayList payloadsOf(const QVector<StoredMessage> &messages) const;

    std::unique_ptr<RedriverFixture> m_fixture;
};

} // namespace holdwatch::test
