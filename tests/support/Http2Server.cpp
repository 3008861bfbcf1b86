// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/Http2Server.h"

#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>
#include <QtEndian>

namespace holdwatch::test {

namespace {

const QByteArray preface = QByteArrayLiteral("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

// RFC 9113 §6
enum Frame { Data = 0, Headers = 1, ResetStream = 3, Settings = 4, Ping = 6, GoAwayFrame = 7 };
enum Flag { EndStream = 0x1, Ack = 0x1, EndHeaders = 0x4 };

QByteArray bigEndian(quint32 value)
{
    QByteArray bytes(4, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

QByteArray frame(Frame type, int flags, quint32 stream, const QByteArray &payload = {})
{
    QByteArray bytes = bigEndian(static_cast<quint32>(payload.size())).mid(1);
    bytes += static_cast<char>(type);
    bytes += static_cast<char>(flags);
    return bytes + bigEndian(stream) + payload;
}

} // namespace

Http2Server::Http2Server(const ServerCertificate &certificate, const QByteArrayList &offered)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificate(QSslCertificate(certificate.certificate, QSsl::Pem));
    configuration.setPrivateKey(QSslKey(certificate.key, QSsl::Ec, QSsl::Pem));
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
    configuration.setAllowedNextProtocols(offered);
    m_server.setSslConfiguration(configuration);
    connect(&m_server, &QSslServer::pendingConnectionAvailable, this, &Http2Server::accept);
    m_server.listen(QHostAddress::LocalHost, 0);
}

QUrl Http2Server::url() const
{
    return QUrl(QStringLiteral("https://127.0.0.1:%1/").arg(m_server.serverPort()));
}

void Http2Server::accept()
{
    while (auto *socket = qobject_cast<QSslSocket *>(m_server.nextPendingConnection())) {
        m_chosen << socket->sslConfiguration().nextNegotiatedProtocol();
        m_buffers.insert(socket, {});
        connect(socket, &QSslSocket::readyRead, this, [this, socket] { onReadyRead(socket); });
        connect(socket, &QSslSocket::disconnected, this, [this, socket] {
            m_buffers.remove(socket);
            socket->deleteLater();
        });
        if (m_chosen.last() == "h2")
            socket->write(frame(Settings, 0, 0));
        onReadyRead(socket);
    }
}

void Http2Server::onReadyRead(QSslSocket *socket)
{
    QByteArray buffer = m_buffers.value(socket) + socket->readAll();
    if (socket->sslConfiguration().nextNegotiatedProtocol() == "h2")
        readHttp2(socket, buffer);
    else
        readHttp1(socket, buffer);
    if (m_buffers.contains(socket))
        m_buffers[socket] = buffer;
}

void Http2Server::readHttp1(QSslSocket *socket, QByteArray &buffer)
{
    if (!buffer.contains("\r\n\r\n"))
        return;
    buffer.clear();
    ++m_requests;
    socket->write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    emit requested();
}

void Http2Server::readHttp2(QSslSocket *socket, QByteArray &buffer)
{
    constexpr qsizetype header = 9;
    if (buffer.startsWith(preface))
        buffer.remove(0, preface.size());
    while (buffer.size() >= header && !preface.startsWith(buffer.left(3))) {
        const qsizetype size = static_cast<qsizetype>(qFromBigEndian<quint32>(buffer.constData()) >> 8);
        if (buffer.size() < header + size)
            return;
        const QByteArray whole = buffer.left(header + size);
        buffer.remove(0, whole.size());
        onFrame(socket, whole.at(3), whole.at(4), qFromBigEndian<quint32>(whole.constData() + 5), whole.mid(header));
    }
}

void Http2Server::onFrame(QSslSocket *socket, int type, int flags, quint32 stream, const QByteArray &payload)
{
    if (type == Settings && !(flags & Ack))
        socket->write(frame(Settings, Ack, 0));
    if (type == Ping && !(flags & Ack))
        socket->write(frame(Ping, Ack, 0, payload));
    if (type == Data)
        m_bodies += payload;
    if ((type == Headers || type == Data) && (flags & EndStream)) {
        ++m_requests;
        act(socket, stream);
        emit requested();
    }
}

void Http2Server::act(QSslSocket *socket, quint32 stream)
{
    constexpr quint32 refusedStream = 7;
    switch (m_manner) {
    case Manner::Answer:
        socket->write(frame(Headers, EndHeaders, stream, QByteArray(1, '\x88'))); // HPACK: ":status: 200"
        socket->write(frame(Data, EndStream, stream, "{}"));
        return;
    case Manner::Drop: return socket->disconnectFromHost();
    case Manner::Refuse: socket->write(frame(ResetStream, 0, stream, bigEndian(refusedStream))); return;
    case Manner::GoAway:
        socket->write(frame(GoAwayFrame, 0, 0, bigEndian(0) + bigEndian(0)));
        return socket->disconnectFromHost();
    case Manner::Silence: return;
    }
}

} // namespace holdwatch::test
