// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/StatusErrors.h"

#include "app/net/ConnectionOptions.h"
#include "app/net/RetryAfter.h"
#include "app/net/Throttling.h"

namespace holdwatch::net {

namespace {

struct Wording
{
    QString what; ///< %1 is the server, %2 (if there) the status
    QString next;
};

Wording wordingOf(Error::Kind kind, int status)
{
    switch (kind) {
    case Error::Kind::Unauthorized:
        return {QStringLiteral("The server at %1 did not accept the key (401)."), QStringLiteral("Enter a valid key for this connection.")};
    case Error::Kind::Forbidden:
        return {QStringLiteral("The key is not allowed to do this at %1 (403)."), QStringLiteral("Give the key the right to read queues, or use another one.")};
    case Error::Kind::PaymentRequired:
        return {QStringLiteral("The account at %1 has no credit left (402)."), QStringLiteral("Top the account up; polling waits until then.")};
    case Error::Kind::NotFound:
        return {QStringLiteral("The server at %1 knows no such thing (404)."), QStringLiteral("Check the address; the queue may have been deleted.")};
    case Error::Kind::Conflict:
        return {QStringLiteral("The server at %1 reports a conflict (409)."), {}};
    case Error::Kind::Throttled:
        if (status == 503)
            return {QStringLiteral("The server at %1 can't answer requests for now (%2)."), QStringLiteral("It is asked less often until it can.")};
        return {QStringLiteral("The server at %1 asks for fewer requests (%2)."), QStringLiteral("Poll less often if this goes on.")};
    case Error::Kind::ServerFailed:
        return {QStringLiteral("The server at %1 failed by itself (%2)."), {}};
    case Error::Kind::TooLarge:
        return {QStringLiteral("The server at %1 refused the request as too large (413)."), {}};
    case Error::Kind::Malformed:
        if (status >= 300 && status < 400) {
            return {QStringLiteral("The server at %1 answered with a redirect (%2), which is not followed: the key would go to another place."),
                    QStringLiteral("Enter the address that the API itself answers at.")};
        }
        return {QStringLiteral("The server at %1 answered with status %2, which means nothing here."), {}};
    default:
        return {QStringLiteral("The server at %1 did not accept the request (%2)."), {}};
    }
}

} // namespace

Error::Kind kindOf(int httpStatus)
{
    switch (httpStatus) {
    case 401: return Error::Kind::Unauthorized;
    case 402: return Error::Kind::PaymentRequired;
    case 403: return Error::Kind::Forbidden;
    case 404:
    case 410: return Error::Kind::NotFound;
    case 409: return Error::Kind::Conflict;
    case 413: return Error::Kind::TooLarge;
    case 429:
    case 503: return Error::Kind::Throttled;
    default: break;
    }
    if (httpStatus >= 500 && httpStatus < 600)
        return Error::Kind::ServerFailed;
    return httpStatus >= 400 && httpStatus < 500 ? Error::Kind::Invalid : Error::Kind::Malformed;
}

Error statusError(const Response &response, const QUrl &url, const QString &explanation, UtcTime now)
{
    Error error;
    error.kind = asksForFewerRequests(response) ? Error::Kind::Throttled : kindOf(response.status);
    error.httpStatus = response.status;
    error.where = hostAndPort(url);
    if (error.kind == Error::Kind::Throttled)
        error.retryAfter = parseRetryAfter(response.header("retry-after"), response.serverTime.value_or(now));
    const Wording wording = wordingOf(error.kind, response.status);
    error.what = wording.what.arg(error.where).replace(QLatin1String("%2"), QString::number(response.status));
    if (!explanation.isEmpty())
        error.what += QStringLiteral(" It says: \u201c%1\u201d").arg(explanation);
    error.kept = QStringLiteral("The last known values stay on screen, marked stale.");
    error.next = wording.next;
    return error;
}

std::optional<Error> failureOf(const Response &response, const QUrl &url, const QString &explanation, UtcTime now)
{
    if (response.status >= 200 && response.status < 300)
        return std::nullopt;
    return statusError(response, url, explanation, now);
}

} // namespace holdwatch::net
