// SPDX-License-Identifier: GPL-3.0-or-later
// The part of RedriveService that makes plans.
#include "app/operations/redrive/RedriveService.h"

#include "app/storage/audit/AuditExtract.h"
#include "app/storage/audit/AuditVerify.h"
#include "app/storage/redrive/PlanFile.h"

#include <QFileInfo>
#include <QSet>

#include <algorithm>

namespace holdwatch::operations {

namespace {

constexpr Millis planLasts = std::chrono::hours(24);

Error noDigests(int count)
{
    Error error;
    error.kind = Error::Kind::Invalid;
    error.what = QStringLiteral("Of %1 chosen messages only a part was read, so they can't be told from others.").arg(count);
    error.next = QStringLiteral("Open each of them once, or choose others.");
    return error;
}

QString sentenceOf(const std::optional<Error> &problem)
{
    return problem ? toSentence(*problem) : QString();
}

QString recordBeside(const QString &path)
{
    return path + QStringLiteral(".record.jsonl");
}

} // namespace

void RedriveService::fillPlan(RedrivePlan &plan, const ConnectionConfig &config) const
{
    const UtcTime now = m_parts.clock.now() + m_board.clockOffset(config.id).value_or(Millis(0));
    plan.id = storage::newPlanId(now);
    plan.createdAt = now;
    plan.expiresAt = now + planLasts;
    plan.connection = config.id;
    plan.connectionName = config.name;
    plan.provider = config.provider;
    plan.origin = originOf(config);
    plan.environment = config.environment;
    const OperatorState people = m_parts.people.state();
    plan.installation = people.installation;
    plan.requester = people.self.value_or(Operator{m_parts.login, {}});
}

std::optional<ConnectionConfig> RedriveService::configFor(const ConnectionId &connection) const
{
    for (const ConnectionConfig &each : m_parts.connections()) {
        if (each.id == connection)
            return each;
    }
    return std::nullopt;
}

std::optional<ConnectionConfig> RedriveService::configOf(const QString &origin) const
{
    for (const ConnectionConfig &each : m_parts.connections()) {
        if (originOf(each) == origin)
            return each;
    }
    return std::nullopt;
}

void RedriveService::draft(const PlanRequest &request, QObject *context, Done<PlanDraft> done)
{
    const std::optional<ConnectionConfig> config = configFor(request.deadSet.connection);
    if (!config)
        return done(failure(Error::Kind::Configuration, QStringLiteral("This connection is not configured here.")));
    const auto freezeThem = [this, request, config = *config, context = QPointer<QObject>(context), done](const Result<DeadLetterService::Snapshot> &snapshot) {
        if (!context)
            return;
        if (!snapshot)
            return done(failure(snapshot.error()));
        RedrivePlan plan;
        fillPlan(plan, config);
        plan.deadSet = request.deadSet.name;
        plan.target = request.target;
        plan.kind = request.kind;
        plan.rule = request.rule.isEmpty() ? QStringLiteral("chosen by hand") : request.rule;
        plan.snapshotAt = snapshot->capturedAt;
        FrozenSelection frozen = freeze(snapshot->rows, request.letters, m_parts.letters.rules(), plan.createdAt);
        const auto partial = std::count_if(frozen.items.cbegin(), frozen.items.cend(), [](const PlanItem &each) { return each.digest.isEmpty(); });
        if (partial > 0 && isByItem(plan))
            return done(failure(noDigests(int(partial))));
        plan.items = std::move(frozen.items);
        plan.left = std::move(frozen.left);
        plan.diagnoses = std::move(frozen.diagnoses);
        finishDraft(std::move(plan), context.data(), done);
    };
    m_parts.letters.snapshot(request.deadSet, this, freezeThem);
}

PlanFacts RedriveService::factsOf(const RedrivePlan &plan, const SystemAnswer &system) const
{
    PlanFacts facts = gatherFacts(plan, system, m_board, redrives(), m_parts.people.state(), m_parts.clock.now());
    facts.classes = m_parts.letters.rules().classes;
    return facts;
}

/// Asks the system, then fills in what follows from its answer.
void RedriveService::finishDraft(RedrivePlan plan, QObject *context, Done<PlanDraft> done)
{
    askSystem(plan, context, [this, plan, done](const Result<SystemAnswer> &system) mutable {
        if (!system)
            return done(failure(system.error()));
        PlanFacts facts = factsOf(plan, *system);
        plan.deadDepth = system->terms.deadDepth;
        plan.changes = system->terms.changes;
        plan.notKept = system->terms.notKept;
        plan.requests = system->terms.requests;
        plan.lookCost = system->terms.lookEffect;
        plan.capacity = liveCapacity(facts.target);
        plan.bounds = firstBounds(plan, plan.capacity);
        plan.latestStart = latestSafeStart(plan);
        done(PlanDraft{plan, facts});
    });
}

void RedriveService::askSystem(const RedrivePlan &plan, QObject *context, Done<SystemAnswer> done)
{
    withAccess(plan.connection, false, context, [this, plan, context = QPointer<QObject>(context), done](const Result<RedriveAccess> &access) {
        if (!context)
            return;
        if (!access)
            return done(failure(access.error()));
        const auto question = [access = *access, plan](RedriveWorker &worker, Answer<SystemAnswer> answer) { worker.askSystem(access, plan.deadSet, plan.target, plan.kind, answer); };
        ask<SystemAnswer>(context.data(), question, done);
    });
}

void RedriveService::refreshFacts(const RedrivePlan &plan, QObject *context, Done<PlanFacts> done)
{
    askSystem(plan, context, [this, plan, done](const Result<SystemAnswer> &system) {
        if (!system)
            return done(failure(system.error()));
        done(factsOf(plan, *system));
    });
}

void RedriveService::sign(const RedrivePlan &plan, QObject *context, Done<PlanId> done)
{
    refreshFacts(plan, context, [this, plan, context = QPointer<QObject>(context), done](const Result<PlanFacts> &facts) {
        if (!context)
            return;
        if (!facts)
            return done(failure(facts.error()));
        const QVector<PlanRemark> remarks = checkPlan(plan, *facts);
        for (const PlanRemark &each : remarks) {
            if (each.state == PlanRemark::State::Refused || each.state == PlanRemark::State::Missing)
                return done(failure(Error::Kind::Invalid, each.text, QStringLiteral("Nothing was signed. Change the plan, then sign again.")));
        }
        RedrivePlan whole = plan;
        if (whole.id.isEmpty() || entry(whole.id)) { // the same once more, with break-glass
            whole.id = storage::newPlanId(facts->now);
            whole.createdAt = facts->now;
            whole.expiresAt = facts->now + planLasts;
        }
        whole.warnings.clear();
        for (const PlanRemark &each : remarks) {
            if (each.state == PlanRemark::State::Warned)
                whole.warnings << each.text;
        }
        signAdmitted(whole, context.data(), done);
    });
}

void RedriveService::signAdmitted(const RedrivePlan &plan, QObject *context, Done<PlanId> done)
{
    m_parts.people.sign(plan, context, [this, context = QPointer<QObject>(context), done](const Result<storage::SignedPlan> &made) {
        if (!context)
            return;
        if (!made)
            return done(failure(made.error()));
        if (const auto kept = m_folder.keep(*made); !kept)
            return done(failure(kept.error()));
        const PlanId id = made->plan().id;
        m_entries[id] = makeEntry(*made, {});
        askGate(m_entries[id]);
        write({RunRecord(id, whoActs()).planSigned(made->plan(), made->digest())}, context.data(), [id, done](const Result<void> &written) {
            written ? done(id) : done(failure(written.error()));
        });
    });
}

Result<void> RedriveService::exportTo(const PlanId &plan, const QString &path)
{
    const auto found = known(plan);
    if (!found)
        return failure(found.error());
    storage::RedriveFile file;
    file.plan = (*found)->plan;
    file.statements = (*found)->statements;
    if (const auto written = file.write(path); !written)
        return written;
    // Whoever takes a stopped run over needs to know what became of it.
    if ((*found)->history.state.startedAt) {
        if (const auto beside = storage::exportAudit(m_auditFile, recordBeside(path)); !beside)
            return failure(beside.error());
    }
    return {};
}

Result<PlanId> RedriveService::open(const QString &path)
{
    return storage::RedriveFile::read(path).and_then([this](const storage::RedriveFile &file) { return take(file); });
}

Result<PlanId> RedriveService::take(const storage::RedriveFile &file)
{
    QVector<AuditDraft> drafts;
    const PlanId id = file.plan ? file.plan->plan().id : file.statements.isEmpty() ? PlanId() : file.statements.constFirst().statement().plan;
    if (file.plan) {
        if (const auto kept = m_folder.keep(*file.plan); !kept)
            return failure(kept.error());
        if (!entry(id)) {
            m_entries[id] = makeEntry(*file.plan, {});
            readHistory(entry(id));
            drafts.append(RunRecord(id, whoActs()).planOpened(file.plan->plan(), file.plan->digest(), file.plan->signatureProblem()));
        }
    }
    const auto about = known(id);
    if (!about)
        return failure(Error::Kind::NotFound, QStringLiteral("This file speaks of a redrive that is not known here."), QStringLiteral("Open the file of the plan first."));
    for (const storage::SignedStatement &each : file.statements) {
        const auto isSame = [&](const storage::SignedStatement &other) { return other.statement().id == each.statement().id; };
        if (std::any_of((*about)->statements.cbegin(), (*about)->statements.cend(), isSame))
            continue;
        if (const auto kept = m_folder.keep(each); !kept)
            return failure(kept.error());
        (*about)->statements.append(each);
        drafts.append(RunRecord(id, whoActs()).statement(each.statement(), sentenceOf(problemOf(each, (*about)->plan, (*about)->statements, gateNow(**about)))));
    }
    write(drafts, this, [](const Result<void> &) {});
    askGate(*about);
    return id;
}

Result<void> RedriveService::forget(const PlanId &plan)
{
    const auto found = known(plan);
    if (!found)
        return failure(found.error());
    if (!(*found)->history.spent.isEmpty())
        return failure(Error::Kind::Conflict, QStringLiteral("This redrive has run. It stays, with its record."));
    if (const auto gone = m_folder.forget(plan); !gone)
        return gone;
    m_entries.erase(plan);
    emit redriveForgotten(plan);
    return {};
}

void RedriveService::draftAdoption(const QString &path, QObject *context, Done<PlanDraft> done)
{
    const auto file = storage::RedriveFile::read(path);
    if (!file)
        return done(failure(file.error()));
    if (!file->plan)
        return done(failure(Error::Kind::Invalid, QStringLiteral("There is no plan in this file.")));
    const QString record = recordBeside(path);
    const auto entries = storage::extractEntries(record, file->plan->plan().id);
    if (!entries)
        return done(failure(entries.error()));
    const auto history = readRun(file->plan->plan(), *entries);
    if (!history)
        return done(failure(history.error()));
    const std::optional<ConnectionConfig> config = configOf(file->plan->plan().origin);
    if (!config)
        return done(failure(Error::Kind::Configuration, QStringLiteral("No connection to %1 is configured here.").arg(file->plan->plan().origin), QStringLiteral("Add it, then open the file again.")));
    RedrivePlan plan = remainderOf(file->plan->plan(), history->book);
    if (plan.items.isEmpty())
        return done(failure(Error::Kind::Invalid, QStringLiteral("Nothing of this run is left to be done.")));
    fillPlan(plan, *config);
    finishDraft(std::move(plan), context, std::move(done));
}

void RedriveService::draftCorrection(const QueueId &deadSet, LetterNumber letter, const QByteArray &payload, const QString &why, QObject *context, Done<PlanDraft> done)
{
    PlanRequest request;
    request.deadSet = deadSet;
    request.letters = {letter};
    request.kind = RedrivePlan::Kind::Corrected;
    m_parts.letters.fetchLetter(deadSet, letter, this, [this, request, payload, why, context = QPointer<QObject>(context), done](const Result<DeadLetter> &original) {
        if (!context)
            return;
        if (!original)
            return done(failure(original.error()));
        if (!original->payloadIsWhole)
            return done(failure(noDigests(1)));
        draft(request, context.data(), [original = original->payload, payload, why, done](const Result<PlanDraft> &made) {
            if (!made)
                return done(made);
            PlanDraft corrected = *made;
            corrected.plan.correction = Correction{original, payload, why};
            done(corrected);
        });
    });
}

RedrivePlan remainderOf(const RedrivePlan &plan, const RunBook &book)
{
    RedrivePlan rest = plan;
    rest.adopts = plan.id;
    rest.items.clear();
    rest.warnings.clear();
    rest.breakGlass.reset();
    int unknown = 0, done = 0;
    for (const ItemResult &each : book.items()) {
        const bool isOpen = each.outcome == ItemOutcome::Waiting || each.outcome == ItemOutcome::Left || each.outcome == ItemOutcome::Failed;
        unknown += each.outcome == ItemOutcome::Unknown ? 1 : 0;
        done += isOpen || each.outcome == ItemOutcome::Unknown ? 0 : 1;
        if (!isOpen)
            continue;
        PlanItem item = plan.items.at(each.ordinal);
        item.ordinal = int(rest.items.size());
        rest.items.append(item);
    }
    if (unknown > 0)
        rest.left.append({QStringLiteral("outcome unknown in the run that is taken over"), unknown});
    if (done > 0)
        rest.left.append({QStringLiteral("done by the run that is taken over"), done});
    rest.bounds.maxMessages = int(rest.items.size());
    for (Diagnosis &each : rest.diagnoses) {
        each.count = int(std::count_if(rest.items.cbegin(), rest.items.cend(), [&](const PlanItem &item) { return item.failureClass == each.failureClass && item.version == each.version; }));
    }
    rest.diagnoses.removeIf([](const Diagnosis &each) { return each.count == 0; });
    return rest;
}

} // namespace holdwatch::operations
