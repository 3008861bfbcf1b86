// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"
#include "models/connections/ConnectionConfig.h"
#include "tests/contract/provider/ProviderFixture.h"
#include "tests/support/ScriptedServer.h"

namespace holdwatch::test {

/// Stages the port's faults for a provider that speaks HTTPS. The inheriting fixture says what the
/// healthy system answers and how its provider is made.
class HttpProviderFixture : public ProviderFixture
{
public:
    HttpProviderFixture();
    ~HttpProviderFixture() override;

    providers::Provider &provider() override;
    QByteArray secret() const override { return QByteArrayLiteral("hw_canary_8d1f40"); }
    FakeClock &clock() override { return m_clock; }
    Millis serverAhead() const override { return Minutes(10); }

    void stage(Fault fault) override;
    void stageHealthy() override;
    void stageOneGone(const QString &queue) override;
    void stageWrongCertificate() override;

    /// The fault meets only requests that bring letters; everything else is healthy.
    void stageWhileReading(Fault fault);

    /// The fault meets only requests that are no GET; with `afterActing` the healthy system has seen them first.
    void stageWhileWriting(Fault fault, bool afterActing);
    void waitForWrite(); ///< runs the event loop until one has arrived

    QVector<Arrival> arrivals() const override;
    QByteArray bytesReceived() const override { return m_server->bytesReceived(); }
    void waitForArrival() override;

protected:
    /// The answer of the healthy system; with `gone`, of one that no longer knows that queue.
    virtual Play healthy(const SeenRequest &request, const QString &gone) const = 0;
    /// The same fields with the wrong types. May answer what it likes to requests that aren't about figures.
    virtual Play wrongTyped(const SeenRequest &request) const = 0;
    virtual std::unique_ptr<providers::Provider> make(const ConnectionConfig &config, net::Credential credential,
                                                      std::unique_ptr<net::HttpClient> client, const Clock &clock) = 0;
    virtual bool bringsLetters(const SeenRequest &) const { return false; }
    virtual bool isDeclaredLook(const SeenRequest &) const { return false; }
    virtual net::Credential credential() const; ///< bearer, unless overridden
    virtual QString basePath() const = 0;       ///< "/v1"

    /// The desktop's now plus serverAhead(), as a Date header.
    play::Headers dated() const;
    Play json(const QByteArray &body) const { return play::json(body, dated()); }

private:
    Play fault(Fault fault, const SeenRequest &request) const;

    FakeClock m_clock;
    std::shared_ptr<Millis> m_fuse; ///< how long the client waits; short only where nothing is to come
    TestAuthority m_authority;
    TestAuthority m_stranger{QByteArrayLiteral("Nobody trusts me")};
    std::unique_ptr<ScriptedServer> m_server;
    std::unique_ptr<ScriptedServer> m_elsewhere;
    std::unique_ptr<providers::Provider> m_provider;
};

} // namespace holdwatch::test
