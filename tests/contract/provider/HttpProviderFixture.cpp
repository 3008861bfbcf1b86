// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/provider/HttpProviderFixture.h"

#include "app/net/QtHttpClient.h"

#include <QEventLoop>
#include <QLocale>

#include <algorithm>

namespace holdwatch::test {

namespace {

QByteArray httpDate(UtcTime time)
{
    return QLocale::c().toString(toQDateTime(time), QStringLiteral("ddd, dd MMM yyyy HH:mm:ss 'GMT'")).toLatin1();
}

constexpr Millis longFuse = Minutes(1);
constexpr Millis shortFuse{400};

/// Waits as long as the staged fault deserves, whatever the provider asks for: a slow machine must not
/// turn an answer into a timeout, and a test of silence need not be long.
class FusedClient final : public net::HttpClient
{
public:
    FusedClient(std::unique_ptr<net::HttpClient> client, std::shared_ptr<const Millis> fuse) : m_client(std::move(client)), m_fuse(std::move(fuse)) {}

    QCoro::Task<Result<net::Response>> read(net::ReadRequest request) override
    {
        request.deadline = *m_fuse;
        return m_client->read(std::move(request));
    }
    QCoro::Task<Result<net::Response>> look(net::LookRequest request) override
    {
        request.deadline = *m_fuse;
        return m_client->look(std::move(request));
    }
    QCoro::Task<Result<net::Response>> write(net::WriteRequest request) override
    {
        request.deadline = *m_fuse;
        return m_client->write(std::move(request));
    }
    void cancelAll() override { m_client->cancelAll(); }

private:
    std::unique_ptr<net::HttpClient> m_client;
    std::shared_ptr<const Millis> m_fuse;
};

} // namespace

HttpProviderFixture::HttpProviderFixture()
    : m_fuse(std::make_shared<Millis>(longFuse)), m_server(std::make_unique<ScriptedServer>(m_authority.issue())), m_elsewhere(std::make_unique<ScriptedServer>(m_authority.issue()))
{
}

HttpProviderFixture::~HttpProviderFixture() = default;

net::Credential HttpProviderFixture::credential() const
{
    return {net::Credential::Scheme::Bearer, {}, Secret(secret())};
}

providers::Provider &HttpProviderFixture::provider()
{
    if (m_provider)
        return *m_provider;
    ConnectionConfig config;
    config.id = ConnectionId(QStringLiteral("staged"));
    config.name = QStringLiteral("Staged");
    config.baseUrl = m_server->url(basePath());
    config.deadline = longFuse;
    net::ConnectionOptions options;
    options.origin = m_server->url();
    options.trust = *net::TlsTrust::withCaPem(m_authority.pem(), QStringLiteral("test"));
    auto client = std::make_unique<FusedClient>(std::make_unique<net::QtHttpClient>(options, m_clock), m_fuse);
    m_provider = make(config, credential(), std::move(client), m_clock);
    return *m_provider;
}

play::Headers HttpProviderFixture::dated() const
{
    return {{"Date", httpDate(m_clock.now() + serverAhead())}};
}

void HttpProviderFixture::stageHealthy()
{
    *m_fuse = longFuse;
    m_server->setHandler([this](const SeenRequest &request) { return healthy(request, {}); });
}

void HttpProviderFixture::stageOneGone(const QString &queue)
{
    m_server->setHandler([this, queue](const SeenRequest &request) { return healthy(request, queue); });
}

void HttpProviderFixture::stageWrongCertificate()
{
    m_server = std::make_unique<ScriptedServer>(m_stranger.issue());
    stageHealthy();
}

void HttpProviderFixture::stage(Fault which)
{
    *m_fuse = which == Fault::Silent || which == Fault::Slow ? shortFuse : longFuse;
    if (which == Fault::NothingThere)
        m_server->stop();
    m_server->setHandler([this, which](const SeenRequest &request) { return fault(which, request); });
}

void HttpProviderFixture::stageWhileReading(Fault which)
{
    *m_fuse = which == Fault::Silent || which == Fault::Slow ? shortFuse : longFuse;
    m_server->setHandler([this, which](const SeenRequest &request) { return bringsLetters(request) ? fault(which, request) : healthy(request, {}); });
}

void HttpProviderFixture::stageWhileWriting(Fault which, bool afterActing)
{
    *m_fuse = which == Fault::Silent || which == Fault::Slow ? shortFuse : longFuse;
    m_server->setHandler([this, which, afterActing](const SeenRequest &request) {
        const bool isWrite = request.method != "GET";
        const Play good = isWrite && !afterActing ? Play() : healthy(request, {});
        return isWrite ? fault(which, request) : good;
    });
}

void HttpProviderFixture::waitForWrite()
{
    const auto isWrite = [](const SeenRequest &request) { return request.method != "GET"; };
    const auto &seen = m_server->requests();
    while (std::none_of(seen.begin(), seen.end(), isWrite))
        waitForArrival();
}

Play HttpProviderFixture::fault(Fault which, const SeenRequest &request) const
{
    const QByteArray refusal = "{\"ok\":false,\"error\":{\"code\":\"NO\",\"message\":\"no\"}}";
    switch (which) {
    case Fault::Silent: return play::hang();
    case Fault::Slow: return play::drip();
    case Fault::CutAfterSend:
    case Fault::NothingThere: return play::drop();
    case Fault::ThrottledSeconds: return play::answer(429, "slow down", dated() + play::Headers{{"Retry-After", "7"}}, "text/plain");
    case Fault::ThrottledDate:
        return play::answer(429, refusal, dated() + play::Headers{{"Retry-After", httpDate(m_clock.now() + serverAhead() + Seconds(30))}});
    case Fault::Unauthorized: return play::answer(401, refusal, {{"WWW-Authenticate", "Basic realm=\"queue\""}});
    case Fault::Forbidden: return play::answer(403, refusal);
    case Fault::ServerFailed: return play::answer(500, "<h1>Internal</h1>", {}, "text/html");
    case Fault::Elsewhere: return play::redirect(m_elsewhere->url(QStringLiteral("/v1/steal")), 307);
    case Fault::Html: return play::html();
    case Fault::Truncated: return play::truncated("{\"ok\":true,\"data\":{\"dep", 4000);
    case Fault::Huge: return play::huge(200, false);
    case Fault::Deep: return play::deep(100'000);
    case Fault::WrongTyped: return wrongTyped(request);
    case Fault::Lying: return play::json("{\"ok\":true,\"data\":\"all is well\"}");
    case Fault::EchoesTheSecret: return play::answer(401, "{\"error\":{\"code\":\"BAD\",\"message\":\"key " + secret() + " is unknown\"}}");
    }
    return play::hang();
}

QVector<Arrival> HttpProviderFixture::arrivals() const
{
    QVector<Arrival> arrivals;
    for (const SeenRequest &request : m_server->requests()) {
        Arrival arrival;
        arrival.isRead = request.method == "GET" && request.body.isEmpty();
        arrival.isLook = isDeclaredLook(request);
        arrival.summary = QString::fromLatin1(request.method + ' ' + request.target);
        arrival.auth = request.headers.value("authorization");
        arrival.outsideAuth = arrival.auth.isEmpty() ? request.raw : QByteArray(request.raw).replace(arrival.auth, "");
        arrivals.append(arrival);
    }
    return arrivals;
}

void HttpProviderFixture::waitForArrival()
{
    QEventLoop loop;
    QObject::connect(m_server.get(), &ScriptedServer::requested, &loop, &QEventLoop::quit);
    loop.exec();
}

} // namespace holdwatch::test
