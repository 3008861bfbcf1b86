// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/RedrivePlan.h"

namespace holdwatch {

namespace operations {
class ApprovalGate;
}

/// What somebody says about a plan, signed. Its file is made by app/storage/redrive.
struct Statement
{
    enum class Kind {
        Approve,
        Refuse,
        Withdraw,  ///< by who asked, or by who approved; before it is spent
        Review,    ///< of a break-glass run, within 24 hours
    };

    Kind kind = Kind::Approve;
    QString id;              ///< 128 random bits in hex: what is spent once
    PlanId plan;
    QByteArray planDigest;   ///< SHA-256 of the plan's canonical form
    InstallationId installation;
    Operator by;
    UtcTime at{};
    UtcTime expiresAt{};     ///< of Approve
    QString rosterDigest;    ///< hex; the roster it was given under; empty where none was needed
    QString reason;          ///< of Refuse and Withdraw required
    QStringList evidence;    ///< what the signer had seen: "signed evidence", "read 3 of 12 from the queue, digests equal"
    QString phrase;          ///< of Approve: as it was typed, without spaces around it; empty where none was asked for

    bool operator==(const Statement &) const = default;
};

QString toWord(Statement::Kind kind); ///< "approve", "refuse", "withdraw", "review"
std::optional<Statement::Kind> statementKindFromWord(QStringView word);

/// The right to run one plan once. Comes only from the approval gate, which has spent what it was made from
/// before it is given out; running a redrive takes one. Forgetting the gate does not compile.
class Approval
{
public:
    Approval(Approval &&) noexcept = default;
    Approval &operator=(Approval &&) noexcept = default;
    Approval(const Approval &) = delete;
    Approval &operator=(const Approval &) = delete;

    const PlanId &plan() const { return m_plan; }
    const QByteArray &planDigest() const { return m_planDigest; }
    UtcTime deadline() const { return m_deadline; } ///< after it nothing more is sent under this approval
    const QVector<Statement> &statements() const { return m_statements; }
    bool isContinued() const { return m_isContinued; } ///< it goes on with a run that had begun

private:
    friend class operations::ApprovalGate;
    Approval(PlanId plan, QByteArray digest, UtcTime deadline, QVector<Statement> statements, bool isContinued)
        : m_plan(std::move(plan)), m_planDigest(std::move(digest)), m_deadline(deadline), m_statements(std::move(statements)), m_isContinued(isContinued)
    {
    }

    PlanId m_plan;
    QByteArray m_planDigest;
    UtcTime m_deadline;
    QVector<Statement> m_statements;
    bool m_isContinued = false;
};

} // namespace holdwatch
