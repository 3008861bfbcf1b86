// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/RabbitProvider.h"

#include "app/providers/rabbitmq/Parser.h"
#include "app/providers/rabbitmq/Samples.h"
#include "app/providers/rabbitmq/Topology.h"

namespace holdwatch::providers::rabbitmq {

namespace {

WriteLogin sameLogin(const net::Credential &credential)
{
    return {credential.user, [&credential] { return Result<Secret>(credential.secret.clone()); }};
}

} // namespace

RabbitProvider::RabbitProvider(const ConnectionConfig &config, std::unique_ptr<net::HttpClient> client, net::Credential credential, const Clock &clock, std::optional<WriteLogin> writing)
    : m_connection(config.id), m_client(std::move(client)), m_credential(std::move(credential)), m_caller(m_client, m_credential, clock),
      m_requests(config.baseUrl, &m_credential, config.deadline),
      m_writing(writing ? *std::move(writing) : sameLogin(m_credential)), m_reader(m_client, m_credential, clock, m_requests, m_version),
      m_redriver(config, m_writing, clock, m_reader), m_shovels(config, m_client, m_credential, m_writing, clock, m_requests, m_reader, m_redriver)
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
    description.absent.insert(QStringLiteral("publisher"), QStringLiteral("Holdwatch moves messages on RabbitMQ; it publishes none of its own there."));
    return description;
}

void RabbitProvider::cancelAll()
{
    m_redriver.cancelAll();
    m_client->cancelAll();
}

QCoro::Task<Result<QVector<QueueRow>>> RabbitProvider::allRows(QByteArray columns)
{
    QVector<QueueRow> rows;
    for (int page = 1, pages = 1; page <= pages; ++page) {
        auto answer = co_await m_caller.ask(m_requests.queues(page, columns));
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
    auto answer = co_await m_caller.ask(m_requests.overview());
    if (!answer)
        co_return failure(std::move(answer.error()));
    auto overview = parseOverview(answer->body);
    if (!overview)
        co_return failure(std::move(overview.error()));
    m_version = overview->version;
    ProbeReport report;
    report.rights = co_await askRights();
    report.description = describe();
    report.clockOffset = m_caller.clockOffset();
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
    if (const auto answer = co_await m_caller.ask(m_requests.whoami()))
        tags = parseTags(answer->body);
    if (tags.contains(QLatin1String("administrator"))) {
        const auto answer = co_await m_caller.ask(m_requests.permissionsOf(QString::fromUtf8(m_credential.user)));
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

    auto exchanges = co_await m_caller.ask(m_requests.exchanges());
    if (!exchanges)
        co_return failure(std::move(exchanges.error()));
    auto parsedExchanges = parseExchanges(exchanges->body);
    if (!parsedExchanges)
        co_return failure(std::move(parsedExchanges.error()));
    topology.exchanges = std::move(*parsedExchanges);

    auto bindings = co_await m_caller.ask(m_requests.bindings());
    if (!bindings)
        co_return failure(std::move(bindings.error()));
    auto parsedBindings = parseBindings(bindings->body);
    if (!parsedBindings)
        co_return failure(std::move(parsedBindings.error()));
    topology.bindings = std::move(*parsedBindings);
    m_known = watchedQueues(m_connection, topology);
    const QVector<WatchedQueue> known = m_known; // QCoro 0.8 moves out of what is no constant
    co_return known;
}

QCoro::Task<Result<SampleBatch>> RabbitProvider::sample(QVector<WatchedQueue> queues)
{
    m_caller.begin();
    auto rows = co_await allRows(Requests::sampleColumns());
    if (!rows)
        co_return failure(std::move(rows.error()));

    QHash<QString, QueueRow> byName;
    byName.reserve(rows->size());
    for (const QueueRow &row : *rows)
        byName.insert(queueName(row.vhost, row.name), row);

    SampleBatch batch;
    batch.requests = m_caller.requestsSent();
    batch.clockOffset = m_caller.clockOffset();
    const UtcTime now = m_caller.serverNow();
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
