// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/RabbitRedriver.h"

#include "app/providers/rabbitmq/LookRules.h"
#include "app/providers/rabbitmq/RedriveRules.h"

#include <QCoroFuture>

namespace holdwatch::providers::rabbitmq {

namespace {

using Kind = Error::Kind;
using Effect = LookTerms::Effect;

/// After it a broker has noticed that a connection is dead, whatever the network does: two heartbeats.
constexpr Seconds ghostsAreGone(35);

QString loginText(const net::ServerPipe::Server &server, const QByteArray &user)
{
    return QStringLiteral("%1://%2:%3 as %4").arg(server.isSecure ? QStringLiteral("amqps") : QStringLiteral("amqp"), server.host).arg(server.port).arg(QString::fromUtf8(user));
}

Error riskyLook(const LookTerms &look)
{
    Error error;
    error.kind = Kind::Unsupported;
    error.what = look.sentence;
    error.kept = QStringLiteral("Nothing was taken.");
    return error;
}

WatchedQueue toWatched(const QueueId &id)
{
    WatchedQueue queue;
    queue.id = id;
    return queue;
}

} // namespace

Result<net::ServerPipe::Server> amqpServerOf(const ConnectionConfig &config)
{
    constexpr quint16 securePort = 5671, plainPort = 5672;
    const bool isOwn = !config.amqpUrl.isEmpty();
    const QUrl &url = isOwn ? config.amqpUrl : config.baseUrl;
    const bool isSecure = url.scheme() == (isOwn ? QLatin1String("amqps") : QLatin1String("https"));
    const bool isPlain = url.scheme() == (isOwn ? QLatin1String("amqp") : QLatin1String("http"));
    const bool isUsable = url.isValid() && !url.host().isEmpty() && url.userInfo().isEmpty() && (isSecure || (isPlain && config.allowPlainLoopback && net::isLoopback(url)));
    if (!isUsable) {
        Error error;
        error.kind = Kind::Configuration;
        error.where = QStringLiteral("amqp_url");
        error.what = QStringLiteral("The AMQP address can't be used.");
        error.next = QStringLiteral("Write it like amqps://queues.example.com:5671, without user and password; amqp:// is for this machine only.");
        return failure(std::move(error));
    }
    const int customary = isSecure ? securePort : plainPort;
    return net::ServerPipe::Server{url.host(), static_cast<quint16>(isOwn ? url.port(customary) : customary), isSecure};
}

RabbitRedriver::RabbitRedriver(const ConnectionConfig &config, WriteLogin login, const Clock &clock, LetterReader &reader)
    : m_config(config), m_login(std::move(login)), m_clock(clock), m_reader(reader)
{
}

void RabbitRedriver::cancelAll()
{
    for (const auto &[deadSet, worker] : m_workers)
        worker->stop();
}

QCoro::Task<Result<RedriveTerms>> RabbitRedriver::itemTerms(WatchedQueue deadSet, QString target)
{
    const auto row = co_await m_reader.freshRow(deadSet.id);
    if (!row)
        co_return failure(row.error());
    QVector<TargetFacts> targets;
    const QStringList names = target.isEmpty() ? deadSet.origins : QStringList(target);
    for (const QString &name : names) {
        const QueueId asked{deadSet.id.connection, name}; // g++ 12 destroys an aggregate written inside co_await twice
        auto found = co_await m_reader.freshRow(asked);
        if (!found && found.error().kind != Kind::NotFound)
            co_return failure(std::move(found.error()));
        targets.append({name, found ? std::optional(*std::move(found)) : std::nullopt});
    }
    const auto server = amqpServerOf(m_config);
    const LookTerms look = lookTerms(*row, m_reader.version(), m_reader.wearOf(deadSet.id));
    RedriveTerms terms = redriveTerms(deadSet.id.name, *row, m_reader.version(), look, targets, target, server ? loginText(*server, m_login.user) : QString());
    if (!server)
        terms.refusals << toSentence(server.error());
    co_return terms;
}

Result<Holding::Setup> RabbitRedriver::setupFor(const QueueId &deadSet, const DeadSetRow &row) const
{
    auto server = amqpServerOf(m_config);
    if (!server)
        return failure(std::move(server.error()));
    auto options = net::connectionOptionsFrom(m_config, m_clock);
    if (!options)
        return failure(std::move(options.error()));
    auto key = m_login.key();
    if (!key)
        return failure(std::move(key.error()));
    Holding::Setup setup;
    setup.options = *std::move(options);
    setup.address.server = *std::move(server);
    setup.address.deadline = m_config.deadline;
    setup.credential = {net::Credential::Scheme::Basic, m_login.user, *std::move(key)};
    setup.deadSet = deadSet;
    setup.row = row;
    setup.clock = &m_clock;
    return setup;
}

/// The one that holds messages of this dead set, or a new one where a look is allowed.
QCoro::Task<Result<RabbitRedriver::Worker>> RabbitRedriver::workerFor(QueueId deadSet)
{
    if (const auto known = m_workers.find(deadSet); known != m_workers.end()) {
        const Worker holding = known->second;
        const auto asked = holding->run([](Holding &each) { return each.isOpen(); });
        const bool isOpen = co_await asked;
        if (isOpen)
            co_return Worker(holding); // a copy: co_return moves from what it is handed
        // Lost meanwhile: everything was given back, so taking it again is a look of its own.
        co_await release(toWatched(deadSet));
    }
    const auto row = co_await m_reader.freshRow(deadSet);
    if (!row)
        co_return failure(row.error());
    Wear &wear = m_reader.wearOf(deadSet);
    const LookTerms look = lookTerms(*row, m_reader.version(), wear);
    if (look.effect == Effect::Risky || look.effect == Effect::Refused)
        co_return failure(riskyLook(look));
    auto setup = setupFor(deadSet, *row);
    if (!setup)
        co_return failure(std::move(setup.error()));
    if (const auto limit = countedLimit(*row, m_reader.version()))
        setup->mostGivenBack = *limit - 1;
    wear.looking();
    const Worker worker = std::make_shared<RedriveWorker>(*std::move(setup));
    m_workers[deadSet] = worker;
    co_return worker;
}

QCoro::Task<Result<Claim>> RabbitRedriver::claim(WatchedQueue deadSet, QVector<RedriveItem> items)
{
    const auto worker = co_await workerFor(deadSet.id);
    if (!worker)
        co_return failure(worker.error());
    struct Answer
    {
        Result<Claim> claim;
        std::optional<qint64> highest;
        bool sawAll = false;
    };
    const auto claimed = (*worker)->run([items](Holding &holding) { return Answer{holding.claim(items), holding.highestGivenBack(), holding.sawAll()}; });
    const Answer answer = co_await claimed;
    if (answer.highest)
        m_reader.wearOf(deadSet.id).looked(answer.highest, answer.sawAll);
    // With nothing held there is nothing to be released; a connection that could not be made is made anew next time.
    if (!answer.claim)
        co_await release(deadSet);
    co_return answer.claim;
}

QCoro::Task<QVector<ItemResult>> RabbitRedriver::attempt(WatchedQueue deadSet, QVector<RedriveItem> items, std::stop_token stop)
{
    QVector<ItemResult> results;
    const auto known = m_workers.find(deadSet.id);
    if (known == m_workers.end()) {
        for (const RedriveItem &item : items) {
            if (stop.stop_requested())
                break;
            results.append({item.ordinal, ItemOutcome::Failed, m_clock.now(), QStringLiteral("It is not held here; nothing was sent."), {}});
        }
        co_return results;
    }
    const Worker worker = known->second;
    const auto attempted = worker->run([items, stop](Holding &holding) { return holding.attempt(items, stop); });
    const QVector<Attempted> answer = co_await attempted;
    remember(items, answer);
    for (const Attempted &each : answer)
        results.append(each.result);
    co_return results;
}

void RabbitRedriver::remember(const QVector<RedriveItem> &items, const QVector<Attempted> &attempted)
{
    for (qsizetype i = 0; i < attempted.size(); ++i) {
        if (attempted.at(i).isConfirmed && attempted.at(i).result.outcome == ItemOutcome::Unknown)
            m_confirmed.insert(items.at(i).idempotencyKey, m_clock.monotonic());
    }
}

QCoro::Task<Result<void>> RabbitRedriver::release(WatchedQueue deadSet)
{
    const auto known = m_workers.find(deadSet.id);
    if (known == m_workers.end())
        co_return Result<void>();
    const Worker worker = known->second;
    m_workers.erase(known);
    const auto released = worker->run([](Holding &holding) { return holding.release(); });
    const Result<void> answer = co_await released;
    co_return answer;
}

/// What a look over the whole queue says of one item.
ItemResult RabbitRedriver::judged(const RedriveItem &item, const QSet<int> &stillThere, const DeadSetRow &before) const
{
    ItemResult result{item.ordinal, ItemOutcome::Unknown, m_clock.now(), {}, {}};
    const auto confirmed = m_confirmed.constFind(item.idempotencyKey);
    const bool hasTarget = confirmed != m_confirmed.constEnd();
    const bool mayBeHeld = before.unacknowledged.value_or(1) > 0 || (hasTarget && m_clock.monotonic() - *confirmed < ghostsAreGone);
    if (stillThere.contains(item.ordinal)) {
        result.outcome = hasTarget ? ItemOutcome::Unknown : ItemOutcome::Skipped;
        result.detail = hasTarget ? QStringLiteral("It is in both: the target confirmed it, and it still lies in the dead-letter queue.")
                                  : QStringLiteral("It still lies in the dead-letter queue. Whether the target got it too can't be seen from here.");
    } else if (hasTarget && !mayBeHeld) {
        result.outcome = ItemOutcome::Moved;
        result.detail = QStringLiteral("The target confirmed it, and it is gone from the dead-letter queue.");
    } else if (mayBeHeld) {
        result.detail = QStringLiteral("It can't be seen in the dead-letter queue, but messages of it are held by somebody, perhaps still for the connection that was lost. Look again in a minute.");
    } else {
        result.detail = QStringLiteral("It is gone from the dead-letter queue, and no confirm of the target is known.");
    }
    return result;
}

QCoro::Task<Result<QVector<ItemResult>>> RabbitRedriver::reconcile(WatchedQueue deadSet, QVector<RedriveItem> items)
{
    if (const auto released = co_await release(deadSet); !released && released.error().kind == Kind::Cancelled)
        co_return failure(released.error());
    // As it was before our own look, which the statistics would go on showing for some seconds.
    const auto before = co_await m_reader.freshRow(deadSet.id);
    if (!before)
        co_return failure(before.error());
    const auto worker = co_await workerFor(deadSet.id);
    if (!worker)
        co_return failure(worker.error());
    const auto looking = (*worker)->run([items](Holding &holding) { return holding.find(items); });
    const Result<QSet<int>> found = co_await looking;
    co_await release(deadSet);
    if (!found)
        co_return failure(found.error());
    QVector<ItemResult> results;
    for (const RedriveItem &item : items)
        results.append(judged(item, *found, *before));
    co_return results;
}

QCoro::Task<Result<QVector<qint64>>> RabbitRedriver::countReady(QVector<QueueId> queues)
{
    auto setup = setupFor(queues.first(), {});
    if (!setup)
        co_return failure(std::move(setup.error()));
    const Worker worker = std::make_shared<RedriveWorker>(*std::move(setup));
    const QueueId key{queues.first().connection, QString()};
    m_workers[key] = worker; // so that cancelAll reaches it
    const auto counting = worker->run([queues](Holding &holding) {
        QVector<qint64> ready;
        for (const QueueId &each : queues) {
            const auto state = holding.count(placeOf(each.name).queue.toUtf8());
            if (!state)
                return Result<QVector<qint64>>(failure(state.error()));
            ready << state->ready;
        }
        (void)holding.release();
        return Result<QVector<qint64>>(ready);
    });
    const Result<QVector<qint64>> counts = co_await counting;
    m_workers.erase(key);
    co_return counts;
}

} // namespace holdwatch::providers::rabbitmq
