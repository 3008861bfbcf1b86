// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/RedriveService.h"

#include "app/operations/connecting/KeyFetch.h"

#include <QEventLoop>
#include <QTimer>

#include <utility>

namespace holdwatch::operations {

namespace {

constexpr Millis longestLeave = Seconds(10);

} // namespace

RedriveService::RedriveService(Parts parts, const Files &files, QObject *parent)
    : RedrivePort(parent), m_parts(std::move(parts)), m_folder(files.folder), m_auditFile(files.audit),
      m_worker(new RedriveWorker({m_parts.make, files.audit, m_parts.clock, m_board}))
{
    qRegisterMetaType<PlanId>("holdwatch::PlanId");
    m_thread.setObjectName(QStringLiteral("redrive"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    wireWorker();
    wireMonitor();
    wirePeople();
    m_thread.start();
}

RedriveService::~RedriveService()
{
    // What was sent is waited for, so that its outcome gets into the record; a system that never answers is not.
    QEventLoop loop;
    connect(m_worker, &RedriveWorker::left, &loop, &QEventLoop::quit);
    QTimer::singleShot(longestLeave, &loop, &QEventLoop::quit);
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->leave(); }, Qt::QueuedConnection);
    loop.exec(QEventLoop::ExcludeUserInputEvents);
    m_thread.quit();
    m_thread.wait();
}

void RedriveService::wireWorker()
{
    connect(m_worker, &RedriveWorker::auditGrew, this, &RedriveService::auditGrew);
    connect(m_worker, &RedriveWorker::auditProblem, this, [this](const QString &problem) {
        m_auditProblem = problem;
        emit auditProblem(problem);
        for (const auto &[id, each] : m_entries)
            emit redriveChanged(id);
    });
    connect(m_worker, &RedriveWorker::runChanged, this, &RedriveService::takeState);
    connect(m_worker, &RedriveWorker::itemsChanged, this, &RedriveService::takeItems);
    connect(m_worker, &RedriveWorker::runEnded, this, [this](const PlanId &plan) {
        const EntryPointer ended = entry(plan);
        if (!ended)
            return;
        ended->isRunning = false;
        readHistory(ended); // the record is what holds, also for us
        askGate(ended);
    });
    connect(&m_parts.access, &WriteAccess::changed, this, [this](const ConnectionId &connection) {
        for (const auto &[id, each] : m_entries) {
            if (each->plan.plan().connection == connection)
                emit redriveChanged(id);
        }
    });
}

void RedriveService::wirePeople()
{
    const auto follow = [this] {
        lendSigner();
        emit peopleChanged();
        askGateOfAll([] {});
    };
    connect(&m_parts.people, &OperatorKeeper::changed, this, follow);
}

/// Entries of the record are signed on its own thread, many a second: it is lent the key for as long as this runs.
void RedriveService::lendSigner()
{
    const std::optional<Operator> self = m_parts.people.state().self;
    const QByteArray wanted = self && m_parts.people.state().keychain == OperatorState::Keychain::Available ? self->publicKey : QByteArray();
    if (std::exchange(m_signer, wanted) == wanted || wanted.isEmpty())
        return;
    m_parts.people.lendKey(this, [this](const Result<std::shared_ptr<const signing::SigningKey>> &key) {
        if (!key)
            return m_signer.clear();
        const storage::AuditSigner signer{(*key)->publicKey(), [key = *key](const QByteArray &hash) { return key->sign(hash); }};
        QMetaObject::invokeMethod(m_worker, [worker = m_worker, signer] { worker->setSigner(signer); }, Qt::QueuedConnection);
    });
}

void RedriveService::wireMonitor()
{
    connect(&m_parts.monitor, &MonitorPort::statusesChanged, this, [this](const QVector<QueueStatus> &changed) { m_board.take(changed); });
    connect(&m_parts.monitor, &MonitorPort::queuesRemoved, this, [this](const QVector<QueueId> &gone) { m_board.forget(gone); });
    connect(&m_parts.monitor, &MonitorPort::connectionChanged, this, [this](const ConnectionStatus &status) { m_board.take(status); });
}

void RedriveService::write(const QVector<AuditDraft> &drafts, QObject *context, Done<void> done)
{
    ask<void>(context, [drafts](RedriveWorker &worker, Answer<void> answer) { answer(worker.append(drafts).map([](const QVector<AuditEntry> &) {})); }, std::move(done));
}

void RedriveService::withAccess(const ConnectionId &connection, bool isWriting, QObject *context, Done<RedriveAccess> done)
{
    const std::optional<ConnectionConfig> config = configFor(connection);
    if (!config)
        return done(failure(Error::Kind::Configuration, QStringLiteral("This connection is not configured here.")));
    const auto withKey = [this, config = *config, isWriting, context = QPointer<QObject>(context), done] {
        if (!context)
            return;
        Result<Secret> key = m_parts.keys.keyFor(config);
        if (!key)
            return done(failure(key.error()));
        RedriveAccess access{config, std::make_shared<Secret>(*std::move(key)), nullptr};
        if (!isWriting)
            return done(access);
        fetchWriteKey(config, m_parts.keeper, m_parts.keys, context.data(), [access, done](Result<Secret> writeKey) mutable {
            if (!writeKey)
                return done(failure(writeKey.error()));
            access.writeKey = std::make_shared<Secret>(*std::move(writeKey));
            done(access);
        });
    };
    if (m_parts.keys.keyFor(*config))
        return withKey();
    fetchKey(*config, m_parts.keeper, m_parts.keys, this, withKey);
}

void RedriveService::start()
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->open(); }, Qt::QueuedConnection);
    const storage::RedriveFolder::Listing listing = m_folder.list();
    for (const storage::RedriveFolder::Loaded &each : listing.redrives) {
        m_entries.emplace(each.plan.plan().id, makeEntry(each.plan, each.statements));
    }
    for (const Error &each : listing.problems)
        m_problems << toSentence(each);
    readHistories();
}

RedriveService::EntryPointer RedriveService::makeEntry(const storage::SignedPlan &plan, const QVector<storage::SignedStatement> &statements) const
{
    const auto made = std::make_shared<Entry>(Entry{plan, statements, RunHistory(), {}, false, {}, {}, {}});
    made->history.book = RunBook(plan.plan());
    made->history.state.plan = plan.plan().id;
    made->history.state.counts = made->history.book.counts();
    made->items = made->history.book.items();
    return made;
}

void RedriveService::readHistories()
{
    QVector<PlanId> ids;
    for (const auto &[id, each] : m_entries)
        ids.append(id);
    using Histories = QVector<std::pair<PlanId, QVector<AuditEntry>>>;
    const auto question = [ids](RedriveWorker &worker, Answer<Histories> answer) {
        Histories all;
        for (const PlanId &each : ids)
            all.append({each, worker.entriesOf(each).value_or(QVector<AuditEntry>())});
        answer(all);
    };
    ask<Histories>(this, question, [this](const Result<Histories> &read) {
        for (const auto &[id, entries] : read.value_or(Histories())) {
            if (const EntryPointer known = entry(id))
                takeHistory(known, entries);
        }
        askGateOfAll([this] {
            m_isReady = true;
            emit ready();
        });
    });
}

void RedriveService::readHistory(const EntryPointer &about)
{
    const PlanId id = about->plan.plan().id;
    const auto question = [id](RedriveWorker &worker, Answer<QVector<AuditEntry>> answer) { answer(worker.entriesOf(id)); };
    ask<QVector<AuditEntry>>(this, question, [this, about](const Result<QVector<AuditEntry>> &entries) {
        if (entries && !about->isRunning)
            takeHistory(about, *entries);
    });
}

void RedriveService::takeHistory(const EntryPointer &about, const QVector<AuditEntry> &entries)
{
    const RedrivePlan &plan = about->plan.plan();
    const auto history = readRun(plan, entries);
    about->readProblem = history ? QString() : toSentence(history.error());
    if (history)
        about->history = *history;
    about->items = about->history.book.items();
    emit redriveChanged(plan.id);
    emit runChanged(plan.id, about->history.state);
    emit itemsChanged(plan.id, about->items);
}

RedriveService::EntryPointer RedriveService::entry(const PlanId &plan) const
{
    const auto found = m_entries.find(plan);
    return found == m_entries.cend() ? nullptr : found->second;
}

Result<RedriveService::EntryPointer> RedriveService::known(const PlanId &plan) const
{
    if (const EntryPointer found = entry(plan))
        return found;
    return failure(Error::Kind::NotFound, QStringLiteral("This redrive is not known here."));
}

QVector<RedriveRecord> RedriveService::redrives() const
{
    QVector<RedriveRecord> all;
    for (const auto &[id, each] : m_entries)
        all.append(recordOf(*each));
    return all;
}

std::optional<RedriveRecord> RedriveService::redrive(const PlanId &plan) const
{
    const EntryPointer found = entry(plan);
    return found ? std::optional(recordOf(*found)) : std::nullopt;
}

QVector<ItemResult> RedriveService::items(const PlanId &plan) const
{
    const EntryPointer found = entry(plan);
    return found ? found->items : QVector<ItemResult>();
}

void RedriveService::takeState(const PlanId &plan, const RunState &state)
{
    const EntryPointer about = entry(plan);
    if (!about)
        return;
    const bool wasOpen = about->history.state.isOpen();
    const bool isReviewDue = about->history.state.isReviewDue || (about->plan.plan().breakGlass.has_value() && state.counts.confirmed > 0);
    about->history.state = state;
    about->history.state.isReviewDue = isReviewDue;
    emit runChanged(plan, about->history.state);
    if (wasOpen != state.isOpen())
        emit redriveChanged(plan);
}

void RedriveService::takeItems(const PlanId &plan, const QVector<ItemResult> &changed)
{
    const EntryPointer about = entry(plan);
    if (!about)
        return;
    for (const ItemResult &each : changed) {
        if (each.ordinal >= 0 && each.ordinal < about->items.size())
            about->items[each.ordinal] = each;
    }
    emit itemsChanged(plan, changed);
}

bool RedriveService::isRunning(const PlanId &plan) const
{
    const EntryPointer found = entry(plan);
    return found && found->isRunning;
}

bool RedriveService::seesTarget(const RedrivePlan &plan) const
{
    const QStringList targets = targetsOf(plan, {});
    return !targets.isEmpty() && std::all_of(targets.cbegin(), targets.cend(), [&](const QString &each) { return m_board.hasFresh({plan.connection, each}); });
}

QString RedriveService::whoActs() const
{
    const Operator self = m_parts.people.state().self.value_or(Operator{m_parts.login, {}});
    return self.publicKey.isEmpty() ? self.name : QStringLiteral("%1 (%2)").arg(self.name, fingerprint(self.publicKey));
}

OperatorState RedriveService::people() const
{
    return m_parts.people.state();
}

void RedriveService::createIdentity(const QString &name, QObject *context, Done<Operator> done)
{
    m_parts.people.createIdentity(name, context, [this, done = std::move(done)](const Result<Operator> &made) {
        if (made)
            write({RunRecord({}, whoActs()).told(QStringLiteral("identity-made"), QStringLiteral("%1 (%2)").arg(made->name, fingerprint(made->publicKey)))}, this, [](const Result<void> &) {});
        done(made);
    });
}

Result<void> RedriveService::exportIdentity(const QString &path)
{
    return m_parts.people.exportIdentity(path);
}

void RedriveService::pinMaintainer(const QString &key, QObject *context, Done<void> done)
{
    m_parts.people.pinMaintainer(key, context, [this, done = std::move(done)](const Result<void> &pinned) {
        if (pinned)
            write({RunRecord({}, whoActs()).told(QStringLiteral("maintainer-pinned"), fingerprint(m_parts.people.state().maintainerKey))}, this, [](const Result<void> &) {});
        done(pinned);
    });
}

Result<void> RedriveService::takeRoster(const QString &path)
{
    const Result<void> taken = m_parts.people.takeRoster(path);
    if (taken)
        write({RunRecord({}, whoActs()).told(QStringLiteral("roster-taken"), m_parts.people.state().rosterDigest)}, this, [](const Result<void> &) {});
    return taken;
}

} // namespace holdwatch::operations
