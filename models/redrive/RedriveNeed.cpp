// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/RedriveNeed.h"

#include "models/core/Format.h"

#include <algorithm>

namespace holdwatch {

namespace {

using Kind = RedriveNeed::Kind;

bool hasSpoken(const RedriveRecord &record, const std::optional<Operator> &self)
{
    return self && std::any_of(record.statements.cbegin(), record.statements.cend(),
                               [&self](const StatementRow &row) { return row.problem.isEmpty() && isSamePerson(row.statement.by, *self); });
}

std::optional<Kind> kindOf(const RedriveRecord &record, const std::optional<Operator> &self, UtcTime now)
{
    const RedriveStanding standing = standingOf(record, now);
    if (record.run.counts.unknown > 0 && (standing == RedriveStanding::Stopped || standing == RedriveStanding::Finished))
        return Kind::Unknown;
    switch (standing) {
    case RedriveStanding::WaitsForApproval:
        if (record.isOwn)
            return Kind::Waiting;
        return record.signatureProblem.isEmpty() && !hasSpoken(record, self) ? std::optional(Kind::Asked) : std::nullopt;
    case RedriveStanding::Approved: return record.isOwn ? std::optional(Kind::Approved) : std::nullopt;
    case RedriveStanding::Running:
    case RedriveStanding::Paused:
    case RedriveStanding::AfterWatch: return Kind::Running;
    case RedriveStanding::Stopped: return Kind::Stopped;
    case RedriveStanding::Finished: return record.run.isReviewDue ? std::optional(Kind::ReviewDue) : std::nullopt;
    case RedriveStanding::Refused:
    case RedriveStanding::Withdrawn:
    case RedriveStanding::Expired: break;
    }
    return std::nullopt;
}

QString textOf(const RedriveRecord &record, Kind kind)
{
    switch (kind) {
    case Kind::Asked: return QStringLiteral("%1 asks for your approval").arg(record.plan.requester.name.isEmpty() ? QStringLiteral("a colleague") : record.plan.requester.name);
    case Kind::Unknown: return record.run.counts.unknown == 1 ? QStringLiteral("1 outcome is unknown") : QStringLiteral("%1 outcomes are unknown").arg(formatCount(record.run.counts.unknown));
    case Kind::ReviewDue: return QStringLiteral("break-glass was used: review due");
    case Kind::Stopped: return QStringLiteral("stopped: ") + countsText(record);
    case Kind::Running: return countsText(record);
    case Kind::Approved: return QStringLiteral("approved, not started");
    case Kind::Waiting: return QStringLiteral("waits for approval");
    }
    return {};
}

} // namespace

std::optional<RedriveNeed> needOf(const RedriveRecord &record, const std::optional<Operator> &self, UtcTime now)
{
    const std::optional<Kind> kind = kindOf(record, self, now);
    if (!kind)
        return std::nullopt;
    return RedriveNeed{record.plan.id, *kind, titleOf(record.plan), textOf(record, *kind)};
}

QVector<RedriveNeed> urgentNeeds(const QVector<RedriveRecord> &records, const std::optional<Operator> &self, UtcTime now)
{
    QVector<std::pair<RedriveNeed, UtcTime>> found;
    for (const RedriveRecord &record : records) {
        const std::optional<RedriveNeed> need = needOf(record, self, now);
        if (need && need->kind <= Kind::Stopped)
            found.append({*need, record.plan.createdAt});
    }
    std::stable_sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.first.kind != b.first.kind ? a.first.kind < b.first.kind : a.second > b.second; });
    QVector<RedriveNeed> needs;
    for (const auto &[need, at] : std::as_const(found))
        needs << need;
    return needs;
}

} // namespace holdwatch
