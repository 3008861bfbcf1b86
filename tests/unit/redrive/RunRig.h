// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/RunDirector.h"
#include "tests/unit/redrive/PlanSamples.h"

namespace holdwatch::test {

/// A director with time that is handed in and signals that are fresh and good unless the test says otherwise.
struct RunRig
{
    explicit RunRig(const RedrivePlan &of, std::optional<RunBook> book = {}, Millis later = Millis(0))
        : plan(of), monotonic(later), director(of, book ? *book : RunBook(of), planTime() + std::chrono::hours(4))
    {
        seen.target = Verdict::Healthy;
        seen.deadDepth = of.deadDepth;
        seen.consumers = 2;
        seen.secondEffects = 0;
    }

    RunSignals signalsNow() const
    {
        RunSignals now = seen;
        now.now = planTime() + monotonic + wallShift;
        if (isSampled)
            now.targetSampledAt = now.now - sampleAge;
        return now;
    }
    RunOrder next() { return director.next(monotonic, signalsNow()); }

    /// Waits as long as it is told to; the first other order.
    RunOrder nextDeed()
    {
        for (int i = 0; i < 1000; ++i) {
            const RunOrder order = next();
            if (order.kind != RunOrder::Kind::Wait)
                return order;
            monotonic = std::max(monotonic + Millis(1), std::min(order.until, monotonic + Minutes(1)));
        }
        return {};
    }

    void answer(const RunOrder &order, ItemOutcome outcome = ItemOutcome::Moved)
    {
        QVector<ItemResult> results;
        for (const int ordinal : order.ordinals)
            results << ItemResult{ordinal, outcome, planTime() + monotonic, {}, {}};
        director.attempted(results, monotonic);
    }
    void seeNothing() { director.looked({}, monotonic); }

    /// Sends, looks and waits until the order is one of this kind in this step; everything moves and nothing comes back.
    RunOrder goTo(RunOrder::Kind kind, int step)
    {
        for (int i = 0; i < 10'000; ++i) {
            const RunOrder order = nextDeed();
            if (order.kind == kind && director.state().step == step)
                return order;
            if (order.kind == RunOrder::Kind::Finish)
                return order;
            if (order.kind == RunOrder::Kind::Look)
                seeNothing();
            else if (isByItem(plan))
                answer(order);
            else
                director.movedByCount(ItemOutcome::Moved, order.count, monotonic);
        }
        return {};
    }
    RunOrder goToEnd() { return goTo(RunOrder::Kind::Finish, -1); }

    RedrivePlan plan;
    Millis monotonic;
    Millis wallShift{0};
    Millis sampleAge = Seconds(5);
    bool isSampled = true;
    RunSignals seen;
    RunDirector director;
};

/// Two classes by turns: 0, 2, 4 … rate-limit, 1, 3, 5 … timeout.
inline RedrivePlan twoClasses(int items)
{
    RedrivePlan plan = soundPlan(items);
    for (PlanItem &item : plan.items) {
        if (item.ordinal % 2 == 1)
            item.failureClass = QStringLiteral("timeout");
    }
    plan.diagnoses << fixedDiagnosis(QStringLiteral("timeout"), items / 2);
    return plan;
}

inline RedrivePlan quick(RedrivePlan plan)
{
    plan.bounds.milliPerSecond = 1'000'000;
    return plan;
}

inline RedrivePlan bounded(int most, RedrivePlan::Kind kind = RedrivePlan::Kind::Bounded)
{
    RedrivePlan plan = quick(soundPlan(3));
    plan.kind = kind;
    plan.deadDepth = most + 10;
    plan.bounds.maxMessages = most;
    return plan;
}

} // namespace holdwatch::test
