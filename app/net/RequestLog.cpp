// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/RequestLog.h"

#include "app/net/ConnectionOptions.h"

#include <QLoggingCategory>

namespace holdwatch::net {

Q_LOGGING_CATEGORY(netLog, "holdwatch.net")

namespace {

QString pathOf(const Request &request, bool isWrite)
{
    if (isWrite && !request.credential)
        return QStringLiteral("(path not logged)");
    const QString path = request.url.path(QUrl::FullyEncoded);
    return request.url.hasQuery() ? path + QLatin1Char('?') + QChar(0x2026) : path;
}

QString endOf(const Result<Response> &outcome)
{
    if (!outcome)
        return toWord(outcome.error().kind);
    return QStringLiteral("%1, %2 bytes").arg(outcome->status).arg(outcome->body.size());
}

} // namespace

void logRequest(const Request &request, bool isWrite, const Result<Response> &outcome, Millis took)
{
    qCDebug(netLog).noquote().nospace() << QString::fromLatin1(request.method) << ' ' << hostAndPort(request.url) << ' ' << pathOf(request, isWrite) << " -> "
                                        << endOf(outcome) << ", " << took.count() << " ms";
}

} // namespace holdwatch::net
