// SPDX-License-Identifier: GPL-3.0-or-later
// The part of RedriveService that lets people speak about a plan, and says how things stand with it.
#include "app/operations/redrive/RedriveService.h"

#include <algorithm>

namespace holdwatch::operations {

QString originOf(const ConnectionConfig &connection)
{
    const QUrl &url = connection.baseUrl;
    return QStringLiteral("%1://%2:%3").arg(url.scheme(), url.host(), QString::number(url.port(url.scheme() == QLatin1String("https") ? 443 : 80)));
}

ApprovalGate::Place RedriveService::placeOf(const RedrivePlan &plan) const
{
    ApprovalGate::Place place;
    place.clockDisagreement = m_board.clockOffset(plan.connection).value_or(Millis(0));
    place.now = m_parts.clock.now() + place.clockDisagreement;
    if (const std::optional<ConnectionConfig> config = configFor(plan.connection)) {
        place.connection = config->id;
        place.origin = originOf(*config);
        place.environment = config->environment;
    }
    return place;
}

GateContext RedriveService::gateNow(const Entry &about) const
{
    GateContext context = about.gate.value_or(GateContext{});
    const ApprovalGate::Place place = placeOf(about.plan.plan());
    context.now = place.now;
    context.clockDisagreement = place.clockDisagreement;
    context.connection = place.connection;
    context.origin = place.origin;
    context.environment = place.environment;
    context.people = m_parts.people.state();
    return context;
}

void RedriveService::askGate(const EntryPointer &about, std::function<void()> then)
{
    m_parts.gate.look(about->plan, placeOf(about->plan.plan()), this, [this, about, then](const Result<GateContext> &seen) {
        if (seen)
            about->gate = *seen;
        about->gateProblem = seen ? QString() : toSentence(seen.error());
        emit redriveChanged(about->plan.plan().id);
        then();
    });
}

void RedriveService::askGateOfAll(std::function<void()> then)
{
    const auto open = std::make_shared<qsizetype>(m_entries.size() + 1);
    const auto one = [open, then] {
        if (--*open == 0)
            then();
    };
    for (const auto &[id, each] : m_entries)
        askGate(each, one);
    one();
}

RedriveRecord RedriveService::recordOf(const Entry &about) const
{
    const RedrivePlan &plan = about.plan.plan();
    const GateContext context = gateNow(about);
    RedriveRecord record;
    record.plan = plan;
    record.digest = about.plan.digest();
    record.isOwn = plan.installation == context.people.installation;
    record.signatureProblem = about.plan.signatureProblem();
    for (const storage::SignedStatement &each : about.statements) {
        const std::optional<Error> problem = problemOf(each, about.plan, about.statements, context);
        record.statements.append({each.statement(), problem ? problem->what : QString()});
    }
    record.isSpent = isSpent(about.plan, about.statements, context.spent) || !about.history.spent.isEmpty();
    record.run = about.history.state;
    record.whyNotStart = whyNotStart(about);
    return record;
}

void RedriveService::say(const PlanId &plan, const StatementRequest &request, QObject *context, Done<void> done)
{
    const auto found = known(plan);
    if (!found)
        return done(failure(found.error()));
    const EntryPointer about = *found;
    // Asked anew: what is signed must rest on what is so now.
    m_parts.gate.look(about->plan, placeOf(about->plan.plan()), context, [this, about, request, context = QPointer<QObject>(context), done](const Result<GateContext> &seen) {
        if (!context)
            return;
        if (!seen)
            return done(failure(seen.error()));
        const Result<Statement> made = makeStatement(request, about->plan, about->statements, *seen);
        if (!made)
            return done(failure(made.error()));
        m_parts.people.sign(*made, context.data(), [this, about, context, done](const Result<storage::SignedStatement> &statement) {
            if (!context)
                return;
            statement ? keepStatement(about, *statement, context.data(), done) : done(failure(statement.error()));
        });
    });
}

/// Nothing counts that is not in the record.
void RedriveService::keepStatement(const EntryPointer &about, const storage::SignedStatement &statement, QObject *context, Done<void> done)
{
    const RunRecord record(about->plan.plan().id, whoActs());
    write({record.statement(statement.statement(), {})}, context, [this, about, statement, context = QPointer<QObject>(context), done](const Result<void> &written) {
        if (!written)
            return done(written);
        if (const auto kept = m_folder.keep(statement); !kept)
            return done(kept);
        about->statements.append(statement);
        if (statement.statement().kind == Statement::Kind::Review)
            m_parts.gate.takeReview(about->plan, statement, placeOf(about->plan.plan()), this, [this, about](const Result<void> &) { askGate(about); });
        askGate(about);
        readHistory(about);
        done({});
    });
}

void RedriveService::approve(const PlanId &plan, const QByteArray &digestSeen, const QString &phrase, const QStringList &evidence, QObject *context, Done<void> done)
{
    say(plan, {Statement::Kind::Approve, digestSeen, phrase, {}, evidence}, context, std::move(done));
}

void RedriveService::refuse(const PlanId &plan, const QString &reason, QObject *context, Done<void> done)
{
    say(plan, {Statement::Kind::Refuse, {}, {}, reason, {}}, context, std::move(done));
}

void RedriveService::withdraw(const PlanId &plan, const QString &reason, QObject *context, Done<void> done)
{
    say(plan, {Statement::Kind::Withdraw, {}, {}, reason, {}}, context, std::move(done));
}

void RedriveService::review(const PlanId &plan, const QString &finding, QObject *context, Done<void> done)
{
    say(plan, {Statement::Kind::Review, {}, {}, finding, {}}, context, std::move(done));
}

void RedriveService::compareWithQueue(const PlanId &plan, QObject *context, Done<QVector<EvidenceRow>> done)
{
    const auto found = known(plan);
    if (!found)
        return done(failure(found.error()));
    // The approver's connection to the same server may have another name and key here.
    const std::optional<ConnectionConfig> config = configOf((*found)->plan.plan().origin);
    if (!config)
        return done(failure(Error::Kind::Configuration, QStringLiteral("No connection to %1 is configured here.").arg((*found)->plan.plan().origin), QStringLiteral("Add it to compare, or rely on the signed list.")));
    withAccess(config->id, false, context, [this, about = *found, context = QPointer<QObject>(context), done](const Result<RedriveAccess> &access) {
        if (!context)
            return;
        if (!access)
            return done(failure(access.error()));
        RedrivePlan there = about->plan.plan();
        there.connection = access->connection.id;
        ask<QVector<EvidenceRow>>(context.data(), [access = *access, there](RedriveWorker &worker, Answer<QVector<EvidenceRow>> answer) { worker.compare(access, there, answer); }, done);
    });
}

} // namespace holdwatch::operations
