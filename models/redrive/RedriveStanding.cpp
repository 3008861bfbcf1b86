// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/RedriveStanding.h"

#include "models/core/Format.h"
#include "models/redrive/PlainName.h"

#include <algorithm>

namespace holdwatch {

namespace {

bool has(const RedriveRecord &record, Statement::Kind kind)
{
    return std::any_of(record.statements.cbegin(), record.statements.cend(),
                       [kind](const StatementRow &row) { return row.problem.isEmpty() && row.statement.kind == kind; });
}

QString approvalWanted(const RedriveRecord &record)
{
    if (!record.isOwn)
        return QStringLiteral("Approve or refuse it.");
    return needsSecondPerson(record.plan) ? QStringLiteral("A second person must approve it.") : QStringLiteral("Approve it.");
}

QString startWanted(const RedriveRecord &record, const QString &verb)
{
    if (!record.isOwn)
        return {};
    return record.whyNotStart.isEmpty() ? verb : record.whyNotStart;
}

} // namespace

RedriveStanding standingOf(const RedriveRecord &record, UtcTime now)
{
    switch (record.run.stage) {
    case RunState::Stage::NotStarted: break;
    case RunState::Stage::Canary:
    case RunState::Stage::Stepping:
    case RunState::Stage::Stopping: return RedriveStanding::Running;
    case RunState::Stage::Paused: return RedriveStanding::Paused;
    case RunState::Stage::Stopped: return RedriveStanding::Stopped;
    case RunState::Stage::AfterWatch: return RedriveStanding::AfterWatch;
    case RunState::Stage::Finished: return RedriveStanding::Finished;
    }
    if (has(record, Statement::Kind::Withdraw))
        return RedriveStanding::Withdrawn;
    if (has(record, Statement::Kind::Refuse))
        return RedriveStanding::Refused;
    if (now >= record.plan.expiresAt)
        return RedriveStanding::Expired;
    return has(record, Statement::Kind::Approve) ? RedriveStanding::Approved : RedriveStanding::WaitsForApproval;
}

QString toWord(RedriveStanding standing)
{
    switch (standing) {
    case RedriveStanding::WaitsForApproval: return QStringLiteral("waits for approval");
    case RedriveStanding::Approved: return QStringLiteral("approved");
    case RedriveStanding::Refused: return QStringLiteral("refused");
    case RedriveStanding::Withdrawn: return QStringLiteral("withdrawn");
    case RedriveStanding::Expired: return QStringLiteral("expired");
    case RedriveStanding::Running: return QStringLiteral("running");
    case RedriveStanding::Paused: return QStringLiteral("paused");
    case RedriveStanding::Stopped: return QStringLiteral("stopped");
    case RedriveStanding::AfterWatch: return QStringLiteral("being watched");
    case RedriveStanding::Finished: return QStringLiteral("closed");
    }
    return {};
}

QString titleOf(const RedrivePlan &plan)
{
    const QString queue = plainName(plan.deadSet);
    const QString most = formatCount(mostMoved(plan));
    switch (plan.kind) {
    case RedrivePlan::Kind::Selected: return QStringLiteral("%1 from %2").arg(most, queue);
    case RedrivePlan::Kind::Bounded: return QStringLiteral("at most %1 from %2").arg(most, queue);
    case RedrivePlan::Kind::WholeQueue: return QStringLiteral("all %1 of %2").arg(most, queue);
    case RedrivePlan::Kind::Corrected: return QStringLiteral("a corrected copy from %1").arg(queue);
    }
    return queue;
}

QString countsText(const RedriveRecord &record)
{
    if (!isByItem(record.plan)) {
        const QString most = formatCount(mostMoved(record.plan));
        return record.run.stage == RunState::Stage::NotStarted ? QStringLiteral("at most %1").arg(most)
                                                               : QStringLiteral("%1 of at most %2 moved").arg(formatCount(record.run.movedByCount), most);
    }
    const RunCounts &counts = record.run.counts;
    if (record.run.stage == RunState::Stage::NotStarted)
        return formatCount(mostMoved(record.plan));
    QStringList parts{QStringLiteral("%1 of %2 moved").arg(formatCount(counts.confirmed), formatCount(counts.planned))};
    const std::pair<int, const char *> others[] = {{counts.returned, "returned"}, {counts.unknown + counts.intended, "unknown"}, {counts.failed, "failed"}, {counts.skipped, "skipped"}, {counts.left, "left"}};
    for (const auto &[count, word] : others) {
        if (count > 0)
            parts << formatCount(count) + QLatin1Char(' ') + QLatin1String(word);
    }
    return parts.join(QStringLiteral(", "));
}

QString nextText(const RedriveRecord &record, UtcTime now)
{
    switch (standingOf(record, now)) {
    case RedriveStanding::WaitsForApproval: return approvalWanted(record);
    case RedriveStanding::Approved: return startWanted(record, QStringLiteral("Start it."));
    case RedriveStanding::Paused: return record.isOwn ? QStringLiteral("Go on or stop it.") : QString();
    case RedriveStanding::Stopped:
        if (record.run.counts.unknown > 0)
            return QStringLiteral("Clear up what is unknown.");
        return startWanted(record, QStringLiteral("Continue or close it."));
    case RedriveStanding::Finished:
        if (record.run.isReviewDue)
            return QStringLiteral("A second person must review it.");
        return record.run.counts.unknown > 0 ? QStringLiteral("Clear up what is unknown.") : QString();
    case RedriveStanding::Running:
    case RedriveStanding::AfterWatch:
    case RedriveStanding::Refused:
    case RedriveStanding::Withdrawn:
    case RedriveStanding::Expired: return {};
    }
    return {};
}

} // namespace holdwatch
