// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/redrive/GateRules.h"
#include "app/operations/redrive/StatementMaking.h"

#include <QObject>

namespace holdwatch::operations {

class ApprovalGate : public QObject
{
    Q_OBJECT
public:
    GateContext context() const { GateContext c; c.spent = m_spent; return c; }
    void admit(const storage::SignedPlan &plan, const QVector<storage::SignedStatement> &statements, const GateContext &context, QObject *, std::function<void(Result<Approval>)> done)
    {
        const bool goesOn = isSpent(plan, statements, context.spent);
        if (const auto refused = goesOn ? refusalToGoOn(plan, statements, context) : refusal(plan, statements, context))
            return done(failure(*refused));
        QVector<Statement> used;
        QStringList ids;
        for (const auto &each : countingApprovals(plan, statements, context)) {
            used.append(each.statement());
            ids << each.statement().id;
        }
        const UtcTime deadline = context.now + plan.plan().bounds.deadline;
        m_spent.inProfile.append({plan.plan().id, plan.digest(), ids, plan.plan().installation, context.now, deadline, plan.plan().expiresAt, plan.plan().breakGlass.has_value(), false});
        done(Approval(plan.plan().id, plan.digest(), deadline, used, goesOn));
    }
    void noteReview(const storage::SignedPlan &, const QVector<storage::SignedStatement> &, const GateContext &) {}
private:
    SpentView m_spent;
};

} // namespace holdwatch::operations
