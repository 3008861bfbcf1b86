// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/Holding.h"

#include "app/providers/rabbitmq/AmqpLetter.h"
#include "app/providers/rabbitmq/RedriveRules.h"

#include <algorithm>

namespace holdwatch::providers::rabbitmq {

namespace {

using Kind = Error::Kind;
using Outcome = amqp::Confirmation::Outcome;

constexpr qint64 mostKept = 256 * 1024 * 1024; // bytes of bodies in memory

Error nothingMoved(Error error)
{
    error.kept = QStringLiteral("Nothing was moved.");
    return error;
}

} // namespace

bool Holding::Held::is(const RedriveItem &item) const
{
    const bool isEqual = !item.digest.isEmpty() && (item.digest == digest || item.digest == otherDigest);
    return isEqual && (item.id.isEmpty() || item.id == id);
}

Holding::Holding(Setup setup) : m_setup(std::move(setup)), m_vhost(placeOf(m_setup.deadSet.name).vhost), m_queue(placeOf(m_setup.deadSet.name).queue.toUtf8())
{
    m_setup.address.vhost = m_vhost;
}

Error Holding::ended() const
{
    Error error;
    error.kind = m_isStopped ? Kind::Cancelled : Kind::Unreachable;
    error.what = QStringLiteral("The connection that held the messages has ended.");
    error.kept = QStringLiteral("They lie in their queue again.");
    return error;
}

void Holding::stop()
{
    m_isStopped = true;
    const std::lock_guard lock(m_mutex);
    if (m_session)
        m_session->stop();
}

Result<void> Holding::open()
{
    if (m_session && m_session->isOpen())
        return {};
    m_held.clear();
    m_keptBytes = 0;
    m_sawAll = false;
    if (m_isStopped)
        return failure(ended());
    auto session = amqp::AmqpSession::open(m_setup.options, m_setup.address, m_setup.credential);
    if (!session)
        return failure(nothingMoved(std::move(session.error())));
    const std::lock_guard lock(m_mutex);
    m_session = *std::move(session);
    if (m_isStopped) {
        m_session->stop();
        return failure(ended());
    }
    return {};
}

/// False: there was none left.
Result<bool> Holding::takeNext()
{
    auto taken = m_session->get(m_queue);
    if (!taken)
        return failure(nothingMoved(std::move(taken.error())));
    m_sawAll = !taken->has_value();
    if (m_sawAll)
        return false;
    amqp::Delivery &delivery = **taken;
    Held held;
    held.tag = delivery.tag;
    const Result<AmqpLetter> made = delivery.isExact ? letterOf(delivery, m_setup.deadSet, m_vhost, m_setup.row) : Result<AmqpLetter>(failure(Error()));
    if (made) {
        held.id = made->letter.id;
        held.digest = made->digest;
        held.otherDigest = made->otherDigest;
        held.origin = made->letter.originQueue;
        m_highest = std::max(m_highest.value_or(0), made->givenBack);
    }
    held.hasBody = m_keptBytes + delivery.message.body.size() <= mostKept;
    if (held.hasBody) {
        m_keptBytes += delivery.message.body.size();
        held.message = std::move(delivery.message);
    }
    m_held.push_back(std::move(held));
    if (made && m_setup.mostGivenBack && made->givenBack > *m_setup.mostGivenBack)
        return failure(Kind::Unsupported, QStringLiteral("A message of this queue was given back as often as its delivery limit allows (%1 times).").arg(made->givenBack),
                       QStringLiteral("Raise the queue's delivery limit before anything gives it back again."));
    return true;
}

/// Claims a held one if it is among the wanted, and takes it out of those.
Result<void> Holding::claimIfWanted(Held &held, QVector<RedriveItem> &wanted, Claim &claim) const
{
    const auto item = std::find_if(wanted.begin(), wanted.end(), [&held](const RedriveItem &each) { return held.ordinal < 0 ? held.is(each) : each.ordinal == held.ordinal; });
    if (held.digest.isEmpty() || item == wanted.end())
        return {};
    if (!held.hasBody)
        return failure(Kind::TooLarge, QStringLiteral("The messages in front of the chosen ones are too large to be held together (%1 MB).").arg(mostKept / 1024 / 1024));
    held.ordinal = item->ordinal;
    claim.held.append(item->ordinal);
    wanted.erase(item);
    return {};
}

Result<Claim> Holding::claim(const QVector<RedriveItem> &items)
{
    if (auto opened = open(); !opened)
        return failure(std::move(opened.error()));
    Claim claim;
    QVector<RedriveItem> wanted = items;
    claim.looks = m_held.empty() ? 1 : 0;
    for (Held &held : m_held) {
        if (auto claimed = claimIfWanted(held, wanted, claim); !claimed)
            return failure(std::move(claimed.error()));
    }
    while (!wanted.isEmpty()) {
        const auto more = takeNext();
        if (!more)
            return failure(more.error());
        if (!*more)
            break;
        ++claim.seen;
        if (auto claimed = claimIfWanted(m_held.back(), wanted, claim); !claimed)
            return failure(std::move(claimed.error()));
    }
    for (const RedriveItem &each : std::as_const(wanted))
        claim.missing.append(each.ordinal);
    for (const Held &held : m_held) {
        if (held.ordinal < 0)
            claim.others.append(held.digest);
    }
    return claim;
}

Holding::Held *Holding::heldFor(int ordinal)
{
    const auto found = std::find_if(m_held.begin(), m_held.end(), [ordinal](const Held &each) { return each.ordinal == ordinal; });
    return found == m_held.end() ? nullptr : &*found;
}

ItemResult Holding::result(const RedriveItem &item, ItemOutcome outcome, const QString &detail) const
{
    ItemResult result;
    result.ordinal = item.ordinal;
    result.outcome = outcome;
    result.at = m_setup.clock->now();
    result.detail = detail.left(300);
    return result;
}

/// Why nothing may be sent there; asked once an attempt and target.
std::optional<QString> Holding::targetProblem(const QString &target)
{
    if (!m_targets.contains(target)) {
        QString &problem = m_targets[target];
        const QueuePlace place = placeOf(target);
        if (target.isEmpty())
            problem = QStringLiteral("Which queue it came from is not known.");
        else if (place.vhost != m_vhost)
            problem = QStringLiteral("%1 is in another virtual host.").arg(target);
        else if (place.queue.toUtf8() == m_queue)
            problem = QStringLiteral("%1 is the dead-letter queue itself.").arg(target);
        else if (const auto state = m_session->inspect(place.queue.toUtf8()); !state)
            problem = state.error().kind == Kind::NotFound ? QStringLiteral("The broker has no queue %1.").arg(target) : toSentence(state.error());
    }
    const QString problem = m_targets.value(target);
    return problem.isEmpty() ? std::nullopt : std::optional(problem);
}

Attempted Holding::attemptOne(const RedriveItem &item)
{
    const auto failed = [&](const QString &why) { return Attempted{result(item, ItemOutcome::Failed, why + QStringLiteral(" Nothing was sent.")), false}; };
    Held *held = heldFor(item.ordinal);
    if (!held || !m_session || !m_session->isOpen())
        return failed(QStringLiteral("It is no longer held here; it lies in its queue."));
    if (!held->is(item))
        return failed(QStringLiteral("What is held is another message."));
    const QString target = item.target.isEmpty() ? held->origin : item.target;
    if (const auto problem = targetProblem(target))
        return failed(*problem);
    const amqp::Confirmation confirmation = m_session->publish(placeOf(target).queue.toUtf8(), redriven(held->message.properties, item.idempotencyKey), item.payload.value_or(held->message.body));
    switch (confirmation.outcome) {
    case Outcome::Taken: break;
    case Outcome::Returned:
    case Outcome::Refused: return {result(item, ItemOutcome::Failed, confirmation.error.what + QStringLiteral(" It is still in the dead-letter queue.")), false};
    case Outcome::Lost: return {result(item, ItemOutcome::Unknown, QStringLiteral("It was sent, and no confirm came: ") + confirmation.error.what), false};
    }
    // Its removal is only known once the broker has answered something that was sent after it.
    Result<void> removed = m_session->ack(held->tag).and_then([this] { return m_session->flush(m_queue); });
    m_keptBytes -= held->message.body.size();
    m_held.erase(m_held.begin() + (held - m_held.data()));
    if (!removed)
        return {result(item, ItemOutcome::Unknown, QStringLiteral("The target has it (confirmed), but its removal from the dead-letter queue was not confirmed: ") + removed.error().what), true};
    return {result(item, ItemOutcome::Moved, QStringLiteral("confirmed by the broker")), true};
}

QVector<Attempted> Holding::attempt(const QVector<RedriveItem> &items, const std::stop_token &stop)
{
    QVector<Attempted> results;
    m_targets.clear();
    for (const RedriveItem &item : items) {
        if (stop.stop_requested() || m_isStopped)
            break;
        results.append(attemptOne(item));
        if (!m_session || !m_session->isOpen())
            break;
    }
    return results;
}

Result<QSet<int>> Holding::find(const QVector<RedriveItem> &items)
{
    if (auto opened = open(); !opened)
        return failure(std::move(opened.error()));
    while (true) {
        const auto more = takeNext();
        if (!more)
            return failure(more.error());
        if (!*more)
            break;
    }
    QSet<int> found;
    QVector<RedriveItem> wanted = items;
    for (const Held &held : m_held) {
        const auto item = std::find_if(wanted.begin(), wanted.end(), [&held](const RedriveItem &each) { return held.is(each); });
        if (item == wanted.end())
            continue;
        found.insert(item->ordinal);
        wanted.erase(item);
    }
    return found;
}

Result<amqp::QueueState> Holding::count(const QByteArray &queue)
{
    if (auto opened = open(); !opened)
        return failure(std::move(opened.error()));
    return m_session->inspect(queue);
}

Result<void> Holding::release()
{
    const bool wasOpen = m_session && m_session->isOpen();
    Result<void> given = wasOpen ? m_session->requeueAll().and_then([this] { return m_session->flush(m_queue); }) : Result<void>();
    m_held.clear();
    m_keptBytes = 0;
    if (m_session)
        m_session->close();
    const std::lock_guard lock(m_mutex);
    m_session.reset();
    return given;
}

void Holding::keepAlive()
{
    if (m_session)
        m_session->keepAlive();
}

} // namespace holdwatch::providers::rabbitmq
