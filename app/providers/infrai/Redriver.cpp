// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/Redriver.h"

#include "app/net/Redaction.h"
#include "app/providers/infrai/Parser.h"

#include <algorithm>

namespace holdwatch::providers::infrai {

namespace {

using Kind = Error::Kind;

constexpr int lettersPerPage = 100;

QString undocumented()
{
    return QStringLiteral("What a redrive changes is not documented there: it may restart age, retention and delivery count, and may give a new id.");
}

QString unknownOrigins()
{
    return QStringLiteral("Which queues' dead letters land here is not known, so there is no queue to redrive.");
}

tl::unexpected<Error> unsupported(const QString &why)
{
    return failure(Kind::Unsupported, why, QStringLiteral("Compare the server's discovery with its documentation."));
}

ItemResult resultOf(const RedriveItem &item, const Verdict &verdict, UtcTime at)
{
    ItemResult result;
    result.ordinal = item.ordinal;
    result.outcome = verdict.outcome;
    result.at = at;
    result.detail = verdict.detail;
    result.isThrottled = verdict.isThrottled;
    return result;
}

} // namespace

Redriver::Redriver(std::shared_ptr<net::HttpClient> client, const Clock &clock, const ConnectionConfig &config, const Requests &requests, Knowledge &knowledge,
                   const net::Credential &writeCredential)
    : m_caller(client, clock, config.deadline), m_reader(std::move(client), clock, config.deadline, requests, knowledge), m_requests(requests), m_knowledge(knowledge),
      m_mapping(config.fieldMapping), m_credential(writeCredential)
{
}

void Redriver::cancelAll()
{
    m_caller.cancelAll();
    m_reader.cancelAll();
}

Result<Route> Redriver::offered() const
{
    if (!m_knowledge.redrive.refusal.isEmpty())
        return unsupported(m_knowledge.redrive.refusal);
    if (!m_knowledge.routes.usable.contains(Call::Redrive))
        return unsupported(m_knowledge.routes.refused.value(Call::Redrive));
    return m_knowledge.routes.usable.value(Call::Redrive);
}

Result<Route> Redriver::writable() const
{
    if (m_credential.secret.isEmpty())
        return failure(Kind::Unauthorized, QStringLiteral("The key for writing is not at hand, so nothing can be moved."));
    return offered();
}

Result<void> Redriver::mayChoose(const QVector<RedriveItem> &items) const
{
    if (const Result<Route> known = writable(); !known)
        return failure(known.error());
    if (!m_knowledge.redrive.canChoose())
        return unsupported(m_knowledge.redrive.whyNoItems());
    if (std::any_of(items.begin(), items.end(), [](const RedriveItem &item) { return item.payload.has_value(); }))
        return failure(Kind::Unsupported, QStringLiteral("A redrive moves messages as they are; a corrected copy can't be sent that way."));
    return {};
}

QCoro::Task<Result<void>> Redriver::learnAgain()
{
    const Routes &routes = m_knowledge.routes;
    if (!routes.discovered || !routes.usable.contains(Call::Redrive))
        co_return {};
    const Route known = routes.usable.value(Call::Redrive);
    const Result<Answer> detail = co_await m_caller.ask(m_requests.discoveryDetail(known.id));
    if (!detail)
        co_return failure(detail.error());
    m_knowledge.redrive = RedriveOffer::from(readDetail(detail->data, Call::Redrive, known), known);
    co_return {};
}

QCoro::Task<Result<void>> Redriver::askQueues(QStringList origins, std::shared_ptr<RedriveTerms> terms)
{
    const Routes &routes = m_knowledge.routes;
    if (!routes.usable.contains(Call::Stats)) {
        terms->refusals << routes.refused.value(Call::Stats);
        co_return {};
    }
    terms->targetExists = true;
    terms->deadDepth = 0;
    for (const QString &origin : origins) {
        const Result<Answer> answer = co_await m_caller.ask(m_requests.call(routes.usable.value(Call::Stats), origin));
        if (!answer && answer.error().kind != Kind::NotFound)
            co_return failure(answer.error());
        if (!answer) {
            terms->targetExists = false;
            terms->deadDepth.reset();
            terms->refusals << QStringLiteral("The queue \u201c%1\u201d, where the messages would go, does not exist.").arg(origin.left(80));
            continue;
        }
        const auto stats = readStats(answer->data, m_knowledge.fieldsFor(answer->data, m_mapping), {{}, origin}, m_caller.serverNow());
        const bool isCounted = stats && stats->deadLetters.has() && terms->deadDepth;
        terms->deadDepth = isCounted ? std::optional(*terms->deadDepth + stats->deadLetters.value()) : std::nullopt;
        if (stats && stats->consumers.has() && origins.size() == 1)
            terms->targetConsumers = int(stats->consumers.value());
    }
    co_return {};
}

void Redriver::describe(RedriveTerms &terms) const
{
    terms.outcome = ItemOutcome::Moved;
    for (const QString &sentence : m_knowledge.redrive.choices)
        terms.changes << QStringLiteral("The server says: \u201c%1\u201d").arg(net::quoted(sentence, &m_credential, 300));
    if (terms.changes.isEmpty())
        terms.changes << undocumented();
    if (const Result<Route> known = offered(); !known)
        terms.refusals << known.error().what;
}

QCoro::Task<Result<RedriveTerms>> Redriver::itemTerms(WatchedQueue deadSet, QString target)
{
    m_caller.begin();
    const Result<void> learnt = co_await learnAgain();
    if (!learnt)
        co_return failure(learnt.error());
    const auto terms = std::make_shared<RedriveTerms>();
    const QStringList origins = originsOf(deadSet);
    terms->target = target.isEmpty() && origins.size() == 1 ? origins.first() : target;
    if (!target.isEmpty() && !origins.contains(target))
        terms->refusals << QStringLiteral("A dead letter goes back to the queue it came from; it can't be sent to \u201c%1\u201d.").arg(target.left(80));
    const QStringList asked = origins.contains(terms->target) ? QStringList{terms->target} : origins;
    const Result<void> counted = co_await askQueues(asked, terms);
    if (!counted)
        co_return failure(counted.error());
    describe(*terms);
    if (m_knowledge.redrive.refusal.isEmpty() && !m_knowledge.redrive.canChoose())
        terms->refusals << m_knowledge.redrive.whyNoItems();
    if (isGuess(deadSet))
        terms->refusals << unknownOrigins();
    if (const Result<Route> known = offered(); known && m_knowledge.redrive.canChoose()) {
        const QByteArray key = "<the message's own key>";
        terms->requests << m_requests.shown(m_requests.redrive(*known, asked.first(), m_knowledge.redrive.bodyForOne(asked.first(), QStringLiteral("<message id>"), key), key, m_credential));
    }
    co_return *terms;
}

QCoro::Task<Result<Redriver::Found>> Redriver::look(WatchedQueue deadSet, QVector<RedriveItem> items)
{
    QSet<MessageId> wanted;
    for (const RedriveItem &item : items)
        wanted.insert(item.id);
    Found found;
    QByteArray cursor;
    do {
        const Result<DeadLetterPage> page = co_await m_reader.page(deadSet, cursor, lettersPerPage, false);
        if (!page)
            co_return failure(page.error());
        for (DeadLetter letter : page->letters) {
            ++found.seen;
            const QByteArray digest = letter.payloadIsWhole ? contentDigest(letter) : QByteArray();
            if (letter.id.isEmpty() || !wanted.contains(letter.id)) {
                if (!digest.isEmpty())
                    found.others << digest;
                continue;
            }
            letter.payload.clear();
            found.digests.insert(letter.id, digest);
            found.letters.insert(letter.id, std::move(letter));
        }
        found.isWhole = page->isWhole;
        cursor = page->next;
    } while (!cursor.isEmpty() && found.letters.size() < wanted.size());
    (void)co_await m_reader.release(deadSet);
    co_return found;
}

QCoro::Task<Result<Claim>> Redriver::claim(WatchedQueue deadSet, QVector<RedriveItem> items)
{
    m_found.remove(deadSet.id);
    Result<void> possible = mayChoose(items);
    if (possible && isGuess(deadSet))
        possible = unsupported(unknownOrigins());
    if (!possible)
        co_return failure(possible.error());
    const Result<Found> found = co_await look(deadSet, items);
    if (!found)
        co_return failure(found.error());
    const QStringList origins = originsOf(deadSet);
    Claim claim;
    claim.seen = found->seen;
    claim.others = found->others;
    for (const RedriveItem &item : items) {
        const QString said = found->letters.value(item.id).originQueue;
        const QString origin = origins.size() == 1 ? origins.first() : said;
        const bool isThere = !item.digest.isEmpty() && found->digests.value(item.id) == item.digest && origins.contains(origin)
            && (item.target.isEmpty() || item.target == origin);
        (isThere ? claim.held : claim.missing) << item.ordinal;
        if (isThere)
            m_found[deadSet.id].insert(item.id, origin);
    }
    co_return claim;
}

QCoro::Task<Verdict> Redriver::moveOne(QString origin, RedriveItem item)
{
    m_caller.begin();
    const Result<Route> known = writable();
    if (!known) {
        Verdict nothing;
        nothing.outcome = ItemOutcome::Failed;
        nothing.detail = known.error().what;
        nothing.ends = true;
        co_return nothing;
    }
    const QByteArray body = m_knowledge.redrive.bodyForOne(origin, item.id.text(), item.idempotencyKey);
    const net::WriteRequest request = m_requests.redrive(*known, origin, body, item.idempotencyKey, m_credential);
    const Result<net::Response> response = co_await m_caller.write(request);
    co_return judgeOne(response, request, item.id.text(), m_caller.now());
}

QCoro::Task<QVector<ItemResult>> Redriver::attempt(WatchedQueue deadSet, QVector<RedriveItem> items, std::stop_token stop)
{
    QVector<ItemResult> results;
    for (const RedriveItem &item : items) {
        if (stop.stop_requested())
            break;
        const QString origin = m_found.value(deadSet.id).value(item.id);
        if (origin.isEmpty()) {
            Verdict nothing;
            nothing.outcome = ItemOutcome::Skipped;
            nothing.detail = QStringLiteral("It was not claimed; nothing was sent.");
            results << resultOf(item, nothing, m_caller.serverNow());
            continue;
        }
        const Verdict verdict = co_await moveOne(origin, item);
        if (verdict.error && verdict.error->kind == Kind::Cancelled)
            break; // it had not been sent: not begun, still held
        m_found[deadSet.id].remove(item.id);
        results << resultOf(item, verdict, m_caller.serverNow());
        if (verdict.ends)
            break;
    }
    co_return results;
}

QCoro::Task<Result<void>> Redriver::release(WatchedQueue deadSet)
{
    m_found.remove(deadSet.id);
    co_return {};
}

ItemResult Redriver::reconciled(const RedriveItem &item, const Found &found) const
{
    Verdict verdict;
    const auto letter = found.letters.constFind(item.id);
    const bool isThere = letter != found.letters.cend();
    if (isThere && found.digests.value(item.id) != item.digest) {
        verdict.detail = QStringLiteral("A message of this id lies in the dead-letter queue with another content.");
    } else if (isThere && item.diedAt && letter->diedAt && *item.diedAt != *letter->diedAt) {
        verdict.outcome = ItemOutcome::Moved;
        verdict.detail = QStringLiteral("It was moved and is dead again: it died at another time than the one that was planned.");
    } else if (isThere) {
        verdict.outcome = ItemOutcome::Skipped;
        verdict.detail = QStringLiteral("It lies in the dead-letter queue as before.");
    } else if (found.isWhole) {
        verdict.detail = QStringLiteral("It is not in the dead-letter queue any more; the server does not tell where it went.");
    } else {
        verdict.detail = QStringLiteral("It was not among the %1 dead letters that the server lists, but there may be more.").arg(found.seen);
    }
    return resultOf(item, verdict, m_caller.serverNow());
}

QCoro::Task<Result<QVector<ItemResult>>> Redriver::reconcile(WatchedQueue deadSet, QVector<RedriveItem> items)
{
    const Result<Found> found = co_await look(deadSet, items);
    if (!found)
        co_return failure(found.error());
    QVector<ItemResult> results;
    for (const RedriveItem &item : items)
        results << reconciled(item, *found);
    co_return results;
}

QCoro::Task<Result<RedriveTerms>> Redriver::bulkTerms(WatchedQueue deadSet)
{
    m_caller.begin();
    const Result<void> learnt = co_await learnAgain();
    if (!learnt)
        co_return failure(learnt.error());
    const auto terms = std::make_shared<RedriveTerms>();
    const QStringList origins = originsOf(deadSet);
    terms->target = origins.size() == 1 ? origins.first() : QString();
    const Result<void> counted = co_await askQueues(origins, terms);
    if (!counted)
        co_return failure(counted.error());
    describe(*terms);
    if (origins.size() > 1)
        terms->refusals << QStringLiteral("The dead letters of %1 queues lie here, and a redrive by count moves those of one queue only.").arg(origins.size());
    if (isGuess(deadSet))
        terms->refusals << unknownOrigins();
    if (hasBound()) {
        terms->notKept << QStringLiteral("Which messages go is the server's choice; only how many at most can be asked for.")
                       << QStringLiteral("That the bound is kept is the server's word.");
    } else {
        terms->notKept << QStringLiteral("All dead letters of the queue go, also those that arrive meanwhile: the server takes no bound.");
    }
    terms->notKept << QStringLiteral("What became of a single message is not told, only counts.");
    if (const Result<Route> known = offered(); known) {
        const QByteArray key = "<the step's own key>";
        const QString shown = m_requests.shown(m_requests.redrive(*known, origins.first(), m_knowledge.redrive.bodyForMany(origins.first(), 0, key), key, m_credential));
        terms->requests << QString(shown).replace(QLatin1String("\"max_messages\":0"), QLatin1String("\"max_messages\":<of the step>"));
    }
    co_return *terms;
}

QCoro::Task<BulkMove> Redriver::move(WatchedQueue deadSet, qint64 atMost, QByteArray idempotencyKey)
{
    m_caller.begin();
    const QStringList origins = originsOf(deadSet);
    Result<Route> known = writable();
    if (known && (origins.size() != 1 || isGuess(deadSet)))
        known = unsupported(QStringLiteral("A redrive by count needs the one queue that the dead letters came from."));
    if (known && hasBound() && atMost < 1)
        known = failure(Kind::Invalid, QStringLiteral("At least one message must be asked for."));
    // Discovery may have changed since the plan was made: whoever wants a bound must never get all.
    if (known && !hasBound() && atMost != wholeQueue)
        known = unsupported(QStringLiteral("The server takes no bound any more; nothing was sent."));
    if (!known)
        co_return BulkMove{ItemOutcome::Failed, std::nullopt, std::nullopt, known.error()};
    const QByteArray body = m_knowledge.redrive.bodyForMany(origins.first(), atMost, idempotencyKey);
    const net::WriteRequest request = m_requests.redrive(*known, origins.first(), body, idempotencyKey, m_credential);
    const Result<net::Response> response = co_await m_caller.write(request);
    const Verdict verdict = judgeMany(response, request, hasBound() ? std::optional(atMost) : std::nullopt, m_caller.now());
    co_return BulkMove{verdict.outcome, verdict.moved, verdict.remaining, verdict.error};
}

} // namespace holdwatch::providers::infrai
