// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/Format.h"
#include "models/redrive/PlanRules.h"
#include "models/redrive/StopRules.h"

#include <algorithm>
#include <cmath>

namespace holdwatch {

namespace {

constexpr Millis retentionIsNear = std::chrono::hours(1);

void checkRate(const RedrivePlan &plan, Remarks &remarks)
{
    const std::optional<double> room = plan.capacity.perSecond();
    const bool isProduction = plan.environment == Environment::Production;
    remarks.missIf(plan.bounds.milliPerSecond <= 0, "rate-missing", QStringLiteral("Say how fast at most."));
    remarks.addIf(!room, isProduction ? PlanRemark::State::Missing : PlanRemark::State::Warned, "capacity-missing", QStringLiteral("The capacity sum is not complete: %1.").arg(plan.capacity.text()));
    remarks.refuseIf(room && *room <= 0, "no-room", QStringLiteral("Downstream has no room now: %1.").arg(plan.capacity.text()));
    // A thousandth is lost where the sum is no whole number of them.
    const bool isAbove = room && *room > 0 && double(plan.bounds.milliPerSecond) > std::floor(*room * 1000 + 0.001);
    remarks.refuseIf(isAbove, "rate-above-capacity", QStringLiteral("The rate is above the capacity sum: %1.").arg(plan.capacity.text()));
    remarks.warnIf(plan.kind == RedrivePlan::Kind::WholeQueue, "rate-not-kept", QStringLiteral("The system moves the whole queue at once: no rate, no canary and no step can be kept."));
}

void checkCount(const RedrivePlan &plan, const PlanFacts &facts, Remarks &remarks)
{
    const int most = plan.bounds.maxMessages;
    const auto items = int(plan.items.size());
    remarks.missIf(most <= 0, "most-missing", QStringLiteral("Say how many at most."));
    remarks.refuseIf(isByItem(plan) && most > items, "most-above-selection", QStringLiteral("The bound of %1 is above the %2 selected.").arg(formatCount(most), formatCount(items)));
    remarks.warnIf(isByItem(plan) && most > 0 && most < items, "most-below-selection", QStringLiteral("%1 of the selection will stay: the bound is %2.").arg(formatCount(items - most), formatCount(most)));
    remarks.refuseIf(plan.kind == RedrivePlan::Kind::WholeQueue && facts.deadDepth.value_or(0) > most, "most-below-queue", QStringLiteral("The whole queue is more than the bound of %1.").arg(formatCount(most)));
    remarks.warnIf(!isByItem(plan) && most > items, "not-all-read", QStringLiteral("Only %1 of those that may move were read.").arg(formatCount(items)));
    const bool areSteps = !plan.bounds.steps.isEmpty() && std::all_of(plan.bounds.steps.cbegin(), plan.bounds.steps.cend(), [](int step) { return step > 0; });
    remarks.refuseIf(!areSteps, "steps-invalid", QStringLiteral("Every step must be at least one message."));
}

void checkCanary(const RedrivePlan &plan, const PlanFacts &facts, Remarks &remarks)
{
    const RedriveBounds &bounds = plan.bounds;
    switch (bounds.proof) {
    case RedriveBounds::CanaryProof::Ledger: remarks.refuseIf(!facts.ledgerHorizon, "ledger-not-connected", QStringLiteral("No ledger is set up that could prove a canary.")); break;
    case RedriveBounds::CanaryProof::NotSeenBack: remarks.missIf(bounds.canaryWatch <= Millis(0), "canary-watch-missing", QStringLiteral("Say how long a canary is watched: at least the whole retry schedule.")); break;
    case RedriveBounds::CanaryProof::AcceptedUnproven:
        remarks.missIf(bounds.acceptedBy.trimmed().isEmpty(), "accepted-by-missing", QStringLiteral("Say who accepts the canary unproven."));
        remarks.warnIf(!bounds.acceptedBy.trimmed().isEmpty(), "canary-unproven", QStringLiteral("The canary is accepted unproven by %1.").arg(bounds.acceptedBy.trimmed()));
        break;
    }
}

void checkStops(const RedrivePlan &plan, Remarks &remarks)
{
    const RedriveBounds &bounds = plan.bounds;
    const StopConditions &stop = bounds.stop;
    remarks.refuseIf(stop.returned < 1 || stop.errors < 1 || stop.staleAfter <= Millis(0), "stop-conditions-off", QStringLiteral("Returned messages, errors and stale signals must be able to stop the run."));
    remarks.refuseIf(bounds.stepWatch < Millis(0) || bounds.afterWatch < Millis(0), "watch-invalid", QStringLiteral("A watch can't be shorter than nothing."));
    remarks.warnIf(!stop.onApproaching, "stop-approaching-off", QStringLiteral("The run goes on although the target queue nears its window."));
    remarks.warnIf(!stop.onThrottled, "stop-throttled-off", QStringLiteral("The run goes on although the system asks to slow down."));
    remarks.missIf(bounds.deadline <= Millis(0), "deadline-missing", QStringLiteral("Say when the run ends at the latest."));
    remarks.warnIf(bounds.deadline > Millis(0) && shortestRun(plan) > bounds.deadline, "deadline-too-short", QStringLiteral("The run takes at least %1, its deadline is after %2.").arg(formatSpan(shortestRun(plan)), formatSpan(bounds.deadline)));
}

void checkRetention(const RedrivePlan &plan, const PlanFacts &facts, Remarks &remarks)
{
    const std::optional<UtcTime> latest = latestSafeStart(plan);
    if (!latest)
        return;
    remarks.refuseIf(plan.latestStart && *plan.latestStart > *latest, "latest-start-late", QStringLiteral("The latest start that is stated is after the latest safe one."));
    if (*latest < facts.now)
        remarks.add(PlanRemark::State::Warned, "retention-first", QStringLiteral("Retention deletes some before the run can be through. Preserve them first."));
    else
        remarks.warnIf(*latest - facts.now < retentionIsNear, "retention-near", QStringLiteral("It must start within %1, or retention deletes some before it is through.").arg(formatEstimate(*latest - facts.now)));
}

/// Looks of the plan and of the approver, those of the run, and its claims: a look gives back what is held, so each but the
/// last, in the after-watch, may be followed by a claim.
int looksOf(const RedrivePlan &plan)
{
    constexpr int plannerAndApprover = 2;
    const int claims = isByItem(plan) ? mostLooks(plan) - 1 : 0;
    return plannerAndApprover + claims + mostLooks(plan);
}

void checkLooks(const RedrivePlan &plan, const PlanFacts &facts, Remarks &remarks)
{
    const int looks = looksOf(plan);
    remarks.refuseIf(facts.looksLeft && looks > *facts.looksLeft, "looks-destroy", QStringLiteral("A message there may be looked at %1 times more before the system removes it; this plan may need %2. Fewer, larger steps need less.").arg(facts.looksLeft.value_or(0)).arg(looks));
}

void checkLoad(const PlanFacts &facts, Remarks &remarks)
{
    if (!facts.target) {
        remarks.add(PlanRemark::State::Warned, "target-not-watched", QStringLiteral("The target queue is not watched: a run would stop at once."));
        return;
    }
    const Verdict verdict = facts.target->assessment.verdict;
    remarks.warnIf(verdict == Verdict::Approaching || verdict == Verdict::Breached, "target-approaching", QStringLiteral("The target queue is already %1.").arg(toWord(verdict)));
    remarks.warnIf(verdict == Verdict::Stale, "target-stale", QStringLiteral("The target queue has no fresh figures: a run would stop at once."));
    remarks.warnIf(verdict == Verdict::NotReported, "target-age-not-reported", QStringLiteral("The target queue reports no age: the run can't stop by it."));
}

} // namespace

QVector<PlanRemark> checkHowMuch(const RedrivePlan &plan, const PlanFacts &facts)
{
    Remarks remarks(PlanRemark::Section::HowMuch);
    checkRate(plan, remarks);
    checkCount(plan, facts, remarks);
    checkCanary(plan, facts, remarks);
    checkStops(plan, remarks);
    checkRetention(plan, facts, remarks);
    checkLooks(plan, facts, remarks);
    checkLoad(facts, remarks);
    return remarks.all();
}

} // namespace holdwatch
