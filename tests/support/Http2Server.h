// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/TestCertificates.h"

#include <QByteArrayList>
#include <QHash>
#include <QObject>
#include <QSslServer>
#include <QUrl>

class QSslSocket;

namespace holdwatch::test {

/// A TLS server that lets the client choose between HTTP/2 and HTTP/1.1 (ALPN) and notes the choice. Of
/// HTTP/2 it knows as much as answering, and misbehaving, takes. It never decodes a header.
class Http2Server : public QObject
{
    Q_OBJECT
public:
    enum class Manner {
        Answer,  ///< 200 {}
        Drop,    ///< closes once a request is there
        Refuse,  ///< RST_STREAM, "refused stream: may be repeated"
        GoAway,  ///< GOAWAY, "nothing was processed", then closes
        Silence,
    };

    explicit Http2Server(const ServerCertificate &certificate, const QByteArrayList &offered = {"h2", "http/1.1"});

    QUrl url() const;
    void setManner(Manner manner) { m_manner = manner; }

    const QByteArrayList &chosen() const { return m_chosen; } ///< one for each connection with a handshake; empty if nothing was chosen
    int requests() const { return m_requests; }               ///< complete ones, over either protocol
    const QByteArray &bodies() const { return m_bodies; }     ///< of all HTTP/2 requests, one after another

signals:
    void requested();

private:
    void accept();
    void onReadyRead(QSslSocket *socket);
    void readHttp1(QSslSocket *socket, QByteArray &buffer);
    void readHttp2(QSslSocket *socket, QByteArray &buffer);
    void onFrame(QSslSocket *socket, int type, int flags, quint32 stream, const QByteArray &payload);
    void act(QSslSocket *socket, quint32 stream);

    QHash<QSslSocket *, QByteArray> m_buffers;
    Manner m_manner = Manner::Answer;
    QByteArrayList m_chosen;
    QByteArray m_bodies;
    int m_requests = 0;
    QSslServer m_server; ///< last: its sockets still report their end
};

} // namespace holdwatch::test
