// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/QtHttpClient.h"

#include "app/net/Exchange.h"
#include "app/net/RequestLog.h"

#include <QSet>

#include <algorithm>
#include <vector>

namespace holdwatch::net {

struct QtHttpClient::Wire
{
    Wire(ConnectionOptions how, const Clock &time) : options(std::move(how)), tls(options.trust.configuration()), clock(time) {}

    ConnectionOptions options;
    QSslConfiguration tls; ///< made once: it reads the whole system store
    const Clock &clock;
    QNetworkAccessManager manager;
    std::vector<Exchange *> underWay; ///< each belongs to its coroutine
    int cancellations = 0;
    QSet<QString> onlyHttp1;       ///< origins that answered over HTTP/1.1 although HTTP/2 was offered
    bool hasUnwantedConnections = false;

    bool offersHttp2To(const QUrl &url) const { return options.http2 && !onlyHttp1.contains(originOf(url)); }
    void learnFrom(const Exchange &exchange, const QUrl &url, bool failed);
    void forgetConnections();

    static QCoro::Task<Result<Response>> once(std::shared_ptr<Wire> wire, Request request, Exchange::Kind kind, QByteArray key,
                                              bool mayRepeat);
};

namespace {

bool hasControlCharacters(const QByteArray &text)
{
    return std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

Error refused(Error::Kind kind, QString what, QString next)
{
    Error error;
    error.kind = kind;
    error.what = std::move(what);
    error.kept = QStringLiteral("Nothing was sent.");
    error.next = std::move(next);
    return error;
}

Result<void> checkRequest(const Request &request, const ConnectionOptions &options)
{
    if (auto checked = checkUrl(request.url, options.allowPlainLoopback); !checked)
        return checked;
    if (!request.credential || request.credential->scheme == Credential::Scheme::None)
        return {};
    if (!sameOrigin(request.url, options.origin)) {
        return failure(refused(Error::Kind::Internal,
                               QStringLiteral("A request with the key was about to go to %1, which is not this connection's server.").arg(hostAndPort(request.url)),
                               QStringLiteral("Please report this.")));
    }
    if (hasControlCharacters(request.credential->secret.expose()) || hasControlCharacters(request.credential->user)) {
        return failure(refused(Error::Kind::Configuration, QStringLiteral("The key contains a line break or another control character."),
                               QStringLiteral("Enter the key again, without the line's end.")));
    }
    return {};
}

Error withoutKey()
{
    return refused(Error::Kind::Internal, QStringLiteral("A write without an idempotency key was refused."), QStringLiteral("Please report this."));
}

} // namespace

QCoro::Task<Result<Response>> QtHttpClient::Wire::once(std::shared_ptr<Wire> wire, Request request, Exchange::Kind kind, QByteArray key,
                                                       bool mayRepeat)
{
    if (auto checked = checkRequest(request, wire->options); !checked)
        co_return failure(std::move(checked.error()));
    if (kind == Exchange::Kind::Write && key.isEmpty())
        co_return failure(withoutKey());
    const Millis endsAt = wire->clock.monotonic() + request.deadline;
    const int cancellations = wire->cancellations;
    for (bool again = mayRepeat;; again = false) {
        const Millis startedAt = wire->clock.monotonic();
        Exchange exchange(wire->options, wire->tls, wire->clock, wire->offersHttp2To(request.url));
        wire->underWay.push_back(&exchange);
        exchange.start(wire->manager, request, kind, key);
        Result<Response> outcome = co_await exchange.finished();
        std::erase(wire->underWay, &exchange);
        logRequest(request, kind == Exchange::Kind::Write, outcome, wire->clock.monotonic() - startedAt);
        wire->learnFrom(exchange, request.url, !outcome);
        request.deadline = endsAt - wire->clock.monotonic();
        const bool wanted = again && request.deadline > Millis(0) && cancellations == wire->cancellations;
        if (!wanted || !exchange.diedUnansweredOnOldConnection())
            co_return outcome;
    }
}

/// Where HTTP/2 may be agreed on and is not, Qt 6.4 overlooks on some connections that the server closes in mid-answer (see
/// README.md). Which protocol is offered belongs to Qt's connections, so those that offered HTTP/2 have to go.
void QtHttpClient::Wire::learnFrom(const Exchange &exchange, const QUrl &url, bool failed)
{
    if (exchange.spokeHttp1() && offersHttp2To(url)) {
        onlyHttp1.insert(originOf(url));
        hasUnwantedConnections = true;
    }
    if (failed || hasUnwantedConnections)
        forgetConnections();
}

void QtHttpClient::Wire::forgetConnections()
{
    // Qt 6.4 goes on putting requests on an HTTP/2 connection that has died; they would hang until their
    // deadline. Thrown away only while nobody else needs one.
    if (!std::all_of(underWay.begin(), underWay.end(), [](const Exchange *exchange) { return exchange->isSettled(); }))
        return;
    manager.clearConnectionCache();
    hasUnwantedConnections = false;
}

QtHttpClient::QtHttpClient(ConnectionOptions options, const Clock &clock) : m_wire(std::make_shared<Wire>(std::move(options), clock))
{
    m_wire->manager.setAutoDeleteReplies(false);
    m_wire->manager.setProxyFactory(makeProxyFactory(m_wire->options));
}

QtHttpClient::~QtHttpClient()
{
    cancelAll();
}

QCoro::Task<Result<Response>> QtHttpClient::read(ReadRequest request)
{
    return Wire::once(m_wire, std::move(request), Exchange::Kind::Read, {}, true);
}

QCoro::Task<Result<Response>> QtHttpClient::look(LookRequest request)
{
    return Wire::once(m_wire, std::move(request), Exchange::Kind::Look, {}, false);
}

QCoro::Task<Result<Response>> QtHttpClient::write(WriteRequest request)
{
    QByteArray key = request.idempotencyKey;
    return Wire::once(m_wire, std::move(request), Exchange::Kind::Write, std::move(key), false);
}

void QtHttpClient::cancelAll()
{
    ++m_wire->cancellations;
    const std::vector<Exchange *> exchanges = m_wire->underWay;
    for (Exchange *exchange : exchanges)
        exchange->cancel();
}

} // namespace holdwatch::net
