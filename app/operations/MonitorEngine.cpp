// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/MonitorEngine.h"

#include "app/operations/KeySource.h"
#include "app/operations/notices/CommandHook.h"
#include "app/operations/notices/Webhook.h"
#include "app/operations/polling/ConnectionPoller.h"

#include <QLoggingCategory>

#include <algorithm>
#include <utility>

namespace holdwatch::operations {

Q_LOGGING_CATEGORY(engineLog, "holdwatch.engine")

struct MonitorEngine::Watch
{
    QueueBook book;
    std::unique_ptr<ConnectionPoller> poller;
    QMap<QString, QString> noticeTroubles; ///< by channel; none for one that works
    std::vector<std::unique_ptr<NoticeChannel>> channels; ///< last: one that is cut off says so while it goes

    void noteTrouble(const QString &channel, const QString &text)
    {
        if (text.isEmpty())
            noticeTroubles.remove(channel);
        else
            noticeTroubles[channel] = text;
        poller->setNoticeTroubles(noticeTroubles.values());
    }
};

MonitorEngine::MonitorEngine(EngineParts parts, EngineStart start, QObject *parent)
    : QObject(parent), m_parts(std::move(parts)), m_configs(std::move(start.connections)), m_tolerances(std::move(start.tolerances)),
      m_alerts(std::move(start.alerts)), m_heartbeat(this)
{
    m_heartbeat.setInterval(heartbeat);
    connect(&m_heartbeat, &QTimer::timeout, this, &MonitorEngine::beat);
}

MonitorEngine::~MonitorEngine() = default;

void MonitorEngine::start()
{
    QSet<ConnectionId> known;
    for (const ConnectionConfig &config : std::as_const(m_configs)) {
        known.insert(config.id);
        m_watches.push_back(makeWatch(config));
    }
    m_alerts.keepOnlyConnections(known, m_parts.clock.now());
    qCInfo(engineLog) << "watching" << m_watches.size() << "connections";
    m_heartbeat.start();
    beat();
}

namespace {

bool isSameSystem(const ConnectionConfig &a, const ConnectionConfig &b)
{
    return a.provider == b.provider && a.baseUrl == b.baseUrl;
}

} // namespace

void MonitorEngine::watch(const ConnectionConfig &config)
{
    std::optional<QueueBook> known = retire(config.id, &config);
    const ConnectionPoller *earlier = known ? m_leaving.back()->poller.get() : nullptr;
    const auto place = std::find_if(m_configs.begin(), m_configs.end(), [&](const ConnectionConfig &each) { return each.id == config.id; });
    if (place == m_configs.end())
        m_configs.append(config);
    else
        *place = config;
    m_watches.push_back(makeWatch(config, std::move(known)));
    if (earlier)
        m_watches.back()->poller->goOnAfter(*earlier);
    qCInfo(engineLog).noquote() << "watching" << config.name;
    beat();
}

void MonitorEngine::forget(const ConnectionId &connection)
{
    retire(connection, nullptr);
    m_configs.removeIf([&](const ConnectionConfig &each) { return each.id == connection; });
    QSet<ConnectionId> known;
    for (const ConnectionConfig &config : std::as_const(m_configs))
        known.insert(config.id);
    m_alerts.keepOnlyConnections(known, m_parts.clock.now());
    publishNews();
}

std::optional<QueueBook> MonitorEngine::retire(const ConnectionId &connection, const ConnectionConfig *successor)
{
    const auto found = std::find_if(m_watches.begin(), m_watches.end(), [&](const auto &watch) { return watch->poller->config().id == connection; });
    if (found == m_watches.end())
        return std::nullopt;
    std::unique_ptr<Watch> watch = std::move(*found);
    m_watches.erase(found);
    std::optional<QueueBook> kept;
    if (successor && isSameSystem(watch->poller->config(), *successor)) {
        kept = std::move(watch->book);
    } else if (const QVector<QueueId> gone = watch->book.list({}); !gone.isEmpty()) {
        m_alerts.forgetQueues(gone, m_parts.clock.now());
        emit queuesRemoved(gone);
    }
    ConnectionPoller *poller = watch->poller.get();
    disconnect(poller, nullptr, this, nullptr);
    m_leaving.push_back(std::move(watch));
    // Never from inside the poller's own signal.
    connect(poller, &ConnectionPoller::stopped, this, [this, poller] {
        std::erase_if(m_leaving, [&](const auto &each) { return each->poller.get() == poller; });
        finishWhenIdle();
    }, Qt::QueuedConnection);
    poller->stop();
    return kept;
}

std::unique_ptr<MonitorEngine::Watch> MonitorEngine::makeWatch(const ConnectionConfig &config, std::optional<QueueBook> book)
{
    const auto toleranceOf = [this, name = config.name, fallback = config.defaultTolerance](const QueueId &id) {
        return storage::toleranceFor(m_tolerances, id, name, fallback);
    };
    if (book) {
        book->setConnection(config, toleranceOf);
    } else {
        book.emplace(config, toleranceOf);
        book->setWatchedSince(m_watchedSince);
    }
    auto made = std::make_unique<Watch>(Watch{*std::move(book), nullptr, {}, {}});
    made->poller = std::make_unique<ConnectionPoller>(config, m_parts.providers.make(config), m_parts.clock, m_parts.random);
    addChannels(*made, config);

    Watch *watch = made.get();
    ConnectionPoller *poller = watch->poller.get();
    connect(poller, &ConnectionPoller::listed, this, [this, watch](const QVector<WatchedQueue> &queues) { takeListing(*watch, queues); });
    connect(poller, &ConnectionPoller::sampled, this, [this, watch](const providers::SampleBatch &batch) { takeSamples(*watch, batch); });
    connect(poller, &ConnectionPoller::statusChanged, this, [this, config](const ConnectionStatus &status) { takeConnection(config, status); });
    connect(poller, &ConnectionPoller::stopped, this, &MonitorEngine::finishWhenIdle, Qt::QueuedConnection);
    if (m_paused)
        poller->setPaused(true);
    return made;
}

void MonitorEngine::addChannels(Watch &watch, const ConnectionConfig &config)
{
    const QString command = QStringLiteral("command");
    const QString webhook = QStringLiteral("webhook");
    const auto noteFault = [&](const QString &channel, const QString &text) {
        qCWarning(engineLog).noquote() << config.name << "tells nobody:" << text;
        watch.noteTrouble(channel, text);
    };
    if (!config.hookCommand.isEmpty()) {
        if (const auto fault = CommandHook::faultOf(config.hookCommand))
            noteFault(command, *fault);
        addChannel(watch, command, std::make_unique<CommandHook>(config.hookCommand, CommandHook::Options{Seconds(10), keyVariables()}));
    }
    if (config.webhook.isEmpty())
        return;
    if (auto client = m_parts.webhookClient(config))
        addChannel(watch, webhook, std::make_unique<Webhook>(config.webhook, *std::move(client)));
    else
        noteFault(webhook, QStringLiteral("The webhook can't be used: %1").arg(toSentence(client.error())));
}

void MonitorEngine::addChannel(Watch &watch, const QString &name, std::unique_ptr<NoticeChannel> channel)
{
    connect(channel.get(), &NoticeChannel::failed, this, [this, &watch, name](const Alert &alert, const QString &text) {
        qCWarning(engineLog).noquote() << text;
        watch.noteTrouble(name, text);
        m_alerts.noticeFailed(alert, text, m_parts.clock.now());
    });
    connect(channel.get(), &NoticeChannel::delivered, this, [&watch, name] { watch.noteTrouble(name, {}); });
    watch.channels.push_back(std::move(channel));
}

QStringList MonitorEngine::keyVariables() const
{
    QStringList variables{RunKeys::customaryVariable()};
    for (const ConnectionConfig &config : m_configs)
        variables << RunKeys::variableOf(config);
    variables.removeAll(QString());
    return variables;
}

void MonitorEngine::beat()
{
    for (const auto &watch : m_watches)
        watch->poller->advance();
    letTimePass();
    publish();
}

void MonitorEngine::letTimePass()
{
    const Moment now = Moment::of(m_parts.clock);
    if (now.monotonic - m_lastTick < Seconds(1))
        return;
    m_lastTick = now.monotonic;
    for (const auto &watch : m_watches)
        watch->book.tick(now);
    m_alerts.tick(now.wall);
}

void MonitorEngine::takeListing(Watch &watch, const QVector<WatchedQueue> &queues)
{
    const QVector<QueueId> gone = watch.book.list(queues);
    if (gone.isEmpty())
        return;
    m_alerts.forgetQueues(gone, m_parts.clock.now());
    emit queuesRemoved(gone);
}

void MonitorEngine::takeSamples(Watch &watch, const providers::SampleBatch &batch)
{
    watch.book.observe(batch, Moment::of(m_parts.clock));
    QVector<storage::RecordedSample> judged;
    judged.reserve(batch.samples.size());
    for (const QueueSample &sample : batch.samples) {
        const QueueStatus *status = watch.book.find(sample.queue);
        if (status && status->sample.takenAt == sample.takenAt)
            judged.append({status->sample, status->assessment.verdict});
    }
    if (!judged.isEmpty())
        emit samplesJudged(judged);
}

void MonitorEngine::takeConnection(const ConnectionConfig &config, const ConnectionStatus &status)
{
    m_alerts.observeConnection(status, config.pollInterval * 3, m_parts.clock.now());
    emit connectionChanged(status);
}

void MonitorEngine::publish()
{
    QVector<QueueStatus> changed;
    for (const auto &watch : m_watches)
        changed += watch->book.takeChanged();
    for (const QueueStatus &status : std::as_const(changed))
        m_alerts.observe(status, m_parts.clock.now());
    if (!changed.isEmpty())
        emit statusesChanged(changed);
    publishNews();
}

void MonitorEngine::publishNews()
{
    const AlertBook::News news = m_alerts.takeNews();
    for (const Alert &alert : news.changed)
        emit alertChanged(alert);
    for (const AlertLogEntry &entry : news.log)
        emit alertLogged(entry);
    for (const Notice &notice : news.notices) {
        emit noticeRaised(notice);
        const auto origin = std::find_if(m_watches.cbegin(), m_watches.cend(), [&](const auto &watch) {
            return watch->poller->config().id == notice.alert.queue.connection;
        });
        if (origin == m_watches.cend())
            continue;
        for (const auto &channel : (*origin)->channels)
            channel->deliver(notice);
    }
}

void MonitorEngine::requestRefresh()
{
    for (const auto &watch : m_watches)
        watch->poller->pollNow();
}

void MonitorEngine::retry(const ConnectionId &connection)
{
    for (const auto &watch : m_watches) {
        if (watch->poller->config().id == connection)
            watch->poller->pollNow();
    }
}

void MonitorEngine::setPaused(bool paused)
{
    m_paused = paused;
    for (const auto &watch : m_watches)
        watch->poller->setPaused(paused);
}

void MonitorEngine::setTolerances(const storage::Tolerances &tolerances)
{
    m_tolerances = tolerances;
    for (const auto &watch : m_watches)
        watch->book.judgeAnew();
}

void MonitorEngine::noteExpiries(const QVector<storage::Expiries> &expiries)
{
    QVector<RetentionOutlook> outlooks;
    for (const storage::Expiries &each : expiries) {
        const auto config = std::find_if(m_configs.cbegin(), m_configs.cend(), [&](const ConnectionConfig &one) { return one.id == each.deadSet.connection; });
        if (config != m_configs.cend() && each.next)
            outlooks.append({each.deadSet, config->name, *each.next, each.soon});
    }
    m_alerts.observeRetention(outlooks, m_parts.clock.now());
    publishNews();
}

void MonitorEngine::setWatchedSince(const QHash<QueueId, UtcTime> &since)
{
    m_watchedSince = since;
    for (const auto &watch : m_watches)
        watch->book.setWatchedSince(since);
}

void MonitorEngine::acknowledge(const AlertId &alert, const QString &who)
{
    m_alerts.acknowledge(alert, who, m_parts.clock.now());
    publishNews();
}

void MonitorEngine::mute(const AlertId &alert, UtcTime until, const QString &who)
{
    m_alerts.mute(alert, until, who, m_parts.clock.now());
    publishNews();
}

void MonitorEngine::unmute(const AlertId &alert, const QString &who)
{
    m_alerts.unmute(alert, who, m_parts.clock.now());
    publishNews();
}

void MonitorEngine::addMaintenance(const MaintenanceWindow &window)
{
    m_alerts.addMaintenance(window, m_parts.clock.now());
    publishNews();
}

QVector<ConnectionStatus> MonitorEngine::connections() const
{
    QVector<ConnectionStatus> statuses;
    for (const auto &watch : m_watches)
        statuses.append(watch->poller->status());
    return statuses;
}

QVector<QueueStatus> MonitorEngine::queuesOf(const ConnectionId &connection) const
{
    for (const auto &watch : m_watches) {
        if (watch->poller->config().id == connection)
            return watch->book.all();
    }
    return {};
}

bool MonitorEngine::hasSeen(int polls) const
{
    return std::all_of(m_watches.cbegin(), m_watches.cend(), [&](const auto &watch) {
        using State = ConnectionStatus::State;
        const ConnectionPoller &poller = *watch->poller;
        const State state = poller.status().state;
        const bool answers = state == State::Ok || state == State::Degraded || state == State::Connecting;
        return !answers || (poller.pollsEnded() >= polls && (state == State::Degraded || watch->book.allSampled()));
    });
}

void MonitorEngine::stop()
{
    m_stopping = true;
    m_heartbeat.stop();
    for (const auto &watch : m_watches)
        watch->poller->stop();
    QTimer::singleShot(longestStop, this, [this] {
        if (!m_finished)
            qCWarning(engineLog) << "stopped while an answer was still awaited";
        if (!std::exchange(m_finished, true))
            emit finished();
    });
    finishWhenIdle();
}

void MonitorEngine::finishWhenIdle()
{
    const bool isIdle = m_leaving.empty()
        && std::none_of(m_watches.cbegin(), m_watches.cend(), [](const auto &watch) { return watch->poller->isBusy(); });
    if (m_stopping && isIdle && !std::exchange(m_finished, true))
        emit finished();
}

} // namespace holdwatch::operations
