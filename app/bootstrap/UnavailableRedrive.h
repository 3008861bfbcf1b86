// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/RedrivePort.h"

namespace holdwatch::bootstrap {

/// Redrives where nothing can make them: knows none, and answers every wish with one sentence that says so.
class UnavailableRedrive final : public RedrivePort
{
    Q_OBJECT
public:
    using RedrivePort::RedrivePort;

    OperatorState people() const override;
    void createIdentity(const QString &, QObject *context, Done<Operator> done) override;
    Result<void> exportIdentity(const QString &) override;
    void pinMaintainer(const QString &, QObject *context, Done<void> done) override;
    Result<void> takeRoster(const QString &) override;
    void draft(const PlanRequest &, QObject *context, Done<PlanDraft> done) override;
    void refreshFacts(const RedrivePlan &, QObject *context, Done<PlanFacts> done) override;
    void sign(const RedrivePlan &, QObject *context, Done<PlanId> done) override;
    Result<void> exportTo(const PlanId &, const QString &) override;
    Result<PlanId> open(const QString &) override;
    QVector<RedriveRecord> redrives() const override { return {}; }
    std::optional<RedriveRecord> redrive(const PlanId &) const override { return std::nullopt; }
    Result<void> forget(const PlanId &) override;
    void compareWithQueue(const PlanId &, QObject *context, Done<QVector<EvidenceRow>> done) override;
    void approve(const PlanId &, const QByteArray &, const QString &, const QStringList &, QObject *context, Done<void> done) override;
    void refuse(const PlanId &, const QString &, QObject *context, Done<void> done) override;
    void withdraw(const PlanId &, const QString &, QObject *context, Done<void> done) override;
    void review(const PlanId &, const QString &, QObject *context, Done<void> done) override;
    void start(const PlanId &, QObject *context, Done<void> done) override;
    void pause(const PlanId &) override {}
    void resume(const PlanId &) override {}
    void stop(const PlanId &) override {}
    QVector<ItemResult> items(const PlanId &) const override { return {}; }
    void reconcile(const PlanId &, QObject *context, Done<int> done) override;
    void reconcileByWord(const PlanId &, const Reconciliation &, QObject *context, Done<void> done) override;
    void acceptUnproven(const PlanId &, const QString &) override {}
    void draftAdoption(const QString &, QObject *context, Done<PlanDraft> done) override;
    void draftCorrection(const QueueId &, LetterNumber, const QByteArray &, const QString &, QObject *context, Done<PlanDraft> done) override;
    void report(const PlanId &, ReportFormat, const QString &, QObject *context, Done<void> done) override;
    void fetchAudit(qint64, int, QObject *context, Done<QVector<AuditEntry>> done) override;
    void verifyAudit(QObject *context, Done<AuditCheck> done) override;
    void exportAudit(const QString &, QObject *context, Done<qint64> done) override;
};

} // namespace holdwatch::bootstrap
