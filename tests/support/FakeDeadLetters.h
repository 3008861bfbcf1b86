// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/DeadLetterPort.h"

#include <map>

namespace holdwatch::test {

/// Dead letters without a server or a disk: gives out what a test lays out and remembers what was asked.
class FakeDeadLetters final : public DeadLetterPort
{
    Q_OBJECT
public:
    using DeadLetterPort::DeadLetterPort;

    LookTerms terms;
    std::map<LetterNumber, DeadLetter> letters;
    ClassRules classRules = builtInRules();
    std::optional<Error> nextFailure; ///< taken by the next call that answers

    QVector<QueueId> termsAsked;
    QVector<ReadOrder> orders;
    QVector<QueueId> stopped;
    QVector<QueueId> reopened;
    QVector<LetterNumber> fetched;
    QVector<ExportOrder> exported;
    QStringList revealed;
    QStringList followed;
    int erased = 0;
    int rulesSaved = 0;
    QVector<KeySighting> sightings;

    void requestTerms(const QueueId &deadSet) override;
    void read(const QueueId &deadSet, const ReadOrder &order) override;
    void stopReading(const QueueId &deadSet) override { stopped << deadSet; }
    void reopen(const QueueId &deadSet) override { reopened << deadSet; }
    PayloadLookup payloads(const QueueId &deadSet) override;
    void fetchLetter(const QueueId &deadSet, LetterNumber letter, QObject *context, std::function<void(Result<DeadLetter>)> done) override;
    ClassRules rules() const override { return classRules; }
    void saveRules(const ClassRules &rules, QObject *context, std::function<void(Result<void>)> done) override;
    void exportLetters(const QueueId &deadSet, const ExportOrder &order, QObject *context, std::function<void(Result<QString>)> done) override;
    void erasePayloads(const std::optional<QueueId> &deadSet, QObject *context, std::function<void(Result<void>)> done) override;
    PayloadPolicy policy;
    PayloadPolicy payloadPolicy() const override { return policy; }
    void savePayloadPolicy(const PayloadPolicy &wanted, QObject *context, std::function<void(Result<void>)> done) override;
    void recordReveal(const QueueId &deadSet, LetterNumber letter, const QString &field, const QString &who) override;
    void follow(const QString &idempotencyKey, QObject *context, std::function<void(Result<QVector<KeySighting>>)> done) override;

    /// Tells `rows` as one whole reading of `deadSet`.
    void tell(const QueueId &deadSet, const QVector<DeadLetterRow> &rows, UtcTime at);
};

} // namespace holdwatch::test
