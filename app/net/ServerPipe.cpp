// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/ServerPipe.h"

#include "app/net/TransportErrors.h"

#include <QEventLoop>
#include <QMutex>
#include <QNetworkProxy>
#include <QSocketNotifier>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QThread>
#include <QTimer>

#include <atomic>
#include <future>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace holdwatch::net {

namespace {

constexpr qint64 mostWaiting = 1024 * 1024; // bytes on the way, in either direction

qint64 monotonicMillis()
{
    return std::chrono::duration_cast<Millis>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

QUrl addressOf(const ServerPipe::Server &server)
{
    QUrl url;
    url.setScheme(server.isSecure ? QStringLiteral("https") : QStringLiteral("http"));
    url.setHost(server.host);
    url.setPort(server.port);
    return url;
}

} // namespace

struct ServerPipe::Shared
{
    ConnectionOptions options;
    Server server;
    QUrl url; ///< for the policy's functions, which know http and https
    int ours = -1;    ///< the relay's end
    int library = -1; ///< until it is taken
    std::promise<Result<void>> opened;
    std::atomic<qint64> overdueAt = 0; ///< monotonic ms; 0: no call under way
    std::atomic<bool> isOverdue = false;
    std::unique_ptr<QThread> thread;
    mutable QMutex mutex;
    std::optional<Error> problem;

    ~Shared()
    {
        for (const int descriptor : {ours, library}) {
            if (descriptor >= 0)
                ::close(descriptor);
        }
    }
};

/// Lives and dies in the pipe's own thread.
class ServerPipe::Relay final : public QObject
{
public:
    Relay(Shared &shared, QEventLoop &loop, Millis deadline)
        : m_shared(shared), m_loop(loop), m_deadline(deadline), m_fromLibrary(shared.ours, QSocketNotifier::Read), m_toLibrary(shared.ours, QSocketNotifier::Write)
    {
        m_fromLibrary.setEnabled(false);
        m_toLibrary.setEnabled(false);
        connect(&m_socket, &QSslSocket::sslErrors, this, [this](const QList<QSslError> &complaints) { refuse(tlsRefused(complaints, name())); });
        connect(&m_socket, &QSslSocket::encrypted, this, [this] { onOpen(); });
        connect(&m_socket, &QSslSocket::connected, this, [this] {
            if (!m_shared.server.isSecure)
                onOpen();
        });
        connect(&m_socket, &QSslSocket::errorOccurred, this, [this](QAbstractSocket::SocketError code) { onError(code); });
        connect(&m_socket, &QSslSocket::disconnected, this, [this] { onServerGone(); });
        connect(&m_socket, &QSslSocket::readyRead, this, [this] { carryBack(); });
        connect(&m_socket, &QSslSocket::bytesWritten, this, [this] { carryOnIfRoom(); });
        connect(&m_socket, &QSslSocket::encryptedBytesWritten, this, [this] { carryOnIfRoom(); });
        connect(&m_fromLibrary, &QSocketNotifier::activated, this, [this] { carryOn(); });
        connect(&m_toLibrary, &QSocketNotifier::activated, this, [this] { carryBack(); });
        connect(&m_tick, &QTimer::timeout, this, [this] { checkDeadline(); });
        connect(&m_patience, &QTimer::timeout, this, [this] { refuse(neverConnected(name(), m_deadline, route())); });
        m_patience.setSingleShot(true);
    }

    ~Relay() override
    {
        m_socket.disconnect(this);
        m_socket.abort();
    }

    void start()
    {
        m_patience.start(m_deadline);
        const std::unique_ptr<QNetworkProxyFactory> proxies(makeProxyFactory(m_shared.options));
        m_socket.setProxy(proxies->queryProxy(QNetworkProxyQuery(m_shared.url)).value(0, QNetworkProxy(QNetworkProxy::NoProxy)));
        m_socket.setSocketOption(QAbstractSocket::LowDelayOption, 1);
        m_socket.setReadBufferSize(mostWaiting);
        if (m_shared.server.isSecure) {
            m_socket.setSslConfiguration(m_shared.options.trust.configuration());
            m_socket.connectToHostEncrypted(m_shared.server.host, m_shared.server.port);
        } else {
            m_socket.connectToHost(m_shared.server.host, m_shared.server.port);
        }
    }

private:
    QString name() const { return hostAndPort(m_shared.url); }
    QString route() const { return describeProxy(m_shared.options, m_shared.url); }

    void onOpen()
    {
        m_patience.stop();
        m_socket.setSocketOption(QAbstractSocket::LowDelayOption, 1);
        m_isOpen = true;
        m_fromLibrary.setEnabled(true);
        constexpr Millis fifthOfASecond(200);
        m_tick.start(fifthOfASecond);
        m_shared.opened.set_value({});
    }

    void refuse(Error error)
    {
        if (m_isOpen || m_isOver)
            return;
        m_isOver = true;
        m_shared.opened.set_value(failure(std::move(error)));
        m_loop.quit();
    }

    void onError(QAbstractSocket::SocketError code)
    {
        const QString detail = m_socket.errorString();
        const bool isHandshake = code == QAbstractSocket::SslHandshakeFailedError || refusesClientCertificate(detail);
        Error error = isHandshake ? handshakeFailed(detail, name(), m_shared.options.trust.hasClientCertificate()) : noConnection(code, detail, name(), route());
        if (!m_isOpen)
            return refuse(std::move(error));
        const QMutexLocker lock(&m_shared.mutex);
        if (!m_shared.problem)
            m_shared.problem = std::move(error);
    }

    /// What came before the end still reaches the library.
    void onServerGone()
    {
        if (!m_isOpen)
            return;
        m_isServerGone = true;
        carryBack();
    }

    void carryOn()
    {
        QByteArray bytes(65'536, Qt::Uninitialized);
        while (m_socket.bytesToWrite() + m_socket.encryptedBytesToWrite() < mostWaiting) {
            const ssize_t count = ::recv(m_shared.ours, bytes.data(), static_cast<size_t>(bytes.size()), MSG_DONTWAIT);
            if (count > 0) {
                m_socket.write(bytes.constData(), count);
                m_socket.flush();
                continue;
            }
            if (count < 0 && (errno == EAGAIN || errno == EINTR))
                return;
            return leave();
        }
        m_fromLibrary.setEnabled(false);
    }

    void carryOnIfRoom()
    {
        if (m_isOpen && !m_isLeaving && !m_fromLibrary.isEnabled()) {
            m_fromLibrary.setEnabled(true);
            carryOn();
        }
    }

    void carryBack()
    {
        if (m_isLeaving)
            return;
        while (true) {
            if (m_pending.isEmpty())
                m_pending = m_socket.read(mostWaiting);
            if (m_pending.isEmpty())
                break;
            const ssize_t count = ::send(m_shared.ours, m_pending.constData(), static_cast<size_t>(m_pending.size()), MSG_DONTWAIT | MSG_NOSIGNAL);
            if (count >= 0) {
                m_pending.remove(0, count);
                continue;
            }
            if (errno != EAGAIN && errno != EINTR)
                return leave();
            m_toLibrary.setEnabled(true);
            return;
        }
        m_toLibrary.setEnabled(false);
        if (m_isServerGone)
            stop();
    }

    /// The library has closed its end.
    void leave()
    {
        if (m_isLeaving)
            return;
        m_isLeaving = true;
        m_fromLibrary.setEnabled(false);
        m_toLibrary.setEnabled(false);
        if (m_socket.state() == QAbstractSocket::UnconnectedState)
            return stop();
        connect(&m_socket, &QSslSocket::disconnected, this, [this] { stop(); });
        constexpr Millis parting(2000);
        QTimer::singleShot(parting, this, [this] { stop(); });
        m_socket.disconnectFromHost();
    }

    void checkDeadline()
    {
        const qint64 overdueAt = m_shared.overdueAt.load();
        if (overdueAt == 0 || monotonicMillis() < overdueAt)
            return;
        m_shared.isOverdue = true;
        stop();
    }

    void stop()
    {
        m_isOver = true;
        m_fromLibrary.setEnabled(false);
        m_toLibrary.setEnabled(false);
        ::shutdown(m_shared.ours, SHUT_RDWR);
        m_loop.quit();
    }

    Shared &m_shared;
    QEventLoop &m_loop;
    const Millis m_deadline;
    QSslSocket m_socket;
    QSocketNotifier m_fromLibrary;
    QSocketNotifier m_toLibrary;
    QTimer m_patience;
    QTimer m_tick;
    QByteArray m_pending; ///< read from the server, not yet taken by the library
    bool m_isOpen = false;
    bool m_isOver = false;
    bool m_isServerGone = false;
    bool m_isLeaving = false;
};

ServerPipe::ServerPipe(std::shared_ptr<Shared> shared) : m_shared(std::move(shared)) {}

ServerPipe::~ServerPipe()
{
    if (m_shared->library >= 0)
        end();
    m_shared->thread->wait();
}

Result<std::unique_ptr<ServerPipe>> ServerPipe::open(const ConnectionOptions &options, Server server, Millis deadline)
{
    auto shared = std::make_shared<Shared>();
    shared->options = options;
    shared->url = addressOf(server);
    shared->server = std::move(server);
    if (auto checked = checkUrl(shared->url, options.allowPlainLoopback); !checked)
        return failure(std::move(checked.error()));
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return failure(Error::Kind::Internal, QStringLiteral("This system gave out no further sockets."));
    shared->ours = ends[0];
    shared->library = ends[1];
    ::fcntl(shared->library, F_SETFL, ::fcntl(shared->library, F_GETFL) | O_NONBLOCK);
    auto opened = shared->opened.get_future();
    shared->thread.reset(QThread::create([&state = *shared, deadline] {
        QEventLoop loop;
        Relay relay(state, loop, deadline);
        QMetaObject::invokeMethod(&relay, [&relay] { relay.start(); }, Qt::QueuedConnection);
        loop.exec();
    }));
    shared->thread->setObjectName(QStringLiteral("pipe"));
    shared->thread->start();
    std::unique_ptr<ServerPipe> pipe(new ServerPipe(shared));
    if (Result<void> result = opened.get(); !result)
        return failure(std::move(result.error()));
    return pipe;
}

int ServerPipe::takeDescriptor()
{
    return std::exchange(m_shared->library, -1);
}

void ServerPipe::allow(Millis span)
{
    m_shared->overdueAt = monotonicMillis() + std::max<qint64>(1, span.count());
}

void ServerPipe::rest()
{
    m_shared->overdueAt = 0;
}

bool ServerPipe::isOverdue() const
{
    return m_shared->isOverdue;
}

void ServerPipe::end()
{
    ::shutdown(m_shared->ours, SHUT_RDWR);
}

std::optional<Error> ServerPipe::problem() const
{
    const QMutexLocker lock(&m_shared->mutex);
    return m_shared->problem;
}

} // namespace holdwatch::net
