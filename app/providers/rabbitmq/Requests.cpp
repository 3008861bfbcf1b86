// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/Requests.h"

namespace holdwatch::providers::rabbitmq {

namespace {

QByteArray pathOf(const QString &vhost, const QString &queue)
{
    return "/queues/" + QUrl::toPercentEncoding(vhost) + '/' + QUrl::toPercentEncoding(queue);
}

QByteArray shovelPath(const QString &vhost, const QByteArray &name)
{
    return "/parameters/shovel/" + QUrl::toPercentEncoding(vhost) + '/' + name;
}

} // namespace

Requests::Requests(const QUrl &base, const net::Credential *credential, Millis deadline)
    : m_api(base), m_credential(credential), m_deadline(deadline)
{
    QString path = base.path(QUrl::FullyEncoded);
    while (path.endsWith(QLatin1Char('/')))
        path.chop(1);
    if (!path.endsWith(QLatin1String("/api")))
        path += QLatin1String("/api");
    m_api.setPath(path, QUrl::StrictMode);
    m_api.setQuery(QString());
    m_api.setFragment(QString());
}

net::ReadRequest Requests::get(const QByteArray &path, const QByteArray &query) const
{
    net::ReadRequest request;
    address(request, path);
    if (!query.isEmpty())
        request.url.setQuery(QLatin1String(query), QUrl::StrictMode);
    return request;
}

void Requests::address(net::Request &request, const QByteArray &path) const
{
    request.url = m_api;
    request.url.setPath(m_api.path(QUrl::FullyEncoded) + QLatin1String(path), QUrl::StrictMode);
    request.headers.append({QByteArrayLiteral("Accept"), QByteArrayLiteral("application/json")});
    request.credential = m_credential;
    request.deadline = m_deadline;
}

net::ReadRequest Requests::overview() const
{
    return get("/overview", "columns=rabbitmq_version,rates_mode,disable_stats,management_version");
}

net::ReadRequest Requests::whoami() const
{
    return get("/whoami");
}

net::ReadRequest Requests::permissionsOf(const QString &user) const
{
    return get("/users/" + QUrl::toPercentEncoding(user) + "/permissions");
}

net::ReadRequest Requests::queues(int page, const QByteArray &columns) const
{
    return get("/queues", "page=" + QByteArray::number(page) + "&page_size=" + QByteArray::number(pageSize) + "&pagination=true&columns=" + columns);
}

net::ReadRequest Requests::exchanges() const
{
    return get("/exchanges", "columns=vhost,name,type");
}

net::ReadRequest Requests::bindings() const
{
    return get("/bindings", "columns=vhost,source,destination,destination_type,routing_key");
}

net::ReadRequest Requests::deadSet(const QString &vhost, const QString &queue) const
{
    return get(pathOf(vhost, queue), "columns=name,type,arguments,effective_policy_definition,consumers,consumer_details.consumer_tag,messages,messages_ready,messages_unacknowledged,message_bytes,"
                                     "message_stats.deliver_get,message_stats.redeliver");
}

net::LookRequest Requests::look(const QString &vhost, const QString &queue, int count, qint64 bodyBytes, qint64 largestAnswer) const
{
    net::LookRequest request;
    address(request, pathOf(vhost, queue) + "/get");
    request.method = "POST";
    request.headers.append({QByteArrayLiteral("Content-Type"), QByteArrayLiteral("application/json")});
    request.body = "{\"count\":" + QByteArray::number(count) + ",\"ackmode\":\"ack_requeue_true\",\"encoding\":\"auto\"" + (bodyBytes > 0 ? ",\"truncate\":" + QByteArray::number(bodyBytes) : QByteArray()) + '}';
    request.maxBody = largestAnswer;
    return request;
}

net::WriteRequest Requests::write(const QByteArray &method, const QByteArray &path, const QByteArray &body, const QByteArray &idempotencyKey) const
{
    net::WriteRequest request;
    address(request, path);
    request.method = method;
    request.headers.append({QByteArrayLiteral("Content-Type"), QByteArrayLiteral("application/json")});
    request.body = body;
    request.idempotencyKey = idempotencyKey;
    return request;
}

net::ReadRequest Requests::shovels(const QString &vhost) const
{
    return get("/shovels/" + QUrl::toPercentEncoding(vhost));
}

net::ReadRequest Requests::shovel(const QString &vhost, const QByteArray &name) const
{
    return get(shovelPath(vhost, name));
}

net::WriteRequest Requests::startShovel(const QString &vhost, const QByteArray &name, const QByteArray &definition, const QByteArray &idempotencyKey) const
{
    return write("PUT", shovelPath(vhost, name), definition, idempotencyKey);
}

net::WriteRequest Requests::endShovel(const QString &vhost, const QByteArray &name, const QByteArray &idempotencyKey) const
{
    return write("DELETE", shovelPath(vhost, name), "{}", idempotencyKey);
}

QByteArray Requests::topologyColumns()
{
    return QByteArrayLiteral("vhost,name,type,state,arguments,effective_policy_definition");
}

QByteArray Requests::sampleColumns()
{
    return QByteArrayLiteral("vhost,name,type,state,messages_ready,messages_unacknowledged,consumers,head_message_timestamp,"
                             "message_stats.publish,message_stats.publish_details.rate,message_stats.ack,message_stats.ack_details.rate,"
                             "message_stats.deliver_no_ack,message_stats.deliver_no_ack_details.rate,message_stats.get_no_ack,message_stats.get_no_ack_details.rate,"
                             "message_stats.redeliver,message_stats.redeliver_details.rate");
}

} // namespace holdwatch::providers::rabbitmq
