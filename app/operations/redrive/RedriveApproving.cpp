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

GateContext RedriveService::gateContext(const RedrivePlan &plan) const
{
    GateContext context = m_parts.gate.context();
    context.clockDisagreement = m_board.clockOffset(plan.connection).value_or(Millis(0));
    context.now = m_parts.clock.now() + context.clockDisagreement;
    context.people = m_parts.people.state();
    if (const std::optional<ConnectionConfig> config = configFor(plan.connection)) {
        context.connection = config->id;
        context.origin = originOf(*config);
        context.environment = config->environment;
    }
    return context;
}

RedriveRecord RedriveService::recordOf(const Entry &about) const
{
    const RedrivePlan &plan = about.plan.plan();
    const GateContext context = gateContext(plan);
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
    const Result<Statement> made = makeStatement(request, about->plan, about->statements, gateContext(about->plan.plan()));
    if (!made)
        return done(failure(made.error()));
    m_parts.people.signStatement(*made, context, [this, about, context = QPointer<QObject>(context), done](const Result<storage::SignedStatement> &statement) {
        if (!context)
            return;
        statement ? keepStatement(about, *statement, context.data(), done) : done(failure(statement.error()));
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
            m_parts.gate.noteReview(about->plan, about->statements, gateContext(about->plan.plan()));
        emit redriveChanged(about->plan.plan().id);
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
