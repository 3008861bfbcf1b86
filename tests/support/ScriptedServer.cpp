// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/ScriptedServer.h"

#include <QPointer>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

namespace holdwatch::test {

namespace play {

Play answer(int status, const QByteArray &body, const Headers &more, const QByteArray &type)
{
    Play play;
    play.bytes = "HTTP/1.1 " + QByteArray::number(status) + " Scripted\r\nContent-Type: " + type
        + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n";
    for (const auto &[name, value] : more)
        play.bytes += name + ": " + value + "\r\n";
    play.bytes += "\r\n" + body;
    return play;
}

Play json(const QByteArray &body, const Headers &more)
{
    return answer(200, body, more);
}

Play html(int status)
{
    return answer(status, "<!doctype html><html><body><h1>Welcome</h1><img src=\"file:///etc/passwd\"></body></html>", {}, "text/html");
}

Play redirect(const QUrl &to, int status)
{
    return answer(status, {}, {{"Location", to.toEncoded()}});
}

Play drop()
{
    Play play;
    play.close = true;
    return play;
}

Play hang()
{
    return {};
}

Play drip(int pauseMs)
{
    Play play;
    play.bytes = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"drip\": \"";
    play.repeated = ".";
    play.repetitions = -1;
    play.pauseMs = pauseMs;
    return play;
}

Play truncated(const QByteArray &body, qsizetype announced)
{
    Play play;
    play.bytes = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + QByteArray::number(announced) + "\r\n\r\n" + body;
    play.close = true;
    return play;
}

Play huge(qint64 megabytes, bool announced)
{
    Play play;
    play.bytes = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    if (announced)
        play.bytes += "Content-Length: " + QByteArray::number(megabytes * 1024 * 1024) + "\r\n";
    play.bytes += "\r\n";
    play.repeated = QByteArray(64 * 1024, ' ');
    play.repetitions = megabytes * 16;
    play.close = true;
    return play;
}

Play deep(int brackets)
{
    return json(QByteArray(brackets, '['));
}

Play raw(const QByteArray &bytes, bool close)
{
    Play play;
    play.bytes = bytes;
    play.close = close;
    return play;
}

} // namespace play

struct ScriptedServer::Talk
{
    QByteArray buffer; ///< received, not yet a whole request
    Play play;         ///< being performed
    bool busy = false;
};

namespace {

std::unique_ptr<QTcpServer> makeServer(const std::optional<ServerCertificate> &certificate)
{
    if (!certificate)
        return std::make_unique<QTcpServer>();
    auto server = std::make_unique<QSslServer>();
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificate(QSslCertificate(certificate->certificate, QSsl::Pem));
    configuration.setPrivateKey(QSslKey(certificate->key, QSsl::Ec, QSsl::Pem));
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone); // of the client, which shows no certificate
    server->setSslConfiguration(configuration);
    return server;
}

} // namespace

ScriptedServer::ScriptedServer(const std::optional<ServerCertificate> &certificate, const QHostAddress &address)
    : m_server(makeServer(certificate)), m_tls(certificate.has_value())
{
    m_handler = [](const SeenRequest &) { return play::answer(404, "{}"); };
    connect(m_server.get(), &QTcpServer::pendingConnectionAvailable, this, &ScriptedServer::accept);
    if (auto *tls = qobject_cast<QSslServer *>(m_server.get()))
        connect(tls, &QSslServer::startedEncryptionHandshake, this, [this](QSslSocket *socket) {
            ++m_connections;
            if (m_refuses)
                socket->abort();
        });
    m_server->listen(address, 0);
}

ScriptedServer::~ScriptedServer()
{
    stop();
}

void ScriptedServer::stop()
{
    m_server->close();
    const auto sockets = m_talks.keys();
    for (QTcpSocket *socket : sockets) {
        socket->disconnect(this);
        socket->abort();
    }
    m_talks.clear();
}

QUrl ScriptedServer::url(const QString &path, const QString &host) const
{
    QUrl url;
    url.setScheme(m_tls ? QStringLiteral("https") : QStringLiteral("http"));
    url.setHost(host);
    url.setPort(m_server->serverPort());
    url.setPath(path);
    return url;
}

void ScriptedServer::clear()
{
    m_requests.clear();
    m_received.clear();
    m_sent = 0;
    m_connections = 0;
}

void ScriptedServer::accept()
{
    while (QTcpSocket *socket = m_server->nextPendingConnection()) {
        if (!m_tls)
            ++m_connections;
        m_talks.insert(socket, std::make_shared<Talk>());
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { onReadyRead(socket); });
        connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
            m_talks.remove(socket);
            socket->deleteLater();
        });
        onReadyRead(socket);
    }
}

void ScriptedServer::onReadyRead(QTcpSocket *socket)
{
    const std::shared_ptr<Talk> talk = m_talks.value(socket);
    const QByteArray bytes = socket->readAll();
    m_received += bytes;
    if (m_toAnything && !bytes.isEmpty()) {
        socket->write(*m_toAnything);
        return socket->disconnectFromHost();
    }
    talk->buffer += bytes;
    while (!talk->busy) {
        const auto request = takeRequest(talk->buffer);
        if (!request)
            return;
        m_requests.append(*request);
        emit requested(*request);
        talk->busy = true;
        perform(socket, next(*request));
        if (!m_talks.contains(socket))
            return;
    }
}

std::optional<SeenRequest> ScriptedServer::takeRequest(QByteArray &buffer) const
{
    const qsizetype end = buffer.indexOf("\r\n\r\n");
    if (end < 0)
        return std::nullopt;
    SeenRequest request;
    const QList<QByteArray> lines = buffer.left(end).replace("\r\n", "\n").split('\n');
    const QList<QByteArray> words = lines.first().split(' ');
    request.method = words.value(0);
    request.target = words.value(1);
    for (const QByteArray &line : lines.mid(1)) {
        const qsizetype colon = line.indexOf(':');
        request.headers.insert(line.left(colon).toLower(), line.mid(colon + 1).trimmed());
    }
    const qsizetype size = end + 4 + request.headers.value("content-length").toLongLong();
    if (buffer.size() < size)
        return std::nullopt;
    request.raw = buffer.left(size);
    request.body = request.raw.mid(end + 4);
    buffer.remove(0, size);
    return request;
}

Play ScriptedServer::next(const SeenRequest &request)
{
    return m_queue.isEmpty() ? m_handler(request) : m_queue.takeFirst();
}

void ScriptedServer::perform(QTcpSocket *socket, const Play &play)
{
    const std::shared_ptr<Talk> talk = m_talks.value(socket);
    talk->play = play;
    m_sent += socket->write(play.bytes);
    if (play.repetitions == 0) {
        // A request that hangs keeps its connection: nothing that follows on it is read.
        talk->busy = play.bytes.isEmpty();
        if (play.close)
            socket->disconnectFromHost();
        return;
    }
    if (play.pauseMs == 0) {
        // Queued, and by the bytes that really left: a TLS socket swallows any amount at once.
        if (auto *tls = qobject_cast<QSslSocket *>(socket))
            connect(tls, &QSslSocket::encryptedBytesWritten, this, [this, socket] { repeat(socket); }, Qt::QueuedConnection);
        else
            connect(socket, &QTcpSocket::bytesWritten, this, [this, socket] { repeat(socket); }, Qt::QueuedConnection);
    }
    repeat(socket);
}

void ScriptedServer::repeat(QTcpSocket *socket)
{
    const std::shared_ptr<Talk> talk = m_talks.value(socket);
    constexpr qint64 enoughUnderWay = 1024 * 1024;
    const auto *tls = qobject_cast<QSslSocket *>(socket);
    if (!talk || (tls ? tls->encryptedBytesToWrite() : socket->bytesToWrite()) > enoughUnderWay)
        return;
    Play &play = talk->play;
    if (play.repetitions == 0) {
        if (play.close)
            socket->disconnectFromHost();
        return;
    }
    if (play.repetitions > 0)
        --play.repetitions;
    m_sent += socket->write(play.repeated);
    if (play.pauseMs > 0)
        QTimer::singleShot(play.pauseMs, socket, [this, socket] { repeat(socket); });
}

} // namespace holdwatch::test
