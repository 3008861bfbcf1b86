// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/ConnectProxy.h"

#include <QHostAddress>
#include <QNetworkProxy>
#include <QTcpSocket>

namespace holdwatch::test {

ConnectProxy::ConnectProxy()
{
    connect(&m_server, &QTcpServer::pendingConnectionAvailable, this, &ConnectProxy::accept);
    m_server.listen(QHostAddress::LocalHost, 0);
}

QUrl ConnectProxy::url(const QString &userInfo) const
{
    QUrl url(QStringLiteral("http://127.0.0.1:%1").arg(port()));
    url.setUserInfo(userInfo);
    return url;
}

void ConnectProxy::accept()
{
    while (QTcpSocket *client = m_server.nextPendingConnection()) {
        ++m_connections;
        client->setProperty("head", QByteArray());
        connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
        connect(client, &QTcpSocket::readyRead, this, [this, client] { onHead(client); });
    }
}

void ConnectProxy::onHead(QTcpSocket *client)
{
    const QByteArray bytes = client->readAll();
    m_asked += bytes;
    const QByteArray head = client->property("head").toByteArray() + bytes;
    client->setProperty("head", head);
    if (!head.contains("\r\n\r\n"))
        return;
    client->setProperty("head", QByteArray());
    if (!m_answer)
        return connectThrough(client);
    client->write(*m_answer);
}

void ConnectProxy::connectThrough(QTcpSocket *client)
{
    client->disconnect(this);
    auto *server = new QTcpSocket(client);
    server->setProxy(QNetworkProxy::NoProxy);
    connect(server, &QTcpSocket::connected, client, [client] { client->write("HTTP/1.1 200 Connection established\r\n\r\n"); });
    connect(server, &QTcpSocket::readyRead, client, [client, server] { client->write(server->readAll()); });
    connect(server, &QTcpSocket::disconnected, client, [client] { client->disconnectFromHost(); });
    connect(client, &QTcpSocket::readyRead, this, [this, client, server] {
        const QByteArray bytes = client->readAll();
        m_tunnelled += bytes;
        server->write(bytes);
    });
    server->connectToHost(QHostAddress(QHostAddress::LocalHost), m_target);
}

} // namespace holdwatch::test
