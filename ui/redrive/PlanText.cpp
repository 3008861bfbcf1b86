// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/PlanText.h"

namespace holdwatch::ui {

namespace {

QString counted(qint64 count, const QString &one, const QString &many)
{
    return count == 1 ? QStringLiteral("1 %1").arg(one) : QStringLiteral("%1 %2").arg(formatCount(count), many);
}

void fillTerm(CapacityTerm &term, const Metric<double> &perMinute)
{
    const bool isTyped = term.value && !term.source.startsWith(QLatin1String("live"));
    if (isTyped)
        return;
    if (!perMinute.has()) {
        term = {std::nullopt, QStringLiteral("not reported: type it")};
        return;
    }
    term = {perMinute.value() / 60.0, QStringLiteral("live: %1/min").arg(formatRate(perMinute.value()))};
}

} // namespace

QString whereTo(const RedrivePlan &plan)
{
    return plan.target.isEmpty() ? QStringLiteral("the queue each came from") : plan.target;
}

QString consequenceOf(const RedrivePlan &plan)
{
    if (plan.kind == RedrivePlan::Kind::WholeQueue)
        return QStringLiteral("All that lies in %1 when it runs goes to %2 on %3. What consumers do with it can't be undone.").arg(plan.deadSet, whereTo(plan), plan.connectionName);
    const QString what = counted(mostMoved(plan), QStringLiteral("message"), QStringLiteral("messages"));
    return QStringLiteral("At most %1 %2 from %3 to %4 on %5, no faster than %6. What consumers do with %7 can't be undone.")
        .arg(what, mostMoved(plan) == 1 ? QStringLiteral("goes") : QStringLiteral("go"), plan.deadSet, whereTo(plan), plan.connectionName, rateText(plan.bounds.milliPerSecond),
             mostMoved(plan) == 1 ? QStringLiteral("it") : QStringLiteral("them"));
}

QString shortDigest(const QByteArray &digest)
{
    const QString hex = QString::fromLatin1(digest.toHex());
    return hex.size() < 16 ? hex : hex.left(8) + QLatin1Char(' ') + hex.mid(8, 8);
}

QString personText(const Operator &who)
{
    const QString print = fingerprint(who.publicKey);
    if (who.name.isEmpty())
        return print.isEmpty() ? QStringLiteral("nobody has signed") : print;
    return print.isEmpty() ? who.name : QStringLiteral("%1 \u00B7 %2").arg(who.name, print);
}

QString rateText(qint64 milliPerSecond)
{
    return QStringLiteral("%1 a minute").arg(formatRate(double(milliPerSecond) * 0.06));
}

QString stepsText(const RedriveBounds &bounds)
{
    QStringList steps;
    for (const int step : bounds.steps)
        steps << QString::number(step);
    if (steps.isEmpty())
        return QStringLiteral("all at once after the canaries");
    return QStringLiteral("%1, then %2 each; %3 between two").arg(steps.join(QStringLiteral(", ")), steps.last(), formatDuration(bounds.stepWatch));
}

QString canaryText(const RedriveBounds &bounds)
{
    QString proof;
    switch (bounds.proof) {
    case RedriveBounds::CanaryProof::Ledger: proof = QStringLiteral("until its effect or no-op stands in the consumer's ledger"); break;
    case RedriveBounds::CanaryProof::NotSeenBack: proof = QStringLiteral("until it was not seen back for %1").arg(formatDuration(bounds.canaryWatch)); break;
    case RedriveBounds::CanaryProof::AcceptedUnproven:
        proof = QStringLiteral("accepted unproven by %1").arg(bounds.acceptedBy.isEmpty() ? QStringLiteral("nobody yet") : bounds.acceptedBy);
        break;
    }
    return QStringLiteral("one of each class goes first, ") + proof;
}

QString stopText(const StopConditions &stop)
{
    QStringList parts{stop.returned == 1 ? QStringLiteral("one redriven message is back") : QStringLiteral("%1 redriven messages are back").arg(stop.returned),
                      QStringLiteral("%1 errors in a row").arg(stop.errors)};
    if (stop.onThrottled)
        parts << QStringLiteral("the system says 429");
    if (stop.onApproaching)
        parts << QStringLiteral("the target approaches its window");
    parts << QStringLiteral("its last figure is older than %1").arg(formatDuration(stop.staleAfter));
    return parts.join(QStringLiteral("; "));
}

QString durationText(const RedrivePlan &plan)
{
    return QStringLiteral("at least %1, canaries and steps watched").arg(formatDuration(shortestRun(plan)));
}

QString latestStartText(const RedrivePlan &plan, UtcTime now, Zone zone)
{
    const std::optional<UtcTime> latest = plan.latestStart ? plan.latestStart : latestSafeStart(plan);
    if (!latest)
        return QStringLiteral("no message says when it expires");
    if (*latest <= now)
        return QStringLiteral("has passed: the first message expires before such a run could end");
    return QStringLiteral("%1 %2, in %3").arg(formatDateTime(*latest, zone), zoneName(zone, *latest), formatDuration(*latest - now));
}

QString policyText(const RedrivePlan &plan)
{
    if (plan.breakGlass)
        return QStringLiteral("Break-glass: one person acts, at most %1 messages, and a second person reviews it within %2.").arg(BreakGlass::mostMessages).arg(reviewTerm());
    if (needsSecondPerson(plan))
        return QStringLiteral("%1 is production: a second person has to approve, somebody else than who asks, by key and by name.").arg(plan.connectionName);
    if (needsPhrase(plan))
        return QStringLiteral("%1 is %2: you may approve it yourself, with the typed phrase.").arg(plan.connectionName, toWord(plan.environment));
    return QStringLiteral("%1 is %2: you may approve it yourself.").arg(plan.connectionName, toWord(plan.environment));
}

QString momentText(UtcTime at, UtcTime now, Zone zone)
{
    const QString exact = QStringLiteral("%1 %2").arg(formatDateTime(at, zone), zoneName(zone, at));
    return at <= now ? QStringLiteral("%1, %2 ago").arg(exact, formatAgo(now - at)) : QStringLiteral("%1, in %2").arg(exact, formatAgo(at - now));
}

QString reviewTerm()
{
    return QStringLiteral("%1 hours").arg(BreakGlass::reviewWithin / std::chrono::hours(1));
}

QString breakGlassText(const BreakGlass &glass, Zone zone)
{
    const QString asked = QStringLiteral("%1 asked at %2 %3").arg(glass.asked.isEmpty() ? QStringLiteral("Nobody was") : glass.asked.join(QStringLiteral(", ")) + (glass.asked.size() == 1 ? QStringLiteral(" was") : QStringLiteral(" were")),
                                                                   formatDateTime(glass.askedAt, zone), zoneName(zone, glass.askedAt));
    const QString ground = glass.ground == BreakGlass::Ground::ApproversSilent ? QStringLiteral("stayed silent") : QStringLiteral("retention would have deleted first");
    return QStringLiteral("%1; %2; %3.").arg(glass.incident, asked, ground);
}

QString nextAfter(RunState::StopCause cause)
{
    using Stop = RunState::StopCause;
    switch (cause) {
    case Stop::None: return {};
    case Stop::Person: return QStringLiteral("Continue when you are ready: what was never attempted still has its approval.");
    case Stop::Returned: return QStringLiteral("Look at the message that came back, mend the cause, then plan the rest anew.");
    case Stop::Errors: return QStringLiteral("See what the system answered below, mend it, then continue.");
    case Stop::Throttled: return QStringLiteral("Wait until the downstream has room, then continue, or plan the rest with a lower rate.");
    case Stop::Approaching: return QStringLiteral("Let the queue drain first, then continue.");
    case Stop::StaleSignal: return QStringLiteral("See that the connection answers again, then continue.");
    case Stop::SecondEffect: return QStringLiteral("Don't continue. One key had two effects: the consumer is not idempotent for it. Look at it with its owner.");
    case Stop::Deadline: return QStringLiteral("Its time is over. Plan the rest anew.");
    case Stop::RecordFailed: return QStringLiteral("Free some space or mend the record; nothing is sent that can't be written down.");
    case Stop::ProviderFailed: return QStringLiteral("Check the queue, then choose for each unknown message.");
    case Stop::Restarted: return QStringLiteral("Clear up what was under way, then continue.");
    case Stop::QueueChanged: return QStringLiteral("The dead-letter queue is not the one that was approved. Plan anew.");
    }
    return {};
}

void fillLive(CapacitySum &sum, const PlanFacts &facts)
{
    const bool isTyped = sum.workers.value && !sum.workers.source.startsWith(QLatin1String("live"));
    if (!isTyped) {
        if (facts.targetConsumers)
            sum.workers = {double(*facts.targetConsumers), QStringLiteral("live now")};
        else
            sum.workers = {std::nullopt, QStringLiteral("not reported: type it")};
    }
    fillTerm(sum.arrivals, facts.target ? facts.target->sample.arrivalsPerMinute : Metric<double>());
    fillTerm(sum.retries, facts.target ? facts.target->sample.retriesPerMinute : Metric<double>());
}

const StatementRow *countingStatement(const RedriveRecord &record, Statement::Kind kind)
{
    for (const StatementRow &row : record.statements) {
        if (row.statement.kind == kind && row.problem.isEmpty())
            return &row;
    }
    return nullptr;
}

bool isApproved(const RedriveRecord &record)
{
    return countingStatement(record, Statement::Kind::Approve) != nullptr;
}

const StatementRow *statementBy(const RedriveRecord &record, const std::optional<Operator> &who)
{
    for (const StatementRow &row : record.statements) {
        if (who && isSamePerson(row.statement.by, *who))
            return &row;
    }
    return nullptr;
}

} // namespace holdwatch::ui
