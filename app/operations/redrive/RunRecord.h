// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/api/Redriver.h"
#include "models/audit/AuditEntry.h"
#include "models/core/Result.h"
#include "models/redrive/Approval.h"
#include "models/redrive/RunBook.h"

#include <QSet>

class QJsonObject;

namespace holdwatch::operations {

/// What the events of one redrive look like in the record; see models/redrive/README.md. No payload, no key of a
/// connection, nothing longer than the record takes.
class RunRecord
{
public:
    RunRecord(PlanId plan, QString by) : m_plan(std::move(plan)), m_by(std::move(by)) {}

    AuditDraft planSigned(const RedrivePlan &plan, const QByteArray &digest) const;
    AuditDraft planOpened(const RedrivePlan &plan, const QByteArray &digest, const QString &problem) const;
    AuditDraft statement(const Statement &statement, const QString &problem) const;
    AuditDraft approvalSpent(const Approval &approval) const;
    AuditDraft started(const RunCounts &counts, const providers::RedriveTerms &terms, bool isContinued) const;
    AuditDraft claimed(const providers::Claim &claim) const;
    QVector<AuditDraft> intents(int step, const QVector<int> &ordinals) const; ///< one, or of a very large step several
    AuditDraft bulkIntent(int step, qint64 atMost, const QByteArray &idempotencyKey) const;
    QVector<AuditDraft> outcomes(const QVector<ItemResult> &results) const;
    AuditDraft bulkOutcome(int step, const providers::BulkMove &move) const;
    AuditDraft seen(const RunSignals &seen) const;
    AuditDraft returned(int ordinal, const QString &how) const;
    AuditDraft told(const QString &kind, const QString &text) const; ///< "paused", "resumed"
    AuditDraft stopped(const RunState &state) const;
    AuditDraft reconciled(const Reconciliation &found) const;
    AuditDraft reconciledCount(qint64 moved, const QString &by, const QString &note) const; ///< of a bounded step, by a person's word
    AuditDraft unprovenAccepted(int ordinal) const;
    AuditDraft afterWatch(const RunState &state) const; ///< everything was sent; what comes back is watched for
    AuditDraft closed(const RunState &state) const;
    AuditDraft reportWritten(const QString &format, const QByteArray &digest) const;

    /// How many characters of a sentence are kept.
    static constexpr qsizetype longestText = 1000;
    static constexpr qsizetype mostOrdinals = 5000; ///< of one entry, whose data is bounded

private:
    AuditDraft make(const char *kind, const QJsonObject &data) const;

    PlanId m_plan;
    QString m_by;
};

/// One redrive as its entries tell it.
struct RunHistory
{
    RunBook book = RunBook();
    RunState state;
    QSet<QString> spent;      ///< ids of statements
    UtcTime deadline{};       ///< of the approval that was spent
    bool isClosed = false;
    bool wasBrokenOff = false; ///< it ended without a word: the program was killed
};

/// From the entries of one plan, oldest first. Malformed: an entry makes no sense for this plan; `where` says which.
Result<RunHistory> readRun(const RedrivePlan &plan, const QVector<AuditEntry> &entries);

} // namespace holdwatch::operations
