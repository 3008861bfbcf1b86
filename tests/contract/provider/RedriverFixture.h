// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/contract/provider/ProviderFixture.h"

namespace holdwatch::test {

/// A message as the test sees it, past the provider.
struct StoredMessage
{
    QString id;          ///< empty where the system has none
    QByteArray payload;  ///< exact
    QByteArray headers;  ///< whatever has to survive, in a form that can be compared

    bool operator==(const StoredMessage &) const = default;
    bool operator<(const StoredMessage &other) const { return payload < other.payload; }
};

/// A staged system with five dead letters, no two alike, that came from target(); and the test's own view of both places.
/// Made afresh for each test.
class RedriverFixture
{
public:
    virtual ~RedriverFixture() = default;

    virtual providers::Provider &provider() = 0;
    virtual QByteArray secret() const = 0; ///< the canary the provider was given
    virtual WatchedQueue deadSet() const = 0;
    virtual QString target() const = 0;
    virtual bool canRetarget() const { return false; } ///< messages may go elsewhere than where they came from
    /// The idempotency key goes over the wire.
    virtual bool sendsKeys() const { return true; }

    virtual QVector<StoredMessage> dead() = 0;
    virtual QVector<StoredMessage> alive() = 0; ///< in target()
    virtual void takeAway(const QByteArray &payload) = 0; ///< somebody else removes that dead letter

    /// From now on every write meets the fault; with `afterActing` it is acted on before. False: it can't be staged there.
    virtual bool stageWrites(Fault fault, bool afterActing) = 0;
    /// From now on a key that was used before is answered with a conflict; false: there is no such thing.
    virtual bool stageConflict() { return false; }
    virtual void stageHealthy() = 0;
    /// A certificate nobody trusts. Called before provider() is used.
    virtual void stageWrongCertificate() = 0;

    virtual QVector<Arrival> arrivals() const = 0;
    virtual QByteArray bytesReceived() const = 0;
    virtual void waitForWrite() = 0; ///< runs the event loop until a write has arrived
    int writes() const
    {
        int count = 0;
        for (const Arrival &arrival : arrivals())
            count += !arrival.isRead && !arrival.isLook;
        return count;
    }
};

} // namespace holdwatch::test
