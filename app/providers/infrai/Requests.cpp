// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/Requests.h"

namespace holdwatch::providers::infrai {

namespace {

/// Of one queue: many are under way at once, so none may be large.
constexpr qint64 largestQueueAnswer = 1024 * 1024;

QByteArray basePathOf(const QUrl &base)
{
    QByteArray path = base.path(QUrl::FullyEncoded).toLatin1();
    while (path.endsWith('/'))
        path.chop(1);
    return path.isEmpty() ? QByteArrayLiteral("/v1") : path;
}

QByteArray segment(const QString &text)
{
    return QUrl::toPercentEncoding(text);
}

QByteArray filledIn(const Route &route, const QString &queue)
{
    QByteArray path = route.path.toLatin1();
    const qsizetype open = path.indexOf('{');
    const qsizetype close = path.indexOf('}', open);
    return path.replace(open, close - open + 1, segment(queue));
}

} // namespace

Requests::Requests(const QUrl &base, const net::Credential &credential, Millis deadline)
    : m_origin(base.adjusted(QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment).toEncoded()), m_basePath(basePathOf(base)),
      m_credential(credential), m_deadline(deadline)
{
}

net::ReadRequest Requests::discoveryIndex() const
{
    return get(m_basePath + "/discovery", false);
}

net::ReadRequest Requests::discoveryDetail(const QString &id) const
{
    return get(m_basePath + "/discovery/" + segment(id), false);
}

net::ReadRequest Requests::call(const Route &route) const
{
    return get(route.path.toLatin1(), true);
}

net::ReadRequest Requests::call(const Route &route, const QString &queue) const
{
    net::ReadRequest request = get(filledIn(route, queue), true);
    request.maxBody = largestQueueAnswer;
    return request;
}

net::ReadRequest Requests::deadLetters(const Route &route, const QString &queue, const QString &cursor, int limit) const
{
    QByteArrayList query;
    if (limit > 0)
        query << "limit=" + QByteArray::number(limit);
    if (!cursor.isEmpty())
        query << "cursor=" + QUrl::toPercentEncoding(cursor);
    return get(filledIn(route, queue) + (query.isEmpty() ? QByteArray() : '?' + query.join('&')), true);
}

net::ReadRequest Requests::nextPage(const Route &route, const QString &cursor) const
{
    return get(route.path.toLatin1() + "?cursor=" + QUrl::toPercentEncoding(cursor), true);
}

net::WriteRequest Requests::redrive(const Route &route, const QString &queue, const QByteArray &body, const QByteArray &idempotencyKey,
                                    const net::Credential &credential) const
{
    net::WriteRequest request;
    request.method = "POST";
    request.url = QUrl::fromEncoded(m_origin + filledIn(route, queue), QUrl::StrictMode);
    request.headers = {{"Content-Type", "application/json"}};
    request.body = body;
    request.credential = &credential;
    request.deadline = m_deadline;
    request.maxBody = largestQueueAnswer;
    request.idempotencyKey = idempotencyKey;
    return request;
}

QString Requests::shown(const net::WriteRequest &request)
{
    QStringList lines{QString::fromLatin1(request.method) + QLatin1Char(' ') + QString::fromLatin1(request.url.toEncoded()),
                      QStringLiteral("Authorization: Bearer (not shown)"), QStringLiteral("Idempotency-Key: ") + QString::fromUtf8(request.idempotencyKey)};
    for (const auto &[name, value] : request.headers)
        lines << QString::fromLatin1(name + ": " + value);
    return lines.join(QLatin1Char('\n')) + QStringLiteral("\n\n") + QString::fromUtf8(request.body.trimmed());
}

net::ReadRequest Requests::get(const QByteArray &encodedPath, bool withKey) const
{
    net::ReadRequest request;
    request.url = QUrl::fromEncoded(m_origin + encodedPath, QUrl::StrictMode);
    request.credential = withKey ? &m_credential : nullptr;
    request.deadline = m_deadline;
    return request;
}

} // namespace holdwatch::providers::infrai
