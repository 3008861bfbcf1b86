// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/audit/AuditStore.h"
#include "app/storage/redrive/PlanFile.h"
#include "app/storage/redrive/StatementFile.h"

#include <QObject>

namespace holdwatch::operations {

class OperatorKeeper : public QObject
{
    Q_OBJECT
public:
    template<typename T>
    using Done = std::function<void(Result<T>)>;
    explicit OperatorKeeper(InstallationId installation) { m_state.installation = std::move(installation); m_state.keychain = OperatorState::Keychain::Unavailable; }
    const OperatorState &state() const { return m_state; }
    void create(const QString &, QObject *, Done<Operator> done) { done(failure(Error::Kind::Unsupported, QStringLiteral("not yet"))); }
    Result<void> exportIdentity(const QString &) { return failure(Error::Kind::Unsupported, QStringLiteral("not yet")); }
    void pin(const QString &, QObject *, Done<void> done) { done(failure(Error::Kind::Unsupported, QStringLiteral("not yet"))); }
    Result<void> takeRoster(const QString &) { return failure(Error::Kind::Unsupported, QStringLiteral("not yet")); }
    void signPlan(const RedrivePlan &plan, QObject *, Done<storage::SignedPlan> done) { done(storage::SignedPlan::withoutSignature(plan)); }
    void signStatement(const Statement &statement, QObject *, Done<storage::SignedStatement> done) { done(storage::SignedStatement::withoutSignature(statement)); }
    void withSigner(QObject *, std::function<void(const storage::AuditSigner &)> done) { done({}); }
signals:
    void changed();
private:
    OperatorState m_state;
};

} // namespace holdwatch::operations
