// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/FakeDeadLetters.h"

namespace holdwatch::test {

void FakeDeadLetters::requestTerms(const QueueId &deadSet)
{
    termsAsked << deadSet;
    emit termsChanged(deadSet, terms);
}

void FakeDeadLetters::read(const QueueId &deadSet, const ReadOrder &order)
{
    orders << order;
    ReadingState state;
    state.stage = ReadingState::Stage::Reading;
    emit readingChanged(deadSet, state);
}

PayloadLookup FakeDeadLetters::payloads(const QueueId &)
{
    return [this](LetterNumber number) -> std::optional<QByteArray> {
        const auto known = letters.find(number);
        return known == letters.end() ? std::nullopt : std::optional(known->second.payload);
    };
}

void FakeDeadLetters::fetchLetter(const QueueId &, LetterNumber letter, QObject *, std::function<void(Result<DeadLetter>)> done)
{
    fetched << letter;
    const auto known = letters.find(letter);
    if (nextFailure)
        done(failure(*std::exchange(nextFailure, std::nullopt)));
    else if (known == letters.end())
        done(failure(Error::Kind::NotFound, QStringLiteral("The message is no longer there.")));
    else
        done(known->second);
}

void FakeDeadLetters::saveRules(const ClassRules &rules, QObject *, std::function<void(Result<void>)> done)
{
    ++rulesSaved;
    if (nextFailure)
        return done(failure(*std::exchange(nextFailure, std::nullopt)));
    classRules = rules;
    emit rulesChanged();
    done({});
}

void FakeDeadLetters::exportLetters(const QueueId &, const ExportOrder &order, QObject *, std::function<void(Result<QString>)> done)
{
    exported << order;
    if (nextFailure)
        return done(failure(*std::exchange(nextFailure, std::nullopt)));
    done(QStringLiteral("Wrote %1 messages.").arg(order.letters.size()));
}

void FakeDeadLetters::erasePayloads(const std::optional<QueueId> &, QObject *, std::function<void(Result<void>)> done)
{
    ++erased;
    done({});
}

void FakeDeadLetters::savePayloadPolicy(const PayloadPolicy &wanted, QObject *, std::function<void(Result<void>)> done)
{
    if (nextFailure)
        return done(failure(*std::exchange(nextFailure, std::nullopt)));
    policy = wanted;
    done({});
}

void FakeDeadLetters::recordReveal(const QueueId &, LetterNumber letter, const QString &field, const QString &who)
{
    revealed << QStringLiteral("%1 %2 %3").arg(letter).arg(field, who);
}

void FakeDeadLetters::follow(const QString &idempotencyKey, QObject *, std::function<void(Result<QVector<KeySighting>>)> done)
{
    followed << idempotencyKey;
    done(sightings);
}

void FakeDeadLetters::tell(const QueueId &deadSet, const QVector<DeadLetterRow> &rows, UtcTime at)
{
    ReadingState state;
    state.stage = ReadingState::Stage::Whole;
    state.seen = rows.size();
    state.total = rows.size();
    state.totalIsApproximate = false;
    state.capturedAt = at;
    emit snapshotCleared(deadSet);
    emit lettersRead(deadSet, rows);
    emit readingChanged(deadSet, state);
}

} // namespace holdwatch::test
