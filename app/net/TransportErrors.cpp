// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/TransportErrors.h"

namespace holdwatch::net {

namespace {

const QString lastKnownStays()
{
    return QStringLiteral("The last known values stay on screen, marked stale.");
}

Error make(Error::Kind kind, const QString &server, QString what, QString next = {})
{
    Error error;
    error.kind = kind;
    error.where = server;
    error.what = std::move(what);
    error.kept = lastKnownStays();
    error.next = std::move(next);
    return error;
}

QString inWords(Millis span)
{
    // What is left of a longer time is an odd number that nobody chose.
    if (span > Seconds(10))
        span = std::chrono::round<Seconds>(span);
    return span < Seconds(1) ? QStringLiteral("%1 ms").arg(span.count()) : QStringLiteral("%1 s").arg(toSeconds(span));
}

QString inWords(qint64 bytes)
{
    constexpr qint64 mebi = 1024 * 1024;
    constexpr qint64 kibi = 1024;
    if (bytes >= mebi)
        return QStringLiteral("%1 MB").arg(bytes / mebi);
    return bytes >= kibi ? QStringLiteral("%1 KB").arg(bytes / kibi) : QStringLiteral("%1 bytes").arg(bytes);
}

bool isProxied(const QString &proxy)
{
    return !proxy.isEmpty() && proxy != QLatin1String("direct");
}

Error stoppedAtProxy(bool wantsLogin, const QString &server, const QString &proxy)
{
    const QString form = wantsLogin ? QStringLiteral("The way to %1 leads through the %2, which asks for a user name and password.")
                                    : QStringLiteral("The way to %1 leads through the %2, which did not let the connection pass.");
    return make(Error::Kind::Unreachable, server, form.arg(server, proxy),
                QStringLiteral("Check the proxy, or choose another one in the connection's settings."));
}

Error withoutProxy(QNetworkReply::NetworkError code, const QString &detail, const QString &server)
{
    switch (code) {
    case QNetworkReply::ConnectionRefusedError:
        return make(Error::Kind::Unreachable, server, QStringLiteral("Nothing accepts connections at %1.").arg(server),
                    QStringLiteral("Check that the server runs and that the port is right."));
    case QNetworkReply::HostNotFoundError:
        return make(Error::Kind::Unreachable, server, QStringLiteral("The name of %1 is not known.").arg(server),
                    QStringLiteral("Check the spelling and this desktop's network."));
    case QNetworkReply::RemoteHostClosedError:
    case QNetworkReply::ContentReSendError:
        return make(Error::Kind::Unreachable, server, QStringLiteral("The server at %1 closed the connection without an answer.").arg(server));
    case QNetworkReply::TimeoutError:
    case QNetworkReply::OperationCanceledError:
        return make(Error::Kind::Timeout, server, QStringLiteral("The server at %1 fell silent.").arg(server));
    case QNetworkReply::ProtocolFailure:
    case QNetworkReply::ProtocolUnknownError:
    case QNetworkReply::ProtocolInvalidOperationError:
        return make(Error::Kind::Malformed, server, QStringLiteral("What answers at %1 does not speak HTTP.").arg(server),
                    QStringLiteral("Check the port."));
    default:
        return make(Error::Kind::Unreachable, server, QStringLiteral("No connection to %1: %2.").arg(server, detail));
    }
}

} // namespace

Error noConnection(QNetworkReply::NetworkError code, const QString &detail, const QString &server, const QString &proxy)
{
    if (code >= QNetworkReply::ProxyConnectionRefusedError && code <= QNetworkReply::UnknownProxyError)
        return stoppedAtProxy(code == QNetworkReply::ProxyAuthenticationRequiredError, server, proxy);
    Error error = withoutProxy(code, detail, server);
    if (isProxied(proxy))
        error.what += QStringLiteral(" The way there leads through the %1.").arg(proxy);
    return error;
}

Error noConnection(QAbstractSocket::SocketError code, const QString &detail, const QString &server, const QString &proxy)
{
    switch (code) {
    case QAbstractSocket::ProxyAuthenticationRequiredError: return noConnection(QNetworkReply::ProxyAuthenticationRequiredError, detail, server, proxy);
    case QAbstractSocket::ProxyConnectionRefusedError:
    case QAbstractSocket::ProxyConnectionClosedError:
    case QAbstractSocket::ProxyConnectionTimeoutError:
    case QAbstractSocket::ProxyNotFoundError:
    case QAbstractSocket::ProxyProtocolError: return noConnection(QNetworkReply::UnknownProxyError, detail, server, proxy);
    case QAbstractSocket::ConnectionRefusedError: return noConnection(QNetworkReply::ConnectionRefusedError, detail, server, proxy);
    case QAbstractSocket::HostNotFoundError: return noConnection(QNetworkReply::HostNotFoundError, detail, server, proxy);
    case QAbstractSocket::RemoteHostClosedError: return noConnection(QNetworkReply::RemoteHostClosedError, detail, server, proxy);
    case QAbstractSocket::SocketTimeoutError: return noConnection(QNetworkReply::TimeoutError, detail, server, proxy);
    default: return noConnection(QNetworkReply::UnknownNetworkError, detail, server, proxy);
    }
}

Error neverConnected(const QString &server, Millis deadline, const QString &proxy)
{
    Error error = tooSlow(server, deadline, false);
    if (isProxied(proxy)) {
        error.what = QStringLiteral("No connection to %1 came about within %2. The way there leads through the %3.").arg(server, inWords(deadline), proxy);
        error.next = QStringLiteral("Check the proxy, or choose another one in the connection's settings.");
    }
    return error;
}

Error tooSlow(const QString &server, Millis deadline, bool begun)
{
    const QString form = begun ? QStringLiteral("The answer of the server at %1 was not complete within %2.")
                               : QStringLiteral("The server at %1 did not answer within %2.");
    return make(Error::Kind::Timeout, server, form.arg(server, inWords(deadline)));
}

Error tooLarge(const QString &server, qint64 cap)
{
    return make(Error::Kind::TooLarge, server,
                QStringLiteral("The answer of the server at %1 is larger than the %2 that are read.").arg(server, inWords(cap)),
                QStringLiteral("Check that the address is that of the queue's API."));
}

Error brokenOff(const QString &server, int status, qint64 received, qint64 announced)
{
    Error error = make(Error::Kind::Malformed, server,
                       announced > received
                           ? QStringLiteral("The answer of the server at %1 broke off after %2 of %3.").arg(server, inWords(received), inWords(announced))
                           : QStringLiteral("The answer of the server at %1 broke off after %2.").arg(server, inWords(received)));
    error.httpStatus = status;
    return error;
}

Error cancelled(const QString &server)
{
    return make(Error::Kind::Cancelled, server, QStringLiteral("The request to %1 was cancelled here.").arg(server));
}

Error outcomeUnknown(const QString &server, const Error &why)
{
    Error error;
    error.kind = Error::Kind::OutcomeUnknown;
    error.where = server;
    error.httpStatus = why.httpStatus;
    error.what = QStringLiteral("The request was sent to %1 and its answer was lost, so whether it took effect is unknown. %2").arg(server, why.what);
    error.kept = QStringLiteral("It was sent once and is not repeated by itself.");
    error.next = QStringLiteral("Look at the queue before asking again.");
    return error;
}

bool provesNothingWasSent(QNetworkReply::NetworkError code)
{
    switch (code) {
    case QNetworkReply::ConnectionRefusedError:
    case QNetworkReply::HostNotFoundError:
    case QNetworkReply::SslHandshakeFailedError:
    case QNetworkReply::ProxyConnectionRefusedError:
    case QNetworkReply::ProxyNotFoundError:
    case QNetworkReply::ProxyAuthenticationRequiredError: return true;
    default: return false;
    }
}

} // namespace holdwatch::net
