// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/UnavailableRedrive.h"

namespace holdwatch::bootstrap {

namespace {

tl::unexpected<Error> unavailable()
{
    return failure(Error::Kind::Unsupported, QStringLiteral("Redrives can't be made here yet. Nothing was sent."));
}

} // namespace

OperatorState UnavailableRedrive::people() const
{
    OperatorState state;
    state.keychain = OperatorState::Keychain::Unavailable;
    return state;
}

Result<void> UnavailableRedrive::exportIdentity(const QString &)
{
    return unavailable();
}

Result<void> UnavailableRedrive::takeRoster(const QString &)
{
    return unavailable();
}

Result<void> UnavailableRedrive::exportTo(const PlanId &, const QString &)
{
    return unavailable();
}

Result<PlanId> UnavailableRedrive::open(const QString &)
{
    return unavailable();
}

Result<void> UnavailableRedrive::forget(const PlanId &)
{
    return unavailable();
}

void UnavailableRedrive::createIdentity(const QString &, QObject *, Done<Operator> done)
{
    done(unavailable());
}

void UnavailableRedrive::pinMaintainer(const QString &, QObject *, Done<void> done)
{
    done(unavailable());
}

void UnavailableRedrive::draft(const PlanRequest &, QObject *, Done<PlanDraft> done)
{
    done(unavailable());
}

void UnavailableRedrive::refreshFacts(const RedrivePlan &, QObject *, Done<PlanFacts> done)
{
    done(unavailable());
}

void UnavailableRedrive::sign(const RedrivePlan &, QObject *, Done<PlanId> done)
{
    done(unavailable());
}

void UnavailableRedrive::compareWithQueue(const PlanId &, QObject *, Done<QVector<EvidenceRow>> done)
{
    done(unavailable());
}

void UnavailableRedrive::approve(const PlanId &, const QByteArray &, const QString &, const QStringList &, QObject *, Done<void> done)
{
    done(unavailable());
}

void UnavailableRedrive::refuse(const PlanId &, const QString &, QObject *, Done<void> done)
{
    done(unavailable());
}

void UnavailableRedrive::withdraw(const PlanId &, const QString &, QObject *, Done<void> done)
{
    done(unavailable());
}

void UnavailableRedrive::review(const PlanId &, const QString &, QObject *, Done<void> done)
{
    done(unavailable());
}

void UnavailableRedrive::start(const PlanId &, QObject *, Done<void> done)
{
    done(unavailable());
}

void UnavailableRedrive::reconcile(const PlanId &, QObject *, Done<int> done)
{
    done(unavailable());
}

void UnavailableRedrive::reconcileByWord(const PlanId &, const Reconciliation &, QObject *, Done<void> done)
{
    done(unavailable());
}

void UnavailableRedrive::draftAdoption(const QString &, QObject *, Done<PlanDraft> done)
{
    done(unavailable());
}

void UnavailableRedrive::draftCorrection(const QueueId &, LetterNumber, const QByteArray &, const QString &, QObject *, Done<PlanDraft> done)
{
    done(unavailable());
}

void UnavailableRedrive::report(const PlanId &, ReportFormat, const QString &, QObject *, Done<void> done)
{
    done(unavailable());
}

void UnavailableRedrive::fetchAudit(qint64, int, QObject *, Done<QVector<AuditEntry>> done)
{
    done(unavailable());
}

void UnavailableRedrive::verifyAudit(QObject *, Done<AuditCheck> done)
{
    done(unavailable());
}

void UnavailableRedrive::exportAudit(const QString &, QObject *, Done<qint64> done)
{
    done(unavailable());
}

} // namespace holdwatch::bootstrap
