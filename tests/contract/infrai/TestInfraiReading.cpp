// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/InfraiProvider.h"
#include "tests/contract/provider/ReaderContract.h"

#include <QTest>
#include <QUrlQuery>

namespace holdwatch::test {

namespace {

/// A small Infrai-like server whose dead letters come from two queues.
class InfraiLetters final : public ReaderFixture
{
public:
    QString full() const override { return QStringLiteral("orders"); }
    QString sparse() const override { return QStringLiteral("mail/eu"); }
    WatchedQueue deadSet() const override
    {
        WatchedQueue queue;
        queue.id = {ConnectionId(QStringLiteral("staged")), QStringLiteral("dead")};
        queue.isDeadLetterQueue = true;
        queue.origins = QStringList{full(), sparse()};
        return queue;
    }
    QByteArrayList payloads() const override { return nastyJson() + QByteArrayList{"{\"from\":\"mail\"}"}; }
    bool needsLooks() const override { return false; }
    bool hasPages() const override { return true; }
    void loseNextLetter() override { m_lost = true; }

protected:
    QString basePath() const override { return QStringLiteral("/v1"); }
    bool bringsLetters(const SeenRequest &request) const override { return request.target.startsWith("/v1/queue/dlq/list/"); }

    Play healthy(const SeenRequest &request, const QString &) const override
    {
        const QByteArray path = request.target.split('?').first();
        if (path == "/v1/discovery")
            return json(R"({"version":"1","generated_at":"2025-11-30T00:00:00Z","capabilities":[)"
                        R"({"id":"queue.list","method":"GET","path":"/v1/queue/list"},{"id":"queue.stats","method":"GET","path":"/v1/queue/stats/{queue}"},)"
                        R"({"id":"queue.dlq.list","method":"GET","path":"/v1/queue/dlq/list/{queue}"},{"id":"queue.dlq.redrive","method":"POST","path":"/v1/queue/dlq/redrive/{queue}"}]})");
        if (path == "/v1/discovery/queue.dlq.list")
            return json(R"({"id":"queue.dlq.list","params":{"type":"object","properties":{"limit":{"type":"integer","maximum":100},"cursor":{"type":"string"}}},"response":)" + schema() + '}');
        if (path.startsWith("/v1/discovery/"))
            return json(R"({"response":{"type":"object","properties":{"depth":{"type":"integer"}}}})");
        if (request.headers.value("authorization") != "Bearer " + secret())
            return play::answer(401, "{\"ok\":false,\"error\":\"no key\"}", dated());
        if (path == "/v1/queue/dlq/list/orders")
            return enveloped(pageOf(QUrlQuery(QString::fromLatin1(request.target.mid(path.size() + 1)))));
        if (path == "/v1/queue/dlq/list/mail%2Feu")
            return enveloped("{\"messages\":[{\"payload\":" + payloads().last() + "}],\"next_cursor\":null,\"total\":1}");
        return enveloped("{}");
    }

    Play wrongTyped(const SeenRequest &) const override
    {
        return enveloped(R"({"messages":[{"message_id":["a"],"payload":7,"delivery_count":"two","published_at":true,"dead_lettered_at":"yesterday","expires_at":{},)"
                         R"("attempts":"many","headers":1}],"next_cursor":null,"total":"one"})");
    }

    std::unique_ptr<providers::Provider> make(const ConnectionConfig &config, net::Credential credential, std::unique_ptr<net::HttpClient> client, const Clock &time) override
    {
        return std::make_unique<providers::infrai::InfraiProvider>(config, std::move(credential), std::move(client), time);
    }

private:
    static QByteArray schema()
    {
        return R"({"type":"object","properties":{"messages":{"type":"array","items":{"type":"object","properties":{
            "message_id":{"type":"string"},"payload":{},"delivery_count":{"type":"integer"},"last_error":{"type":"string"},
            "published_at":{"type":"string","format":"date-time"},"dead_lettered_at":{"type":"string","format":"date-time"},
            "expires_at":{"type":"string","format":"date-time"},"headers":{"type":"object"},
            "attempts":{"type":"array","items":{"type":"object","properties":{"at":{"type":"string","format":"date-time"},"reason":{"type":"string"}}}}}}},
            "next_cursor":{"type":["string","null"]},"total":{"type":"integer"}}})";
    }

    Play enveloped(const QByteArray &data) const { return json("{\"ok\":true,\"data\":" + data + ",\"error\":null,\"metadata\":{\"cost_usd\":0.000001}}"); }

    /// A cursor names the number of the next letter, so that one that vanishes shifts nothing.
    QByteArray pageOf(const QUrlQuery &query) const
    {
        const QByteArrayList bodies = nastyJson();
        const qsizetype limit = query.queryItemValue(QStringLiteral("limit")).toInt();
        qsizetype next = query.queryItemValue(QStringLiteral("cursor")).mid(5).toInt();
        const qsizetype lost = m_lost ? 3 : -1;
        QByteArrayList items;
        for (; next < bodies.size() && items.size() < limit; ++next) {
            if (next != lost)
                items << "{\"message_id\":\"m" + QByteArray::number(next) + "\",\"payload\":" + bodies.at(next)
                        + ",\"delivery_count\":3,\"last_error\":\"no\",\"published_at\":\"2026-11-30T10:00:00Z\"}";
        }
        const QByteArray cursor = next < bodies.size() ? "\"from " + QByteArray::number(next) + '"' : QByteArray("null");
        return "{\"messages\":[" + items.join(',') + "],\"next_cursor\":" + cursor + ",\"total\":" + QByteArray::number(bodies.size() - (m_lost ? 1 : 0)) + '}';
    }

    bool m_lost = false;
};

} // namespace

class TestInfraiReading final : public ReaderContract
{
    Q_OBJECT
protected:
    std::unique_ptr<ReaderFixture> makeFixture() override { return std::make_unique<InfraiLetters>(); }
};

} // namespace holdwatch::test

using holdwatch::test::TestInfraiReading;
QTEST_GUILESS_MAIN(TestInfraiReading)
#include "TestInfraiReading.moc"
