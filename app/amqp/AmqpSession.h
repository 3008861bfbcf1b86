// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/amqp/Values.h"
#include "app/net/HttpClient.h"
#include "app/net/ServerPipe.h"

#include <memory>

namespace holdwatch::amqp {

/// Where a session goes.
struct Address
{
    net::ServerPipe::Server server;
    QString vhost;
    Millis deadline = Seconds(20); ///< for each call
};

struct QueueState
{
    qint64 ready = 0; ///< exact at this moment
    qint64 consumers = 0;
};

/// What became of a published message.
struct Confirmation
{
    enum class Outcome {
        Taken,    ///< confirmed, and it was routed
        Returned, ///< confirmed, but no queue took it: it is nowhere
        Refused,  ///< the broker said no before it took it
        Lost,     ///< no answer: it may have been taken
    };
    Outcome outcome = Outcome::Lost;
    Error error; ///< of anything but Taken
};

/// One AMQP 0-9-1 connection with one virtual host, for use on a thread that may block. Every call ends by its deadline; an
/// error that ends the connection is said by `isOpen`, and what was taken and not acknowledged then lies in its queue again.
/// `stop` may be called from any thread; everything else from one at a time.
class AmqpSession
{
public:
    /// Connects under the connection's policy and logs in. The credential's secret is exposed at the login only. Kinds: those of
    /// ServerPipe, Unauthorized (login), Forbidden or NotFound (virtual host), Malformed (speaks no AMQP).
    static Result<std::unique_ptr<AmqpSession>> open(const net::ConnectionOptions &options, Address address, const net::Credential &credential);
    ~AmqpSession(); ///< as close()

    bool isOpen() const;
    QString broker() const; ///< "RabbitMQ 3.10.8", as it says itself

    /// Declares passively: NotFound if there is no such queue. Changes nothing, and does not end what is held.
    Result<QueueState> inspect(const QByteArray &queue);
    /// Takes the first message and holds it; nothing if there is none.
    Result<std::optional<Delivery>> get(const QByteArray &queue);
    /// To the default exchange, mandatory and confirmed: to the queue of this name or to none.
    Confirmation publish(const QByteArray &queue, const Properties &properties, const QByteArray &body);
    Result<void> ack(quint64 tag);
    /// Gives back everything that is held.
    Result<void> requeueAll();
    /// Everything sent before has reached the broker's channel, and been handed to `queue`, when this succeeds.
    Result<void> flush(const QByteArray &queue);
    /// Sends a heartbeat when one is due and reads what came; to be called every few seconds while nothing else is.
    void keepAlive();
    void close();
    void stop();

private:
    struct Link;
    explicit AmqpSession(std::unique_ptr<Link> link);

    std::unique_ptr<Link> m_link;
};

} // namespace holdwatch::amqp
