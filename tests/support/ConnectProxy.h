// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QTcpServer>
#include <QUrl>

#include <optional>

class QTcpSocket;

namespace holdwatch::test {

/// An HTTP proxy on loopback that understands CONNECT and nothing else. Wherever it is asked to go, it
/// leads to one port of this machine, so that a name which doesn't exist can have a server.
class ConnectProxy : public QObject
{
    Q_OBJECT
public:
    ConnectProxy();

    quint16 port() const { return m_server.serverPort(); }
    QUrl url(const QString &userInfo = {}) const; ///< http://127.0.0.1:PORT

    void leadTo(quint16 port) { m_target = port; }                    ///< where tunnels end
    void answerWith(QByteArray answer) { m_answer = std::move(answer); } ///< instead of a tunnel; empty: silence
    void hang() { answerWith({}); }

    int connections() const { return m_connections; }
    const QByteArray &asked() const { return m_asked; }       ///< what it was sent in the clear: heads of CONNECT requests
    const QByteArray &tunnelled() const { return m_tunnelled; } ///< what it carried from the client to the server

private:
    void accept();
    void onHead(QTcpSocket *client);
    void connectThrough(QTcpSocket *client);

    quint16 m_target = 0;
    std::optional<QByteArray> m_answer;
    QByteArray m_asked;
    QByteArray m_tunnelled;
    int m_connections = 0;
    QTcpServer m_server; ///< last: its sockets still report their end
};

} // namespace holdwatch::test
