// SPDX-License-Identifier: GPL-3.0-or-later
// The part of RedriveService that starts, steers and clears up runs.
#include "app/operations/redrive/RedriveService.h"

#include <algorithm>

namespace holdwatch::operations {

namespace {

Error notStarted(const QString &why)
{
    Error error;
    error.kind = Error::Kind::Forbidden;
    error.what = why;
    error.kept = QStringLiteral("Nothing was sent.");
    return error;
}

} // namespace

/// What can be said without asking anybody; the gate asks more.
QString RedriveService::whyNotStart(const Entry &about) const
{
    const RedrivePlan &plan = about.plan.plan();
    if (!m_auditProblem.isEmpty())
        return m_auditProblem;
    if (!about.readProblem.isEmpty())
        return about.readProblem;
    if (about.isRunning)
        return QStringLiteral("It runs.");
    if (about.history.isClosed)
        return QStringLiteral("It is closed.");
    if (plan.installation != m_parts.people.state().installation)
        return QStringLiteral("It was asked for on another installation; it runs only there.");
    if (about.history.book.unknownByCount() > 0)
        return QStringLiteral("How many the last step moved is unknown: clear that up first.");
    for (const auto &[id, other] : m_entries) {
        if (other->isRunning && other->plan.plan().connection == plan.connection && id != plan.id)
            return QStringLiteral("%1 runs on the same connection.").arg(id.text());
    }
    if (!about.gateProblem.isEmpty())
        return about.gateProblem;
    if (!about.gate)
        return QStringLiteral("The keychain has not answered yet.");
    const GateContext context = gateNow(about);
    const bool hasBegun = !about.history.spent.isEmpty();
    if (const auto refused = hasBegun ? refusalToGoOn(about.plan, about.statements, context) : refusal(about.plan, about.statements, context))
        return toSentence(*refused);
    if (!m_parts.access.isUnlocked(plan.connection))
        return QStringLiteral("%1 is locked. Unlock it to start.").arg(plan.connectionName);
    return {};
}

void RedriveService::start(const PlanId &plan, QObject *context, Done<void> done)
{
    const auto found = known(plan);
    if (!found)
        return done(failure(found.error()));
    const EntryPointer about = *found;
    if (const QString why = whyNotStart(*about); !why.isEmpty())
        return done(failure(notStarted(why)));
    about->isRunning = true; // from here on no second click starts a second one
    const auto giveUp = [this, about, done](const Error &error) {
        about->isRunning = false;
        emit redriveChanged(about->plan.plan().id);
        done(failure(error));
    };
    withAccess(about->plan.plan().connection, true, this, [this, about, context = QPointer<QObject>(context), done, giveUp](const Result<RedriveAccess> &access) {
        if (!access)
            return giveUp(access.error());
        if (!context)
            return giveUp(notStarted(QStringLiteral("Nobody waits for it any more.")));
        const auto admitted = [this, about, access = *access, done, giveUp](Result<Approval> approval) {
            if (!approval)
                return giveUp(approval.error());
            begin(about, access, std::make_shared<Approval>(*std::move(approval)), done, giveUp);
        };
        const ApprovalGate::Place place = placeOf(about->plan.plan());
        if (about->history.spent.isEmpty())
            m_parts.gate.start(about->plan, about->statements, place, this, admitted);
        else
            m_parts.gate.goOn(about->plan, about->statements, place, this, admitted);
    });
}

void RedriveService::begin(const EntryPointer &about, const RedriveAccess &access, const std::shared_ptr<Approval> &approval, const Done<void> &done,
                           const std::function<void(const Error &)> &giveUp)
{
    const PlanId id = about->plan.plan().id;
    const auto question = [approval, access, plan = about->plan.plan(), book = about->history.book, rules = m_parts.letters.rules(), by = whoActs()](RedriveWorker &worker, Answer<void> answer) {
        if (!approval->isContinued()) {
            if (const auto written = worker.append({RunRecord(plan.id, by).approvalSpent(*approval)}); !written)
                return answer(failure(written.error()));
        }
        answer(worker.begin({std::move(*approval), plan, book, access, rules, by}));
    };
    ask<void>(this, question, [this, id, done, giveUp](const Result<void> &begun) {
        if (!begun)
            return giveUp(begun.error());
        emit redriveChanged(id);
        done({});
    });
}

void RedriveService::steer(const PlanId &plan, std::function<void(RedriveRunner &)> command)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, plan, command] {
        if (RedriveRunner *runner = worker->runner(plan))
            command(*runner);
    }, Qt::QueuedConnection);
}

void RedriveService::pause(const PlanId &plan)
{
    steer(plan, [](RedriveRunner &runner) { runner.requestPause(); });
}

void RedriveService::resume(const PlanId &plan)
{
    const EntryPointer about = entry(plan);
    if (about && m_parts.access.isUnlocked(about->plan.plan().connection))
        steer(plan, [](RedriveRunner &runner) { runner.requestResume(); });
}

void RedriveService::stop(const PlanId &plan)
{
    steer(plan, [by = whoActs()](RedriveRunner &runner) { runner.requestStop(RunState::StopCause::Person, QStringLiteral("Stopped by %1.").arg(by)); });
}

void RedriveService::acceptUnproven(const PlanId &plan, const QString &who)
{
    steer(plan, [who](RedriveRunner &runner) { runner.acceptUnproven(who); });
}

void RedriveService::close(const PlanId &plan, QObject *context, Done<void> done)
{
    const auto found = known(plan);
    if (!found)
        return done(failure(found.error()));
    const EntryPointer about = *found;
    if (about->isRunning || about->history.isClosed || !about->history.state.startedAt)
        return done(failure(Error::Kind::Conflict, QStringLiteral("Only a run that has stopped can be closed.")));
    if (!about->history.book.unknown().isEmpty() || about->history.book.unknownByCount() > 0)
        return done(failure(Error::Kind::Conflict, QStringLiteral("Some outcomes are unknown: clear them up first.")));
    RunState ending = about->history.state;
    RunBook book = about->history.book;
    book.close(m_parts.clock.now());
    ending.counts = book.counts();
    ending.verdict = QStringLiteral("Closed by %1; what had not been sent stays where it is.").arg(whoActs());
    writeAndRead(about, {RunRecord(plan, whoActs()).closed(ending)}, context, std::move(done));
}

void RedriveService::writeAndRead(const EntryPointer &about, const QVector<AuditDraft> &drafts, QObject *context, Done<void> done)
{
    write(drafts, context, [this, about, done](const Result<void> &written) {
        if (written)
            readHistory(about);
        done(written);
    });
}

void RedriveService::reconcile(const PlanId &plan, QObject *context, Done<int> done)
{
    const auto found = known(plan);
    if (!found)
        return done(failure(found.error()));
    const EntryPointer about = *found;
    const QVector<int> unknown = about->history.book.unknown();
    if (about->isRunning || unknown.isEmpty())
        return done(0);
    withAccess(about->plan.plan().connection, true, context, [this, about, unknown, context = QPointer<QObject>(context), done](const Result<RedriveAccess> &access) {
        if (!context)
            return;
        if (!access)
            return done(failure(access.error()));
        const auto question = [access = *access, plan = about->plan.plan(), unknown](RedriveWorker &worker, Answer<QVector<ItemResult>> answer) { worker.reconcile(access, plan, unknown, answer); };
        ask<QVector<ItemResult>>(context.data(), question, [this, about, context, done](const Result<QVector<ItemResult>> &results) {
            if (!context)
                return;
            if (!results)
                return done(failure(results.error()));
            QVector<AuditDraft> drafts;
            int cleared = 0;
            for (const ItemResult &each : *results) {
                const Reconciliation what{each.ordinal, each.outcome, Reconciliation::Source::Read, QStringLiteral("Holdwatch"), each.detail};
                drafts.append(RunRecord(about->plan.plan().id, whoActs()).reconciled(what));
                cleared += each.outcome == ItemOutcome::Unknown ? 0 : 1;
            }
            writeAndRead(about, drafts, context.data(), [cleared, done](const Result<void> &written) { written ? done(cleared) : done(failure(written.error())); });
        });
    });
}

void RedriveService::reconcileByWord(const PlanId &plan, const Reconciliation &word, QObject *context, Done<void> done)
{
    const auto found = known(plan);
    if (!found)
        return done(failure(found.error()));
    RunBook book = (*found)->history.book;
    if ((*found)->isRunning || !book.reconcile(word, m_parts.clock.now()))
        return done(failure(Error::Kind::Conflict, QStringLiteral("The outcome of this message is not unknown, or it can't be said that way.")));
    writeAndRead(*found, {RunRecord(plan, whoActs()).reconciled(word)}, context, std::move(done));
}

void RedriveService::reconcileCount(const PlanId &plan, qint64 moved, const QString &note, QObject *context, Done<void> done)
{
    const auto found = known(plan);
    if (!found)
        return done(failure(found.error()));
    RunBook book = (*found)->history.book;
    const qint64 most = book.unknownByCount();
    if ((*found)->isRunning || most == 0)
        return done(failure(Error::Kind::Conflict, QStringLiteral("No step of this redrive has an unknown outcome.")));
    if (moved > most || note.trimmed().isEmpty() || !book.reconcileCount(moved, m_parts.clock.now()))
        return done(failure(Error::Kind::Invalid, QStringLiteral("The step asked for at most %1; say a number from 0 to that, and how you know.").arg(most)));
    writeAndRead(*found, {RunRecord(plan, whoActs()).reconciledCount(moved, whoActs(), note.trimmed())}, context, std::move(done));
}

} // namespace holdwatch::operations
