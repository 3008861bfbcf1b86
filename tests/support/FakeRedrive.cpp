// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/FakeRedrive.h"

#include <QPointer>

namespace holdwatch::test {

template<typename T>
void FakeRedrive::later(QObject *context, RedrivePort::Done<T> done, Result<T> value)
{
    if (nextFailure)
        value = failure(*std::exchange(nextFailure, std::nullopt));
    const auto tell = [guard = QPointer<QObject>(context), done = std::move(done), value = std::move(value)] {
        if (guard)
            done(value);
    };
    if (answersAtOnce)
        tell();
    else
        answer = tell;
}

Result<void> FakeRedrive::note(const QString &call)
{
    calls << call;
    if (nextFailure)
        return failure(*std::exchange(nextFailure, std::nullopt));
    return {};
}

void FakeRedrive::say(const QString &call, QObject *context, const Done<void> &done)
{
    calls << call;
    later<void>(context, done, {});
}

void FakeRedrive::createIdentity(const QString &name, QObject *context, Done<Operator> done)
{
    calls << QStringLiteral("createIdentity ") + name;
    const Operator made{name, QByteArray(32, 'k')};
    if (!nextFailure) {
        OperatorState with = withIdentity.self ? withIdentity : state;
        with.self = made;
        setPeople(with);
    }
    later<Operator>(context, std::move(done), made);
}

void FakeRedrive::pinMaintainer(const QString &key, QObject *context, Done<void> done)
{
    say(QStringLiteral("pinMaintainer ") + key, context, done);
}

void FakeRedrive::give(const QString &call, QObject *context, const Done<PlanDraft> &done)
{
    calls << call;
    if (!nextDraft && !nextFailure)
        nextFailure = Error{Error::Kind::NotFound, QStringLiteral("Nothing to plan was laid out."), {}, {}, {}, {}, {}};
    later<PlanDraft>(context, done, nextDraft.value_or(PlanDraft()));
}

void FakeRedrive::draft(const PlanRequest &request, QObject *context, Done<PlanDraft> done)
{
    asked = request;
    give(QStringLiteral("draft ") + request.deadSet.name, context, done);
}

void FakeRedrive::draftAdoption(const QString &path, QObject *context, Done<PlanDraft> done)
{
    give(QStringLiteral("draftAdoption ") + path, context, done);
}

void FakeRedrive::draftCorrection(const QueueId &deadSet, LetterNumber letter, const QByteArray &payload, const QString &why, QObject *context, Done<PlanDraft> done)
{
    correctedPayload = payload;
    give(QStringLiteral("draftCorrection %1 %2 %3").arg(deadSet.name).arg(letter).arg(why), context, done);
}

void FakeRedrive::refreshFacts(const RedrivePlan &plan, QObject *context, Done<PlanFacts> done)
{
    calls << QStringLiteral("refreshFacts ") + plan.target;
    later<PlanFacts>(context, std::move(done), facts);
}

void FakeRedrive::sign(const RedrivePlan &plan, QObject *context, Done<PlanId> done)
{
    calls << QStringLiteral("sign");
    if (!nextFailure) {
        signedPlan = plan;
        RedriveRecord record;
        record.plan = plan;
        if (record.plan.id.isEmpty())
            record.plan.id = PlanId(QStringLiteral("rd-20261130-140312-7f3a"));
        record.digest = QByteArray(32, 'd');
        record.isOwn = true;
        put(record);
        return later<PlanId>(context, std::move(done), record.plan.id);
    }
    later<PlanId>(context, std::move(done), PlanId());
}

Result<PlanId> FakeRedrive::open(const QString &path)
{
    const Result<void> noted = note(QStringLiteral("open ") + path);
    if (!noted)
        return failure(noted.error());
    return records.isEmpty() ? PlanId() : records.first().plan.id;
}

std::optional<RedriveRecord> FakeRedrive::redrive(const PlanId &plan) const
{
    for (const RedriveRecord &each : records) {
        if (each.plan.id == plan)
            return each;
    }
    return std::nullopt;
}

RedriveRecord *FakeRedrive::find(const PlanId &plan)
{
    for (RedriveRecord &each : records) {
        if (each.plan.id == plan)
            return &each;
    }
    return nullptr;
}

Result<void> FakeRedrive::forget(const PlanId &plan)
{
    const Result<void> noted = note(QStringLiteral("forget ") + plan.text());
    if (!noted)
        return noted;
    records.removeIf([&plan](const RedriveRecord &each) { return each.plan.id == plan; });
    emit redriveForgotten(plan);
    return {};
}

void FakeRedrive::compareWithQueue(const PlanId &plan, QObject *context, Done<QVector<EvidenceRow>> done)
{
    calls << QStringLiteral("compareWithQueue ") + plan.text();
    later<QVector<EvidenceRow>>(context, std::move(done), evidence);
}

void FakeRedrive::approve(const PlanId &plan, const QByteArray &digestSeen, const QString &phrase, const QStringList &evidenceSeen, QObject *context, Done<void> done)
{
    evidenceGiven = evidenceSeen;
    const RedriveRecord *record = find(plan);
    if (!record || record->digest != digestSeen)
        nextFailure = Error{Error::Kind::Conflict, QStringLiteral("The plan is another one now."), {}, QStringLiteral("Read it again."), {}, {}, {}};
    say(QStringLiteral("approve %1 %2").arg(plan.text(), phrase), context, done);
}

void FakeRedrive::setStage(const PlanId &plan, RunState::Stage stage)
{
    RedriveRecord *record = find(plan);
    if (!record)
        return;
    RunState run = record->run;
    run.stage = stage;
    setRun(plan, run);
}

void FakeRedrive::pause(const PlanId &plan)
{
    calls << QStringLiteral("pause ") + plan.text();
    setStage(plan, RunState::Stage::Paused);
}

void FakeRedrive::resume(const PlanId &plan)
{
    calls << QStringLiteral("resume ") + plan.text();
    setStage(plan, RunState::Stage::Stepping);
}

void FakeRedrive::stop(const PlanId &plan)
{
    calls << QStringLiteral("stop ") + plan.text();
    setStage(plan, RunState::Stage::Stopping);
}

void FakeRedrive::close(const PlanId &plan, QObject *, Done<void> done)
{
    calls << QStringLiteral("close ") + plan.text();
    setStage(plan, RunState::Stage::Finished);
    done({});
}

QVector<ItemResult> FakeRedrive::items(const PlanId &plan) const
{
    const auto known = results.find(plan);
    return known == results.end() ? QVector<ItemResult>() : known->second;
}

void FakeRedrive::reconcile(const PlanId &plan, QObject *context, Done<int> done)
{
    calls << QStringLiteral("reconcile ") + plan.text();
    later<int>(context, std::move(done), 1);
}

void FakeRedrive::reconcileByWord(const PlanId &plan, const Reconciliation &given, QObject *context, Done<void> done)
{
    word = given;
    if (!nextFailure)
        setOutcome(plan, given.ordinal, given.found, given.note);
    say(QStringLiteral("reconcileByWord %1 %2 %3").arg(plan.text()).arg(given.ordinal).arg(toWord(given.found)), context, done);
}

void FakeRedrive::report(const PlanId &plan, ReportFormat format, const QString &path, QObject *context, Done<void> done)
{
    say(QStringLiteral("report %1 %2 %3").arg(plan.text()).arg(int(format)).arg(path), context, done);
}

void FakeRedrive::fetchAudit(qint64 before, int count, QObject *context, Done<QVector<AuditEntry>> done)
{
    calls << QStringLiteral("fetchAudit %1 %2").arg(before).arg(count);
    const auto answerNow = [this, before, count, context = QPointer<QObject>(context), done] {
        QVector<AuditEntry> page;
        for (const AuditEntry &entry : audit) {
            if ((before == 0 || entry.number < before) && page.size() < count)
                page << entry;
        }
        later<QVector<AuditEntry>>(context, done, page);
    };
    if (holdsAudit)
        heldAudit << answerNow;
    else
        answerNow();
}

void FakeRedrive::verifyAudit(QObject *context, Done<AuditCheck> done)
{
    calls << QStringLiteral("verifyAudit");
    const auto answerNow = [this, context = QPointer<QObject>(context), done] { later<AuditCheck>(context, done, auditCheck); };
    if (holdsAudit)
        heldAudit << answerNow;
    else
        answerNow();
}

void FakeRedrive::exportAudit(const QString &path, QObject *context, Done<qint64> done)
{
    calls << QStringLiteral("exportAudit ") + path;
    later<qint64>(context, std::move(done), qint64(audit.size()));
}

void FakeRedrive::put(const RedriveRecord &record)
{
    if (RedriveRecord *known = find(record.plan.id))
        *known = record;
    else
        records.prepend(record);
    emit redriveChanged(record.plan.id);
}

void FakeRedrive::setRun(const PlanId &plan, const RunState &run)
{
    RedriveRecord *record = find(plan);
    if (!record)
        return;
    record->run = run;
    emit runChanged(plan, run);
}

void FakeRedrive::setOutcome(const PlanId &plan, int ordinal, ItemOutcome outcome, const QString &detail)
{
    QVector<ItemResult> &known = results[plan];
    for (ItemResult &each : known) {
        if (each.ordinal != ordinal)
            continue;
        each.outcome = outcome;
        each.detail = detail;
        emit itemsChanged(plan, {each});
    }
    if (const RedriveRecord *record = find(plan)) {
        RunState run = record->run;
        run.counts = countsOf(known);
        setRun(plan, run);
    }
}

void FakeRedrive::setPeople(const OperatorState &now)
{
    state = now;
    emit peopleChanged();
}

bool FakeRedrive::wasCalled(const QString &beginning) const
{
    return std::any_of(calls.cbegin(), calls.cend(), [&beginning](const QString &call) { return call.startsWith(beginning); });
}

RunCounts countsOf(const QVector<ItemResult> &results)
{
    RunCounts counts;
    counts.planned = int(results.size());
    for (const ItemResult &each : results) {
        switch (each.outcome) {
        case ItemOutcome::Waiting: ++counts.waiting; break;
        case ItemOutcome::Intended: ++counts.intended; break;
        case ItemOutcome::Moved:
        case ItemOutcome::Copied:
        case ItemOutcome::Reset:
        case ItemOutcome::NewRun: ++counts.confirmed; break;
        case ItemOutcome::Returned: ++counts.returned; break;
        case ItemOutcome::Unknown: ++counts.unknown; break;
        case ItemOutcome::Skipped: ++counts.skipped; break;
        case ItemOutcome::Failed: ++counts.failed; break;
        case ItemOutcome::Left: ++counts.left; break;
        }
    }
    return counts;
}

} // namespace holdwatch::test
