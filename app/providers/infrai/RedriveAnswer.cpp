// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/RedriveAnswer.h"

#include "app/net/Redaction.h"
#include "app/providers/infrai/Answer.h"
#include "app/providers/infrai/Caller.h"
#include "app/providers/infrai/Parser.h"

#include <algorithm>

namespace holdwatch::providers::infrai {

namespace {

using Kind = Error::Kind;

constexpr qsizetype longestDetail = 400;

std::optional<json::Value> firstOf(const json::Value &object, std::initializer_list<const char *> names)
{
    for (const char *name : names) {
        auto value = object.find(QString::fromLatin1(name));
        if (value && !value->isNull())
            return value;
    }
    return std::nullopt;
}

std::optional<json::Value> movedIn(const json::Value &object)
{
    return firstOf(object, {"redriven", "moved", "redriven_count", "moved_count"});
}

std::optional<qint64> countIn(const std::optional<json::Value> &value)
{
    const auto count = value ? value->integer() : Result<qint64>(failure(Error()));
    return count && *count >= 0 ? std::optional(*count) : std::nullopt;
}

std::optional<bool> flagIn(const std::optional<json::Value> &value)
{
    const auto flag = value ? value->boolean() : Result<bool>(failure(Error()));
    return flag ? std::optional(*flag) : std::nullopt;
}

Verdict told(ItemOutcome outcome, const QString &detail)
{
    Verdict verdict;
    verdict.outcome = outcome;
    verdict.detail = detail.left(longestDetail);
    verdict.ends = outcome == ItemOutcome::Unknown;
    return verdict;
}

Verdict notUnderstood(const QString &what)
{
    Verdict verdict = told(ItemOutcome::Unknown, what);
    Error error;
    error.kind = Kind::OutcomeUnknown;
    error.what = what;
    error.next = QStringLiteral("Look at the queue before asking again.");
    verdict.error = error;
    return verdict;
}

/// The client refused it, or the connection failed before a byte of it was on its way.
bool provesNothingWasSent(Kind kind)
{
    return kind == Kind::Unreachable || kind == Kind::TlsRefused || kind == Kind::Timeout || kind == Kind::Cancelled || kind == Kind::Configuration || kind == Kind::Internal
        || kind == Kind::Unsupported;
}

Verdict failed(const Error &error)
{
    Verdict verdict = told(ItemOutcome::Failed, toSentence(error));
    verdict.error = error;
    verdict.isThrottled = error.kind == Kind::Throttled;
    verdict.ends = endsTheBatch(error.kind) || meansNobodyAnswered(error.kind);
    if (error.retryAfter)
        verdict.detail = QStringLiteral("Throttled; come back in %1 s. ").arg(error.retryAfter->count()) + verdict.detail.left(longestDetail / 2);
    else if (verdict.isThrottled)
        verdict.detail = QStringLiteral("Throttled. ") + verdict.detail.left(longestDetail / 2);
    return verdict;
}

Verdict refused(Error error, const net::Response &response)
{
    // Those of a poll.
    error.kept.clear();
    error.next.clear();
    const bool isClear = response.status >= 400 && response.status < 500 && response.status != 408 && error.kind != Kind::Conflict;
    if (isClear) {
        error.kept = QStringLiteral("Nothing was moved.");
        return failed(error);
    }
    if (error.kind == Kind::Conflict)
        error.kept = QStringLiteral("A request with this key may have done its work before.");
    Verdict verdict = told(ItemOutcome::Unknown, toSentence(error));
    verdict.error = error;
    verdict.isThrottled = error.kind == Kind::Throttled;
    return verdict;
}

/// Either what `data` says, or what is known without it.
std::optional<Verdict> withoutData(const Result<net::Response> &response, const Result<Answer> &answer)
{
    if (!response && provesNothingWasSent(response.error().kind))
        return failed(response.error());
    if (!response) {
        Verdict verdict = told(ItemOutcome::Unknown, toSentence(response.error()));
        verdict.error = response.error();
        return verdict;
    }
    if (!answer)
        return refused(answer.error(), *response);
    return std::nullopt;
}

Result<Answer> answerOf(const Result<net::Response> &response, const net::WriteRequest &request, UtcTime now)
{
    return response ? readAnswer(*response, request, now) : Result<Answer>(failure(response.error()));
}

/// What the answer says of this one message.
std::optional<json::Value> entryOf(const json::Value &data, const QString &id)
{
    const auto list = listIn(data, {"messages", "items", "results"});
    const auto items = list.value_or(QVector<json::Value>());
    const auto isIt = [&](const json::Value &item) {
        const auto named = firstOf(item, {"message_id", "id"});
        return named && named->text().value_or(QString()) == id;
    };
    const auto found = std::find_if(items.begin(), items.end(), isIt);
    return found == items.end() ? std::nullopt : std::optional(*found);
}

bool saysGone(const QString &reason)
{
    return reason.contains(QLatin1String("not_found"), Qt::CaseInsensitive) || reason.contains(QLatin1String("not found"), Qt::CaseInsensitive)
        || reason.contains(QLatin1String("missing"), Qt::CaseInsensitive) || reason.contains(QLatin1String("no such"), Qt::CaseInsensitive);
}

Verdict judgeEntry(const json::Value &entry, const net::WriteRequest &request)
{
    const auto moved = flagIn(movedIn(entry));
    if (!moved)
        return notUnderstood(QStringLiteral("The server's answer does not say whether the message was moved."));
    if (*moved)
        return told(ItemOutcome::Moved, QStringLiteral("The server says that it was moved."));
    const auto reason = firstOf(entry, {"reason", "why", "error", "message"});
    const QString words = reason ? net::quoted(reason->text().value_or(QString()), request.credential) : QString();
    if (saysGone(words))
        return told(ItemOutcome::Skipped, QStringLiteral("The server says that it is not in the dead-letter queue any more."));
    return told(ItemOutcome::Failed, words.isEmpty() ? QStringLiteral("The server says that it was not moved.")
                                                     : QStringLiteral("The server says that it was not moved: \u201c%1\u201d.").arg(words));
}

Verdict judgeTotal(const json::Value &data)
{
    const auto moved = movedIn(data);
    if (const auto flag = flagIn(moved))
        return told(*flag ? ItemOutcome::Moved : ItemOutcome::Failed, *flag ? QStringLiteral("The server says that it was moved.") : QStringLiteral("The server says that nothing was moved."));
    const auto count = countIn(moved);
    if (!count)
        return notUnderstood(QStringLiteral("The server's answer does not say whether the message was moved."));
    return *count == 1 ? told(ItemOutcome::Moved, QStringLiteral("The server says that one message was moved."))
                       : told(ItemOutcome::Skipped, QStringLiteral("The server says that no message was moved."));
}

} // namespace

Verdict judgeOne(const Result<net::Response> &response, const net::WriteRequest &request, const QString &id, UtcTime now)
{
    const Result<Answer> answer = answerOf(response, request, now);
    if (const auto known = withoutData(response, answer))
        return *known;
    const auto count = countIn(movedIn(answer->data));
    if (count.value_or(0) > 1)
        return notUnderstood(QStringLiteral("The server says that it moved %1 messages, although one was asked for.").arg(*count));
    const auto entry = entryOf(answer->data, id);
    return entry ? judgeEntry(*entry, request) : judgeTotal(answer->data);
}

Verdict judgeMany(const Result<net::Response> &response, const net::WriteRequest &request, std::optional<qint64> atMost, UtcTime now)
{
    const Result<Answer> answer = answerOf(response, request, now);
    if (const auto known = withoutData(response, answer))
        return *known;
    const auto moved = movedIn(answer->data);
    Verdict verdict;
    verdict.moved = countIn(moved);
    verdict.remaining = countIn(firstOf(answer->data, {"remaining", "left"}));
    if (!verdict.moved && !flagIn(moved).value_or(false))
        return notUnderstood(QStringLiteral("The server's answer does not say how many messages were moved."));
    verdict.outcome = ItemOutcome::Moved;
    if (atMost && verdict.moved.value_or(0) > *atMost) {
        Error error;
        error.kind = Kind::Malformed;
        error.what = QStringLiteral("The server says that it moved %1 messages, although at most %2 were asked for.").arg(*verdict.moved).arg(*atMost);
        verdict.error = error;
    }
    return verdict;
}

} // namespace holdwatch::providers::infrai
