// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/InfraiProvider.h"

#include "app/net/QtHttpClient.h"
#include "app/providers/infrai/DeadLetterDepth.h"
#include "app/providers/infrai/Describe.h"
#include "app/providers/infrai/Parser.h"

namespace holdwatch::providers::infrai {

namespace {

using Kind = Error::Kind;

constexpr int mostPages = 200;

/// Without the details of redrive nothing can be moved, but everything can be watched.
bool isOnlyRefused(Call call, Kind kind)
{
    return call == Call::Redrive && (kind == Kind::Unauthorized || kind == Kind::PaymentRequired);
}

net::Credential forWriting(const ConnectionConfig &config, const net::Credential &reading, Secret writeKey)
{
    if (writeKey.isEmpty() && !config.separateWriteKey)
        writeKey = reading.secret.clone();
    return {reading.scheme, reading.user, std::move(writeKey)};
}

} // namespace

InfraiProvider::InfraiProvider(const ConnectionConfig &config, net::Credential credential, std::unique_ptr<net::HttpClient> client, const Clock &clock,
                               Secret writeKey)
    : m_connection(config.id), m_mapping(config.fieldMapping), m_deadline(config.deadline), m_credential(std::move(credential)),
      m_writeCredential(forWriting(config, m_credential, std::move(writeKey))),
      m_client(std::move(client)), m_caller(m_client, clock, config.deadline), m_requests(config.baseUrl, m_credential, config.deadline),
      m_reader(m_client, clock, config.deadline, m_requests, m_knowledge), m_redriver(m_client, clock, config, m_requests, m_knowledge, m_writeCredential)
{
    m_knowledge.letters = LetterMap::byNames(m_mapping);
}

void InfraiProvider::cancelAll()
{
    m_caller.cancelAll();
    m_reader.cancelAll();
    m_redriver.cancelAll();
}

Result<std::unique_ptr<Provider>> InfraiProvider::make(const ConnectionConfig &config, Secret key, const Clock &clock, Secret writeKey)
{
    auto options = net::connectionOptionsFrom(config);
    if (!options)
        return failure(std::move(options.error()));
    return std::make_unique<InfraiProvider>(config, net::Credential{net::Credential::Scheme::Bearer, {}, std::move(key)},
                                            std::make_unique<net::QtHttpClient>(std::move(*options), clock), clock, std::move(writeKey));
}

Description InfraiProvider::describe() const
{
    const Result<Route> stats = routeOf(Call::Stats);
    Description description = infrai::describe(m_knowledge.fields ? &*m_knowledge.fields : nullptr, m_knowledge.whyNoFields, stats ? stats->priceUsd : std::nullopt);
    describeRedriving(description, m_knowledge.redrive);
    return description;
}

Result<Route> InfraiProvider::routeOf(Call call) const
{
    const Routes &routes = m_knowledge.routes;
    if (routes.usable.contains(call))
        return routes.usable.value(call);
    return failure(Kind::Unsupported, routes.refused.value(call), QStringLiteral("Compare the server's discovery with its documentation."));
}

void InfraiProvider::noteDrift(const QStringList &sentences)
{
    constexpr qsizetype enoughToShow = 20;
    for (const QString &sentence : sentences) {
        if (m_seenDrift.size() < enoughToShow && !m_seenDrift.contains(sentence))
            m_seenDrift << sentence;
    }
}

QCoro::Task<Result<ProbeReport>> InfraiProvider::probe()
{
    m_caller.begin();
    m_probeDrift = std::exchange(m_seenDrift, {});
    const Result<void> discovered = co_await discover();
    if (!discovered)
        co_return failure(discovered.error());
    const Result<void> accepted = co_await checkKey();
    if (!accepted)
        co_return failure(accepted.error());
    // The documented API has no call that tells a key's scopes.
    const Right unknown{Right::Answer::Unknown, QStringLiteral("Infrai does not tell what a key may do.")};
    co_return ProbeReport{describe(), m_caller.clockOffset(), m_knowledge.routes.drift + m_probeDrift, {unknown, unknown}};
}

QCoro::Task<Result<void>> InfraiProvider::discover()
{
    net::ReadRequest request = m_requests.discoveryIndex();
    // Discovery has half the time: if it hangs, there is some left to work without it.
    request.deadline = m_deadline / 2;
    const Result<Answer> answer = co_await m_caller.ask(request);
    const Result<Index> index = answer ? readIndex(answer->data) : Result<Index>(failure(answer.error()));
    if (!index) {
        const Kind kind = index.error().kind;
        if (kind == Kind::Cancelled || kind == Kind::TlsRefused || kind == Kind::Throttled)
            co_return failure(index.error());
        m_probeDrift << (m_knowledge.routes.discovered
                             ? QStringLiteral("Discovery could not be read; what it said at %1 is still used. %2").arg(m_knowledge.generatedAt, index.error().what)
                             : QStringLiteral("Undiscovered: the documented routes are used because discovery could not be read. %1").arg(index.error().what));
        co_return {};
    }
    Knowledge knowledge;
    knowledge.letters = LetterMap::byNames(m_mapping);
    knowledge.routes = chooseRoutes(index->entries);
    knowledge.generatedAt = index->generatedAt;
    for (const Call call : {Call::List, Call::Stats, Call::DeadLetterList, Call::Redrive}) {
        if (!knowledge.routes.usable.contains(call)) {
            knowledge.hasNoRoute(call);
            continue;
        }
        const Route route = knowledge.routes.usable.value(call);
        const Result<Answer> detail = co_await m_caller.ask(m_requests.discoveryDetail(route.id));
        if (detail)
            knowledge.learn(call, readDetail(detail->data, call, route), m_mapping);
        else if (endsTheBatch(detail.error().kind) && !isOnlyRefused(call, detail.error().kind))
            co_return failure(detail.error());
        else
            knowledge.learnNothing(call, detail.error());
    }
    m_knowledge = std::move(knowledge);
    co_return {};
}

QCoro::Task<Result<void>> InfraiProvider::checkKey()
{
    const Result<Route> route = routeOf(Call::WhoAmI);
    if (!route)
        co_return {};
    const Result<Answer> answer = co_await m_caller.ask(m_requests.call(*route));
    if (answer)
        co_return {};
    const Kind kind = answer.error().kind;
    const bool decides = endsTheBatch(kind) || meansNobodyAnswered(kind) || kind == Kind::Forbidden;
    if (decides || (!m_knowledge.routes.discovered && kind != Kind::NotFound))
        co_return failure(answer.error());
    m_probeDrift << QStringLiteral("The key could not be checked by whoami. %1").arg(answer.error().what);
    co_return {};
}

QCoro::Task<Result<QVector<WatchedQueue>>> InfraiProvider::list()
{
    m_caller.begin();
    const Result<Route> route = routeOf(Call::List);
    if (!route)
        co_return failure(route.error());
    QVector<WatchedQueue> queues;
    net::ReadRequest request = m_requests.call(*route);
    QSet<QString> cursors;
    for (int page = 0; page < mostPages; ++page) {
        const Result<Answer> answer = co_await m_caller.ask(request);
        if (!answer)
            co_return failure(answer.error());
        const Result<QueueListing> listing = readQueueList(answer->data, m_connection);
        if (!listing)
            co_return failure(listing.error());
        queues += listing->queues;
        if (listing->nextCursor.isEmpty() || cursors.contains(listing->nextCursor))
            break;
        if (!m_knowledge.listHasPages) {
            noteDrift({QStringLiteral("queue.list answers with a further page but publishes no parameter \u201ccursor\u201d to ask for it; only the first page is watched.")});
            break;
        }
        cursors.insert(listing->nextCursor);
        request = m_requests.nextPage(*route, listing->nextCursor);
    }
    linkDeadLetters(queues, m_deadLetterQueueOf);
    co_return queues;
}

QCoro::Task<Result<SampleBatch>> InfraiProvider::sample(QVector<WatchedQueue> queues)
{
    m_caller.begin();
    const Result<Route> route = routeOf(Call::Stats);
    if (!route)
        co_return failure(route.error());
    QVector<net::ReadRequest> requests;
    for (const WatchedQueue &queue : queues)
        requests.append(m_requests.call(*route, queue.id.name));
    const Result<Caller::Outcomes> outcomes = co_await m_caller.askAll(requests);
    if (!outcomes)
        co_return failure(outcomes.error());
    const auto batch = std::make_shared<SampleBatch>(collect(*outcomes, queues));
    if (batch->samples.isEmpty() && !batch->failures.isEmpty() && meansNobodyAnswered(batch->failures.first().error.kind))
        co_return failure(batch->failures.first().error);
    const Result<void> completed = co_await completeDeadLetters(queues, batch);
    if (!completed)
        co_return failure(completed.error());
    batch->requests = m_caller.requestsSent();
    batch->costUsd = m_caller.costUsd();
    batch->clockOffset = m_caller.clockOffset();
    co_return *batch;
}

SampleBatch InfraiProvider::collect(const Caller::Outcomes &outcomes, const QVector<WatchedQueue> &queues)
{
    SampleBatch batch;
    for (qsizetype i = 0; i < queues.size(); ++i) {
        const QueueId &queue = queues.at(i).id;
        const Caller::Outcome &outcome = outcomes.at(i);
        if (!outcome.answer) {
            batch.failures.append({queue, outcome.answer.error()});
            continue;
        }
        const json::Value &data = outcome.answer->data;
        auto sample = readStats(data, m_knowledge.fieldsFor(data, m_mapping), queue, outcome.at);
        if (sample)
            batch.samples.append(std::move(*sample));
        else
            batch.failures.append({queue, std::move(sample.error())});
        noteDrift(m_knowledge.disagreements(data));
        if (const auto deadLetters = deadLetterQueueIn(data))
            m_deadLetterQueueOf[queue.name] = *deadLetters;
    }
    return batch;
}

QCoro::Task<Result<void>> InfraiProvider::completeDeadLetters(QVector<WatchedQueue> queues, std::shared_ptr<SampleBatch> batch)
{
    if (m_knowledge.hasDeadLetterField())
        co_return {};
    const DeadLetterDepth depths(queues, m_deadLetterQueueOf);
    depths.completeFromWithin(*batch);
    const QStringList toAsk = depths.missingDepths(*batch);
    const QStringList toList = m_knowledge.routes.usable.contains(Call::DeadLetterList) ? depths.missingLists(*batch) : QStringList();
    QVector<net::ReadRequest> requests;
    for (const QString &name : toAsk)
        requests.append(m_requests.call(m_knowledge.routes.usable.value(Call::Stats), name));
    for (const QString &name : toList)
        requests.append(m_requests.call(m_knowledge.routes.usable.value(Call::DeadLetterList), name));
    const Result<Caller::Outcomes> outcomes = co_await m_caller.askAll(requests);
    if (!outcomes)
        co_return failure(outcomes.error());
    for (qsizetype i = 0; i < outcomes->size(); ++i) {
        const Result<Answer> &answer = outcomes->at(i).answer;
        if (!answer)
            continue;
        if (i < toAsk.size()) {
            const auto stats = readStats(answer->data, m_knowledge.fieldsFor(answer->data, m_mapping), {m_connection, toAsk.at(i)}, {});
            depths.setDepth(*batch, toAsk.at(i), stats ? stats->depth : Metric<qint64>());
        } else if (const auto counted = countDeadLetters(answer->data)) {
            depths.setListed(*batch, toList.at(i - toAsk.size()), counted->count, counted->isExact);
        }
    }
    co_return {};
}

} // namespace holdwatch::providers::infrai
