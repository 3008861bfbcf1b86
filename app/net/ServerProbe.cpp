// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/ServerProbe.h"

#include "app/net/CertificateText.h"
#include "app/net/TransportErrors.h"

#include <QElapsedTimer>
#include <QHostAddress>
#include <QHostInfo>
#include <QNetworkProxy>
#include <QSslCipher>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTimer>

#include <algorithm>
#include <coroutine>
#include <vector>

namespace holdwatch::net {

namespace {

/// What runs until its outcome, its deadline or a cancellation, whichever is first.
class Step : public QObject
{
public:
    Step(const ConnectionOptions &options, const QUrl &url, Millis deadline)
        : m_options(options), m_url(url), m_server(hostAndPort(url)), m_allowed(deadline)
    {
        m_timer.setSingleShot(true);
        connect(&m_timer, &QTimer::timeout, this, [this] { fail(neverConnected(m_server, m_allowed, route())); });
        m_timer.start(m_allowed);
    }

    void cancel() { fail(cancelled(m_server)); }

    struct Finished
    {
        Step &step;
        bool await_ready() const noexcept { return step.m_settled; }
        void await_suspend(std::coroutine_handle<> waiter) noexcept { step.m_waiter = waiter; }
        void await_resume() const noexcept {}
    };
    Finished finished() { return {*this}; }

protected:
    QString route() const { return describeProxy(m_options, m_url); }
    bool isSettled() const { return m_settled; }
    virtual void fail(Error error) = 0;

    /// Resumes from the event loop, never from inside a signal of Qt.
    void settle()
    {
        m_settled = true;
        m_timer.stop();
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (m_waiter)
                    std::exchange(m_waiter, nullptr).resume();
            },
            Qt::QueuedConnection);
    }

    const ConnectionOptions &m_options;
    const QUrl m_url;
    const QString m_server;
    const Millis m_allowed;

private:
    QTimer m_timer;
    bool m_settled = false;
    std::coroutine_handle<> m_waiter;
};

template<typename T>
class StepFor : public Step
{
public:
    using Step::Step;
    Result<T> take() { return std::move(*m_outcome); }

protected:
    void fail(Error error) override
    {
        if (isSettled())
            return;
        m_outcome.emplace(tl::unexpect, std::move(error));
        settle();
    }
    void end(T found)
    {
        if (isSettled())
            return;
        m_outcome.emplace(std::move(found));
        settle();
    }

private:
    std::optional<Result<T>> m_outcome;
};

class LookUp final : public StepFor<NameLookup>
{
public:
    using StepFor::StepFor;
    ~LookUp() override { QHostInfo::abortHostLookup(m_lookup); }

    void start()
    {
        m_found.host = m_url.host();
        m_found.route = route();
        m_found.byProxy = m_found.route != QLatin1String("direct");
        if (m_found.byProxy)
            return end(m_found);
        if (!QHostAddress(m_found.host).isNull()) { // Qt would ask for its name, which nobody needs
            m_found.addresses = QStringList{m_found.host};
            return end(m_found);
        }
        m_lookup = QHostInfo::lookupHost(m_found.host, this, [this](const QHostInfo &info) { onAnswer(info); });
    }

private:
    void onAnswer(const QHostInfo &info)
    {
        if (info.error() != QHostInfo::NoError || info.addresses().isEmpty())
            return fail(noConnection(QAbstractSocket::HostNotFoundError, {}, m_server, m_found.route));
        for (const QHostAddress &address : info.addresses())
            m_found.addresses << address.toString();
        end(m_found);
    }

    NameLookup m_found;
    int m_lookup = -1;
};

QString nameOf(QSsl::SslProtocol protocol)
{
    switch (protocol) {
    case QSsl::TlsV1_2: return QStringLiteral("TLS 1.2");
    case QSsl::TlsV1_3: return QStringLiteral("TLS 1.3");
    default: return QStringLiteral("an unknown TLS");
    }
}

QNetworkProxy proxyFor(const ConnectionOptions &options, const QUrl &url)
{
    const std::unique_ptr<QNetworkProxyFactory> factory(makeProxyFactory(options));
    return factory->queryProxy(QNetworkProxyQuery(url)).value(0, QNetworkProxy(QNetworkProxy::NoProxy));
}

class Handshake final : public StepFor<TlsFindings>
{
public:
    Handshake(const ConnectionOptions &options, const QUrl &url, Millis deadline, Millis patience)
        : StepFor(options, url, deadline), m_patience(patience)
    {
    }
    ~Handshake() override
    {
        m_socket.disconnect(this);
        m_socket.abort();
    }

    void start()
    {
        m_findings.route = route();
        if (m_url.scheme() == QLatin1String("http"))
            return end(m_findings);
        connect(&m_socket, &QSslSocket::sslErrors, this, [this](const QList<QSslError> &complaints) { onComplaints(complaints); });
        connect(&m_socket, &QSslSocket::encrypted, this, [this] { onEncrypted(); });
        connect(&m_socket, &QSslSocket::errorOccurred, this, [this](QAbstractSocket::SocketError code) { onError(code); });
        connect(&m_socket, &QSslSocket::newSessionTicketReceived, this, [this] { endIfEncrypted(); });
        QSslConfiguration tls = m_options.trust.configuration();
        if (m_options.http2)
            tls.setAllowedNextProtocols({QSslConfiguration::ALPNProtocolHTTP2, QSslConfiguration::NextProtocolHttp1_1});
        m_socket.setSslConfiguration(tls);
        m_socket.setProxy(proxyFor(m_options, m_url));
        m_sinceStart.start();
        constexpr quint16 httpsPort = 443;
        m_socket.connectToHostEncrypted(m_url.host(), static_cast<quint16>(m_url.port(httpsPort)));
    }

private:
    void takeFindings(TlsFindings::State state)
    {
        m_findings.state = state;
        m_findings.protocol = nameOf(m_socket.sessionProtocol());
        m_findings.cipher = m_socket.sessionCipher().name();
        m_findings.application = QString::fromLatin1(m_socket.sslConfiguration().nextNegotiatedProtocol());
        m_findings.chain = toPeerCertificates(m_socket.peerCertificateChain());
    }

    void onComplaints(const QList<QSslError> &complaints)
    {
        takeFindings(TlsFindings::State::Untrusted);
        m_findings.refusal = tlsRefused(complaints, m_server);
        end(m_findings);
    }

    void onEncrypted()
    {
        takeFindings(TlsFindings::State::Trusted);
        m_encrypted = true;
        if (m_socket.sessionProtocol() != QSsl::TlsV1_3)
            return end(m_findings);
        // Only now does the server look at our certificate. A ticket says that it is content; not all send one.
        constexpr Millis longest = Seconds(2);
        QTimer::singleShot(std::max(m_patience, std::min(longest, Millis(m_sinceStart.elapsed()))), this, [this] { endIfEncrypted(); });
    }

    void endIfEncrypted()
    {
        if (m_encrypted)
            end(m_findings);
    }

    void onError(QAbstractSocket::SocketError code)
    {
        const QString detail = m_socket.errorString();
        const bool shows = m_options.trust.hasClientCertificate();
        if (code == QAbstractSocket::SslHandshakeFailedError || refusesClientCertificate(detail))
            return fail(handshakeFailed(detail, m_server, shows));
        if (m_encrypted)
            return end(m_findings);
        fail(noConnection(code, detail, m_server, m_findings.route));
    }

    const Millis m_patience;
    QSslSocket m_socket;
    QElapsedTimer m_sinceStart;
    TlsFindings m_findings;
    bool m_encrypted = false;
};

} // namespace

struct ServerProbe::Work
{
    ConnectionOptions options;
    QUrl url;
    std::vector<Step *> underWay; ///< each belongs to its coroutine

    template<typename StepKind, typename Found, typename... How>
    static QCoro::Task<Result<Found>> run(std::shared_ptr<Work> work, How... how)
    {
        if (auto checked = checkUrl(work->url, work->options.allowPlainLoopback); !checked)
            co_return failure(std::move(checked.error()));
        StepKind step(work->options, work->url, how...);
        work->underWay.push_back(&step);
        step.start();
        co_await step.finished();
        std::erase(work->underWay, &step);
        co_return step.take();
    }
};

ServerProbe::ServerProbe(ConnectionOptions options, QUrl url)
    : m_work(std::make_shared<Work>(Work{std::move(options), url.adjusted(QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment), {}}))
{
}

ServerProbe::~ServerProbe()
{
    cancel();
}

QCoro::Task<Result<NameLookup>> ServerProbe::lookUp(Millis deadline)
{
    return Work::run<LookUp, NameLookup>(m_work, deadline);
}

QCoro::Task<Result<TlsFindings>> ServerProbe::handshake(Millis deadline, Millis patience)
{
    return Work::run<Handshake, TlsFindings>(m_work, deadline, patience);
}

void ServerProbe::cancel()
{
    const std::vector<Step *> steps = m_work->underWay;
    for (Step *step : steps)
        step->cancel();
}

} // namespace holdwatch::net
