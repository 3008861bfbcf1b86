// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/PracticeServer.h"

#include <QHttpServerRequest>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QTcpSocket>
#include <QUrlQuery>
#include <QtHttpServer/QAbstractHttpServer>

namespace holdwatch::practice {

namespace {

QByteArray methodWord(QHttpServerRequest::Method method)
{
    switch (method) {
    case QHttpServerRequest::Method::Get: return "GET";
    case QHttpServerRequest::Method::Post: return "POST";
    case QHttpServerRequest::Method::Put: return "PUT";
    case QHttpServerRequest::Method::Delete: return "DELETE";
    case QHttpServerRequest::Method::Patch: return "PATCH";
    case QHttpServerRequest::Method::Head: return "HEAD";
    default: return "OTHER";
    }
}

Request requestFrom(const QHttpServerRequest &from)
{
    Request request;
    request.method = methodWord(from.method());
    request.path = from.url().path(QUrl::FullyEncoded);
    for (const auto &[name, value] : from.query().queryItems(QUrl::FullyDecoded))
        request.query.emplaceBack(name, value);
    for (const auto &[name, value] : from.headers())
        request.headers.insert(name.toLower(), value);
    request.body = from.body();
    return request;
}

const char *reasonOf(int status)
{
    switch (status) {
    case 200: return "OK";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 402: return "Payment Required";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 409: return "Conflict";
    case 413: return "Content Too Large";
    case 422: return "Unprocessable Content";
    case 429: return "Too Many Requests";
    case 503: return "Service Unavailable";
    default: return "Error";
    }
}

QByteArray toBytes(const Response &response)
{
    QByteArray bytes = "HTTP/1.1 " + QByteArray::number(response.status) + ' ' + reasonOf(response.status) + "\r\n";
    for (const auto &[name, value] : response.headers)
        bytes += name + ": " + value + "\r\n";
    bytes += "Content-Length: " + QByteArray::number(response.body.size()) + "\r\n\r\n";
    return bytes + response.body;
}

} // namespace

/// Qt HTTP Server reads the requests; the answers are written here, since its own responder neither dates
/// them nor lets a test send half of one.
class PracticeServer::Listener final : public QAbstractHttpServer
{
public:
    Listener(QueueApi &api, AnswerHook *hook) : m_api(api), m_hook(hook) {}

private:
    bool handleRequest(const QHttpServerRequest &from, QTcpSocket *socket) override
    {
        const Request request = requestFrom(from);
        if (m_hook) {
            if (const auto staged = m_hook->insteadOf(request)) {
                send(*staged, socket);
                return true;
            }
        }
        StagedAnswer answer{toBytes(m_api.answer(request)), wantsClose(request) ? StagedAnswer::Then::Close : StagedAnswer::Then::KeepOpen};
        if (m_hook)
            answer = m_hook->insteadOf(request, answer.bytes).value_or(answer);
        send(answer, socket);
        return true;
    }
    void missingHandler(const QHttpServerRequest &, QTcpSocket *) override {}

    static bool wantsClose(const Request &request) { return request.headers.value("connection").toLower() == "close"; }

    static void send(const StagedAnswer &answer, QTcpSocket *socket)
    {
        socket->write(answer.bytes);
        if (answer.then == StagedAnswer::Then::Close)
            socket->disconnectFromHost(); // after what was written
    }

    QueueApi &m_api;
    AnswerHook *m_hook;
};

PracticeServer::PracticeServer(QueueApi &api, AnswerHook *hook)
    : m_listener(std::make_unique<Listener>(api, hook))
{
}

PracticeServer::~PracticeServer() = default;

Result<quint16> PracticeServer::listen(const ServerIdentity &identity, quint16 port)
{
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setLocalCertificate(QSslCertificate(identity.certificate, QSsl::Pem));
    tls.setPrivateKey(QSslKey(identity.key, QSsl::Ec, QSsl::Pem, QSsl::PrivateKey));
    tls.setProtocol(QSsl::TlsV1_2OrLater);
    if (tls.localCertificate().isNull() || tls.privateKey().isNull())
        return failure(Error::Kind::Internal, QStringLiteral("The practice server's certificate can't be used."));
    m_listener->sslSetup(tls);
    const quint16 listening = m_listener->listen(QHostAddress::LocalHost, port);
    if (listening == 0) {
        return failure(Error::Kind::Unreachable, QStringLiteral("The practice queue can't listen on port %1.").arg(port),
                       QStringLiteral("Choose another port, or none for a free one."));
    }
    return listening;
}

} // namespace holdwatch::practice
