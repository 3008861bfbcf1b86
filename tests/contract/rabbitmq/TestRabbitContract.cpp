// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/RabbitProvider.h"
#include "tests/contract/provider/HttpProviderFixture.h"
#include "tests/contract/provider/ProviderContract.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

namespace {

const QByteArray overview = R"({"rabbitmq_version":"3.10.8","rates_mode":"basic","disable_stats":false})";
const QByteArray exchanges = R"([{"name":"","type":"direct","vhost":"/"}])";

// `orders` tells all there is, `pay` is a quorum queue whose process has published a single figure yet.
const QByteArray ordersRow = R"({"name":"orders","vhost":"/","type":"classic","state":"running","messages_ready":12,"messages_unacknowledged":3,
    "consumers":2,"head_message_timestamp":1796068011,"arguments":{"x-dead-letter-exchange":"","x-dead-letter-routing-key":"orders.dlq"},
    "message_stats":{"publish":20,"publish_details":{"rate":0.5},"ack":5,"ack_details":{"rate":0.2},"redeliver":4,"redeliver_details":{"rate":0.0}}})";
const QByteArray deadRow = R"({"name":"orders.dlq","vhost":"/","type":"classic","state":"running","messages_ready":2,"messages_unacknowledged":0,"arguments":{}})";
const QByteArray payRow = R"({"name":"pay","vhost":"/","type":"quorum","state":"running","messages_ready":7,"arguments":{"x-queue-type":"quorum"}})";
const QByteArray oddRow = R"({"name":"orders","vhost":"/","messages_ready":"12","messages_unacknowledged":null,"consumers":{},"message_stats":"none"})";

QByteArray page(const QByteArrayList &rows)
{
    return "{\"items\":[" + rows.join(',') + "],\"page\":1,\"page_count\":1,\"total_count\":" + QByteArray::number(rows.size()) + '}';
}

class RabbitFixture final : public HttpProviderFixture
{
public:
    QString full() const override { return QStringLiteral("orders"); }
    QString sparse() const override { return QStringLiteral("pay"); }

protected:
    QString basePath() const override { return QStringLiteral("/behind/a/proxy"); }
    net::Credential credential() const override { return {net::Credential::Scheme::Basic, QByteArrayLiteral("ops"), Secret(secret())}; }

    Play healthy(const SeenRequest &request, const QString &gone) const override
    {
        if (request.target.startsWith("/behind/a/proxy/api/overview"))
            return json(overview);
        if (request.target.startsWith("/behind/a/proxy/api/exchanges"))
            return json(exchanges);
        if (request.target.startsWith("/behind/a/proxy/api/bindings"))
            return json("[]");
        if (!request.target.startsWith("/behind/a/proxy/api/queues?"))
            return play::answer(404, R"({"error":"Object Not Found","reason":"Not Found"})");
        return json(page(gone == sparse() ? QByteArrayList{ordersRow, deadRow} : gone == full() ? QByteArrayList{deadRow, payRow} : QByteArrayList{ordersRow, deadRow, payRow}));
    }

    Play wrongTyped(const SeenRequest &) const override { return json(page({oddRow})); }

    std::unique_ptr<providers::Provider> make(const ConnectionConfig &config, net::Credential credential, std::unique_ptr<net::HttpClient> client,
                                              const Clock &clock) override
    {
        return std::make_unique<providers::rabbitmq::RabbitProvider>(config, std::move(client), std::move(credential), clock);
    }
};

} // namespace

class TestRabbitContract : public ProviderContract
{
    Q_OBJECT
    std::unique_ptr<ProviderFixture> makeFixture() override { return std::make_unique<RabbitFixture>(); }
};

QTEST_GUILESS_MAIN(TestRabbitContract)
#include "TestRabbitContract.moc"
