// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/amqp/AmqpSession.h"

#include "app/amqp/Codec.h"
#include "app/amqp/Faults.h"

#include <amqp_tcp_socket.h>

#include <atomic>

#include <sys/time.h>

namespace holdwatch::amqp {

namespace {

constexpr amqp_channel_t workChannel = 1; // what is held and published
constexpr amqp_channel_t lookChannel = 2; // may be closed by the broker without harm to the other
constexpr int largestFrame = 131'072;
constexpr int heartbeatSeconds = 15;

timeval toTimeval(Millis span)
{
    constexpr qint64 thousand = 1000;
    const qint64 ms = std::max<qint64>(1, span.count());
    return {static_cast<time_t>(ms / thousand), static_cast<suseconds_t>(ms % thousand * thousand)};
}

/// Freed with everything that was put there.
struct Pool
{
    Pool() { init_amqp_pool(&pool, 4096); }
    ~Pool() { empty_amqp_pool(&pool); }
    Q_DISABLE_COPY_MOVE(Pool)
    amqp_pool_t pool;
};

/// A message as it came, apart from where it came from.
struct Received
{
    Result<Properties> properties;
    QByteArray body;
};

amqp_table_entry_t textEntry(const char *key, const char *value)
{
    amqp_table_entry_t entry{};
    entry.key = amqp_cstring_bytes(key);
    entry.value.kind = AMQP_FIELD_KIND_UTF8;
    entry.value.value.bytes = amqp_cstring_bytes(value);
    return entry;
}

QString propertyOf(const amqp_table_t &table, const char *name)
{
    for (int i = 0; i < table.num_entries; ++i) {
        const amqp_table_entry_t &entry = table.entries[i];
        if (entry.value.kind == AMQP_FIELD_KIND_UTF8 && copyOf(entry.key) == name)
            return QString::fromUtf8(copyOf(entry.value.value.bytes)).left(40);
    }
    return {};
}

} // namespace

struct AmqpSession::Link
{
    Link(std::unique_ptr<net::ServerPipe> opened, Address where, QString name)
        : address(std::move(where)), server(std::move(name)), pipe(std::move(opened)), connection(amqp_new_connection())
    {
    }
    ~Link() { amqp_destroy_connection(connection); } // before the pipe
    Q_DISABLE_COPY_MOVE(Link)

    class Call
    {
    public:
        Call(Link &link, Millis span) : m_link(link) { m_link.pipe->allow(span); }
        ~Call()
        {
            m_link.pipe->rest();
            amqp_maybe_release_buffers(m_link.connection);
        }
        Q_DISABLE_COPY_MOVE(Call)

    private:
        Link &m_link;
    };

    Result<void> start(const net::Credential &credential);
    Error broken(int status);
    Error refused(const amqp_rpc_reply_t &reply, amqp_channel_t channel);
    Result<void> checked(const amqp_rpc_reply_t &reply, amqp_channel_t channel);
    Result<void> sent(int status);
    Result<amqp_frame_t> nextFrame(std::chrono::steady_clock::time_point until);
    Result<Received> readMessage();
    Result<QueueState> declare(amqp_channel_t channel, const QByteArray &queue);
    Confirmation awaitConfirm(quint64 sequence);
    std::optional<Confirmation> onMethod(const amqp_frame_t &frame, quint64 sequence, std::optional<Error> &returned);
    Confirmation refusal(const amqp_frame_t &frame);

    Address address;
    QString server; ///< host:port, for sentences
    QString broker;
    std::unique_ptr<net::ServerPipe> pipe;
    amqp_connection_state_t connection;
    std::atomic<bool> isOpen = false;
    std::atomic<bool> isStopped = false;
    bool hasLookChannel = false;
    quint64 published = 0; ///< on the work channel since confirm.select
};

Error AmqpSession::Link::broken(int status)
{
    isOpen = false;
    if (isStopped) {
        Error error;
        error.kind = Error::Kind::Cancelled;
        error.where = server;
        error.what = QStringLiteral("The connection to %1 was ended here.").arg(server);
        return error;
    }
    if (pipe->isOverdue())
        return lost(AMQP_STATUS_TIMEOUT, server);
    if (status == AMQP_STATUS_CONNECTION_CLOSED || status == AMQP_STATUS_SOCKET_ERROR) {
        if (auto problem = pipe->problem())
            return *std::move(problem);
    }
    return lost(status, server);
}

Error AmqpSession::Link::refused(const amqp_rpc_reply_t &reply, amqp_channel_t channel)
{
    const CloseReason reason = closeReasonOf(reply.reply);
    if (reply.reply.id == AMQP_CHANNEL_CLOSE_METHOD) {
        amqp_channel_close_ok_t ok{};
        amqp_send_method(connection, channel, AMQP_CHANNEL_CLOSE_OK_METHOD, &ok);
        if (channel == lookChannel)
            hasLookChannel = false;
        else
            isOpen = false;
    } else {
        isOpen = false;
    }
    return refusedByBroker(reason, server);
}

Result<void> AmqpSession::Link::checked(const amqp_rpc_reply_t &reply, amqp_channel_t channel)
{
    if (reply.reply_type == AMQP_RESPONSE_NORMAL)
        return {};
    if (reply.reply_type == AMQP_RESPONSE_SERVER_EXCEPTION)
        return failure(refused(reply, channel));
    return failure(broken(reply.library_error));
}

Result<void> AmqpSession::Link::sent(int status)
{
    if (status == AMQP_STATUS_OK)
        return {};
    return failure(broken(status));
}

Result<void> AmqpSession::Link::start(const net::Credential &credential)
{
    amqp_socket_t *socket = amqp_tcp_socket_new(connection);
    if (!socket)
        return failure(Error::Kind::Internal, QStringLiteral("There is no memory for a connection."));
    amqp_tcp_socket_set_sockfd(socket, pipe->takeDescriptor());
    const timeval limit = toTimeval(address.deadline);
    amqp_set_handshake_timeout(connection, &limit);
    amqp_set_rpc_timeout(connection, &limit);
    const Call call(*this, address.deadline);
    amqp_table_entry_t entries[] = {textEntry("product", "Holdwatch"), textEntry("version", HOLDWATCH_VERSION), textEntry("connection_name", "Holdwatch redrive")};
    const amqp_table_t about{static_cast<int>(std::size(entries)), entries};
    const amqp_rpc_reply_t reply = amqp_login_with_properties(connection, address.vhost.toUtf8().constData(), 0, largestFrame, heartbeatSeconds, &about, AMQP_SASL_METHOD_PLAIN,
                                                              credential.user.constData(), credential.secret.expose().constData());
    if (reply.reply_type == AMQP_RESPONSE_SERVER_EXCEPTION)
        return failure(refusedAtLogin(closeReasonOf(reply.reply, &credential), server, address.vhost));
    if (reply.reply_type != AMQP_RESPONSE_NORMAL)
        return failure(broken(reply.library_error));
    isOpen = true;
    const amqp_table_t &properties = *amqp_get_server_properties(connection);
    broker = (propertyOf(properties, "product") + QLatin1Char(' ') + propertyOf(properties, "version")).trimmed();
    amqp_channel_open(connection, workChannel);
    if (auto opened = checked(amqp_get_rpc_reply(connection), workChannel); !opened)
        return opened;
    amqp_confirm_select(connection, workChannel);
    return checked(amqp_get_rpc_reply(connection), workChannel);
}

Result<QueueState> AmqpSession::Link::declare(amqp_channel_t channel, const QByteArray &queue)
{
    constexpr amqp_boolean_t passive = 1, no = 0;
    const amqp_queue_declare_ok_t *ok = amqp_queue_declare(connection, channel, viewOf(queue), passive, no, no, no, amqp_empty_table);
    if (auto reply = checked(amqp_get_rpc_reply(connection), channel); !reply)
        return failure(std::move(reply.error()));
    return QueueState{ok->message_count, ok->consumer_count};
}

Result<amqp_frame_t> AmqpSession::Link::nextFrame(std::chrono::steady_clock::time_point until)
{
    amqp_frame_t frame;
    timeval limit = toTimeval(std::chrono::duration_cast<Millis>(until - std::chrono::steady_clock::now()));
    const int status = amqp_simple_wait_frame_noblock(connection, &frame, &limit);
    if (status == AMQP_STATUS_OK)
        return frame;
    pipe->end();
    return failure(broken(status));
}

/// Header and body that follow a method. The library's own reader refuses headers without a name.
Result<Received> AmqpSession::Link::readMessage()
{
    constexpr quint64 largestBody = 1024ULL * 1024 * 1024;
    const auto until = std::chrono::steady_clock::now() + address.deadline;
    std::optional<Received> received;
    quint64 size = 0;
    while (!received || static_cast<quint64>(received->body.size()) < size) {
        const auto frame = nextFrame(until);
        if (!frame)
            return failure(frame.error());
        const bool isHere = frame->channel == workChannel;
        if (isHere && frame->frame_type == AMQP_FRAME_HEADER && !received) {
            size = frame->payload.properties.body_size;
            if (size > largestBody)
                break;
            received = Received{fromWire(*static_cast<const amqp_basic_properties_t *>(frame->payload.properties.decoded)), {}};
            received->body.reserve(static_cast<qsizetype>(size));
        } else if (isHere && frame->frame_type == AMQP_FRAME_BODY && received) {
            received->body.append(static_cast<const char *>(frame->payload.body_fragment.bytes), static_cast<qsizetype>(frame->payload.body_fragment.len));
        } else if (isHere || frame->channel == 0) {
            break;
        }
    }
    if (received && static_cast<quint64>(received->body.size()) == size)
        return *std::move(received);
    pipe->end();
    return failure(broken(AMQP_STATUS_CONNECTION_CLOSED));
}

AmqpSession::AmqpSession(std::unique_ptr<Link> link) : m_link(std::move(link)) {}

AmqpSession::~AmqpSession()
{
    close();
}

Result<std::unique_ptr<AmqpSession>> AmqpSession::open(const net::ConnectionOptions &options, Address address, const net::Credential &credential)
{
    auto pipe = net::ServerPipe::open(options, address.server, address.deadline);
    if (!pipe)
        return failure(std::move(pipe.error()));
    const QString host = address.server.host;
    const QString server = QStringLiteral("%1:%2").arg(host.contains(QLatin1Char(':')) ? QStringLiteral("[%1]").arg(host) : host).arg(address.server.port);
    auto link = std::make_unique<Link>(*std::move(pipe), std::move(address), server);
    if (auto started = link->start(credential); !started)
        return failure(std::move(started.error()));
    return std::unique_ptr<AmqpSession>(new AmqpSession(std::move(link)));
}

bool AmqpSession::isOpen() const
{
    return m_link->isOpen;
}

QString AmqpSession::broker() const
{
    return m_link->broker;
}

Result<QueueState> AmqpSession::inspect(const QByteArray &queue)
{
    Link &link = *m_link;
    const Link::Call call(link, link.address.deadline);
    if (!link.hasLookChannel) {
        amqp_channel_open(link.connection, lookChannel);
        if (auto opened = link.checked(amqp_get_rpc_reply(link.connection), lookChannel); !opened)
            return failure(std::move(opened.error()));
        link.hasLookChannel = true;
    }
    return link.declare(lookChannel, queue);
}

Result<std::optional<Delivery>> AmqpSession::get(const QByteArray &queue)
{
    Link &link = *m_link;
    const Link::Call call(link, link.address.deadline);
    const amqp_rpc_reply_t reply = amqp_basic_get(link.connection, workChannel, viewOf(queue), 0);
    if (auto answered = link.checked(reply, workChannel); !answered)
        return failure(std::move(answered.error()));
    if (reply.reply.id == AMQP_BASIC_GET_EMPTY_METHOD)
        return std::optional<Delivery>();
    const auto *ok = static_cast<const amqp_basic_get_ok_t *>(reply.reply.decoded);
    Delivery delivery;
    delivery.tag = ok->delivery_tag;
    delivery.isRedelivered = ok->redelivered != 0;
    delivery.exchange = copyOf(ok->exchange);
    delivery.routingKey = copyOf(ok->routing_key);
    delivery.left = ok->message_count;
    auto received = link.readMessage();
    if (!received)
        return failure(std::move(received.error()));
    delivery.isExact = received->properties.has_value();
    delivery.message = {std::move(received->properties).value_or(Properties()), std::move(received->body)};
    return std::optional(std::move(delivery));
}

Confirmation AmqpSession::publish(const QByteArray &queue, const Properties &properties, const QByteArray &body)
{
    Link &link = *m_link;
    const Link::Call call(link, link.address.deadline);
    Pool pool;
    const amqp_basic_properties_t wire = toWire(properties, pool.pool);
    constexpr amqp_boolean_t mandatory = 1, immediate = 0;
    const quint64 sequence = ++link.published;
    const int status = amqp_basic_publish(link.connection, workChannel, amqp_empty_bytes, viewOf(queue), mandatory, immediate, &wire, viewOf(body));
    if (status == AMQP_STATUS_TABLE_TOO_BIG) {
        // Encoded before a byte was sent, but the method frame that announces it is gone.
        Error error = lost(status, link.server);
        link.pipe->end();
        link.isOpen = false;
        return {Confirmation::Outcome::Refused, std::move(error)};
    }
    if (status != AMQP_STATUS_OK)
        return {Confirmation::Outcome::Lost, link.broken(status)};
    return link.awaitConfirm(sequence);
}

Confirmation AmqpSession::Link::awaitConfirm(quint64 sequence)
{
    const auto until = std::chrono::steady_clock::now() + address.deadline;
    std::optional<Error> returned;
    while (true) {
        auto frame = nextFrame(until);
        if (!frame)
            return {Confirmation::Outcome::Lost, std::move(frame.error())};
        if (frame->frame_type != AMQP_FRAME_METHOD)
            continue;
        if (auto confirmation = onMethod(*frame, sequence, returned))
            return *std::move(confirmation);
    }
}

/// A returned message comes before its ack; so the return is remembered until then.
std::optional<Confirmation> AmqpSession::Link::onMethod(const amqp_frame_t &frame, quint64 sequence, std::optional<Error> &returned)
{
    const auto &method = frame.payload.method;
    switch (method.id) {
    case AMQP_BASIC_RETURN_METHOD: {
        const auto *said = static_cast<const amqp_basic_return_t *>(method.decoded);
        Error error;
        error.kind = Error::Kind::NotFound;
        error.where = server;
        error.what = QStringLiteral("No queue took it: the broker returned it (%1).").arg(said->reply_code);
        returned = std::move(error);
        if (auto received = readMessage(); !received)
            return Confirmation{Confirmation::Outcome::Lost, std::move(received.error())};
        return std::nullopt;
    }
    case AMQP_BASIC_ACK_METHOD:
        if (frame.channel != workChannel || static_cast<const amqp_basic_ack_t *>(method.decoded)->delivery_tag < sequence)
            return std::nullopt;
        return returned ? Confirmation{Confirmation::Outcome::Returned, *std::move(returned)} : Confirmation{Confirmation::Outcome::Taken, {}};
    case AMQP_BASIC_NACK_METHOD: {
        if (frame.channel != workChannel || static_cast<const amqp_basic_nack_t *>(method.decoded)->delivery_tag < sequence)
            return std::nullopt;
        Error error;
        error.kind = Error::Kind::ServerFailed;
        error.where = server;
        error.what = QStringLiteral("The broker did not take it: the target is full and rejects, or failed.");
        return Confirmation{Confirmation::Outcome::Refused, std::move(error)};
    }
    case AMQP_CHANNEL_CLOSE_METHOD:
    case AMQP_CONNECTION_CLOSE_METHOD: return refusal(frame);
    default: return std::nullopt;
    }
}

Confirmation AmqpSession::Link::refusal(const amqp_frame_t &frame)
{
    constexpr int basicClass = 60, publishMethod = 40;
    const auto &method = frame.payload.method;
    const CloseReason reason = closeReasonOf(method);
    if (method.id == AMQP_CHANNEL_CLOSE_METHOD && frame.channel == lookChannel) {
        hasLookChannel = false;
        return {Confirmation::Outcome::Lost, refusedByBroker(reason, server)};
    }
    isOpen = false;
    // Only a close that names the publish itself proves that it was not taken.
    const bool isOfThis = method.id == AMQP_CHANNEL_CLOSE_METHOD && reason.classId == basicClass && reason.methodId == publishMethod;
    return {isOfThis ? Confirmation::Outcome::Refused : Confirmation::Outcome::Lost, refusedByBroker(reason, server)};
}

Result<void> AmqpSession::ack(quint64 tag)
{
    const Link::Call call(*m_link, m_link->address.deadline);
    return m_link->sent(amqp_basic_ack(m_link->connection, workChannel, tag, 0));
}

Result<void> AmqpSession::requeueAll()
{
    constexpr amqp_boolean_t multiple = 1, requeue = 1;
    const Link::Call call(*m_link, m_link->address.deadline);
    return m_link->sent(amqp_basic_nack(m_link->connection, workChannel, 0, multiple, requeue));
}

Result<void> AmqpSession::flush(const QByteArray &queue)
{
    const Link::Call call(*m_link, m_link->address.deadline);
    return m_link->declare(workChannel, queue).map([](const QueueState &) {});
}

void AmqpSession::keepAlive()
{
    Link &link = *m_link;
    if (!link.isOpen)
        return;
    const Link::Call call(link, link.address.deadline);
    for (int frames = 0; frames < 16; ++frames) {
        amqp_frame_t frame;
        timeval none{0, 0};
        const int status = amqp_simple_wait_frame_noblock(link.connection, &frame, &none);
        if (status == AMQP_STATUS_TIMEOUT)
            return;
        const bool isClose = status == AMQP_STATUS_OK && frame.frame_type == AMQP_FRAME_METHOD
            && (frame.payload.method.id == AMQP_CONNECTION_CLOSE_METHOD || (frame.payload.method.id == AMQP_CHANNEL_CLOSE_METHOD && frame.channel == workChannel));
        if (status != AMQP_STATUS_OK || isClose) {
            link.isOpen = false;
            return;
        }
    }
}

void AmqpSession::close()
{
    Link &link = *m_link;
    if (!link.isOpen.exchange(false))
        return;
    constexpr Millis parting(2000);
    const Link::Call call(link, std::min(parting, link.address.deadline));
    amqp_connection_close(link.connection, AMQP_REPLY_SUCCESS);
}

void AmqpSession::stop()
{
    m_link->isStopped = true;
    m_link->pipe->end();
}

} // namespace holdwatch::amqp
