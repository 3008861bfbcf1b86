// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit/AuditEntry.h"
#include "models/core/Result.h"
#include "models/redrive/Approval.h"
#include "models/redrive/PlanCheck.h"

#include <QObject>

#include <functional>

namespace holdwatch {

/// A statement that was found beside a plan, and whether it counts here and now.
struct StatementRow
{
    Statement statement;
    QString problem; ///< why it does not count ("signature does not hold", "expired", "by the requester"); empty: it counts

    bool operator==(const StatementRow &) const = default;
};

/// One redrive as this profile knows it: its own, or a colleague's that was opened to be approved or adopted.
struct RedriveRecord
{
    RedrivePlan plan;
    QByteArray digest;         ///< of the canonical plan
    bool isOwn = false;        ///< asked for at this installation: only there it can run
    QString signatureProblem;  ///< of the requester's own signature; empty: it holds, or practice where none is needed
    QVector<StatementRow> statements;
    bool isSpent = false;
    RunState run;
    QString whyNotStart;       ///< why it can't be started or continued now; empty: it can

    bool operator==(const RedriveRecord &) const = default;
};

/// What a plan is drafted from: a selection on the dead letters page.
struct PlanRequest
{
    QueueId deadSet;
    QVector<LetterNumber> letters;
    QString rule;             ///< the filter, or empty: chosen by hand
    QString target;           ///< empty: each to its origin
    RedrivePlan::Kind kind = RedrivePlan::Kind::Selected;
};

struct PlanDraft
{
    RedrivePlan plan;
    PlanFacts facts;
};

/// What the approver read from the queue itself, beside the signed list.
struct EvidenceRow
{
    int ordinal = 0;
    enum class Found { Equal, Different, Missing } found = Found::Missing;
    bool operator==(const EvidenceRow &) const = default;
};

enum class ReportFormat { Html, Pdf, Json };

/// Planning, approving, running and recording redrives. Lives on the window's thread; nothing here blocks. `done` is called
/// once, on that thread, unless `context` dies first. Errors are ready to be shown.
class RedrivePort : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    template<typename T>
    using Done = std::function<void(Result<T>)>;

    // People
    virtual OperatorState people() const = 0;
    virtual void createIdentity(const QString &name, QObject *context, Done<Operator> done) = 0;
    virtual Result<void> exportIdentity(const QString &path) = 0; ///< the public half
    /// Keeps the key outside the profile. `key` is base64; the caller has shown its fingerprint.
    virtual void pinMaintainer(const QString &key, QObject *context, Done<void> done) = 0;
    virtual Result<void> takeRoster(const QString &path) = 0; ///< refused unless the pinned key signed it

    // Plans
    virtual void draft(const PlanRequest &request, QObject *context, Done<PlanDraft> done) = 0; ///< asks the system, reads only
    virtual void refreshFacts(const RedrivePlan &plan, QObject *context, Done<PlanFacts> done) = 0;
    virtual void sign(const RedrivePlan &plan, QObject *context, Done<PlanId> done) = 0; ///< checks once more, signs, keeps, records
    virtual Result<void> exportTo(const PlanId &plan, const QString &path) = 0; ///< plan and statements in one file
    virtual Result<PlanId> open(const QString &path) = 0;   ///< of a colleague: a plan, or statements about one of ours
    virtual QVector<RedriveRecord> redrives() const = 0;
    virtual std::optional<RedriveRecord> redrive(const PlanId &plan) const = 0;
    virtual Result<void> forget(const PlanId &plan) = 0;    ///< a colleague's, or one that was never approved

    // Approving
    virtual void compareWithQueue(const PlanId &plan, QObject *context, Done<QVector<EvidenceRow>> done) = 0; ///< a declared look
    /// `phrase` as it was typed. `digestSeen` is that of the plan on the screen: a plan changed behind a dialog is refused.
    virtual void approve(const PlanId &plan, const QByteArray &digestSeen, const QString &phrase, const QStringList &evidence, QObject *context, Done<void> done) = 0;
    virtual void refuse(const PlanId &plan, const QString &reason, QObject *context, Done<void> done) = 0;
    virtual void withdraw(const PlanId &plan, const QString &reason, QObject *context, Done<void> done) = 0;
    virtual void review(const PlanId &plan, const QString &finding, QObject *context, Done<void> done) = 0; ///< of a break-glass run

    // Running
    virtual void start(const PlanId &plan, QObject *context, Done<void> done) = 0; ///< also continues a stopped run; needs an unlock
    virtual void pause(const PlanId &plan) = 0;
    virtual void resume(const PlanId &plan) = 0;
    virtual void stop(const PlanId &plan) = 0;
    virtual void close(const PlanId &plan, QObject *context, Done<void> done) = 0; ///< of a stopped run: what waits stays where it is, for good
    virtual QVector<ItemResult> items(const PlanId &plan) const = 0;
    virtual void reconcile(const PlanId &plan, QObject *context, Done<int> done) = 0; ///< asks the system; how many were cleared up
    virtual void reconcileByWord(const PlanId &plan, const Reconciliation &word, QObject *context, Done<void> done) = 0;
    /// Of a plan by count: how many of the step whose answer was lost had moved, by the word of whoever acts. Never a second attempt.
    virtual void reconcileCount(const PlanId &plan, qint64 moved, const QString &note, QObject *context, Done<void> done) = 0;
    virtual void acceptUnproven(const PlanId &plan, const QString &who) = 0; ///< the canary, by name
    virtual void draftAdoption(const QString &path, QObject *context, Done<PlanDraft> done) = 0;
    virtual void draftCorrection(const QueueId &deadSet, LetterNumber letter, const QByteArray &payload, const QString &why, QObject *context, Done<PlanDraft> done) = 0;

    // Record
    virtual void report(const PlanId &plan, ReportFormat format, const QString &path, QObject *context, Done<void> done) = 0;
    virtual void fetchAudit(qint64 before, int count, QObject *context, Done<QVector<AuditEntry>> done) = 0; ///< newest first
    virtual void verifyAudit(QObject *context, Done<AuditCheck> done) = 0;
    virtual void exportAudit(const QString &path, QObject *context, Done<qint64> done) = 0; ///< JSONL; how many entries

signals:
    void peopleChanged();
    void redriveChanged(const holdwatch::PlanId &plan);
    void redriveForgotten(const holdwatch::PlanId &plan);
    void runChanged(const holdwatch::PlanId &plan, const holdwatch::RunState &state);
    void itemsChanged(const holdwatch::PlanId &plan, const QVector<holdwatch::ItemResult> &changed);
    void auditGrew(qint64 entries);
    void auditProblem(const QString &problem); ///< empty: the record holds and can be written
};

} // namespace holdwatch
