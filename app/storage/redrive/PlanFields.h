// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/redrive/Fields.h"
#include "models/deadletters/LetterFields.h"
#include "models/redrive/RedrivePlan.h"

/// The fields of a plan's canonical form, sorted by key. A new field is a new schema: an older Holdwatch refuses what it does not know.
namespace holdwatch::storage {

constexpr qsizetype mostPlanItems = 100000;

/// A word for each value of an enum.
template<typename E, std::size_t count>
struct Words
{
    std::pair<E, const char *> words[count];

    template<typename Archive, typename Value>
    void describeIn(Archive &archive, const char *key, Value &value) const
    {
        archive.word(key, value, [this](E each) { return wordOf(each); }, [this](QStringView text) { return find(text); });
    }
    QString wordOf(E value) const
    {
        for (const auto &[each, word] : words) {
            if (each == value)
                return QString::fromLatin1(word);
        }
        return {};
    }
    std::optional<E> find(QStringView text) const
    {
        for (const auto &[each, word] : words) {
            if (text == QLatin1String(word))
                return each;
        }
        return std::nullopt;
    }
};

inline constexpr Words<FailureClass::Verdict, 3> verdictWords{{{FailureClass::Verdict::Transient, "transient"}, {FailureClass::Verdict::Permanent, "permanent"}, {FailureClass::Verdict::Unknown, "unknown"}}};
inline constexpr Words<Diagnosis::Evidence, 3> evidenceWords{{{Diagnosis::Evidence::None, "none"}, {Diagnosis::Evidence::Seen, "seen"}, {Diagnosis::Evidence::Asserted, "asserted"}}};
inline constexpr Words<RedriveBounds::CanaryProof, 3> proofWords{{{RedriveBounds::CanaryProof::Ledger, "ledger"}, {RedriveBounds::CanaryProof::NotSeenBack, "not-seen-back"}, {RedriveBounds::CanaryProof::AcceptedUnproven, "accepted-unproven"}}};
inline constexpr Words<BreakGlass::Ground, 2> groundWords{{{BreakGlass::Ground::ApproversSilent, "approvers-silent"}, {BreakGlass::Ground::RetentionFirst, "retention-first"}}};

template<typename Archive>
void describe(Archive &archive, Described<Archive, Operator> &who)
{
    archive.field("key", who.publicKey);
    archive.field("name", who.name);
}

template<typename Archive>
void describe(Archive &archive, Described<Archive, PlanItem> &item)
{
    archive.unlessDefault("deliveries", item.deliveries, -1);
    archive.field("died_at", item.diedAt);
    archive.field("digest", item.digest);
    archive.unlessDefault("earlier_redrives", item.earlierRedrives);
    archive.field("expires_at", item.expiresAt);
    archive.unlessDefault("failure_class", item.failureClass);
    archive.unlessDefault("id", item.id);
    archive.unlessDefault("key", item.key);
    archive.unlessDefault("origin", item.originQueue);
    archive.field("published_at", item.publishedAt);
    archive.field("size", item.size);
    archive.unlessDefault("version", item.version);
}

template<typename Archive>
void describe(Archive &archive, Described<Archive, LeftBehind> &left)
{
    archive.field("count", left.count);
    archive.field("reason", left.reason);
}

template<typename Archive>
void describe(Archive &archive, Described<Archive, Diagnosis> &diagnosis)
{
    archive.unlessDefault("asserted_by", diagnosis.assertedBy);
    archive.field("cause", diagnosis.cause);
    archive.field("consumer_version", diagnosis.consumerVersion);
    archive.field("count", diagnosis.count);
    evidenceWords.describeIn(archive, "evidence", diagnosis.evidence);
    archive.field("failure_class", diagnosis.failureClass);
    archive.field("fix_reference", diagnosis.fixReference);
    archive.field("is_fixed", diagnosis.isFixed);
    verdictWords.describeIn(archive, "verdict", diagnosis.verdict);
    archive.field("version", diagnosis.version);
}

template<typename Archive>
void describe(Archive &archive, Described<Archive, StopConditions> &stop)
{
    archive.field("errors", stop.errors);
    archive.field("on_approaching", stop.onApproaching);
    archive.field("on_throttled", stop.onThrottled);
    archive.field("returned", stop.returned);
    archive.field("stale_after", stop.staleAfter);
}

template<typename Archive>
void describe(Archive &archive, Described<Archive, RedriveBounds> &bounds)
{
    archive.unlessDefault("accepted_by", bounds.acceptedBy);
    archive.field("after_watch", bounds.afterWatch);
    archive.field("canary_watch", bounds.canaryWatch);
    archive.field("deadline", bounds.deadline);
    archive.field("max_messages", bounds.maxMessages);
    archive.field("milli_per_second", bounds.milliPerSecond);
    proofWords.describeIn(archive, "proof", bounds.proof);
    archive.field("step_watch", bounds.stepWatch);
    archive.field("steps", bounds.steps);
    archive.field("stop", bounds.stop);
}

template<typename Archive>
void describe(Archive &archive, Described<Archive, BreakGlass> &breakGlass)
{
    archive.field("asked", breakGlass.asked);
    archive.field("asked_at", breakGlass.askedAt);
    groundWords.describeIn(archive, "ground", breakGlass.ground);
    archive.field("incident", breakGlass.incident);
}

template<typename Archive>
void describe(Archive &archive, Described<Archive, CapacityTerm> &term)
{
    archive.field("source", term.source);
    archive.field("value", term.value);
}

template<typename Archive>
void describe(Archive &archive, Described<Archive, CapacitySum> &sum)
{
    archive.field("arrivals", sum.arrivals);
    archive.field("per_worker", sum.perWorker);
    archive.field("reserve", sum.reserve);
    archive.field("retries", sum.retries);
    archive.field("workers", sum.workers);
}

template<typename Archive>
void describe(Archive &archive, Described<Archive, Correction> &correction)
{
    archive.field("original", correction.original);
    archive.field("payload", correction.payload);
    archive.field("why", correction.why);
}

template<typename Archive>
void describe(Archive &archive, Described<Archive, RedrivePlan> &plan)
{
    archive.field("adopts", plan.adopts);
    archive.field("bounds", plan.bounds);
    archive.field("break_glass", plan.breakGlass);
    archive.field("capacity", plan.capacity);
    archive.field("changes", plan.changes);
    archive.field("connection", plan.connection);
    archive.field("connection_name", plan.connectionName);
    archive.field("correction", plan.correction);
    archive.field("created_at", plan.createdAt);
    archive.field("dead_depth", plan.deadDepth);
    archive.field("dead_set", plan.deadSet);
    archive.field("diagnoses", plan.diagnoses);
    archive.word("environment", plan.environment, [](Environment each) { return toWord(each); }, environmentFromWord);
    archive.field("expires_at", plan.expiresAt);
    archive.field("id", plan.id);
    archive.field("installation", plan.installation);
    archive.list("items", plan.items, mostPlanItems);
    archive.word("kind", plan.kind, [](RedrivePlan::Kind each) { return toWord(each); }, planKindFromWord);
    archive.field("latest_start", plan.latestStart);
    archive.field("left", plan.left);
    archive.field("look_cost", plan.lookCost);
    archive.field("not_kept", plan.notKept);
    archive.field("origin", plan.origin);
    archive.field("provider", plan.provider);
    archive.field("reason", plan.reason);
    archive.field("reference", plan.reference);
    archive.field("requester", plan.requester);
    archive.field("requests", plan.requests);
    archive.field("rule", plan.rule);
    describeSchema(archive);
    archive.field("snapshot_at", plan.snapshotAt);
    archive.field("target", plan.target);
    archive.field("warnings", plan.warnings);
}

} // namespace holdwatch::storage
