// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/redrive/RunRecord.h"
#include "app/providers/api/Provider.h"
#include "models/redrive/RunDirector.h"

#include <QMutex>
#include <QObject>
#include <QTimer>

#include <QCoroTask>

#include <memory>
#include <stop_token>

namespace holdwatch::operations {

/// What a provider is asked to move for this item: to the plan's target, else to where it came from, else to `elsewhere`.
providers::RedriveItem redriveItem(const RedrivePlan &plan, int ordinal, const QString &elsewhere);

/// The queues the plan's messages go to, as far as it says; `elsewhere` where a message does not say.
QStringList targetsOf(const RedrivePlan &plan, const QString &elsewhere);

/// Carries one approved redrive out: asks the director, writes the intent, sends, writes the outcome. It can't be made
/// without an Approval, and sends nothing that is not in the record already.
///
/// Lives on the redrive thread. It ends by itself and then says `ended`; until then it must not be deleted.
class RedriveRunner final : public QObject
{
    Q_OBJECT
public:
    /// Durable when it returns without an error.
    using Write = std::function<Result<void>(const QVector<AuditDraft> &)>;

    struct Parts
    {
        std::unique_ptr<providers::Provider> provider; ///< made with the key for writing
        Write write;
        std::function<RunSignals(const QStringList &targets)> signalsNow;
        std::function<DeadSighting(const DeadLetter &)> recognise; ///< finds key and digest as the plan's list was made
        const Clock &clock;
        QString by; ///< who started it
    };

    RedriveRunner(Approval approval, RedrivePlan plan, RunBook book, Parts parts);
    ~RedriveRunner() override;

    void start();
    /// Thread-safe; each takes effect before the next message.
    void requestPause();
    void requestResume();
    void requestStop(RunState::StopCause cause = RunState::StopCause::Person, const QString &text = {});
    void abandon(); ///< no answer is waited for any more: what was sent ends as unknown. After a stop was requested
    void acceptUnproven(const QString &who); ///< every canary that waits for its proof
    void proveCanary(int ordinal);
    void poke(); ///< there is news; it looks again
    bool isOver() const { return m_isOver; }

    const RedrivePlan &plan() const { return m_plan; }
    const RunState &state() const { return m_director.state(); }
    const RunBook &book() const { return m_director.book(); }

    static constexpr int messagesPerWrite = 32; ///< outcomes are written in groups; a pause never waits for one
    static constexpr int mostLookedThrough = 5000;

signals:
    void stateChanged(const holdwatch::RunState &state);
    void itemsChanged(const QVector<holdwatch::ItemResult> &changed);
    void ended();

private:
    QCoro::Task<> drive();
    QCoro::Task<bool> prepare();
    QCoro::Task<> send(RunOrder order);
    QCoro::Task<> sendItems(RunOrder order);
    QCoro::Task<> sendByCount(RunOrder order);
    QCoro::Task<std::optional<QVector<ItemResult>>> hold(QVector<int> ordinals);
    QCoro::Task<QVector<ItemResult>> attempt(QVector<int> ordinals);
    QCoro::Task<> look();
    QCoro::Task<> letGo();
    QCoro::Task<> finish();
    RunSignals signalsNow() const;
    bool write(const QVector<AuditDraft> &drafts);
    bool writeFacts(const QVector<AuditDraft> &drafts);
    void rememberOthers(const providers::Claim &claim, const QVector<providers::RedriveItem> &asked);
    QVector<AuditDraft> intentFor(const QVector<int> &ordinals);
    ItemResult result(int ordinal, ItemOutcome outcome, const QString &detail) const;
    void settle(const QVector<ItemResult> &results);
    void tell();
    std::stop_token tokenForBatch();
    void interrupt();

    Approval m_approval;
    RedrivePlan m_plan;
    Parts m_parts;
    RunRecord m_record;
    RunDirector m_director;
    WatchedQueue m_deadSet;
    providers::RedriveTerms m_terms;
    QSet<int> m_held;
    QVector<AuditDraft> m_unwritten; ///< what has happened and the record would not take
    QHash<QByteArray, int> m_othersBefore; ///< by digest
    bool m_knowsOthers = false;
    qint64 m_expectedDead = -1;      ///< depth if nothing but this run changed it; −1: not known
    bool m_isThrottled = false;
    int m_stepSeen = -1;
    bool m_isDriving = false;
    bool m_pokedMeanwhile = false;
    bool m_isPrepared = false;
    bool m_isOver = false;
    QTimer m_alarm;
    QMutex m_mutex;              ///< for the two below
    std::stop_source m_batch;
    bool m_isInterrupted = false;
};

} // namespace holdwatch::operations
