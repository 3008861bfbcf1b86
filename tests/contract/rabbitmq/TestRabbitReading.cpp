// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/RabbitProvider.h"
#include "tests/contract/provider/ReaderContract.h"

#include <QTest>

namespace holdwatch::test {

namespace {

QByteArray quoted(const QByteArray &text)
{
    QByteArray json("\"");
    for (const char c : text) {
        if (c == '"' || c == '\\')
            json += '\\';
        if (uchar(c) < 0x20)
            json += "\\u00" + QByteArray(1, c).toHex();
        else
            json += c;
    }
    return json + '"';
}

/// A small management API: a classic dead-letter queue, and a quorum queue whose message was looked at twice.
class RabbitLetters final : public ReaderFixture
{
public:
    QString full() const override { return QStringLiteral("orders"); }
    QString sparse() const override { return QStringLiteral("mail"); }
    WatchedQueue deadSet() const override { return queue(QStringLiteral("shop/dead letters")); }
    std::optional<WatchedQueue> guarded() const override { return queue(QStringLiteral("guarded")); }
    QByteArrayList payloads() const override { return bodies(); }
    bool needsLooks() const override { return true; }
    bool hasPages() const override { return false; }
    void loseNextLetter() override { m_lost = true; }

protected:
    QString basePath() const override { return {}; }
    bool bringsLetters(const SeenRequest &request) const override { return request.target.endsWith("/get"); }
    bool isDeclaredLook(const SeenRequest &request) const override
    {
        return request.method == "POST" && request.target == "/api/queues/shop/dead%20letters/get" && request.body.contains("\"ackmode\":\"ack_requeue_true\"")
            && request.body.contains("\"encoding\":\"auto\"");
    }
    net::Credential credential() const override { return {net::Credential::Scheme::Basic, QByteArrayLiteral("ops"), Secret(secret())}; }

    Play healthy(const SeenRequest &request, const QString &) const override
    {
        const QByteArray path = request.target.split('?').first();
        if (path == "/api/overview")
            return json(R"({"rabbitmq_version":"3.10.8","rates_mode":"basic"})");
        if (path == "/api/whoami")
            return json(R"({"name":"ops","tags":["monitoring"]})");
        if (path == "/api/queues/shop/dead%20letters")
            return json(R"({"name":"dead letters","type":"classic","arguments":{},"effective_policy_definition":[],"consumers":0,"messages":11,"messages_ready":11,"message_bytes":400000})");
        if (path == "/api/queues/%2F/guarded")
            return json(R"({"name":"guarded","type":"quorum","arguments":{"x-delivery-limit":5},"effective_policy_definition":{"delivery-limit":2},"messages":1,"message_stats":{"deliver_get":2,"redeliver":1}})");
        if (isDeclaredLook(request))
            return json(letters());
        return play::answer(404, R"({"error":"Object Not Found","reason":"Not Found"})", dated());
    }

    Play wrongTyped(const SeenRequest &) const override
    {
        return json(R"([{"payload":"x","payload_encoding":"string","payload_bytes":"one","message_count":"many","exchange":4,"redelivered":"perhaps",)"
                    R"("properties":{"timestamp":"today","expiration":7,"message_id":{},"headers":{"x-death":"no","x-delivery-count":"2"}}},)"
                    R"({"payload":"y","payload_encoding":"string","properties":"none"}])");
    }

    std::unique_ptr<providers::Provider> make(const ConnectionConfig &config, net::Credential credential, std::unique_ptr<net::HttpClient> client, const Clock &time) override
    {
        return std::make_unique<providers::rabbitmq::RabbitProvider>(config, std::move(client), std::move(credential), time);
    }

private:
    static WatchedQueue queue(const QString &name)
    {
        WatchedQueue queue;
        queue.id = {ConnectionId(QStringLiteral("staged")), name};
        queue.isDeadLetterQueue = true;
        return queue;
    }

    static QByteArrayList bodies() { return nastyJson() + QByteArrayList{QByteArray("\0\xff\xfe", 3), "\xef\xbb\xbfwith a mark", QByteArray("a\0b", 3), ""}; }

    QByteArray letters() const
    {
        QByteArrayList items;
        const QByteArrayList all = m_lost ? bodies().mid(1) : bodies();
        for (qsizetype i = 0; i < all.size(); ++i) {
            const bool isBinary = all.at(i).contains('\xff');
            const QByteArray payload = isBinary ? quoted(all.at(i).toBase64()) : quoted(all.at(i));
            const bool isSparse = i + 1 == all.size();
            items << "{\"payload_bytes\":" + QByteArray::number(all.at(i).size()) + ",\"redelivered\":false,\"exchange\":\"\",\"routing_key\":\"dead letters\",\"message_count\":"
                    + QByteArray::number(all.size() - 1 - i) + ",\"properties\":" + (isSparse ? QByteArray("[]") : properties()) + ",\"payload\":" + payload
                    + ",\"payload_encoding\":\"" + (isBinary ? "base64" : "string") + "\"}";
        }
        return '[' + items.join(',') + ']';
    }

    static QByteArray properties()
    {
        return R"({"message_id":"m","timestamp":1796067941,"headers":{"payload":"a header of that name","list":[{"payload":1}],"x-death":[)"
               R"({"count":2,"exchange":"","queue":"orders","reason":"rejected","routing-keys":["orders"],"time":1796068447}]}})";
    }

    bool m_lost = false;
};

} // namespace

class TestRabbitReading final : public ReaderContract
{
    Q_OBJECT
protected:
    std::unique_ptr<ReaderFixture> makeFixture() override { return std::make_unique<RabbitLetters>(); }
};

} // namespace holdwatch::test

using holdwatch::test::TestRabbitReading;
QTEST_GUILESS_MAIN(TestRabbitReading)
#include "TestRabbitReading.moc"
