// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/polling/ConnectionPoller.h"

#include <algorithm>
#include <utility>

namespace holdwatch::operations {

namespace {

using State = ConnectionStatus::State;

State stateFor(Error::Kind kind)
{
    switch (kind) {
    case Error::Kind::Unauthorized:
    case Error::Kind::Forbidden:
    case Error::Kind::PaymentRequired: return State::Unauthorized;
    case Error::Kind::Configuration:
    case Error::Kind::Unsupported: return State::Misconfigured;
    case Error::Kind::Unreachable:
    case Error::Kind::Timeout:
    case Error::Kind::TlsRefused: return State::Unreachable;
    default: return State::BackingOff;
    }
}

Error tookTooLong(Millis deadline)
{
    Error error;
    error.kind = Error::Kind::Timeout;
    error.what = QStringLiteral("The server gave no complete answer within %1 s.").arg(deadline.count() / 1000);
    error.kept = QStringLiteral("The last figures stay on screen with their age.");
    return error;
}

QString failuresInWords(const QVector<providers::QueueFailure> &failures, qsizetype all)
{
    if (failures.isEmpty())
        return {};
    return QStringLiteral("%1 of %2 queues could not be read; %3: %4")
        .arg(failures.size()).arg(all).arg(failures.constFirst().queue.name, toSentence(failures.constFirst().error));
}

} // namespace

ConnectionPoller::ConnectionPoller(ConnectionConfig config, Result<std::unique_ptr<providers::Provider>> provider, const Clock &clock,
                                   net::Backoff::Random random, QObject *parent)
    : QObject(parent), m_config(std::move(config)), m_clock(clock), m_filter(m_config.queueFilter),
      m_schedule(m_config.pollInterval, m_config.deadline, std::move(random)), m_meter(m_config.pollInterval)
{
    m_status.id = m_config.id;
    m_status.name = m_config.name;
    m_status.provider = m_config.provider;
    m_status.environment = m_config.environment;
    if (provider) {
        m_provider = *std::move(provider);
        return;
    }
    // Without a key there is nothing to ask with yet, which is no fault of the settings.
    const Error::Kind kind = provider.error().kind;
    const bool lacksKey = kind == Error::Kind::Unauthorized;
    m_status.state = lacksKey ? State::Unauthorized : kind == Error::Kind::Timeout ? State::Connecting : State::Misconfigured;
    m_status.text = toSentence(provider.error());
}

ConnectionPoller::~ConnectionPoller()
{
    m_stopping = true;
}

void ConnectionPoller::advance()
{
    if (m_stopping)
        return;
    publish(m_status);
    if (!m_provider)
        return;
    const Millis now = m_clock.monotonic();
    if (m_schedule.isOverdue(now) && !std::exchange(m_overdue, true))
        m_provider->cancelAll();
    else if (m_schedule.isDue(now))
        poll();
}

void ConnectionPoller::goOnAfter(const ConnectionPoller &earlier)
{
    const Millis until = earlier.m_schedule.serverWantsUntil();
    if (!m_provider || until <= m_clock.monotonic())
        return;
    m_schedule.waitFor(until);
    m_status.state = earlier.m_status.state;
    m_status.text = earlier.m_status.text;
    showSchedule();
}

void ConnectionPoller::pollNow()
{
    m_listedAt.reset();
    m_schedule.pollNow(m_clock.monotonic());
    showSchedule();
}

void ConnectionPoller::setPaused(bool paused)
{
    if (!m_provider)
        return;
    m_schedule.setPaused(paused, m_clock.monotonic());
    m_status.state = paused ? State::Paused : State::Connecting;
    m_status.text.clear();
    if (paused && isBusy()) {
        m_cancelled = true;
        m_provider->cancelAll();
    }
    showSchedule();
}

void ConnectionPoller::setNoticeTroubles(const QStringList &troubles)
{
    m_status.noticeTroubles = troubles;
    publish(m_status);
}

void ConnectionPoller::stop()
{
    m_stopping = true;
    if (!isBusy()) {
        emit stopped();
        return;
    }
    m_provider->cancelAll();
}

QCoro::Task<void> ConnectionPoller::poll()
{
    m_schedule.start(m_clock.monotonic());
    m_overdue = false;
    m_cancelled = false;
    m_requests = 0;
    const Result<providers::SampleBatch> outcome = co_await ask();
    finish(outcome);
}

QCoro::Task<Result<providers::SampleBatch>> ConnectionPoller::ask()
{
    const Millis now = m_clock.monotonic();
    Result<void> ready;
    if (!m_probedAt || now - *m_probedAt >= probeEvery)
        ready = co_await probe();
    if (ready && (!m_listedAt || now - *m_listedAt >= relistEvery))
        ready = co_await list();
    Result<providers::SampleBatch> batch;
    if (ready)
        batch = co_await m_provider->metrics()->sample(m_queues);
    else
        batch = failure(ready.error());
    co_return batch;
}

QCoro::Task<Result<void>> ConnectionPoller::probe()
{
    Result<void> done;
    if (!m_provider->metrics()) {
        done = failure(Error::Kind::Unsupported, QStringLiteral("This system offers no figures to watch."));
        co_return done;
    }
    ++m_requests;
    const Result<providers::ProbeReport> report = co_await m_provider->metrics()->probe();
    if (report) {
        m_probedAt = m_clock.monotonic();
        m_status.drift = report->drift;
        m_status.rights = report->rights;
        m_status.system = report->description.system;
        m_status.pollingCost = report->description.pollingCost;
        m_status.meanings = report->description.metrics;
        m_status.clockOffset = report->clockOffset;
    } else {
        done = failure(report.error());
    }
    co_return done;
}

QCoro::Task<Result<void>> ConnectionPoller::list()
{
    Result<void> done;
    ++m_requests;
    Result<QVector<WatchedQueue>> found = co_await m_provider->metrics()->list();
    if (!found) {
        done = failure(found.error());
        co_return done;
    }
    found->removeIf([&](const WatchedQueue &queue) { return !m_filter.accepts(queue.id.name); });
    m_queues = *std::move(found);
    m_listedAt = m_clock.monotonic();
    if (!m_stopping)
        emit listed(m_queues);
    co_return done;
}

void ConnectionPoller::finish(const Result<providers::SampleBatch> &outcome)
{
    const Millis now = m_clock.monotonic();
    if (m_stopping) {
        m_schedule.cancel(now);
        emit stopped();
        return;
    }
    ++m_pollsEnded;
    m_meter.add(now, m_requests + (outcome ? outcome->requests : 0), outcome ? outcome->costUsd : std::nullopt);
    if (outcome)
        accept(*outcome);
    else if (m_cancelled)
        m_schedule.cancel(now);
    else
        reject(m_overdue && outcome.error().kind == Error::Kind::Cancelled ? tookTooLong(m_schedule.deadline()) : outcome.error());
    m_status.requestsPerMinute = m_meter.perMinute(now);
    m_status.costPerHourUsd = m_meter.costPerHourUsd(now);
    m_status.queueCount = static_cast<int>(m_queues.size());
    showSchedule();
}

void ConnectionPoller::accept(const providers::SampleBatch &batch)
{
    const auto refused = std::find_if(batch.failures.cbegin(), batch.failures.cend(), [&](const providers::QueueFailure &failed) {
        return failed.error.kind == Error::Kind::Throttled || (batch.samples.isEmpty() && failed.error.kind != Error::Kind::NotFound);
    });
    if (refused != batch.failures.cend()) {
        reject(refused->error);
        emit sampled(batch);
        return;
    }
    m_schedule.succeed(m_clock.monotonic());
    const bool someAreGone = std::any_of(batch.failures.cbegin(), batch.failures.cend(), [](const providers::QueueFailure &failed) {
        return failed.error.kind == Error::Kind::NotFound;
    });
    if (someAreGone)
        m_listedAt.reset();
    if (m_schedule.hold() != PollSchedule::Hold::Paused) {
        m_status.state = batch.failures.isEmpty() ? State::Ok : State::Degraded;
        m_status.text = failuresInWords(batch.failures, m_queues.size());
    }
    m_status.lastSuccess = m_clock.now();
    if (batch.clockOffset)
        m_status.clockOffset = batch.clockOffset;
    emit sampled(batch);
}

void ConnectionPoller::reject(const Error &error)
{
    m_schedule.fail(m_clock.monotonic(), error);
    // Whoever answers after this may be another version: look again at what it offers.
    m_probedAt.reset();
    m_status.state = stateFor(error.kind);
    m_status.text = toSentence(error);
}

void ConnectionPoller::showSchedule()
{
    const auto next = m_schedule.nextAt();
    m_status.nextAttempt.reset();
    if (next)
        m_status.nextAttempt = m_clock.now() + std::max(Millis(0), *next - m_clock.monotonic());
    publish(m_status);
}

void ConnectionPoller::publish(const ConnectionStatus &status)
{
    if (status == m_shown)
        return;
    m_shown = status;
    emit statusChanged(m_shown);
}

} // namespace holdwatch::operations
