// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/ShovelRedriver.h"

#include <QCoroTimer>

namespace holdwatch::providers::rabbitmq {

namespace {

using Kind = Error::Kind;

BulkMove refused(Error error)
{
    error.kept = QStringLiteral("Nothing was moved.");
    BulkMove move;
    move.outcome = ItemOutcome::Failed;
    move.moved = 0;
    move.error = std::move(error);
    return move;
}

BulkMove refused(Kind kind, const QString &what)
{
    Error error;
    error.kind = kind;
    error.what = what;
    return refused(std::move(error));
}

} // namespace

ShovelRedriver::ShovelRedriver(const ConnectionConfig &config, std::shared_ptr<net::HttpClient> client, const net::Credential &reading, WriteLogin login, const Clock &clock,
                               const Requests &requests, LetterReader &reader, RabbitRedriver &counter)
    : m_deadline(std::max<Millis>(config.deadline, Seconds(30))), m_caller(client, reading, clock), m_writer(client, m_writing, clock), m_login(std::move(login)), m_clock(clock),
      m_requests(requests), m_reader(reader), m_counter(counter)
{
}

QCoro::Task<Result<RedriveTerms>> ShovelRedriver::bulkTerms(WatchedQueue deadSet)
{
    const auto row = co_await m_reader.freshRow(deadSet.id);
    if (!row)
        co_return failure(row.error());
    QVector<TargetFacts> targets;
    for (const QString &name : std::as_const(deadSet.origins)) {
        const QueueId asked{deadSet.id.connection, name};
        auto found = co_await m_reader.freshRow(asked);
        if (!found && found.error().kind != Kind::NotFound)
            co_return failure(std::move(found.error()));
        targets.append({name, found ? std::optional(*std::move(found)) : std::nullopt});
    }
    const auto shovels = co_await m_caller.ask(m_requests.shovels(placeOf(deadSet.id.name).vhost));
    std::optional<bool> hasShovels;
    if (shovels)
        hasShovels = true;
    else if (shovels.error().kind == Kind::NotFound)
        hasShovels = false;
    else if (shovels.error().kind != Kind::Forbidden && shovels.error().kind != Kind::Unauthorized)
        co_return failure(shovels.error());
    co_return shovelTerms(deadSet.id.name, *row, m_reader.version(), targets, hasShovels);
}

QCoro::Task<Result<ShovelRedriver::Counts>> ShovelRedriver::counts(QueueId deadSet, QueueId target)
{
    const QVector<QueueId> both{deadSet, target};
    const auto ready = co_await m_counter.countReady(both);
    if (!ready)
        co_return failure(ready.error());
    co_return Counts{ready->at(0), ready->at(1)};
}

QCoro::Task<Result<bool>> ShovelRedriver::isThere(QString vhost, QByteArray name)
{
    const auto answer = co_await m_caller.ask(m_requests.shovel(vhost, name));
    if (!answer && answer.error().kind != Kind::NotFound)
        co_return failure(answer.error());
    co_return answer.has_value();
}

/// True: it removed itself. False: it was still there at the deadline.
QCoro::Task<Result<bool>> ShovelRedriver::awaitEnd(QString vhost, QByteArray name)
{
    constexpr Millis between(200);
    const Millis until = m_clock.monotonic() + m_deadline;
    while (true) {
        const auto there = co_await isThere(vhost, name);
        if (there && !*there)
            co_return true;
        if (m_clock.monotonic() >= until)
            co_return there ? Result<bool>(false) : there;
        if (!there && there.error().kind == Kind::Cancelled)
            co_return failure(there.error());
        co_await QCoro::sleepFor(between);
    }
}

QCoro::Task<BulkMove> ShovelRedriver::move(WatchedQueue deadSet, qint64 atMost, QByteArray idempotencyKey)
{
    if (atMost < 1)
        co_return refused(Kind::Unsupported, QStringLiteral("A shovel moves a stated number of messages, one at least; \"all of them\" has no end while more arrive."));
    if (m_counter.isHolding(deadSet.id))
        co_return refused(Kind::Conflict, QStringLiteral("Messages of this queue are held by this program at the moment."));
    const auto terms = co_await bulkTerms(deadSet);
    if (!terms)
        co_return refused(terms.error());
    if (!terms->refusals.isEmpty())
        co_return refused(Kind::Unsupported, terms->refusals.join(QLatin1Char(' ')));
    const QueueId target{deadSet.id.connection, terms->target};
    const auto before = co_await counts(deadSet.id, target);
    if (!before)
        co_return refused(before.error());
    const QueuePlace place = placeOf(deadSet.id.name);
    const ShovelOrder order{place.vhost, place.queue, placeOf(target.name).queue, std::min(atMost, before->dead), m_reader.version()};
    if (order.count < 1)
        co_return refused(Kind::NotFound, QStringLiteral("There is nothing in %1 to be moved.").arg(deadSet.id.name));
    const QByteArray name = shovelName(idempotencyKey);
    const auto there = co_await isThere(order.vhost, name);
    if (!there)
        co_return refused(there.error());
    if (*there) {
        BulkMove move;
        move.error = Error();
        move.error->kind = Kind::Conflict;
        move.error->what = QStringLiteral("The shovel of this step is on the broker already: it was sent before.");
        co_return move;
    }
    auto key = m_login.key();
    if (!key)
        co_return refused(key.error());
    m_writing = {net::Credential::Scheme::Basic, m_login.user, *std::move(key)};
    auto request = m_requests.startShovel(order.vhost, name, shovelDefinition(order), idempotencyKey);
    request.credential = &m_writing;
    const auto started = co_await m_writer.write(std::move(request));
    if (!started && started.error().kind != Kind::OutcomeUnknown && started.error().kind != Kind::ServerFailed) {
        m_writing = {};
        co_return refused(started.error());
    }
    const std::optional<Error> lost = started ? std::nullopt : std::optional(started.error());
    const BulkMove move = co_await concluded(deadSet.id, target, order, *before, name, idempotencyKey, lost);
    m_writing = {};
    co_return move;
}

/// Waits for its end, removes it at the deadline, and says what the counts say.
QCoro::Task<BulkMove> ShovelRedriver::concluded(QueueId deadSet, QueueId target, ShovelOrder order, Counts before, QByteArray name, QByteArray idempotencyKey, std::optional<Error> lost)
{
    const auto ended = co_await awaitEnd(order.vhost, name);
    const bool isGone = ended && *ended;
    if (!isGone) {
        auto request = m_requests.endShovel(order.vhost, name, idempotencyKey + ":end");
        request.credential = &m_writing;
        (void)co_await m_writer.write(std::move(request));
    }
    const auto after = co_await settledCounts(deadSet, target, before.dead - order.count);
    BulkMove move;
    if (after)
        move.remaining = after->dead;
    const qint64 gone = after ? before.dead - after->dead : -1;
    // A shovel also removes itself when the target refused what it brought: only what left proves it.
    if (isGone && !lost && gone == order.count) {
        move.outcome = ItemOutcome::Moved;
        move.moved = gone;
        co_return move;
    }
    move.error = lost ? *lost : !after ? after.error() : !ended ? ended.error() : Error();
    if (move.error->what.isEmpty()) {
        move.error->kind = isGone ? Kind::Conflict : Kind::Timeout;
        move.error->what = QStringLiteral("%1 were to be moved; the dead-letter queue had %2 before and %3 afterwards, the target %4 and %5. %6")
                               .arg(order.count).arg(before.dead).arg(after->dead).arg(before.target).arg(after->target)
                               .arg(isGone ? QStringLiteral("The shovel has ended.") : QStringLiteral("The shovel had not ended in time and was removed."));
    }
    if (!lost && gone == 0 && after->target <= before.target) {
        move.outcome = ItemOutcome::Failed;
        move.moved = 0;
    }
    co_return move;
}

/// What the shovel had taken beyond its count lies there again a moment after it has ended.
QCoro::Task<Result<ShovelRedriver::Counts>> ShovelRedriver::settledCounts(QueueId deadSet, QueueId target, qint64 expected)
{
    constexpr Millis between(200);
    constexpr int tries = 20;
    for (int i = 0; true; ++i) {
        const auto now = co_await counts(deadSet, target);
        if (!now)
            co_return failure(now.error());
        if (now->dead == expected || i == tries)
            co_return Counts(*now);
        co_await QCoro::sleepFor(between);
    }
}

} // namespace holdwatch::providers::rabbitmq
