// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QTcpServer>
#include <QUrl>

#include <functional>

class QTcpSocket;

namespace holdwatch::test {

/// Stands between an AMQP client and its broker on loopback, in the clear, passes whole frames on, and cuts the connection where
/// it is told to. Runs in the event loop of its thread.
class AmqpProxy : public QObject
{
    Q_OBJECT
public:
    enum class From { Client, Server };
    /// Asked before a method frame (class and method of AMQP 0-9-1) is passed on: false cuts both ways instead.
    using Gate = std::function<bool(From, int classId, int methodId)>;

    explicit AmqpProxy(const QUrl &broker);

    QUrl url() const; ///< amqp://127.0.0.1:PORT
    void setGate(Gate gate) { m_gate = std::move(gate); }
    void cut(); ///< everything, at once
    void hold() { m_isHeld = true; } ///< passes nothing on any more, and says nothing
    int heartbeats() const { return m_heartbeats; } ///< of clients, so far
    const QByteArray &fromClients() const { return m_fromClients; } ///< all bytes, whether passed on or not

private:
    struct Way;
    void accept();
    void carry(const std::shared_ptr<Way> &way);

    int m_brokerPort;
    Gate m_gate;
    bool m_isHeld = false;
    int m_heartbeats = 0;
    QByteArray m_fromClients;
    QVector<QPointer<QTcpSocket>> m_sockets;
    QTcpServer m_server; ///< last: its sockets still report their end
};

} // namespace holdwatch::test
