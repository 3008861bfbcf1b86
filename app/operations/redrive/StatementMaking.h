// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/redrive/GateRules.h"

namespace holdwatch::operations {

/// What somebody is about to say, as it came from the screen.
struct StatementRequest
{
    Statement::Kind kind = Statement::Kind::Approve;
    QByteArray digestSeen; ///< of the plan that was on the screen; of Approve required
    QString phrase;        ///< as it was typed
    QString reason;        ///< of all but Approve required
    QStringList evidence;
};

/// The statement of this desktop's person about the plan, not signed yet, or why they can't make it: "plan-changed", "phrase",
/// "reason-missing", "not-yours" (withdraw what one has not asked for or approved), and the codes of GateRules.h. `context` is the
/// signer's: its installation and connection need not be the plan's, unless the requester speaks for themself. An
/// approval expires with the plan, or after a day.
Result<Statement> makeStatement(const StatementRequest &request, const storage::SignedPlan &plan, const QVector<storage::SignedStatement> &statements, const GateContext &context);

/// Spaces (U+0020) around it are let go of; nothing else is made equal.
QString phraseAsTyped(const QString &typed);

} // namespace holdwatch::operations
