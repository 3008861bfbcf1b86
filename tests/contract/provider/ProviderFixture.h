// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/api/Provider.h"
#include "tests/support/FakeClock.h"

#include <QByteArrayList>

#include <memory>

namespace holdwatch::test {

/// What may go wrong between a provider and its system, in the port's words. Each transport's fixture
/// knows how to stage it; from then on every request meets it.
enum class Fault {
    Silent,           ///< accepts and never answers
    Slow,             ///< an answer that begins and never ends
    CutAfterSend,     ///< the connection closes once the request has arrived
    NothingThere,     ///< nobody listens
    ThrottledSeconds, ///< "not now", come back in 7 s
    ThrottledDate,    ///< "not now", come back at a moment 30 s from the server's now
    Unauthorized,
    Forbidden,
    ServerFailed,
    Elsewhere,        ///< sends the caller to another host
    Html,             ///< a web page, with status 200
    Truncated,        ///< half an answer
    Huge,             ///< 200 MB
    Deep,             ///< 100,000 nested brackets
    WrongTyped,       ///< the right fields with the wrong types
    Lying,            ///< "ok", and then something that has nothing to do with the question
    EchoesTheSecret,  ///< refuses, and repeats the secret in its explanation
};

/// What arrived at the staged system.
struct Arrival
{
    bool isRead = false;         ///< by this system's own rules it can't change anything
    bool isLook = false;         ///< a declared look, of the only kind this system's adapter may send
    QString summary;             ///< "GET /v1/queue/list", for a failing test's message
    QByteArray outsideAuth;      ///< every byte of it except the value of the auth header or frame
    QByteArray auth;             ///< that value
};

/// One provider and the staged system it is connected to. Made afresh for each test.
/// The healthy system has exactly two ordinary queues, full() and sparse(), and answers with a clock that runs
/// serverAhead() before the desktop's.
class ProviderFixture
{
public:
    virtual ~ProviderFixture() = default;

    virtual providers::Provider &provider() = 0;
    virtual QByteArray secret() const = 0;     ///< the canary the provider was given
    virtual FakeClock &clock() = 0;
    virtual Millis serverAhead() const = 0;

    /// A queue of which every figure is known: depth 12, in flight 3, dead letters 2.
    virtual QString full() const = 0;
    /// A queue for which the system reports no age and no in-flight figure.
    virtual QString sparse() const = 0;

    virtual void stage(Fault fault) = 0;
    virtual void stageHealthy() = 0;
    /// One queue can't be read any more (deleted meanwhile); the other one is healthy.
    virtual void stageOneGone(const QString &queue) = 0;
    /// A certificate nobody trusts. Called before provider() is used.
    virtual void stageWrongCertificate() = 0;

    virtual QVector<Arrival> arrivals() const = 0;
    virtual QByteArray bytesReceived() const = 0; ///< of all connections, after decryption
    /// Runs the event loop until a request has arrived.
    virtual void waitForArrival() = 0;
};

} // namespace holdwatch::test
