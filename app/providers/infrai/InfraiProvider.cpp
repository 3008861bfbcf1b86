// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/InfraiProvider.h"

#include "app/net/QtHttpClient.h"
#include "app/providers/infrai/DeadLetterDepth.h"
#include "app/providers/infrai/Describe.h"
#include "app/providers/infrai/Discovery.h"
#include "app/providers/infrai/Parser.h"

#include <algorithm>
#include <vector>

namespace holdwatch::providers::infrai {

namespace {

using Kind = Error::Kind;

constexpr int mostUnderWay = 16;
constexpr int mostPages = 200;

bool endsTheBatch(Kind kind)
{
    return kind == Kind::Unauthorized || kind == Kind::PaymentRequired || kind == Kind::Throttled || kind == Kind::TlsRefused || kind == Kind::Cancelled;
}

bool meansNobodyAnswered(Kind kind)
{
    return kind == Kind::Unreachable || kind == Kind::Timeout;
}

Error outOfTime(Millis deadline)
{
    Error error;
    error.kind = Kind::Timeout;
    error.what = QStringLiteral("The poll took longer than its %1 s.").arg(toSeconds(deadline));
    error.kept = QStringLiteral("The last known values stay on screen, marked stale.");
    return error;
}

Error cancelledHere()
{
    Error error;
    error.kind = Kind::Cancelled;
    error.what = QStringLiteral("The poll was cancelled here.");
    return error;
}

} // namespace

struct InfraiProvider::Knowledge
{
    Routes routes = documentedRoutes();
    std::optional<FieldMap> fields; ///< set where the server publishes the answer of queue.stats
    QString whyNoFields = QStringLiteral("not known before the first contact");
    bool listHasPages = false;
    QString generatedAt;

    FieldMap fieldsFor(const json::Value &answer, const FieldMap::Mapping &mapping) const
    {
        if (fields)
            return *fields;
        return routes.discovered ? FieldMap::withoutSchema(answer, mapping, whyNoFields) : FieldMap::undiscovered(answer, mapping);
    }
};

struct InfraiProvider::Round
{
    QVector<net::ReadRequest> requests;
    struct Outcome
    {
        Result<Answer> answer;
        UtcTime at{}; ///< by the server's clock
    };
    std::vector<std::optional<Outcome>> outcomes;
    qsizetype next = 0;
    int silentInARow = 0;       ///< answers that never came, since the last that did
    std::optional<Error> ended; ///< why nothing more is asked

    QVector<std::optional<json::Value>> answered() const
    {
        QVector<std::optional<json::Value>> answers;
        for (const auto &outcome : outcomes)
            answers.append(outcome && outcome->answer ? std::optional(outcome->answer->data) : std::nullopt);
        return answers;
    }
};

InfraiProvider::InfraiProvider(const ConnectionConfig &config, net::Credential credential, std::unique_ptr<net::HttpClient> client, const Clock &clock)
    : m_connection(config.id), m_mapping(config.fieldMapping), m_deadline(config.deadline), m_credential(std::move(credential)),
      m_client(std::move(client)), m_clock(clock), m_requests(config.baseUrl, m_credential, config.deadline),
      m_knowledge(std::make_shared<Knowledge>())
{
}

InfraiProvider::~InfraiProvider() = default;

Result<std::unique_ptr<Provider>> InfraiProvider::make(const ConnectionConfig &config, Secret key, const Clock &clock)
{
    auto options = net::connectionOptionsFrom(config);
    if (!options)
        return failure(std::move(options.error()));
    return std::make_unique<InfraiProvider>(config, net::Credential{net::Credential::Scheme::Bearer, {}, std::move(key)},
                                            std::make_unique<net::QtHttpClient>(std::move(*options), clock), clock);
}

Description InfraiProvider::describe() const
{
    const auto stats = m_knowledge->routes.usable.constFind(Call::Stats);
    const auto price = stats == m_knowledge->routes.usable.constEnd() ? std::nullopt : stats->priceUsd;
    return infrai::describe(m_knowledge->fields ? &*m_knowledge->fields : nullptr, m_knowledge->whyNoFields, price);
}

void InfraiProvider::cancelAll()
{
    m_cancelled = true;
    m_client->cancelAll();
}

void InfraiProvider::begin()
{
    m_endsAt = m_clock.monotonic() + m_deadline;
    m_cancelled = false;
    m_sent = 0;
    m_costUsd.reset();
}

QCoro::Task<Result<Answer>> InfraiProvider::ask(net::ReadRequest request)
{
    request.deadline = std::min(request.deadline, m_endsAt - m_clock.monotonic());
    if (m_cancelled)
        co_return failure(cancelledHere());
    if (request.deadline <= Millis(0))
        co_return failure(outOfTime(m_deadline));
    ++m_sent;
    const Result<net::Response> response = co_await m_client->read(request);
    if (!response)
        co_return failure(response.error());
    if (response->serverTime)
        m_serverClock.heard(*response->serverTime, m_clock.now());
    Result<Answer> answer = readAnswer(*response, request, m_clock.now());
    if (answer && answer->costUsd)
        m_costUsd = m_costUsd.value_or(0) + *answer->costUsd;
    co_return answer;
}

Result<Route> InfraiProvider::routeOf(Call call) const
{
    const Routes &routes = m_knowledge->routes;
    if (routes.usable.contains(call))
        return routes.usable.value(call);
    return failure(Kind::Unsupported, routes.refused.value(call), QStringLiteral("Compare the server's discovery with its documentation."));
}

QCoro::Task<Result<ProbeReport>> InfraiProvider::probe()
{
    begin();
    m_probeNotes.clear();
    const Result<void> discovered = co_await discover();
    if (!discovered)
        co_return failure(discovered.error());
    const Result<void> accepted = co_await checkKey();
    if (!accepted)
        co_return failure(accepted.error());
    co_return ProbeReport{describe(), m_serverClock.offset(), m_knowledge->routes.drift + m_probeNotes};
}

QCoro::Task<Result<void>> InfraiProvider::discover()
{
    net::ReadRequest request = m_requests.discoveryIndex();
    // Discovery has half the time: if it hangs, there is some left to work without it.
    request.deadline = m_deadline / 2;
    const Result<Answer> answer = co_await ask(request);
    const Result<Index> index = answer ? readIndex(answer->data) : Result<Index>(failure(answer.error()));
    if (!index) {
        const Kind kind = index.error().kind;
        if (kind == Kind::Cancelled || kind == Kind::TlsRefused || kind == Kind::Throttled)
            co_return failure(index.error());
        m_probeNotes << (m_knowledge->routes.discovered
                             ? QStringLiteral("Discovery could not be read; what it said at %1 is still used. %2").arg(m_knowledge->generatedAt, index.error().what)
                             : QStringLiteral("Undiscovered: the documented routes are used because discovery could not be read. %1").arg(index.error().what));
        co_return {};
    }
    const auto knowledge = std::make_shared<Knowledge>();
    knowledge->routes = chooseRoutes(index->entries);
    knowledge->generatedAt = index->generatedAt;
    for (const Call call : {Call::List, Call::Stats, Call::DeadLetterList}) {
        const Result<void> learnt = co_await learnDetail(call, knowledge);
        if (!learnt)
            co_return learnt;
    }
    m_knowledge = knowledge;
    co_return {};
}

QCoro::Task<Result<void>> InfraiProvider::learnDetail(Call call, std::shared_ptr<Knowledge> knowledge)
{
    if (!knowledge->routes.usable.contains(call))
        co_return {};
    const Route route = knowledge->routes.usable.value(call);
    const Result<Answer> answer = co_await ask(m_requests.discoveryDetail(route.id));
    if (!answer) {
        if (endsTheBatch(answer.error().kind))
            co_return failure(answer.error());
        knowledge->routes.drift << QStringLiteral("The details of %1 could not be read. %2").arg(idOf(call), answer.error().what);
        if (call == Call::Stats)
            knowledge->whyNoFields = QStringLiteral("the details of queue.stats could not be read");
        co_return {};
    }
    const Detail detail = readDetail(answer->data, call, route);
    if (!detail.disagreement.isEmpty()) {
        knowledge->routes.usable.remove(call);
        knowledge->routes.refused[call] = detail.disagreement;
        knowledge->routes.drift << detail.disagreement;
    }
    if (call == Call::List)
        knowledge->listHasPages = detail.parameters.contains(QStringLiteral("cursor"));
    if (call == Call::Stats) {
        knowledge->whyNoFields = detail.whyNoSchema;
        if (detail.answer)
            knowledge->fields = FieldMap::published(*detail.answer, m_mapping);
        else
            knowledge->routes.drift << QStringLiteral("queue.stats: %1.").arg(detail.whyNoSchema);
    }
    co_return {};
}

QCoro::Task<Result<void>> InfraiProvider::checkKey()
{
    const Result<Route> route = routeOf(Call::WhoAmI);
    if (!route)
        co_return {};
    const Result<Answer> answer = co_await ask(m_requests.call(*route));
    if (answer)
        co_return {};
    const Kind kind = answer.error().kind;
    const bool decides = endsTheBatch(kind) || meansNobodyAnswered(kind) || kind == Kind::Forbidden;
    if (decides || (!m_knowledge->routes.discovered && kind != Kind::NotFound))
        co_return failure(answer.error());
    m_probeNotes << QStringLiteral("The key could not be checked by whoami. %1").arg(answer.error().what);
    co_return {};
}

QCoro::Task<Result<QVector<WatchedQueue>>> InfraiProvider::list()
{
    begin();
    const Result<Route> route = routeOf(Call::List);
    if (!route)
        co_return failure(route.error());
    QVector<WatchedQueue> queues;
    net::ReadRequest request = m_requests.call(*route);
    QSet<QString> cursors;
    for (int page = 0; page < mostPages; ++page) {
        const Result<Answer> answer = co_await ask(request);
        if (!answer)
            co_return failure(answer.error());
        const Result<QueueListing> listing = readQueueList(answer->data, m_connection);
        if (!listing)
            co_return failure(listing.error());
        queues += listing->queues;
        const bool more = m_knowledge->listHasPages && !listing->nextCursor.isEmpty() && !cursors.contains(listing->nextCursor);
        if (!more)
            break;
        cursors.insert(listing->nextCursor);
        request = m_requests.nextPage(*route, listing->nextCursor);
    }
    linkDeadLetters(queues, m_deadLetterQueueOf);
    co_return queues;
}

QCoro::Task<Result<SampleBatch>> InfraiProvider::sample(QVector<WatchedQueue> queues)
{
    begin();
    const Result<Route> route = routeOf(Call::Stats);
    if (!route)
        co_return failure(route.error());
    const auto round = std::make_shared<Round>();
    for (const WatchedQueue &queue : queues)
        round->requests.append(m_requests.call(*route, queue.id.name));
    const Result<void> asked = co_await askAll(round);
    if (!asked)
        co_return failure(asked.error());
    const auto batch = std::make_shared<SampleBatch>(collect(*round, queues));
    if (batch->samples.isEmpty() && !batch->failures.isEmpty() && meansNobodyAnswered(batch->failures.first().error.kind))
        co_return failure(batch->failures.first().error);
    const Result<void> completed = co_await completeDeadLetters(queues, batch);
    if (!completed)
        co_return failure(completed.error());
    batch->requests = m_sent;
    batch->costUsd = m_costUsd;
    batch->clockOffset = m_serverClock.offset();
    co_return *batch;
}

QCoro::Task<Result<void>> InfraiProvider::completeDeadLetters(QVector<WatchedQueue> queues, std::shared_ptr<SampleBatch> batch)
{
    if (m_knowledge->fields && !m_knowledge->fields->plan(Figure::DeadLetters).path.isEmpty())
        co_return {};
    const DeadLetterDepth depths(queues, m_deadLetterQueueOf);
    depths.completeFromWithin(*batch);
    const QStringList toAsk = depths.missingDepths(*batch);
    const QStringList toList = m_knowledge->routes.usable.contains(Call::DeadLetterList) ? depths.missingLists(*batch) : QStringList();
    const auto round = std::make_shared<Round>();
    for (const QString &name : toAsk)
        round->requests.append(m_requests.call(m_knowledge->routes.usable.value(Call::Stats), name));
    for (const QString &name : toList)
        round->requests.append(m_requests.call(m_knowledge->routes.usable.value(Call::DeadLetterList), name));
    const Result<void> asked = co_await askAll(round);
    if (!asked)
        co_return asked;
    const QVector<std::optional<json::Value>> answers = round->answered();
    for (qsizetype i = 0; i < toAsk.size(); ++i) {
        if (const auto &data = answers.at(i)) {
            const auto stats = readStats(*data, m_knowledge->fieldsFor(*data, m_mapping), {m_connection, toAsk.at(i)}, {});
            depths.setDepth(*batch, toAsk.at(i), stats ? stats->depth : Metric<qint64>());
        }
    }
    for (qsizetype i = 0; i < toList.size(); ++i) {
        const auto &data = answers.at(toAsk.size() + i);
        const auto counted = data ? countDeadLetters(*data) : Result<DeadLetterCount>(failure(Error()));
        if (counted)
            depths.setListed(*batch, toList.at(i), counted->count, counted->isExact);
    }
    co_return {};
}

QCoro::Task<Result<void>> InfraiProvider::askAll(std::shared_ptr<Round> round)
{
    round->outcomes.resize(static_cast<size_t>(round->requests.size()));
    std::vector<QCoro::Task<void>> workers;
    for (qsizetype i = 0; i < std::min<qsizetype>(mostUnderWay, round->requests.size()); ++i)
        workers.push_back(work(round));
    for (QCoro::Task<void> &worker : workers)
        co_await worker;
    if (round->ended && endsTheBatch(round->ended->kind))
        co_return failure(*round->ended);
    co_return {};
}

QCoro::Task<void> InfraiProvider::work(std::shared_ptr<Round> round)
{
    while (!round->ended && round->next < round->requests.size()) {
        const qsizetype mine = round->next++;
        const Result<Answer> answer = co_await ask(round->requests.at(mine));
        round->outcomes[static_cast<size_t>(mine)] = Round::Outcome{answer, m_serverClock.serverNow(m_clock.now())};
        const bool silent = !answer && meansNobodyAnswered(answer.error().kind);
        round->silentInARow = silent ? round->silentInARow + 1 : 0;
        if (!answer && (endsTheBatch(answer.error().kind) || round->silentInARow >= mostUnderWay))
            round->ended = answer.error();
    }
}

SampleBatch InfraiProvider::collect(const Round &round, const QVector<WatchedQueue> &queues)
{
    SampleBatch batch;
    for (qsizetype i = 0; i < queues.size(); ++i) {
        const QueueId &queue = queues.at(i).id;
        const auto &outcome = round.outcomes[static_cast<size_t>(i)];
        if (!outcome) {
            batch.failures.append({queue, *round.ended});
            continue;
        }
        if (!outcome->answer) {
            batch.failures.append({queue, outcome->answer.error()});
            continue;
        }
        const json::Value &data = outcome->answer->data;
        auto sample = readStats(data, m_knowledge->fieldsFor(data, m_mapping), queue, outcome->at);
        if (sample)
            batch.samples.append(std::move(*sample));
        else
            batch.failures.append({queue, std::move(sample.error())});
        if (const auto deadLetters = deadLetterQueueIn(data))
            m_deadLetterQueueOf[queue.name] = *deadLetters;
    }
    return batch;
}

} // namespace holdwatch::providers::infrai
