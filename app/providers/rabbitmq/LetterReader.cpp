// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/LetterReader.h"

#include "app/providers/rabbitmq/Parser.h"

namespace holdwatch::providers::rabbitmq {

namespace {

using Kind = Error::Kind;
using Effect = LookTerms::Effect;

Error refused(const LookTerms &terms)
{
    Error error;
    error.kind = Kind::Unsupported;
    error.what = terms.sentence;
    error.kept = QStringLiteral("No look was sent.");
    if (terms.effect == Effect::Risky)
        error.next = QStringLiteral("Look only with a reason that is worth the loss of a message.");
    return error;
}

DeadLetterPage toPage(LookAnswer answer, const DeadSetRow &row)
{
    DeadLetterPage page;
    const qint64 seen = answer.letters.size();
    const bool heldElsewhere = row.consumers.value_or(0) > 0;
    page.total = seen + answer.left;
    page.totalIsApproximate = heldElsewhere;
    page.isWhole = answer.left == 0 && !heldElsewhere;
    page.looks = 1;
    page.letters = std::move(answer.letters);
    if (answer.left > 0)
        answer.notes.prepend(QStringLiteral("These are the first %1; the %2 behind them can't be reached without looking at all of these again.").arg(seen).arg(answer.left));
    else if (heldElsewhere)
        answer.notes.prepend(QStringLiteral("What consumers hold right now is not among these."));
    page.note = answer.notes.join(QLatin1Char(' '));
    return page;
}

} // namespace

LetterReader::LetterReader(std::shared_ptr<net::HttpClient> client, const net::Credential &credential, const Clock &clock, const Requests &requests, const QString &version)
    : m_caller(std::move(client), credential, clock), m_requests(requests), m_version(version)
{
}

QCoro::Task<Result<DeadSetRow>> LetterReader::freshRow(QueueId deadSet)
{
    const QueuePlace place = placeOf(deadSet.name);
    // Steps in a path, not segments of it: they would lead somewhere else.
    if (place.queue == QLatin1String(".") || place.queue == QLatin1String("..") || place.vhost == QLatin1String(".") || place.vhost == QLatin1String(".."))
        co_return failure(Kind::Unsupported, QStringLiteral("A queue of this name can't be reached by the management API."));
    if (version().isEmpty()) {
        const auto answer = co_await m_caller.ask(m_requests.overview());
        if (!answer)
            co_return failure(answer.error());
        const auto overview = parseOverview(answer->body);
        if (!overview)
            co_return failure(overview.error());
        m_ownVersion = overview->version;
    }
    const auto answer = co_await m_caller.ask(m_requests.deadSet(place.vhost, place.queue));
    if (!answer)
        co_return failure(answer.error());
    const auto row = parseDeadSet(answer->body);
    if (row)
        m_sittings[deadSet].row = *row;
    co_return row;
}

QCoro::Task<Result<LookTerms>> LetterReader::terms(WatchedQueue deadSet)
{
    const auto row = co_await freshRow(deadSet.id);
    if (!row)
        co_return failure(row.error());
    co_return lookTerms(*row, version(), m_sittings[deadSet.id].wear);
}

/// Why no look may be sent by what is known now; nothing if one may.
std::optional<Error> LetterReader::refusal(const QueueId &deadSet, bool override) const
{
    const Sitting sitting = m_sittings.value(deadSet);
    if (!sitting.row)
        return std::nullopt;
    const LookTerms terms = lookTerms(*sitting.row, version(), sitting.wear);
    const bool isRefused = terms.effect == Effect::Refused || (terms.effect == Effect::Risky && !override);
    return isRefused ? std::optional(refused(terms)) : std::nullopt;
}

QCoro::Task<Result<LookAnswer>> LetterReader::look(QueueId deadSet, DeadSetRow row, LookPlan plan)
{
    const QueuePlace place = placeOf(deadSet.name);
    const qint64 cap = answerCap(row, plan.count);
    m_sittings[deadSet].wear.looking();
    const auto answer = co_await m_caller.look(m_requests.look(place.vhost, place.queue, plan.count, plan.bodyBytes, cap));
    if (!answer)
        co_return failure(answer.error());
    co_return parseLook(answer->body, cap, deadSet, place.vhost, row);
}

QCoro::Task<Result<DeadLetterPage>> LetterReader::page(WatchedQueue deadSet, QByteArray cursor, int limit, bool override)
{
    if (!cursor.isEmpty())
        co_return failure(Kind::Invalid, QStringLiteral("RabbitMQ has no further pages; a look always begins at the head of the queue."));
    // What is known already may refuse without a word to the broker; then once more by what it says now.
    if (auto why = refusal(deadSet.id, override))
        co_return failure(*std::move(why));
    const auto row = co_await freshRow(deadSet.id);
    if (!row)
        co_return failure(row.error());
    if (auto why = refusal(deadSet.id, override))
        co_return failure(*std::move(why));
    const LookPlan plan = planLook(*row, limit);
    Result<LookAnswer> answer = co_await look(deadSet.id, *row, plan);
    if (!answer)
        co_return failure(std::move(answer.error()));
    const auto highest = answer->highestCount;
    DeadLetterPage page = toPage(*std::move(answer), *row);
    m_sittings[deadSet.id].wear.looked(highest, page.isWhole);
    co_return page;
}

QCoro::Task<Result<DeadLetter>> LetterReader::whole(WatchedQueue, DeadLetter part)
{
    if (part.payloadIsWhole)
        co_return part;
    co_return failure(Kind::Unsupported, QStringLiteral("RabbitMQ has no way to ask for one message."), QStringLiteral("Look again at fewer messages: those at the head come whole."));
}

QCoro::Task<Result<void>> LetterReader::release(WatchedQueue)
{
    co_return {}; // the broker gave the messages back before it answered
}

} // namespace holdwatch::providers::rabbitmq
