// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/Exchange.h"

#include "app/net/HttpDate.h"
#include "app/net/TransportErrors.h"

#include <QNetworkRequest>

namespace holdwatch::net {

namespace {

constexpr qint64 readBuffer = 64 * 1024;

QByteArray authorization(const Credential &credential)
{
    if (credential.scheme == Credential::Scheme::Bearer)
        return "Bearer " + credential.secret.expose();
    return "Basic " + (credential.user + ':' + credential.secret.expose()).toBase64();
}

QNetworkRequest toQt(const Request &request, const QSslConfiguration &tls, bool offersHttp2)
{
    QNetworkRequest qt(request.url);
    qt.setSslConfiguration(tls);
    qt.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    qt.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    qt.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    qt.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    qt.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    qt.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    qt.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    qt.setAttribute(QNetworkRequest::Http2AllowedAttribute, offersHttp2);
    qt.setTransferTimeout(static_cast<int>(request.deadline.count()));
    qt.setRawHeader("User-Agent", "Holdwatch/" HOLDWATCH_VERSION);
    qt.setRawHeader("Accept", "application/json");
    for (const auto &[name, value] : request.headers)
        qt.setRawHeader(name, value);
    qt.setHeader(QNetworkRequest::ContentLengthHeader, request.body.size());
    if (!request.body.isEmpty() && !qt.hasRawHeader("Content-Type"))
        qt.setRawHeader("Content-Type", "application/json");
    if (request.credential && request.credential->scheme != Credential::Scheme::None)
        qt.setRawHeader("Authorization", authorization(*request.credential));
    return qt;
}

} // namespace

Exchange::Exchange(const ConnectionOptions &options, const QSslConfiguration &tls, const Clock &clock, bool offersHttp2)
    : m_options(options), m_tls(tls), m_clock(clock), m_offersHttp2(offersHttp2)
{
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, &Exchange::onDeadline);
}

Exchange::~Exchange()
{
    if (!m_reply)
        return;
    m_reply->disconnect(this);
    m_reply->abort();
    m_reply->deleteLater();
}

void Exchange::start(QNetworkAccessManager &manager, const Request &request, Kind kind, const QByteArray &idempotencyKey)
{
    m_kind = kind;
    m_url = request.url;
    m_server = hostAndPort(request.url);
    m_allowed = request.deadline;
    m_cap = request.maxBody;
    m_hasBody = !request.body.isEmpty();
    m_startedAt = m_clock.monotonic();
    QNetworkRequest qt = toQt(request, m_tls, m_offersHttp2);
    if (!idempotencyKey.isEmpty())
        qt.setRawHeader("Idempotency-Key", idempotencyKey);
    m_upload = new OneWayBody(request.body);
    m_reply = manager.sendCustomRequest(qt, request.method, m_upload);
    m_upload->setParent(m_reply);
    m_reply->setReadBufferSize(readBuffer);
    connect(m_reply, &QNetworkReply::socketStartedConnecting, this, [this] { m_freshConnection = true; });
    connect(m_reply, &QNetworkReply::encrypted, this, [this] { m_handshakeDone = true; });
    connect(m_reply, &QNetworkReply::sslErrors, this, [this](const QList<QSslError> &errors) { m_complaints = errors; });
    connect(m_reply, &QNetworkReply::metaDataChanged, this, &Exchange::onMetaData);
    connect(m_reply, &QNetworkReply::readyRead, this, &Exchange::onReadyRead);
    connect(m_reply, &QNetworkReply::finished, this, &Exchange::onFinished);
    m_deadline.start(m_allowed);
    // Qt begins from its own queued call; this one comes right behind it.
    QMetaObject::invokeMethod(this, [this] { m_begun = true; }, Qt::QueuedConnection);
}

void Exchange::cancel()
{
    settleWithError(cancelled(m_server), false);
}

void Exchange::onDeadline()
{
    settleWithError(isConnecting() ? neverConnected(m_server, m_allowed, describeProxy(m_options, m_url)) : tooSlow(m_server, m_allowed, status().has_value()),
                    false);
}

void Exchange::onMetaData()
{
    m_spokeHttp1 = m_url.scheme() == QLatin1String("https") && status() && !m_reply->attribute(QNetworkRequest::Http2WasUsedAttribute).toBool();
    const QVariant length = m_reply->header(QNetworkRequest::ContentLengthHeader);
    if (length.isValid() && length.toLongLong() > m_cap)
        settleWithError(tooLarge(m_server, m_cap), false);
}

void Exchange::onReadyRead()
{
    if (m_outcome)
        return;
    m_body += m_reply->read(m_cap - m_body.size() + 1);
    if (m_body.size() > m_cap)
        settleWithError(tooLarge(m_server, m_cap), false);
}

void Exchange::onFinished()
{
    if (m_outcome)
        return;
    while (!m_outcome && m_reply->bytesAvailable() > 0)
        onReadyRead();
    if (m_outcome)
        return;
    const QNetworkReply::NetworkError code = m_reply->error();
    const std::optional<int> httpStatus = status();
    // From 300 on the status says it all, and Qt's code only repeats it; below, the answer must be whole.
    if (httpStatus && (code == QNetworkReply::NoError || *httpStatus >= 300))
        return settle(answer(*httpStatus));
    if (code == QNetworkReply::OperationCanceledError)
        return onDeadline();
    if (httpStatus) {
        const qint64 announced = m_reply->header(QNetworkRequest::ContentLengthHeader).toLongLong();
        return settleWithError(brokenOff(m_server, *httpStatus, m_body.size(), announced), false);
    }
    if (code == QNetworkReply::SslHandshakeFailedError)
        return settleWithError(m_complaints.isEmpty() ? handshakeFailed(m_reply->errorString(), m_server, m_options.trust.hasClientCertificate())
                                                      : tlsRefused(m_complaints, m_server),
                               true);
    // With TLS 1.3 this comes when a request may already be on its way.
    if (refusesClientCertificate(m_reply->errorString()))
        return settleWithError(handshakeFailed(m_reply->errorString(), m_server, m_options.trust.hasClientCertificate()), false);
    const QString way = describeProxy(m_options, m_url);
    if (code == QNetworkReply::UnknownNetworkError && isConnecting() && way != QLatin1String("direct")) // Qt has no better code for a proxy's 502
        return settleWithError(noConnection(QNetworkReply::UnknownProxyError, {}, m_server, way), true);
    m_diedUnanswered = code == QNetworkReply::RemoteHostClosedError || code == QNetworkReply::ContentReSendError;
    settleWithError(noConnection(code, m_reply->errorString(), m_server, way), provesNothingWasSent(code));
}

Result<Response> Exchange::answer(int httpStatus)
{
    Response response;
    response.status = httpStatus;
    for (const auto &[name, value] : m_reply->rawHeaderPairs())
        response.headers.append({name.toLower(), value});
    response.body = std::move(m_body);
    response.serverTime = parseHttpDate(response.header("date"));
    response.took = m_clock.monotonic() - m_startedAt;
    return response;
}

void Exchange::settleWithError(Error error, bool surelyUnsent)
{
    if (m_outcome)
        return;
    if (m_kind == Kind::Write && !surelyUnsent && mayHaveBeenSent())
        return settle(failure(outcomeUnknown(m_server, error)));
    settle(failure(std::move(error)));
}

void Exchange::settle(Result<Response> outcome)
{
    if (m_outcome)
        return;
    m_outcome = std::move(outcome);
    m_deadline.stop();
    if (m_reply && !m_begun)
        delete m_reply; // aborted now, it would begin nevertheless
    else if (m_reply && m_reply->isRunning())
        m_reply->abort();
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (m_waiter)
                std::exchange(m_waiter, nullptr).resume();
        },
        Qt::QueuedConnection);
}

bool Exchange::mayHaveBeenSent() const
{
    // A body that nobody has taken yet, or a handshake that never ended, proves that the server can't have acted.
    const bool bodyStillHere = m_reply && m_hasBody && !m_upload->wasTaken();
    return m_begun && !bodyStillHere && !isConnecting();
}

bool Exchange::isConnecting() const
{
    return m_freshConnection && !m_handshakeDone && m_url.scheme() == QLatin1String("https");
}

std::optional<int> Exchange::status() const
{
    const QVariant code = m_reply ? m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute) : QVariant();
    return code.isValid() ? std::optional(code.toInt()) : std::nullopt;
}

} // namespace holdwatch::net
