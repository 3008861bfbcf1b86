// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/RedrivePort.h"

#include <map>

namespace holdwatch::test {

/// Redrives without a queue, a key or a disk: tells what a test lays out, remembers what was asked, and progresses on demand.
/// It checks nothing itself, except that a digest which is not the plan's is refused, as the real one does.
class FakeRedrive final : public RedrivePort
{
    Q_OBJECT
public:
    using RedrivePort::RedrivePort;

    OperatorState state;
    QVector<RedriveRecord> records;              ///< newest first
    std::map<PlanId, QVector<ItemResult>> results;
    std::optional<PlanDraft> nextDraft;          ///< what draft(), draftAdoption() and draftCorrection() answer
    PlanFacts facts;                             ///< what refreshFacts() answers
    QVector<EvidenceRow> evidence;               ///< what compareWithQueue() answers
    std::optional<Error> nextFailure;            ///< taken by the next call that answers
    bool answersAtOnce = true;                   ///< false: `answer` must be called
    std::function<void()> answer;

    QStringList calls; ///< "approve rd-1 redrive 12 on Orders", in order
    RedrivePlan signedPlan;
    PlanRequest asked;
    QStringList evidenceGiven;
    Reconciliation word;
    QByteArray correctedPayload;
    QVector<AuditEntry> audit;                   ///< newest first
    AuditCheck auditCheck;                       ///< what verifyAudit() answers
    bool holdsAudit = false;                     ///< true: fetchAudit() and verifyAudit() answer when `heldAudit` is called
    QVector<std::function<void()>> heldAudit;
    OperatorState withIdentity; ///< what people() is after createIdentity(), if it names somebody

    OperatorState people() const override { return state; }
    void createIdentity(const QString &name, QObject *context, Done<Operator> done) override;
    Result<void> exportIdentity(const QString &path) override { return note(QStringLiteral("exportIdentity ") + path); }
    void pinMaintainer(const QString &key, QObject *context, Done<void> done) override;
    Result<void> takeRoster(const QString &path) override { return note(QStringLiteral("takeRoster ") + path); }

    void draft(const PlanRequest &request, QObject *context, Done<PlanDraft> done) override;
    void refreshFacts(const RedrivePlan &plan, QObject *context, Done<PlanFacts> done) override;
    void sign(const RedrivePlan &plan, QObject *context, Done<PlanId> done) override;
    Result<void> exportTo(const PlanId &plan, const QString &path) override { return note(QStringLiteral("exportTo %1 %2").arg(plan.text(), path)); }
    Result<PlanId> open(const QString &path) override;
    QVector<RedriveRecord> redrives() const override { return records; }
    std::optional<RedriveRecord> redrive(const PlanId &plan) const override;
    Result<void> forget(const PlanId &plan) override;

    void compareWithQueue(const PlanId &plan, QObject *context, Done<QVector<EvidenceRow>> done) override;
    void approve(const PlanId &plan, const QByteArray &digestSeen, const QString &phrase, const QStringList &evidenceSeen, QObject *context, Done<void> done) override;
    void refuse(const PlanId &plan, const QString &reason, QObject *context, Done<void> done) override { say(QStringLiteral("refuse %1 %2").arg(plan.text(), reason), context, done); }
    void withdraw(const PlanId &plan, const QString &reason, QObject *context, Done<void> done) override { say(QStringLiteral("withdraw %1 %2").arg(plan.text(), reason), context, done); }
    void review(const PlanId &plan, const QString &finding, QObject *context, Done<void> done) override { say(QStringLiteral("review %1 %2").arg(plan.text(), finding), context, done); }

    void start(const PlanId &plan, QObject *context, Done<void> done) override { say(QStringLiteral("start ") + plan.text(), context, done); }
    void pause(const PlanId &plan) override;
    void resume(const PlanId &plan) override;
    void stop(const PlanId &plan) override;
    void close(const PlanId &plan, QObject *context, Done<void> done) override;
    QVector<ItemResult> items(const PlanId &plan) const override;
    void reconcile(const PlanId &plan, QObject *context, Done<int> done) override;
    void reconcileByWord(const PlanId &plan, const Reconciliation &word, QObject *context, Done<void> done) override;
    void reconcileCount(const PlanId &plan, qint64 moved, const QString &note, QObject *context, Done<void> done) override
    {
        say(QStringLiteral("reconcileCount %1 %2 %3").arg(plan.text()).arg(moved).arg(note), context, done);
    }
    void acceptUnproven(const PlanId &plan, const QString &who) override { calls << QStringLiteral("acceptUnproven %1 %2").arg(plan.text(), who); }
    void draftAdoption(const QString &path, QObject *context, Done<PlanDraft> done) override;
    void draftCorrection(const QueueId &deadSet, LetterNumber letter, const QByteArray &payload, const QString &why, QObject *context, Done<PlanDraft> done) override;

    void report(const PlanId &plan, ReportFormat format, const QString &path, QObject *context, Done<void> done) override;
    void fetchAudit(qint64 before, int count, QObject *context, Done<QVector<AuditEntry>> done) override;
    void verifyAudit(QObject *context, Done<AuditCheck> done) override;
    void exportAudit(const QString &path, QObject *context, Done<qint64> done) override;

    // What a test makes happen.
    void put(const RedriveRecord &record);                  ///< new, or instead of the one with its id; tells it
    void setRun(const PlanId &plan, const RunState &run);   ///< tells it
    void setOutcome(const PlanId &plan, int ordinal, ItemOutcome outcome, const QString &detail = {}); ///< counts follow; tells both
    void setPeople(const OperatorState &now);
    bool wasCalled(const QString &beginning) const;

private:
    Result<void> note(const QString &call);
    void say(const QString &call, QObject *context, const Done<void> &done);
    void give(const QString &call, QObject *context, const Done<PlanDraft> &done);
    RedriveRecord *find(const PlanId &plan);
    void setStage(const PlanId &plan, RunState::Stage stage);

    template<typename T>
    void later(QObject *context, Done<T> done, Result<T> value);
};

/// The counts of these results.
RunCounts countsOf(const QVector<ItemResult> &results);

} // namespace holdwatch::test
