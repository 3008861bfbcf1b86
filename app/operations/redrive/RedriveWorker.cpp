// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/RedriveWorker.h"

#include "app/operations/redrive/DeadSets.h"
#include "app/storage/audit/AuditVerify.h"
#include "models/deadletters/LetterRowMaker.h"

#include <QTimer>

#include <utility>

namespace holdwatch::operations {

namespace {

constexpr int mostCompared = 5000;
constexpr Millis longestWait = Seconds(7); ///< for what was sent, when the program ends

using SharedProvider = std::shared_ptr<providers::Provider>;

ProviderRegistry::Made makeProvider(const RedriveWorker::MakeProvider &make, const RedriveAccess &access)
{
    if (!access.key)
        return failure(Error::Kind::Unauthorized, QStringLiteral("No key is known for this connection."));
    return make(access.connection, access.key->clone(), access.writeKey ? access.writeKey->clone() : Secret());
}

Result<SharedProvider> providerFor(const RedriveWorker::MakeProvider &make, const RedriveAccess &access)
{
    auto made = makeProvider(make, access);
    if (!made)
        return failure(made.error());
    return SharedProvider(std::move(*made));
}

/// Coroutines are free functions with values: nothing of them hangs on who asked.
QCoro::Task<> askTerms(SharedProvider provider, QueueId name, QString target, RedrivePlan::Kind kind, RedriveWorker::Answer<SystemAnswer> answer)
{
    SystemAnswer found;
    found.deadSet = co_await findDeadSet(*provider, name);
    providers::ItemRedriver *items = provider->itemRedriver();
    providers::BulkRedriver *bulk = provider->bulkRedriver();
    found.canSelect = items != nullptr;
    found.canMoveWhole = bulk != nullptr;
    found.canBound = bulk && bulk->hasBound();
    const bool isByItem = kind == RedrivePlan::Kind::Selected || kind == RedrivePlan::Kind::Corrected;
    if (isByItem ? !items : !bulk) {
        found.whyNot = provider->describe().absent.value(isByItem ? QStringLiteral("item-redriver") : QStringLiteral("bulk-redriver"),
                                                         QStringLiteral("This system can't do that."));
        answer(found);
        co_return;
    }
    Result<providers::RedriveTerms> terms = failure(Error::Kind::Internal, QString());
    if (isByItem) // g++ 12 breaks a conditional expression with co_await in it
        terms = co_await items->itemTerms(found.deadSet, target);
    else
        terms = co_await bulk->bulkTerms(found.deadSet);
    if (!terms) {
        answer(failure(terms.error()));
        co_return;
    }
    found.terms = *terms;
    answer(found);
}

QCoro::Task<> compareLetters(SharedProvider provider, RedrivePlan plan, RedriveWorker::Answer<QVector<EvidenceRow>> answer)
{
    const QueueId name{plan.connection, plan.deadSet};
    const WatchedQueue deadSet = co_await findDeadSet(*provider, name);
    const Result<DeadSetView> view = co_await viewDeadSet(*provider, deadSet, mostCompared);
    if (!view) {
        answer(failure(view.error()));
        co_return;
    }
    QHash<MessageId, QByteArray> byId;
    QHash<QByteArray, int> byDigest; // equal ones are counted
    for (const DeadLetter &each : view->letters) {
        const QByteArray digest = contentDigest(each);
        if (!each.id.isEmpty())
            byId.insert(each.id, digest);
        ++byDigest[digest];
    }
    QVector<EvidenceRow> rows;
    for (const PlanItem &each : plan.items) {
        EvidenceRow row{each.ordinal, EvidenceRow::Found::Missing};
        if (int &there = byDigest[each.digest]; there > 0) {
            --there;
            row.found = EvidenceRow::Found::Equal;
        } else if (!each.id.isEmpty() && byId.contains(each.id)) {
            row.found = EvidenceRow::Found::Different;
        }
        rows.append(row);
    }
    answer(rows);
}

QCoro::Task<> reconcileItems(SharedProvider provider, QueueId name, QVector<providers::RedriveItem> items, RedriveWorker::Answer<QVector<ItemResult>> answer)
{
    const WatchedQueue deadSet = co_await findDeadSet(*provider, name); // first: what a system can do is known once it was asked
    if (!provider->itemRedriver()) {
        answer(failure(Error::Kind::Unsupported, QStringLiteral("This system can't tell of single messages."), QStringLiteral("Use the consumer's ledger or your own word.")));
        co_return;
    }
    Result<QVector<ItemResult>> results = co_await provider->itemRedriver()->reconcile(deadSet, std::move(items));
    co_await provider->itemRedriver()->release(deadSet);
    answer(std::move(results));
}

} // namespace

RedriveWorker::RedriveWorker(Parts parts) : m_parts(std::move(parts)) {}

RedriveWorker::~RedriveWorker() = default;

void RedriveWorker::say(const QString &problem)
{
    if (std::exchange(m_problem, problem) != problem)
        emit auditProblem(problem);
}

void RedriveWorker::open()
{
    auto store = storage::AuditStore::open(m_parts.auditFile);
    if (!store)
        return say(toSentence(store.error()));
    m_store = std::move(*store);
    const auto checked = storage::verifyAudit(m_parts.auditFile);
    if (!checked)
        return say(toSentence(checked.error()));
    m_isBroken = !checked->holds();
    if (m_isBroken)
        return say(QStringLiteral("The record does not hold: %1 It is shown as it is; no redrive starts until it has been looked into and moved away.").arg(checked->problem));
    emit auditGrew(checked->entries);
}

Result<QVector<AuditEntry>> RedriveWorker::append(const QVector<AuditDraft> &drafts)
{
    if (!m_store)
        return failure(Error::Kind::Storage, m_problem.isEmpty() ? QStringLiteral("The record is not open.") : m_problem);
    if (m_isBroken)
        return failure(Error::Kind::Storage, m_problem);
    auto written = m_store->append(drafts, m_parts.clock.now(), m_signer);
    if (!written) {
        say(toSentence(written.error()));
        return written;
    }
    say({});
    emit auditGrew(m_store->head().number);
    return written;
}

Result<QVector<AuditEntry>> RedriveWorker::entriesOf(const PlanId &plan)
{
    if (!m_store)
        return failure(Error::Kind::Storage, m_problem);
    QVector<AuditEntry> entries;
    const auto read = m_store->read(plan, [&](const AuditEntry &entry) {
        entries.append(entry);
        return true;
    });
    return read ? Result<QVector<AuditEntry>>(entries) : failure(read.error());
}

Result<QVector<AuditEntry>> RedriveWorker::newest(qint64 before, int count)
{
    if (!m_store)
        return failure(Error::Kind::Storage, m_problem);
    return m_store->newest(before, count);
}

void RedriveWorker::askSystem(const RedriveAccess &access, const QString &deadSet, const QString &target, RedrivePlan::Kind kind, Answer<SystemAnswer> answer)
{
    auto provider = providerFor(m_parts.make, access);
    if (!provider)
        return answer(failure(provider.error()));
    QCoro::connect(askTerms(*provider, access.deadSet(deadSet), target, kind, std::move(answer)), this, [] {});
}

void RedriveWorker::compare(const RedriveAccess &access, const RedrivePlan &plan, Answer<QVector<EvidenceRow>> answer)
{
    auto provider = providerFor(m_parts.make, access);
    if (!provider)
        return answer(failure(provider.error()));
    QCoro::connect(compareLetters(*provider, plan, std::move(answer)), this, [] {});
}

void RedriveWorker::reconcile(const RedriveAccess &access, const RedrivePlan &plan, const QVector<int> &ordinals, Answer<QVector<ItemResult>> answer)
{
    auto provider = providerFor(m_parts.make, access);
    if (!provider)
        return answer(failure(provider.error()));
    QVector<providers::RedriveItem> items;
    for (int each : ordinals)
        items.append(redriveItem(plan, each, {}));
    QCoro::connect(reconcileItems(*provider, access.deadSet(plan.deadSet), std::move(items), std::move(answer)), this, [] {});
}

Result<void> RedriveWorker::begin(Start start)
{
    const PlanId id = start.plan.id;
    if (m_isLeaving)
        return failure(Error::Kind::Cancelled, QStringLiteral("Holdwatch is ending."));
    if (m_runners.contains(id))
        return failure(Error::Kind::Conflict, QStringLiteral("This redrive runs already."));
    if (!start.access.writeKey)
        return failure(Error::Kind::Unauthorized, QStringLiteral("No key for writing is known for this connection."));
    auto provider = makeProvider(m_parts.make, start.access);
    if (!provider)
        return failure(provider.error());

    const auto maker = std::make_shared<LetterRowMaker>(start.rules, start.plan.provider);
    RedriveRunner::Parts parts{
        std::move(*provider),
        [this](const QVector<AuditDraft> &drafts) { return append(drafts).map([](const QVector<AuditEntry> &) {}); },
        [this, connection = start.plan.connection, dead = start.plan.deadSet](const QStringList &targets) {
            return m_parts.board.signalsOf(connection, dead, targets, m_parts.clock.now());
        },
        [maker](const DeadLetter &letter) {
            const DeadLetterRow row = maker->row(letter, 0);
            return DeadSighting{row.id, row.key, row.digest, row.diedAt};
        },
        m_parts.clock,
        start.by,
    };
    auto runner = std::make_unique<RedriveRunner>(std::move(start.approval), std::move(start.plan), std::move(start.book), std::move(parts));
    connect(runner.get(), &RedriveRunner::stateChanged, this, [this, id](const RunState &state) { emit runChanged(id, state); });
    connect(runner.get(), &RedriveRunner::itemsChanged, this, [this, id](const QVector<ItemResult> &changed) { emit itemsChanged(id, changed); });
    connect(runner.get(), &RedriveRunner::ended, this, [this, id] { drop(id); }, Qt::QueuedConnection);
    m_runners[id] = std::move(runner);
    m_runners[id]->start();
    return {};
}

RedriveRunner *RedriveWorker::runner(const PlanId &plan) const
{
    const auto found = m_runners.find(plan);
    return found == m_runners.cend() ? nullptr : found->second.get();
}

void RedriveWorker::drop(const PlanId &plan)
{
    m_runners.erase(plan);
    emit runEnded(plan);
    if (m_isLeaving && m_runners.empty())
        emit left();
}

void RedriveWorker::leave()
{
    m_isLeaving = true;
    if (m_runners.empty()) {
        emit left();
        return;
    }
    for (const auto &[id, runner] : m_runners)
        runner->requestStop(RunState::StopCause::Restarted, QStringLiteral("Holdwatch was closed. The run stopped between two messages and can be continued."));
    QTimer::singleShot(longestWait, this, [this] {
        for (const auto &[id, runner] : m_runners)
            runner->abandon();
    });
}

} // namespace holdwatch::operations
