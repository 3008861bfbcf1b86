// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/AmqpProxy.h"

#include <QHostAddress>
#include <QNetworkProxy>
#include <QTcpSocket>
#include <QtEndian>

namespace holdwatch::test {

namespace {

constexpr qsizetype frameHead = 7;   // type, channel, size
constexpr char methodFrame = 1, heartbeatFrame = 8;
constexpr qsizetype protocolHead = 8; // "AMQP" and a version: what a client sends before its first frame

} // namespace

struct AmqpProxy::Way
{
    From from;
    QTcpSocket *source;
    QTcpSocket *sink;
    QByteArray bytes;
    bool isBegun;
};

AmqpProxy::AmqpProxy(const QUrl &broker) : m_brokerPort(broker.port())
{
    connect(&m_server, &QTcpServer::pendingConnectionAvailable, this, &AmqpProxy::accept);
    m_server.listen(QHostAddress::LocalHost, 0);
}

QUrl AmqpProxy::url() const
{
    return QUrl(QStringLiteral("amqp://127.0.0.1:%1").arg(m_server.serverPort()));
}

void AmqpProxy::cut()
{
    for (const QPointer<QTcpSocket> &socket : std::exchange(m_sockets, {})) {
        if (socket)
            socket->abort();
    }
}

void AmqpProxy::accept()
{
    while (QTcpSocket *client = m_server.nextPendingConnection()) {
        auto *broker = new QTcpSocket(client);
        broker->setProxy(QNetworkProxy::NoProxy);
        m_sockets << client << broker;
        const auto there = std::make_shared<Way>(Way{From::Client, client, broker, {}, false});
        const auto back = std::make_shared<Way>(Way{From::Server, broker, client, {}, true});
        connect(client, &QTcpSocket::readyRead, this, [this, there] { carry(there); });
        connect(broker, &QTcpSocket::readyRead, this, [this, back] { carry(back); });
        connect(broker, &QTcpSocket::disconnected, client, [client] { client->disconnectFromHost(); });
        connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
        broker->connectToHost(QHostAddress(QHostAddress::LocalHost), static_cast<quint16>(m_brokerPort));
    }
}

void AmqpProxy::carry(const std::shared_ptr<Way> &way)
{
    const QByteArray read = way->source->readAll();
    if (m_isHeld)
        return;
    way->bytes += read;
    if (way->from == From::Client)
        m_fromClients += read;
    if (!way->isBegun) {
        if (way->bytes.size() < protocolHead)
            return;
        way->sink->write(way->bytes.left(protocolHead));
        way->bytes.remove(0, protocolHead);
        way->isBegun = true;
    }
    while (way->bytes.size() >= frameHead) {
        const auto size = qsizetype(qFromBigEndian<quint32>(way->bytes.constData() + 3));
        if (way->bytes.size() < frameHead + size + 1)
            return;
        const char *payload = way->bytes.constData() + frameHead;
        m_heartbeats += way->from == From::Client && way->bytes.front() == heartbeatFrame;
        if (way->bytes.front() == methodFrame && m_gate && !m_gate(way->from, qFromBigEndian<quint16>(payload), qFromBigEndian<quint16>(payload + 2)))
            return cut();
        way->sink->write(way->bytes.left(frameHead + size + 1));
        way->bytes.remove(0, frameHead + size + 1);
    }
}

} // namespace holdwatch::test
