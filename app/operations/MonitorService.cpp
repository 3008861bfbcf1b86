// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/MonitorService.h"

#include "models/tolerance/Replay.h"

#include <QCoreApplication>
#include <QLoggingCategory>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>
#include <utility>

namespace holdwatch::operations {

Q_LOGGING_CATEGORY(monitorLog, "holdwatch.monitor")

namespace {

constexpr int longestPreview = 20'000; ///< samples; a second's work at most

} // namespace

MonitorService::MonitorService(EngineParts parts, storage::ToleranceFile tolerances, storage::HistoryService &history, QObject *parent)
    : MonitorPort(parent), m_parts(std::move(parts)), m_file(std::move(tolerances)), m_history(history)
{
    m_thread.setObjectName(QStringLiteral("engine"));
    storage::TolerancesRead read = m_file.read();
    m_tolerances = std::move(read.tolerances);
    m_problems = std::move(read.problems);
    connect(&m_history, &storage::HistoryService::problemChanged, this, &MonitorService::storageChanged);
    connect(&m_history, &storage::HistoryService::noticeChanged, this, &MonitorService::storageNoted);
}

MonitorService::~MonitorService()
{
    if (!m_engine)
        return;
    disconnect(m_engine, nullptr, this, nullptr);
    tellEngine([](MonitorEngine &engine) { engine.stop(); });
    m_thread.wait();
}

void MonitorService::start(QVector<ConnectionConfig> connections, QVector<ToleranceRule> builtInRules)
{
    m_connections = std::move(connections);
    m_builtInRules = std::move(builtInRules);
    m_history.loadAlerts(this, [this](Result<storage::AlertState> state) {
        AlertBook::Saved saved;
        if (state)
            saved = {state->open, state->maintenance, state->lastSequence + 1};
        else
            qCWarning(monitorLog).noquote() << "starting without the alerts of the last run:" << toSentence(state.error());
        for (const Alert &alert : std::as_const(saved.open))
            emit alertChanged(alert);
        retellLog(std::move(saved));
    });
}

void MonitorService::retellLog(AlertBook::Saved saved)
{
    m_history.readLog({}, this, [this, saved = std::move(saved)](Result<QVector<AlertLogEntry>> entries) {
        if (entries) {
            for (auto entry = entries->crbegin(); entry != entries->crend(); ++entry)
                emit alertLogged(*entry);
        }
        startEngine(saved);
    });
}

void MonitorService::startEngine(AlertBook::Saved saved)
{
    m_engine = new MonitorEngine(m_parts, EngineStart{m_connections, effectiveTolerances(), std::move(saved)});
    m_engine->moveToThread(&m_thread);
    wireEngine();
    m_thread.start();
    tellEngine([](MonitorEngine &engine) { engine.start(); });
    if (m_paused)
        tellEngine([](MonitorEngine &engine) { engine.setPaused(true); });
    if (m_expiries)
        noteExpiries(QVector<storage::Expiries>(*m_expiries));
    m_history.readWatchedSince(this, [this](Result<QHash<QueueId, UtcTime>> since) {
        if (since)
            tellEngine([since = *std::move(since)](MonitorEngine &engine) { engine.setWatchedSince(since); });
    });
}

void MonitorService::wireEngine()
{
    connect(m_engine, &MonitorEngine::statusesChanged, this, &MonitorService::statusesChanged);
    connect(m_engine, &MonitorEngine::queuesRemoved, this, &MonitorService::queuesRemoved);
    connect(m_engine, &MonitorEngine::connectionChanged, this, &MonitorService::connectionChanged);
    connect(m_engine, &MonitorEngine::alertChanged, this, &MonitorService::alertChanged);
    connect(m_engine, &MonitorEngine::alertLogged, this, &MonitorService::alertLogged);
    connect(m_engine, &MonitorEngine::noticeRaised, this, &MonitorService::noticeRaised);

    // Straight from the engine's thread, which the history allows: nothing is lost if the window hangs.
    connect(m_engine, &MonitorEngine::samplesJudged, &m_history, &storage::HistoryService::record, Qt::DirectConnection);
    connect(m_engine, &MonitorEngine::alertChanged, &m_history, &storage::HistoryService::saveAlert, Qt::DirectConnection);
    connect(m_engine, &MonitorEngine::alertLogged, &m_history, &storage::HistoryService::appendLog, Qt::DirectConnection);

    connect(m_engine, &MonitorEngine::finished, &m_thread, &QThread::quit, Qt::DirectConnection);
    connect(&m_thread, &QThread::finished, m_engine, &QObject::deleteLater);
}

template<typename Command>
void MonitorService::tellEngine(Command command)
{
    if (m_engine)
        QMetaObject::invokeMethod(m_engine, [engine = m_engine, command = std::move(command)] { command(*engine); }, Qt::QueuedConnection);
}

void MonitorService::watch(const ConnectionConfig &connection)
{
    const auto place = std::find_if(m_connections.begin(), m_connections.end(), [&](const ConnectionConfig &each) { return each.id == connection.id; });
    if (place == m_connections.end())
        m_connections.append(connection);
    else
        *place = connection;
    // Until the engine runs it is enough to be in the list it starts with.
    tellEngine([connection](MonitorEngine &engine) { engine.watch(connection); });
}

void MonitorService::forget(const ConnectionId &connection)
{
    m_connections.removeIf([&](const ConnectionConfig &each) { return each.id == connection; });
    tellEngine([connection](MonitorEngine &engine) { engine.forget(connection); });
    emit connectionRemoved(connection);
}

void MonitorService::noteExpiries(const QVector<storage::Expiries> &expiries)
{
    m_expiries = expiries; // the engine may not run yet
    tellEngine([expiries](MonitorEngine &engine) { engine.noteExpiries(expiries); });
}

void MonitorService::retry(const ConnectionId &connection)
{
    tellEngine([connection](MonitorEngine &engine) { engine.retry(connection); });
}

void MonitorService::requestRefresh()
{
    tellEngine([](MonitorEngine &engine) { engine.requestRefresh(); });
}

void MonitorService::setPaused(bool paused)
{
    if (std::exchange(m_paused, paused) == paused)
        return;
    tellEngine([paused](MonitorEngine &engine) { engine.setPaused(paused); });
    emit pausedChanged(paused);
}

void MonitorService::acknowledge(const AlertId &alert, const QString &who)
{
    tellEngine([=](MonitorEngine &engine) { engine.acknowledge(alert, who); });
}

void MonitorService::mute(const AlertId &alert, UtcTime until, const QString &who)
{
    tellEngine([=](MonitorEngine &engine) { engine.mute(alert, until, who); });
}

void MonitorService::unmute(const AlertId &alert, const QString &who)
{
    tellEngine([=](MonitorEngine &engine) { engine.unmute(alert, who); });
}

void MonitorService::addMaintenance(const MaintenanceWindow &window)
{
    m_history.saveMaintenance(window);
    tellEngine([=](MonitorEngine &engine) { engine.addMaintenance(window); });
}

void MonitorService::saveTolerance(const QueueId &queue, const Tolerance &tolerance, std::function<void(Result<void>)> done)
{
    storage::Tolerances wanted = m_tolerances;
    wanted.queues.insert(queue, tolerance);
    store(wanted, done);
}

void MonitorService::saveToleranceRule(const ToleranceRule &rule, std::function<void(Result<void>)> done)
{
    storage::Tolerances wanted = m_tolerances;
    const auto same = std::find_if(wanted.rules.begin(), wanted.rules.end(), [&](const ToleranceRule &saved) {
        return saved.connection == rule.connection && saved.queueGlob == rule.queueGlob;
    });
    if (same != wanted.rules.end())
        *same = rule;
    else
        wanted.rules.prepend(rule);
    store(wanted, done);
}

void MonitorService::removeTolerance(const QueueId &queue, std::function<void(Result<void>)> done)
{
    storage::Tolerances wanted = m_tolerances;
    wanted.queues.remove(queue);
    store(wanted, done);
}

storage::Tolerances MonitorService::effectiveTolerances() const
{
    storage::Tolerances all = m_tolerances;
    all.rules += m_builtInRules;
    return all;
}

void MonitorService::setBuiltInRules(const QVector<ToleranceRule> &rules)
{
    if (std::exchange(m_builtInRules, rules) != rules)
        tellEngine([all = effectiveTolerances()](MonitorEngine &engine) { engine.setTolerances(all); });
}

void MonitorService::store(const storage::Tolerances &tolerances, const std::function<void(Result<void>)> &done)
{
    const Result<void> written = m_file.write(tolerances);
    if (written) {
        m_tolerances = tolerances;
        tellEngine([all = effectiveTolerances()](MonitorEngine &engine) { engine.setTolerances(all); });
    }
    done(written);
}

void MonitorService::fetchHistory(const HistoryQuery &query, QObject *context, std::function<void(Result<HistorySlice>)> done)
{
    m_history.fetch(query, context, std::move(done));
}

void MonitorService::previewTolerance(const QueueId &queue, const Tolerance &tolerance, UtcTime from, UtcTime until, QObject *context,
                                      std::function<void(Result<QVector<Assessment>>)> done)
{
    const Millis interval = pollIntervalOf(queue);
    const auto judge = [=, guard = QPointer(context)](Result<storage::RecordedSamples> recorded) {
        if (!recorded) {
            done(failure(recorded.error()));
            return;
        }
        QThreadPool::globalInstance()->start([=, recorded = *std::move(recorded)] {
            const auto changes = replay(tolerance, std::max(interval, recorded.spacing), recorded.samples);
            // Whether `context` still lives is only known on its thread, the window's.
            QMetaObject::invokeMethod(qApp, [=] {
                if (guard)
                    done(changes);
            });
        });
    };
    m_history.readSamples(queue, from, until, longestPreview, context, judge);
}

void MonitorService::exportHistory(const QueueId &queue, const QString &path, QObject *context, std::function<void(Result<void>)> done)
{
    m_history.exportSamples(queue, {toleranceOf(queue).rulingWindow(), pollIntervalOf(queue)}, path, context, std::move(done));
}

const ConnectionConfig *MonitorService::connectionOf(const QueueId &queue) const
{
    const auto found = std::find_if(m_connections.cbegin(), m_connections.cend(),
                                    [&](const ConnectionConfig &config) { return config.id == queue.connection; });
    return found == m_connections.cend() ? nullptr : &*found;
}

Millis MonitorService::pollIntervalOf(const QueueId &queue) const
{
    const ConnectionConfig *config = connectionOf(queue);
    return config ? config->pollInterval : ConnectionConfig().pollInterval;
}

Tolerance MonitorService::toleranceOf(const QueueId &queue) const
{
    const ConnectionConfig *config = connectionOf(queue);
    return config ? storage::toleranceFor(effectiveTolerances(), queue, config->name, config->defaultTolerance) : Tolerance();
}

} // namespace holdwatch::operations
