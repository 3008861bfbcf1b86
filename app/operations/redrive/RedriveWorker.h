// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/ProviderRegistry.h"
#include "app/operations/redrive/RedriveRunner.h"
#include "app/operations/redrive/SignalBoard.h"
#include "app/storage/audit/AuditStore.h"
#include "models/core/Secret.h"
#include "models/deadletters/ClassRules.h"
#include "models/ports/RedrivePort.h"

#include <map>

namespace holdwatch::operations {

/// Which system is asked, and by which key.
struct RedriveAccess
{
    ConnectionConfig connection;
    std::shared_ptr<Secret> key;
    std::shared_ptr<Secret> writeKey; ///< null unless something is to be written

    QueueId deadSet(const QString &name) const { return {connection.id, name}; }
};

/// What a system can do with one dead set right now.
struct SystemAnswer
{
    bool canSelect = false;
    bool canBound = false;     ///< at most so many
    bool canMoveWhole = false; ///< everything
    QString whyNot;
    providers::RedriveTerms terms; ///< of the kind that was asked for
    WatchedQueue deadSet;
};

/// The redrive thread: the record, the runs, and questions to systems about their dead sets. Every call belongs to the thread
/// it lives on; answers come on it.
class RedriveWorker final : public QObject
{
    Q_OBJECT
public:
    template<typename T>
    using Answer = std::function<void(Result<T>)>;

    using MakeProvider = std::function<ProviderRegistry::Made(const ConnectionConfig &, Secret key, Secret writeKey)>;
    struct Parts
    {
        MakeProvider make; ///< called on this thread
        QString auditFile;
        const Clock &clock;
        const SignalBoard &board;
    };

    explicit RedriveWorker(Parts parts);
    ~RedriveWorker() override;

    void open();  ///< checks the whole record first; what is wrong with it is told and stops every run
    void leave(); ///< stops what runs, lets what was sent finish, then `left`
    void setSigner(const storage::AuditSigner &signer) { m_signer = signer; }

    Result<QVector<AuditEntry>> append(const QVector<AuditDraft> &drafts);
    Result<QVector<AuditEntry>> entriesOf(const PlanId &plan);
    Result<QVector<AuditEntry>> newest(qint64 before, int count);

    void askSystem(const RedriveAccess &access, const QString &deadSet, const QString &target, RedrivePlan::Kind kind, Answer<SystemAnswer> answer);
    void compare(const RedriveAccess &access, const RedrivePlan &plan, Answer<QVector<EvidenceRow>> answer);
    void reconcile(const RedriveAccess &access, const RedrivePlan &plan, const QVector<int> &ordinals, Answer<QVector<ItemResult>> answer);

    struct Start
    {
        Approval approval;
        RedrivePlan plan;
        RunBook book;
        RedriveAccess access;
        ClassRules rules; ///< by which keys are found again
        QString by;
    };
    /// Error: the record can't be written or is broken, or a run with the same target is open.
    Result<void> begin(Start start);
    RedriveRunner *runner(const PlanId &plan) const; ///< null: it does not run
    bool isRunning() const { return !m_runners.empty(); }

signals:
    void auditGrew(qint64 entries);
    void auditProblem(const QString &problem); ///< empty: it holds and can be written
    void runChanged(const holdwatch::PlanId &plan, const holdwatch::RunState &state);
    void itemsChanged(const holdwatch::PlanId &plan, const QVector<holdwatch::ItemResult> &changed);
    void runEnded(const holdwatch::PlanId &plan);
    void left();

private:
    void drop(const PlanId &plan);
    void say(const QString &problem);

    Parts m_parts;
    std::unique_ptr<storage::AuditStore> m_store;
    storage::AuditSigner m_signer;
    std::map<PlanId, std::unique_ptr<RedriveRunner>> m_runners;
    QString m_problem;
    bool m_isBroken = false;
    bool m_isLeaving = false;
};

} // namespace holdwatch::operations
