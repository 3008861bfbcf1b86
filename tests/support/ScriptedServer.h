// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/TestCertificates.h"

#include <QByteArray>
#include <QHash>
#include <QHostAddress>
#include <QList>
#include <QObject>
#include <QPair>
#include <QUrl>

#include <functional>
#include <memory>
#include <optional>

class QTcpServer;
class QTcpSocket;

namespace holdwatch::test {

/// A request as it came over the wire.
struct SeenRequest
{
    QByteArray method;
    QByteArray target;
    QHash<QByteArray, QByteArray> headers; ///< names in lower case
    QByteArray body;
    QByteArray raw; ///< every byte of it, head and body
};

/// What the server does with a request; made by the functions below.
struct Play
{
    QByteArray bytes;              ///< sent first, all at once
    QByteArray repeated;           ///< then sent again and again …
    qint64 repetitions = 0;        ///< … this often; −1 until the client leaves
    int pauseMs = 0;               ///< between repetitions
    bool close = false;            ///< afterwards
};

namespace play {
using Headers = QList<QPair<QByteArray, QByteArray>>;
Play answer(int status, const QByteArray &body, const Headers &more = {}, const QByteArray &type = "application/json");
Play json(const QByteArray &body, const Headers &more = {});
Play html(int status = 200);
Play redirect(const QUrl &to, int status = 307);
Play drop();                                        ///< closes without a byte
Play hang();                                        ///< never answers, never closes
Play drip(int pauseMs = 10);                        ///< an answer that never ends, byte by byte
Play truncated(const QByteArray &body, qsizetype announced); ///< announces more than it sends, then closes
Play huge(qint64 megabytes, bool announced);
Play deep(int brackets);
Play raw(const QByteArray &bytes, bool close = false);
} // namespace play

/// A server on 127.0.0.1, over TLS with the given certificate or in the clear, on a free port, in the
/// thread of the test. Records every byte it receives and plays what the handler says. It shares
/// nothing with the product.
class ScriptedServer : public QObject
{
    Q_OBJECT
public:
    using Handler = std::function<Play(const SeenRequest &)>;

    explicit ScriptedServer(const std::optional<ServerCertificate> &certificate = std::nullopt,
                            const QHostAddress &address = QHostAddress(QHostAddress::LocalHost));
    ~ScriptedServer() override;

    /// By number: a name with addresses of both families takes another path through Qt (see app/net/README.md).
    QUrl url(const QString &path = {}, const QString &host = QStringLiteral("127.0.0.1")) const;
    void setHandler(Handler handler) { m_handler = std::move(handler); }
    /// The next requests get these, in order; then the handler speaks again.
    void enqueue(Play play) { m_queue.append(std::move(play)); }
    /// No longer waits for a request: the first bytes of a connection, whatever they are, get this and the end.
    void answerAnythingWith(QByteArray bytes) { m_toAnything = std::move(bytes); }

    /// Every connection is closed as soon as it is there, before a byte is read.
    void refuseConnections() { m_refuses = true; }

    const QList<SeenRequest> &requests() const { return m_requests; }
    const QByteArray &bytesReceived() const { return m_received; } ///< after decryption
    qint64 bytesSent() const { return m_sent; }
    int connections() const { return m_connections; } ///< TCP, handshakes that fail too
    void clear(); ///< forgets what was seen
    void stop();  ///< no longer listens; open connections are cut

signals:
    void requested(const holdwatch::test::SeenRequest &request); ///< before it is answered

private:
    struct Talk;
    void accept();
    void onReadyRead(QTcpSocket *socket);
    std::optional<SeenRequest> takeRequest(QByteArray &buffer) const;
    Play next(const SeenRequest &request);
    void perform(QTcpSocket *socket, const Play &play);
    void repeat(QTcpSocket *socket);

    std::unique_ptr<QTcpServer> m_server;
    bool m_tls;
    QHash<QTcpSocket *, std::shared_ptr<Talk>> m_talks;
    Handler m_handler;
    QList<Play> m_queue;
    std::optional<QByteArray> m_toAnything;
    bool m_refuses = false;
    QList<SeenRequest> m_requests;
    QByteArray m_received;
    qint64 m_sent = 0;
    int m_connections = 0;
};

} // namespace holdwatch::test
