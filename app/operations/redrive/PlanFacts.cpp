// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/PlanFacts.h"

#include <algorithm>
#include <cmath>

namespace holdwatch::operations {

namespace {

/// Of several targets the one that needs a person soonest; unset as soon as one is not watched.
std::optional<QueueStatus> worstTarget(const SignalBoard &board, const ConnectionId &connection, const QStringList &targets)
{
    std::optional<QueueStatus> worst;
    for (const QString &each : targets) {
        const std::optional<QueueStatus> status = board.status({connection, each});
        if (!status)
            return std::nullopt;
        if (!worst || severityOf(status->assessment.verdict) > severityOf(worst->assessment.verdict))
            worst = status;
    }
    return worst;
}

QString openRunOn(const RedrivePlan &plan, const QStringList &targets, const QVector<RedriveRecord> &others)
{
    for (const RedriveRecord &each : others) {
        if (each.plan.id == plan.id || !each.isOwn || !each.run.isOpen() || each.plan.connection != plan.connection)
            continue;
        const QStringList theirs = targetsOf(each.plan, {});
        const auto isShared = [&](const QString &name) { return theirs.contains(name); };
        // A run whose targets are not known could go anywhere.
        if (theirs.isEmpty() || targets.isEmpty() || std::any_of(targets.cbegin(), targets.cend(), isShared))
            return each.plan.id.text();
    }
    return {};
}

std::optional<double> perSecond(const Metric<double> &perMinute)
{
    return perMinute.has() ? std::optional(perMinute.value() / 60.0) : std::nullopt;
}

CapacityTerm term(std::optional<double> value, const QString &source)
{
    return {value, value ? source : QString()};
}

} // namespace

PlanFacts gatherFacts(const RedrivePlan &plan, const SystemAnswer &system, const SignalBoard &board, const QVector<RedriveRecord> &others, const OperatorState &people,
                      UtcTime desktopNow)
{
    PlanFacts facts;
    const Millis offset = board.clockOffset(plan.connection).value_or(Millis(0));
    facts.now = desktopNow + offset;
    facts.clockDisagreement = offset < Millis(0) ? -offset : offset;
    facts.canSelect = system.canSelect;
    facts.canBound = system.canBound || system.canMoveWhole;
    facts.whyNot = system.whyNot;
    facts.refusals = system.terms.refusals;
    facts.changes = system.terms.changes;
    facts.notKept = system.terms.notKept;
    facts.requests = system.terms.requests;
    facts.lookEffect = system.terms.lookEffect;
    facts.looksLeft = system.terms.looksLeft;
    facts.targetExists = system.terms.targetExists;
    facts.targetConsumers = system.terms.targetConsumers;
    facts.deadDepth = system.terms.deadDepth;
    const QStringList targets = targetsOf(plan, system.terms.target);
    facts.target = worstTarget(board, plan.connection, targets);
    facts.isFifo = system.deadSet.kind == QLatin1String("fifo");
    facts.openRunOnTarget = openRunOn(plan, targets, others);
    facts.breakGlassUnreviewed = std::any_of(others.cbegin(), others.cend(), [](const RedriveRecord &each) { return each.isOwn && each.run.isReviewDue; });
    facts.people = people;
    return facts;
}

CapacitySum liveCapacity(const std::optional<QueueStatus> &target)
{
    CapacitySum sum;
    if (!target)
        return sum;
    const QueueSample &sample = target->sample;
    if (sample.consumers.has())
        sum.workers = term(double(sample.consumers.value()), QStringLiteral("live: consumers attached"));
    const std::optional<double> done = perSecond(sample.completionsPerMinute);
    if (done && sample.consumers.has() && sample.consumers.value() > 0)
        sum.perWorker = term(*done / double(sample.consumers.value()), QStringLiteral("live: what a worker does now; type what it may do"));
    sum.arrivals = term(perSecond(sample.arrivalsPerMinute), QStringLiteral("live: arrivals"));
    sum.retries = term(perSecond(sample.retriesPerMinute), QStringLiteral("live: redeliveries"));
    sum.reserve = term(0.0, QStringLiteral("none typed"));
    return sum;
}

RedriveBounds firstBounds(const RedrivePlan &plan, const CapacitySum &capacity)
{
    RedriveBounds bounds;
    bounds.maxMessages = plan.kind == RedrivePlan::Kind::Selected || plan.kind == RedrivePlan::Kind::Corrected ? int(plan.items.size()) : 0;
    if (const auto room = capacity.perSecond(); room && *room > 0)
        bounds.milliPerSecond = std::clamp<qint64>(qint64(std::floor(*room * 1000.0)), 10, 1000);
    if (plan.environment == Environment::Practice) {
        bounds.canaryWatch = Seconds(20);
        bounds.stepWatch = Seconds(5);
        bounds.afterWatch = Minutes(1);
    }
    return bounds;
}

} // namespace holdwatch::operations
