// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/deadletters/DeadLetterService.h"
#include "app/operations/redrive/ApprovalGate.h"
#include "app/operations/redrive/OperatorKeeper.h"
#include "app/operations/redrive/PlanFacts.h"
#include "app/operations/redrive/StatementMaking.h"
#include "app/storage/redrive/RedriveFolder.h"
#include "models/access/WriteAccess.h"
#include "models/ports/MonitorPort.h"
#include "models/ports/RedrivePort.h"

#include <QPointer>
#include <QThread>

#include <map>

namespace holdwatch::operations {

/// "https://host:port", which an approval is bound to.
QString originOf(const ConnectionConfig &connection);

/// What a stopped run has not sent, as a plan of somebody else's: unknown outcomes stay out.
RedrivePlan remainderOf(const RedrivePlan &plan, const RunBook &book);

/// The redrive port: plans in the profile's folder, people in the keychain, runs and the record on a thread of their own.
/// Lives on the window's thread. Ending it stops what runs between two messages and waits for what was sent, ten seconds at most.
class RedriveService final : public RedrivePort
{
    Q_OBJECT
public:
    /// All of it must outlive the service.
    struct Parts
    {
        secrets::KeyKeeper &keeper;
        RunKeys &keys;
        const Clock &clock;
        OperatorKeeper &people;
        ApprovalGate &gate;
        DeadLetterService &letters;
        MonitorPort &monitor;
        WriteAccess &access;
        RedriveWorker::MakeProvider make; ///< called on the redrive thread
        std::function<QVector<ConnectionConfig>()> connections; ///< as they are now
        QString login; ///< of this person on this machine, for plans that nobody signs
    };
    struct Files
    {
        QString folder; ///< of plans and statements
        QString audit;
    };

    RedriveService(Parts parts, const Files &files, QObject *parent = nullptr);
    ~RedriveService() override;
    /// Reads what is kept and how its runs stand. Once, after connecting to the signals.
    void start();
    bool isReady() const { return m_isReady; } ///< the record has been read; `ready` says so

    OperatorState people() const override;
    void createIdentity(const QString &name, QObject *context, Done<Operator> done) override;
    Result<void> exportIdentity(const QString &path) override;
    void pinMaintainer(const QString &key, QObject *context, Done<void> done) override;
    Result<void> takeRoster(const QString &path) override;

    void draft(const PlanRequest &request, QObject *context, Done<PlanDraft> done) override;
    void refreshFacts(const RedrivePlan &plan, QObject *context, Done<PlanFacts> done) override;
    void sign(const RedrivePlan &plan, QObject *context, Done<PlanId> done) override;
    Result<void> exportTo(const PlanId &plan, const QString &path) override;
    Result<PlanId> open(const QString &path) override;
    QVector<RedriveRecord> redrives() const override;
    std::optional<RedriveRecord> redrive(const PlanId &plan) const override;
    bool isRunning(const PlanId &plan) const;
    bool seesTarget(const RedrivePlan &plan) const; ///< the monitor has a fresh reading of every queue it goes to
    QString whoActs() const; ///< name and fingerprint of who sits here, for the record
    Result<void> forget(const PlanId &plan) override;

    void compareWithQueue(const PlanId &plan, QObject *context, Done<QVector<EvidenceRow>> done) override;
    void approve(const PlanId &plan, const QByteArray &digestSeen, const QString &phrase, const QStringList &evidence, QObject *context, Done<void> done) override;
    void refuse(const PlanId &plan, const QString &reason, QObject *context, Done<void> done) override;
    void withdraw(const PlanId &plan, const QString &reason, QObject *context, Done<void> done) override;
    void review(const PlanId &plan, const QString &finding, QObject *context, Done<void> done) override;

    void start(const PlanId &plan, QObject *context, Done<void> done) override;
    void pause(const PlanId &plan) override;
    void resume(const PlanId &plan) override;
    void stop(const PlanId &plan) override;
    QVector<ItemResult> items(const PlanId &plan) const override;
    void reconcile(const PlanId &plan, QObject *context, Done<int> done) override;
    void reconcileByWord(const PlanId &plan, const Reconciliation &word, QObject *context, Done<void> done) override;
    void reconcileCount(const PlanId &plan, qint64 moved, const QString &note, QObject *context, Done<void> done) override;
    void acceptUnproven(const PlanId &plan, const QString &who) override;
    void close(const PlanId &plan, QObject *context, Done<void> done) override;
    void draftAdoption(const QString &path, QObject *context, Done<PlanDraft> done) override;
    void draftCorrection(const QueueId &deadSet, LetterNumber letter, const QByteArray &payload, const QString &why, QObject *context, Done<PlanDraft> done) override;

    void report(const PlanId &plan, ReportFormat format, const QString &path, QObject *context, Done<void> done) override;
    void fetchAudit(qint64 before, int count, QObject *context, Done<QVector<AuditEntry>> done) override;
    void verifyAudit(QObject *context, Done<AuditCheck> done) override;
    void exportAudit(const QString &path, QObject *context, Done<qint64> done) override;

signals:
    void ready();

private:
    /// One redrive: what was signed, and how its run stands.
    struct Entry
    {
        storage::SignedPlan plan;
        QVector<storage::SignedStatement> statements;
        RunHistory history;
        QVector<ItemResult> items; ///< as they are now, also in the middle of a run
        bool isRunning = false;
        QString readProblem; ///< its entries in the record make no sense
        std::optional<GateContext> gate; ///< as the gate saw it last; unset: the keychain has not answered yet
        QString gateProblem;             ///< why it could not look
    };
    using EntryPointer = std::shared_ptr<Entry>;
    template<typename T>
    using Answer = RedriveWorker::Answer<T>;

    template<typename T>
    void ask(QObject *context, std::function<void(RedriveWorker &, Answer<T>)> question, Done<T> done);
    template<typename T>
    void aside(QObject *context, std::function<Result<T>()> work, Done<T> done);
    void write(const QVector<AuditDraft> &drafts, QObject *context, Done<void> done);
    void writeAndRead(const EntryPointer &entry, const QVector<AuditDraft> &drafts, QObject *context, Done<void> done);
    void withAccess(const ConnectionId &connection, bool isWriting, QObject *context, Done<RedriveAccess> done);
    void askSystem(const RedrivePlan &plan, QObject *context, Done<SystemAnswer> done);
    void steer(const PlanId &plan, std::function<void(RedriveRunner &)> command);

    void wireWorker();
    void wireMonitor();
    void wirePeople();
    void lendSigner();
    void readHistories();
    void readHistory(const EntryPointer &entry);
    void takeHistory(const EntryPointer &entry, const QVector<AuditEntry> &entries);
    void takeState(const PlanId &plan, const RunState &state);
    void takeItems(const PlanId &plan, const QVector<ItemResult> &changed);

    EntryPointer makeEntry(const storage::SignedPlan &plan, const QVector<storage::SignedStatement> &statements) const;
    EntryPointer entry(const PlanId &plan) const;
    Result<EntryPointer> known(const PlanId &plan) const;
    RedriveRecord recordOf(const Entry &entry) const;
    QString whyNotStart(const Entry &entry) const;
    ApprovalGate::Place placeOf(const RedrivePlan &plan) const;
    GateContext gateNow(const Entry &entry) const; ///< what the gate saw last, at this moment
    void askGate(const EntryPointer &entry, std::function<void()> then = [] {});
    void askGateOfAll(std::function<void()> then);
    std::optional<ConnectionConfig> configFor(const ConnectionId &connection) const;
    std::optional<ConnectionConfig> configOf(const QString &origin) const;

    Result<PlanId> take(const storage::RedriveFile &file);
    void fillPlan(RedrivePlan &plan, const ConnectionConfig &config) const;
    PlanFacts factsOf(const RedrivePlan &plan, const SystemAnswer &system) const;
    void finishDraft(RedrivePlan plan, QObject *context, Done<PlanDraft> done);
    void signAdmitted(const RedrivePlan &plan, QObject *context, Done<PlanId> done);
    void say(const PlanId &plan, const StatementRequest &request, QObject *context, Done<void> done);
    void keepStatement(const EntryPointer &entry, const storage::SignedStatement &statement, QObject *context, Done<void> done);
    void begin(const EntryPointer &entry, const RedriveAccess &access, const std::shared_ptr<Approval> &approval, const Done<void> &done,
               const std::function<void(const Error &)> &giveUp);

    Parts m_parts;
    storage::RedriveFolder m_folder;
    QString m_auditFile;
    SignalBoard m_board;
    std::map<PlanId, EntryPointer> m_entries;
    QString m_auditProblem;
    QStringList m_problems; ///< files that can't be read
    QByteArray m_signer; ///< public key of whoever signs entries of the record
    bool m_isReady = false;
    QThread m_thread;
    RedriveWorker *m_worker; ///< lives on m_thread until that ends
};

template<typename T>
void RedriveService::ask(QObject *context, std::function<void(RedriveWorker &, Answer<T>)> question, Done<T> done)
{
    // The guard is looked at on the thread where `context` lives; the answer comes through this object, which lives there too.
    const auto answer = [this, guard = QPointer<QObject>(context), done = std::move(done)](Result<T> given) {
        QMetaObject::invokeMethod(this, [guard, done, given = std::move(given)] {
            if (guard)
                done(given);
        }, Qt::QueuedConnection);
    };
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, question = std::move(question), answer] { question(*worker, answer); }, Qt::QueuedConnection);
}

} // namespace holdwatch::operations
