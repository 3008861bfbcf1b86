// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/redrive/GateRules.h"
#include "app/operations/redrive/OperatorKeeper.h"
#include "app/operations/redrive/SpentBook.h"

namespace holdwatch::operations {

/// The only place an Approval comes from. It gathers what GateRules.h judges (keychain, spent marks, people), and has the approval
/// spent in both places before it is given out. Everything else is refused with a sentence and a stable code in `where`.
///
/// Lives on the window's thread. Each call is answered once, later, and not at all when `context` has died: then nothing runs, but the
/// approval may be spent. While a run is open, whoever runs it does not ask for its Approval a second time.
class ApprovalGate final : public QObject
{
    Q_OBJECT
public:
    template<typename T>
    using Done = std::function<void(Result<T>)>;

    /// Where it would run, as that connection is configured now, and what time it is there.
    struct Place
    {
        ConnectionId connection;
        QString origin;
        Environment environment = Environment::Production;
        UtcTime now{};
        Millis clockDisagreement{0}; ///< server − desktop
    };

    /// Both must outlive it.
    ApprovalGate(OperatorKeeper &people, SpentBook &spent, QObject *parent = nullptr);

    void start(const storage::SignedPlan &plan, const QVector<storage::SignedStatement> &statements, const Place &place, QObject *context, Done<Approval> done);
    /// Of a run that had begun: for what was never attempted, before its deadline. Nothing is spent again.
    void goOn(const storage::SignedPlan &plan, const QVector<storage::SignedStatement> &statements, const Place &place, QObject *context, Done<Approval> done);
    /// A second person's review of a break-glass run, noted so that the next one is possible.
    void takeReview(const storage::SignedPlan &plan, const storage::SignedStatement &review, const Place &place, QObject *context, Done<void> done);

    /// For screens: everything the rules need, gathered now. What `refusal`, `problemOf` and `makeStatement` take.
    void look(const storage::SignedPlan &plan, const Place &place, QObject *context, Done<GateContext> done);

private:
    Approval made(const storage::SignedPlan &plan, UtcTime deadline, const QVector<storage::SignedStatement> &statements, bool isContinued) const;
    void spendAndMake(const storage::SignedPlan &plan, const QVector<storage::SignedStatement> &counting, const GateContext &seen, QObject *context, const Done<Approval> &done);

    OperatorKeeper &m_people;
    SpentBook &m_spent;
};

} // namespace holdwatch::operations
