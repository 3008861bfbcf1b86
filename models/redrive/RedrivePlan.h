// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"
#include "models/deadletters/ClassRules.h"
#include "models/redrive/Capacity.h"
#include "models/redrive/Operator.h"

#include <QByteArray>
#include <QMetaType>
#include <QVector>

namespace holdwatch {

using PlanId = Id<struct PlanTag>; ///< "rd-20261130-140312-7f3a"; also the name of its run

/// One message the plan was frozen with. Where the system has no unique id, the digest is the identity and equals are counted.
struct PlanItem
{
    int ordinal = 0; ///< its place in the plan, from 0, in the order it will be attempted
    MessageId id;
    QString key;               ///< idempotency key; empty: none was found
    QByteArray digest;         ///< contentDigest, 32 bytes
    qint64 size = 0;
    QString failureClass;
    QString version;
    QString originQueue;       ///< QueueId::name; empty: not said
    int deliveries = -1;       ///< −1: not reported
    int earlierRedrives = 0;
    std::optional<UtcTime> publishedAt; ///< first enqueued
    std::optional<UtcTime> diedAt;
    std::optional<UtcTime> expiresAt;

    bool operator==(const PlanItem &) const = default;
};

/// Messages of the dead-letter queue that stay, and why ("class malformed is not fixed", "not selected", "past useful until").
struct LeftBehind
{
    QString reason;
    qint64 count = 0;
    bool operator==(const LeftBehind &) const = default;
};

/// What is known about one failure class × schema version among the items.
struct Diagnosis
{
    enum class Evidence { None, Seen, Asserted }; ///< that the running consumer accepts this class now

    QString failureClass;
    QString version;
    FailureClass::Verdict verdict = FailureClass::Verdict::Unknown;
    int count = 0;
    QString cause;
    QString fixReference;    ///< the change that fixed it; for a permanent class required
    QString consumerVersion; ///< which is running, as seen or as asserted
    Evidence evidence = Evidence::None;
    QString assertedBy;      ///< of Asserted
    bool isFixed = false;    ///< "not fixed yet" can't go on

    bool operator==(const Diagnosis &) const = default;
};

/// When a run stops by itself. A signal that can't be read or is stale stops it too; that can't be switched off.
struct StopConditions
{
    int returned = 1;         ///< this many redriven messages back in the dead-letter queue
    int errors = 3;           ///< failed attempts that moved nothing, in a row
    bool onThrottled = true;
    bool onApproaching = true; ///< the target's verdict is approaching or breached
    Millis staleAfter = Minutes(2); ///< of the target's last sample

    bool operator==(const StopConditions &) const = default;
};

struct RedriveBounds
{
    enum class CanaryProof { Ledger, NotSeenBack, AcceptedUnproven };

    int maxMessages = 0;          ///< never more, whatever happens
    qint64 milliPerSecond = 1000; ///< messages in 1000 s: a whole number, so that it is signed exactly
    QVector<int> steps = {1, 2, 5, 20, 50}; ///< after the canaries; the last one repeats
    CanaryProof proof = CanaryProof::NotSeenBack;
    QString acceptedBy;           ///< of AcceptedUnproven
    Millis canaryWatch = Minutes(2); ///< at least the consumer's whole retry schedule
    Millis stepWatch = Seconds(15);  ///< between two steps
    Millis afterWatch = Minutes(10);
    Millis deadline = std::chrono::hours(4); ///< from the start; after it nothing more is sent
    StopConditions stop;

    bool operator==(const RedriveBounds &) const = default;
};

/// One person acts although a second was to approve: nobody answered, or retention would delete first.
struct BreakGlass
{
    enum class Ground { ApproversSilent, RetentionFirst };
    static constexpr int mostMessages = 20;
    static constexpr Millis silence = Minutes(15);
    static constexpr Millis reviewWithin = std::chrono::hours(24);

    QString incident;
    Ground ground = Ground::ApproversSilent;
    UtcTime askedAt{}; ///< when the approvers were asked
    QStringList asked; ///< names

    bool operator==(const BreakGlass &) const = default;
};

/// A changed payload goes instead of the original, under the same idempotency key; the original stays as evidence.
struct Correction
{
    QByteArray original; ///< exact bytes
    QByteArray payload;  ///< exact bytes that are sent
    QString why;
    bool operator==(const Correction &) const = default;
};

/// A redrive as it is asked for. A value; once it is signed nothing in it changes. Its canonical form, its digest
/// and its file are made by app/storage/redrive.
struct RedrivePlan
{
    enum class Kind {
        Selected,  ///< these messages, one by one
        Bounded,   ///< the system moves at most so many, whichever it takes
        WholeQueue,///< the system moves all
        Corrected, ///< one message with a changed payload
    };

    PlanId id;
    InstallationId installation;
    Operator requester;
    UtcTime createdAt{};
    UtcTime expiresAt{};       ///< an approval can't outlive it
    std::optional<UtcTime> latestStart; ///< earliest expiry of an item − duration

    ConnectionId connection;
    QString connectionName;
    QString provider;          ///< registry word
    QString origin;            ///< "https://host:port": an approval is of no use on another one
    Environment environment = Environment::Production;
    QString deadSet;           ///< QueueId::name
    QString target;            ///< QueueId::name; empty: each to the queue it came from

    Kind kind = Kind::Selected;
    QString rule;              ///< models/filter grammar, or "chosen by hand"
    UtcTime snapshotAt{};      ///< when the dead letters were read
    std::optional<qint64> deadDepth; ///< of the dead-letter queue then
    QVector<PlanItem> items;   ///< of a bounded plan: what lay there, oldest first; informative only
    QVector<LeftBehind> left;

    QString reference;         ///< ticket, incident, change
    QString reason;            ///< why, in the requester's words
    QVector<Diagnosis> diagnoses;
    CapacitySum capacity;
    RedriveBounds bounds;
    QStringList changes;       ///< what the provider will change about each message
    QStringList notKept;       ///< what can't be kept (selection, overshoot, order)
    QStringList warnings;      ///< those the requester went on with
    QStringList requests;      ///< dry run: the exact requests, secrets left out
    QString lookCost;          ///< what all looks of plan, approver and steps do there; empty: nothing
    std::optional<BreakGlass> breakGlass;
    std::optional<PlanId> adopts; ///< a stopped run whose remainder this is
    std::optional<Correction> correction;

    bool operator==(const RedrivePlan &) const = default;
};

QString toWord(RedrivePlan::Kind kind); ///< "selected", "bounded", "whole-queue", "corrected"
std::optional<RedrivePlan::Kind> planKindFromWord(QStringView word);

/// Message by message (selected, corrected); else the system moves by count, and no outcome of a single message is known.
bool isByItem(const RedrivePlan &plan);
/// How many messages it may move at most.
int mostMoved(const RedrivePlan &plan);
/// What a person types to approve it: "redrive 12 on Orders (EU)"; of a whole queue "redrive all 12 on …". Only what can be seen and
/// typed of the connection's name, at most 60 characters of it.
QString approvalPhrase(const RedrivePlan &plan);
/// Whether an approval needs a second person; by environment. With break-glass it does not: that is the exception, and reviewed.
bool needsSecondPerson(const RedrivePlan &plan);
bool needsPhrase(const RedrivePlan &plan);

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::RedrivePlan)
