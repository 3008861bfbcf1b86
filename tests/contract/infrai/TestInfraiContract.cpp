// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/InfraiProvider.h"
#include "tests/contract/provider/HttpProviderFixture.h"
#include "tests/contract/provider/ProviderContract.h"

#include <QTest>

namespace holdwatch::test {

namespace {

/// A small Infrai-like server in its own spelling.
class InfraiFixture final : public HttpProviderFixture
{
public:
    QString full() const override { return QStringLiteral("orders"); }
    QString sparse() const override { return QStringLiteral("mail/eu"); }

protected:
    QString basePath() const override { return QStringLiteral("/v1"); }

    Play healthy(const SeenRequest &request, const QString &gone) const override
    {
        const QByteArray &target = request.target;
        if (target == "/v1/discovery")
            return json(index());
        if (target == "/v1/discovery/queue.stats")
            return json(detail("queue.stats", "/v1/queue/stats/{queue}", statsSchema()));
        if (target == "/v1/discovery/queue.list")
            return json(detail("queue.list", "/v1/queue/list", "{\"type\":\"object\",\"properties\":{\"queues\":{\"type\":\"array\"}}}"));
        if (target == "/v1/discovery/queue.dlq.list")
            return json(detail("queue.dlq.list", "/v1/queue/dlq/list/{queue}", "{\"type\":\"object\",\"properties\":{}}"));
        if (target == "/v1/discovery/queue.dlq.redrive")
            return json("{\"id\":\"queue.dlq.redrive\",\"method\":\"POST\",\"path\":\"/v1/queue/dlq/redrive/{queue}\",\"params\":{\"type\":\"object\",\"properties\":{}}}");
        if (request.headers.value("authorization") != "Bearer " + secret())
            return play::answer(401, "{\"ok\":false,\"error\":\"no key\"}", dated());
        if (target == "/v1/account/whoami")
            return enveloped("{\"project\":\"test\"}");
        if (target == "/v1/queue/list")
            return enveloped("{\"queues\":[{\"name\":\"orders\",\"dead_letter_queue\":\"orders-dlq\"},{\"name\":\"mail/eu\"},{\"name\":\"orders-dlq\"}]}");
        if (target == "/v1/queue/stats/orders" && gone != full())
            return enveloped("{\"depth\":12,\"in_flight\":3,\"delayed\":1,\"oldest_message_age_seconds\":61.5,\"dlq_depth\":2}");
        if (target == "/v1/queue/stats/mail%2Feu" && gone != sparse())
            return enveloped("{\"depth\":4,\"delayed\":0,\"oldest_message_age_seconds\":null,\"dlq_depth\":null}");
        if (target == "/v1/queue/stats/orders-dlq")
            return enveloped("{\"depth\":2,\"in_flight\":0,\"delayed\":0,\"oldest_message_age_seconds\":7000,\"dlq_depth\":null}");
        return play::answer(404, "{\"ok\":false,\"error\":{\"code\":\"NOT_FOUND\",\"message\":\"no such queue\"}}", dated());
    }

    Play wrongTyped(const SeenRequest &request) const override
    {
        if (request.target.startsWith("/v1/queue/stats/"))
            return enveloped("{\"depth\":\"12\",\"in_flight\":[3],\"delayed\":{},\"oldest_message_age_seconds\":\"old\",\"dlq_depth\":true}");
        return healthy(request, {});
    }

    std::unique_ptr<providers::Provider> make(const ConnectionConfig &config, net::Credential credential, std::unique_ptr<net::HttpClient> client,
                                              const Clock &time) override
    {
        return std::make_unique<providers::infrai::InfraiProvider>(config, std::move(credential), std::move(client), time);
    }

private:
    Play enveloped(const QByteArray &data) const
    {
        return json("{\"ok\":true,\"data\":" + data + ",\"error\":null,\"metadata\":{\"cost_usd\":0.000001}}");
    }

    static QByteArray index()
    {
        const auto entry = [](const char *id, const char *method, const char *path) {
            return QByteArray("{\"id\":\"") + id + "\",\"method\":\"" + method + "\",\"path\":\"" + path + "\",\"available\":true}";
        };
        return "{\"version\":\"1\",\"generated_at\":\"2025-11-30T00:00:00Z\",\"capabilities\":[" + entry("queue.list", "GET", "/v1/queue/list") + ','
            + entry("queue.stats", "GET", "/v1/queue/stats/{queue}") + ',' + entry("queue.dlq.list", "GET", "/v1/queue/dlq/list/{queue}") + ','
            + entry("queue.dlq.redrive", "POST", "/v1/queue/dlq/redrive/{queue}") + "]}";
    }

    static QByteArray detail(const QByteArray &id, const QByteArray &path, const QByteArray &schema)
    {
        return "{\"id\":\"" + id + "\",\"method\":\"GET\",\"path\":\"" + path + "\",\"params\":{\"type\":\"object\",\"properties\":{}},\"response_schema\":"
            + schema + "}";
    }

    static QByteArray statsSchema()
    {
        return R"({"type":"object","properties":{
            "depth":{"type":"integer"},"in_flight":{"type":"integer"},"delayed":{"type":"integer"},
            "oldest_message_age_seconds":{"type":["number","null"],"description":"age of the oldest due message, in flight included"},
            "dlq_depth":{"type":["integer","null"]}}})";
    }
};

} // namespace

class TestInfraiContract final : public ProviderContract
{
    Q_OBJECT
protected:
    std::unique_ptr<ProviderFixture> makeFixture() override { return std::make_unique<InfraiFixture>(); }
};

} // namespace holdwatch::test

using holdwatch::test::TestInfraiContract;
QTEST_GUILESS_MAIN(TestInfraiContract)
#include "TestInfraiContract.moc"
