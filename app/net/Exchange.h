// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/ConnectionOptions.h"
#include "app/net/HttpClient.h"
#include "app/net/OneWayBody.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QPointer>
#include <QSslConfiguration>
#include <QSslError>
#include <QTimer>

#include <coroutine>
#include <optional>

namespace holdwatch::net {

/// One request on the wire and its one outcome. Owned by the coroutine that awaits it; the network
/// manager may die first. Everything that ends it (an answer, the deadline, the cap, cancel()) goes
/// through settle(), and the first one wins.
class Exchange final : public QObject
{
    Q_OBJECT
public:
    enum class Kind { Read, Look, Write };

    /// All three must outlive it. `offersHttp2`: HTTP/2 may be agreed on.
    Exchange(const ConnectionOptions &options, const QSslConfiguration &tls, const Clock &clock, bool offersHttp2);
    ~Exchange() override;

    /// `idempotencyKey` may be empty except for a write. `request` must outlive this call only.
    void start(QNetworkAccessManager &manager, const Request &request, Kind kind, const QByteArray &idempotencyKey);
    void cancel();
    bool isSettled() const { return m_outcome.has_value(); }

    /// An answer came over TLS, whole or not, and it was HTTP/1.1.
    bool spokeHttp1() const { return m_spokeHttp1; }

    /// The connection had been used before and died before a byte of an answer: the one case in which a
    /// read may be sent again.
    bool diedUnansweredOnOldConnection() const { return m_diedUnanswered && !m_freshConnection; }

    /// `co_await exchange.finished()` gives the outcome once; resumed from the event loop, never from inside a Qt signal.
    struct Finished
    {
        Exchange &exchange;
        bool await_ready() const noexcept { return exchange.m_outcome.has_value(); }
        void await_suspend(std::coroutine_handle<> waiter) noexcept { exchange.m_waiter = waiter; }
        Result<Response> await_resume() { return std::move(*exchange.m_outcome); }
    };
    Finished finished() { return {*this}; }

private:
    void onMetaData();
    void onReadyRead();
    void onFinished();
    void onDeadline();
    void settle(Result<Response> outcome);
    void settleWithError(Error error, bool surelyUnsent);
    bool mayHaveBeenSent() const;
    bool isConnecting() const; ///< on a connection of its own whose handshake hasn't ended
    std::optional<int> status() const;
    Result<Response> answer(int httpStatus);

    const ConnectionOptions &m_options;
    const QSslConfiguration &m_tls;
    const Clock &m_clock;
    QPointer<QNetworkReply> m_reply;
    OneWayBody *m_upload = nullptr; ///< child of m_reply
    QTimer m_deadline;
    Kind m_kind = Kind::Read;
    QString m_server;
    QUrl m_url;
    Millis m_allowed{};
    Millis m_startedAt{};
    qint64 m_cap = 0;
    QByteArray m_body;
    QList<QSslError> m_complaints;
    const bool m_offersHttp2;
    bool m_spokeHttp1 = false;
    bool m_hasBody = false;
    bool m_begun = false;
    bool m_freshConnection = false;
    bool m_handshakeDone = false;
    bool m_diedUnanswered = false;
    std::optional<Result<Response>> m_outcome;
    std::coroutine_handle<> m_waiter;
};

} // namespace holdwatch::net
