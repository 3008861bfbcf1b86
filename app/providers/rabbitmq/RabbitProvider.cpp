// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/RabbitProvider.h"

#include "app/net/Redaction.h"
#include "app/net/StatusErrors.h"
#include "app/providers/rabbitmq/Parser.h"
#include "app/providers/rabbitmq/Samples.h"
#include "app/providers/rabbitmq/Topology.h"

namespace holdwatch::providers::rabbitmq {

RabbitProvider::RabbitProvider(const ConnectionConfig &config, std::unique_ptr<net::HttpClient> client, net::Credential credential, const Clock &clock)
    : m_connection(config.id), m_client(std::move(client)), m_credential(std::move(credential)), m_clock(clock),
      m_requests(config.baseUrl, &m_credential, config.deadline)
{
}

RabbitProvider::~RabbitProvider() = default;

Description RabbitProvider::describe() const
{
    Description description;
    description.system = m_version.isEmpty() ? QStringLiteral("RabbitMQ") : QStringLiteral("RabbitMQ %1").arg(m_version);
    description.metrics = metricMeanings();
    description.pollingCost = QStringLiteral("one request for every %1 queues and poll; the broker charges nothing").arg(Requests::pageSize);
    description.lookSideEffect = QStringLiteral("Reading a dead letter marks it redelivered; on a quorum queue with a delivery limit each look counts, and the last one removes it.");
    return description;
}

void RabbitProvider::cancelAll()
{
    m_client->cancelAll();
}

void RabbitProvider::noteServerTime(const net::Response &response)
{
    if (!response.serverTime)
        return;
    // Date has whole seconds, cut off: half of one is the likeliest remainder.
    m_clockOffset = *response.serverTime + Millis(500) - m_clock.now();
    m_clockKnown = true;
}

QCoro::Task<Result<net::Response>> RabbitProvider::ask(net::ReadRequest request)
{
    const QUrl url = request.url;
    ++m_sent;
    Result<net::Response> answer = co_await m_client->read(std::move(request));
    if (!answer)
        co_return answer;
    noteServerTime(*answer);
    const QString explanation = explanationOf(answer->body);
    if (auto error = net::failureOf(*answer, url, net::quoted(explanation, &m_credential), m_clock.now())) {
        // A wrong login is spelt with a z. With an s the login was right and the rights are missing.
        if (error->kind == Error::Kind::Unauthorized && explanation.startsWith(QLatin1String("not_authorised")))
            error->kind = Error::Kind::Forbidden;
        co_return failure(std::move(*error));
    }
    co_return answer;
}

QCoro::Task<Result<QVector<QueueRow>>> RabbitProvider::allRows(QByteArray columns)
{
    QVector<QueueRow> rows;
    for (int page = 1, pages = 1; page <= pages; ++page) {
        auto answer = co_await ask(m_requests.queues(page, columns));
        // Queues deleted while we page can pull the last page away from under us: then we have them all.
        if (!answer && page > 1 && answer.error().httpStatus == 400)
            break;
        if (!answer)
            co_return failure(std::move(answer.error()));
        auto parsed = parseQueuePage(answer->body);
        if (!parsed)
            co_return failure(std::move(parsed.error()));
        rows += parsed->rows;
        pages = parsed->pageCount;
    }
    co_return rows;
}

QCoro::Task<Result<ProbeReport>> RabbitProvider::probe()
{
    auto answer = co_await ask(m_requests.overview());
    if (!answer)
        co_return failure(std::move(answer.error()));
    auto overview = parseOverview(answer->body);
    if (!overview)
        co_return failure(std::move(overview.error()));
    m_version = overview->version;
    ProbeReport report;
    report.rights = co_await askRights();
    report.description = describe();
    if (m_clockKnown)
        report.clockOffset = m_clockOffset;
    if (overview->statisticsDisabled)
        report.drift << QStringLiteral("This broker's management statistics are switched off: rates, retries and ages are not reported.");
    else if (overview->ratesDisabled)
        report.drift << QStringLiteral("This broker's rates_mode is none: rates are derived from totals where there are any.");
    co_return report;
}

QCoro::Task<Rights> RabbitProvider::askRights()
{
    QStringList tags;
    std::optional<QVector<PermissionRow>> permissions;
    if (const auto answer = co_await ask(m_requests.whoami()))
        tags = parseTags(answer->body);
    if (tags.contains(QLatin1String("administrator"))) {
        const auto answer = co_await ask(m_requests.permissionsOf(QString::fromUtf8(m_credential.user)));
        const auto rows = answer ? parsePermissions(answer->body) : Result<QVector<PermissionRow>>(failure(answer.error()));
        if (rows)
            permissions = *rows;
    }
    co_return rightsOf(tags, permissions);
}

QCoro::Task<Result<QVector<WatchedQueue>>> RabbitProvider::list()
{
    Topology topology;
    auto rows = co_await allRows(Requests::topologyColumns());
    if (!rows)
        co_return failure(std::move(rows.error()));
    topology.queues = std::move(*rows);

    auto exchanges = co_await ask(m_requests.exchanges());
    if (!exchanges)
        co_return failure(std::move(exchanges.error()));
    auto parsedExchanges = parseExchanges(exchanges->body);
    if (!parsedExchanges)
        co_return failure(std::move(parsedExchanges.error()));
    topology.exchanges = std::move(*parsedExchanges);

    auto bindings = co_await ask(m_requests.bindings());
    if (!bindings)
        co_return failure(std::move(bindings.error()));
    auto parsedBindings = parseBindings(bindings->body);
    if (!parsedBindings)
        co_return failure(std::move(parsedBindings.error()));
    topology.bindings = std::move(*parsedBindings);
    m_known = watchedQueues(m_connection, topology);
    co_return m_known;
}

QCoro::Task<Result<SampleBatch>> RabbitProvider::sample(QVector<WatchedQueue> queues)
{
    m_sent = 0;
    auto rows = co_await allRows(Requests::sampleColumns());
    if (!rows)
        co_return failure(std::move(rows.error()));

    QHash<QString, QueueRow> byName;
    byName.reserve(rows->size());
    for (const QueueRow &row : *rows)
        byName.insert(queueName(row.vhost, row.name), row);

    SampleBatch batch;
    batch.requests = m_sent;
    if (m_clockKnown)
        batch.clockOffset = m_clockOffset;
    const UtcTime now = m_clock.now() + m_clockOffset;
    for (const WatchedQueue &queue : queues) {
        const auto row = byName.constFind(queue.id.name);
        if (row != byName.constEnd()) {
            batch.samples << toSample(queue, *row, now);
            continue;
        }
        Error gone;
        gone.kind = Error::Kind::NotFound;
        gone.what = QStringLiteral("The broker no longer lists %1.").arg(queue.displayName);
        gone.kept = QStringLiteral("Its history stays.");
        batch.failures << QueueFailure{queue.id, gone};
    }
    addDeadLetters(batch.samples, m_known.isEmpty() ? queues : m_known, byName);
    co_return batch;
}

} // namespace holdwatch::providers::rabbitmq
