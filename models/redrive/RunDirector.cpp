// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/RunDirector.h"

#include "models/core/Format.h"

#include <QSet>

#include <algorithm>

namespace holdwatch {

namespace {

using Stage = RunState::Stage;
using StopCause = RunState::StopCause;
using Proof = RedriveBounds::CanaryProof;

constexpr Millis asksAgain = Seconds(30);
constexpr Millis perMinuteSpan = Minutes(1);

/// A second's worth, so that quick runs needn't be sent one by one.
int burstOf(const RedriveBounds &bounds)
{
    return int(std::clamp<qint64>(bounds.milliPerSecond / 1000, 1, 10'000));
}

} // namespace

RunDirector::RunDirector(const RedrivePlan &plan, const RunBook &book, UtcTime deadline)
    : m_plan(plan), m_book(book), m_deadline(deadline), m_burst(burstOf(plan.bounds)), m_bucket(plan.bounds.milliPerSecond, m_burst, Millis(0)), m_canaries(plan, book)
{
    m_state.plan = plan.id;
    refreshCounts();
}

RunOrder RunDirector::next(Millis monotonic, const RunSignals &seen)
{
    m_now = seen.now;
    m_state.lastSignals = seen;
    countMoved(0, monotonic);
    if (m_state.stage == Stage::NotStarted)
        begin(monotonic, seen);
    if (m_open.kind != RunOrder::Kind::Wait)
        return wait(monotonic + asksAgain, QStringLiteral("Waits for what was begun."));
    switch (m_state.stage) {
    case Stage::Stopping:
    case Stage::Stopped: halt(); [[fallthrough]];
    case Stage::Finished: return finishOrder();
    case Stage::AfterWatch: return afterWatch(monotonic, seen);
    default: break;
    }
    if (const std::optional<StopReason> reason = mustStop(monotonic, seen))
        return stopNow(reason->cause, reason->text);
    if (m_state.stage == Stage::Paused)
        return wait(monotonic + asksAgain, QStringLiteral("Paused by a person."));
    return advance(monotonic, seen);
}

void RunDirector::begin(Millis monotonic, const RunSignals &seen)
{
    m_startedAt = monotonic;
    m_state.startedAt = seen.now;
    m_state.stage = Stage::Canary;
    enterStep(0);
    if (m_state.counts.confirmed == 0)
        return;
    m_phase = Phase::Looking;
    if (sendable() > 0)
        return;
    // A canary of a run that was broken off is watched to its end before anything follows it.
    const Millis whole = canaryWatch();
    Millis rest{0};
    for (const int ordinal : m_canaries.open())
        rest = std::max(rest, m_book.item(ordinal).at + whole - seen.now);
    watchFrom(monotonic, std::clamp(rest, Millis(0), whole));
}

std::optional<StopReason> RunDirector::mustStop(Millis monotonic, const RunSignals &seen) const
{
    if (seen.now >= m_deadline || monotonic - m_startedAt >= m_plan.bounds.deadline)
        return StopReason{StopCause::Deadline, QStringLiteral("The time this run was approved for is over.")};
    if (m_book.unknownByCount() > 0)
        return StopReason{StopCause::ProviderFailed, QStringLiteral("The answer to a step was lost. How many it moved must be cleared up first.")};
    // What a pause would wait for may be read again by its end; nothing is sent meanwhile.
    if (m_state.stage == Stage::Paused)
        return std::nullopt;
    return reasonToStop(m_plan, seen);
}

RunOrder RunDirector::advance(Millis monotonic, const RunSignals &seen)
{
    if (m_phase == Phase::Watching && !isWatchOver(monotonic))
        return watch(monotonic, seen);
    if (m_phase == Phase::Watching)
        m_phase = Phase::Looking;
    if (m_phase == Phase::Looking)
        return look();
    if (std::exchange(m_checksDepth, false) && m_plan.deadDepth && seen.deadDepth && *seen.deadDepth > *m_plan.deadDepth - m_book.movedByCount())
        return stopNow(StopCause::QueueChanged, QStringLiteral("More lie in the dead-letter queue than should: what was moved may be back."));
    return sendable() > 0 ? send(monotonic) : finish(monotonic);
}

int RunDirector::sendable() const
{
    return isItemRun() ? int(std::min<qint64>(m_queue.size(), m_book.allowance())) : m_quota;
}

void RunDirector::enterStep(int step)
{
    m_state.step = step;
    m_state.stage = step == 0 ? Stage::Canary : Stage::Stepping;
    m_phase = Phase::Sending;
    if (!isItemRun()) {
        const qint64 rest = m_isDrained ? 0 : m_book.allowance();
        const bool isFirst = step == 0 && m_plan.kind != RedrivePlan::Kind::WholeQueue;
        m_quota = int(m_plan.kind == RedrivePlan::Kind::WholeQueue ? (m_book.movedByCount() == 0 ? rest : 0) : std::min<qint64>(rest, isFirst ? 1 : stepSize(m_plan.bounds, step)));
        return;
    }
    if (step == 0)
        return fillCanaries();
    m_queue.clear();
    const int size = stepSize(m_plan.bounds, step);
    for (const ItemResult &item : m_book.items()) {
        if (m_queue.size() == size)
            break;
        if (item.outcome == ItemOutcome::Waiting && m_canaries.isProven(item.ordinal))
            m_queue << item.ordinal;
    }
}

void RunDirector::fillCanaries()
{
    m_queue = m_canaries.wanted(m_book);
    m_queue.resize(std::min<qsizetype>(m_queue.size(), m_book.allowance()));
}

RunOrder RunDirector::send(Millis monotonic)
{
    const int rest = sendable();
    const bool isWhole = m_plan.kind == RedrivePlan::Kind::WholeQueue;
    const int group = isWhole ? 1 : std::min(rest, (m_burst + 1) / 2);
    const int available = m_bucket.available(monotonic);
    if (available < group) {
        const Millis until = m_bucket.whenAvailable(group, monotonic);
        return wait(std::min(until, monotonic + asksAgain), QStringLiteral("Keeps to %1 a minute.").arg(formatRate(double(m_plan.bounds.milliPerSecond) * 0.06)));
    }
    RunOrder order{RunOrder::Kind::Send, {}, isWhole ? rest : std::min(rest, available), {}, {}};
    m_state.waitsUntil.reset();
    if (isItemRun())
        order.ordinals = m_queue.first(order.count);
    const bool isIntended = isItemRun() ? m_book.intend(order.ordinals, *m_now) : m_book.intendCount(order.count, *m_now);
    if (!isIntended)
        return stopNow(StopCause::ProviderFailed, QStringLiteral("The book of this run does not allow what was next."));
    m_bucket.take(std::min(order.count, available), monotonic);
    if (isItemRun())
        m_queue.remove(0, order.count);
    m_open = order;
    m_state.text = m_state.step == 0 ? QStringLiteral("Sends the canaries.") : QStringLiteral("Sends step %1.").arg(m_state.step);
    refreshCounts();
    return order;
}

void RunDirector::attempted(const QVector<ItemResult> &results, Millis monotonic)
{
    if (m_open.kind != RunOrder::Kind::Send || !isItemRun())
        return;
    const QVector<int> ordered = m_open.ordinals;
    QSet<int> notBegun(ordered.cbegin(), ordered.cend());
    m_open = {};
    QVector<ItemResult> counted;
    for (const ItemResult &result : results) {
        if (!notBegun.contains(result.ordinal) || result.outcome == ItemOutcome::Waiting || !m_book.record(result))
            continue;
        notBegun.remove(result.ordinal);
        counted << result;
    }
    QVector<int> again;
    for (const int ordinal : ordered) {
        if (notBegun.contains(ordinal) && m_book.record({ordinal, ItemOutcome::Waiting, m_now.value_or(UtcTime{}), {}, {}}))
            again << ordinal;
    }
    m_queue = again + m_queue;
    refreshCounts();
    // Judged only when all are written down: a stop leaves nothing intended behind.
    for (const ItemResult &result : std::as_const(counted))
        judge(result);
    countMoved(std::count_if(counted.cbegin(), counted.cend(), [](const ItemResult &result) { return isConfirmed(result.outcome); }), monotonic);
    stepSent(monotonic);
}

void RunDirector::judge(const ItemResult &result)
{
    if (result.outcome == ItemOutcome::Skipped)
        return;
    m_errorsInRow = isConfirmed(result.outcome) ? 0 : m_errorsInRow + 1;
    if (m_state.step == 0)
        m_canaries.settle(result);
    if (result.isThrottled && m_plan.bounds.stop.onThrottled)
        stop(StopCause::Throttled, QStringLiteral("The system asked to slow down."));
    else if (m_state.step == 0 && result.outcome == ItemOutcome::Unknown)
        stop(StopCause::Errors, QStringLiteral("The answer for a canary was lost, so it can't be watched."));
    else if (m_errorsInRow >= std::max(1, m_plan.bounds.stop.errors))
        stop(StopCause::Errors, m_errorsInRow == 1 ? QStringLiteral("An attempt failed.") : QStringLiteral("%1 attempts in a row failed.").arg(m_errorsInRow));
}

void RunDirector::movedByCount(ItemOutcome outcome, qint64 moved, Millis monotonic)
{
    if (m_open.kind != RunOrder::Kind::Send || isItemRun())
        return;
    const int asked = m_open.count;
    m_open = {};
    const bool isKnown = m_book.recordCount(outcome, moved, m_now.value_or(UtcTime{}));
    if (!isKnown)
        m_book.breakOff(m_now.value_or(UtcTime{}));
    if (isConfirmed(outcome))
        m_quota = std::max(0, m_quota - asked);
    if (!isKnown || outcome == ItemOutcome::Unknown) {
        stop(StopCause::ProviderFailed, QStringLiteral("The answer to a step was lost: it may have moved up to %1.").arg(formatCount(asked)));
    } else if (isConfirmed(outcome)) {
        m_errorsInRow = 0;
        m_isDrained = moved < asked;
        if (moved > asked)
            stop(StopCause::QueueChanged, QStringLiteral("The system moved %1 where %2 were asked for.").arg(formatCount(moved), formatCount(asked)));
    } else if (outcome == ItemOutcome::Failed && ++m_errorsInRow >= std::max(1, m_plan.bounds.stop.errors)) {
        stop(StopCause::Errors, QStringLiteral("%1 attempts in a row failed.").arg(m_errorsInRow));
    }
    if (m_isDrained)
        m_quota = 0;
    countMoved(isConfirmed(outcome) ? moved : 0, monotonic);
    stepSent(monotonic);
}

/// After an answer: more of this step, another canary in place of one that did not go, or the watch.
void RunDirector::stepSent(Millis monotonic)
{
    refreshCounts();
    if (sendable() == 0 && isItemRun() && m_state.step == 0)
        fillCanaries();
    if (sendable() > 0)
        return;
    watchFrom(monotonic, m_state.step > 0 ? m_plan.bounds.stepWatch : canaryWatch());
}

Millis RunDirector::canaryWatch() const
{
    return m_plan.bounds.proof == Proof::AcceptedUnproven ? Millis(0) : std::max(Millis(0), m_plan.bounds.canaryWatch);
}

void RunDirector::watchFrom(Millis monotonic, Millis span)
{
    m_phase = Phase::Watching;
    m_watchUntil = monotonic + std::max(Millis(0), span);
}

bool RunDirector::isWatchOver(Millis monotonic) const
{
    if (m_state.step > 0 || !isItemRun())
        return monotonic >= m_watchUntil;
    const bool allProven = m_canaries.open().isEmpty();
    return m_plan.bounds.proof == Proof::Ledger || allProven ? allProven : monotonic >= m_watchUntil;
}

RunOrder RunDirector::watch(Millis monotonic, const RunSignals &seen)
{
    const bool hasEnd = monotonic < m_watchUntil;
    m_state.waitsUntil = hasEnd ? std::optional(seen.now + (m_watchUntil - monotonic)) : std::nullopt;
    if (m_state.step > 0)
        return wait(m_watchUntil, QStringLiteral("Watches step %1.").arg(m_state.step));
    if (m_plan.bounds.proof == Proof::Ledger && isItemRun())
        return wait(hasEnd ? m_watchUntil : monotonic + asksAgain, QStringLiteral("Waits for the ledger to show what became of the canaries."));
    return wait(m_watchUntil, QStringLiteral("Watches the canaries."));
}

RunOrder RunDirector::look()
{
    if (!mayLook())
        return stopNow(StopCause::StaleSignal, QStringLiteral("The looks that were approved are used up."));
    ++m_looks;
    m_state.waitsUntil.reset();
    m_state.text = QStringLiteral("Looks whether anything is back.");
    m_open = RunOrder{RunOrder::Kind::Look, {}, 0, {}, m_state.text};
    return m_open;
}

bool RunDirector::mayLook() const
{
    return m_plan.lookCost.isEmpty() || m_looks < mostLooks(m_plan);
}

void RunDirector::looked(const QVector<int> &returned, Millis)
{
    if (m_open.kind != RunOrder::Kind::Look)
        return;
    m_open = {};
    const QVector<int> canaries = m_canaries.open();
    bool isCanaryBack = false;
    for (const int ordinal : returned) {
        if (!m_book.returned(ordinal, m_now.value_or(UtcTime{}), QStringLiteral("Seen again in the dead-letter queue.")))
            continue;
        ++m_returned;
        isCanaryBack = isCanaryBack || canaries.contains(ordinal);
    }
    refreshCounts();
    if (m_state.stage == Stage::AfterWatch)
        return endAfterWatch(verdictOfLook());
    if (isCanaryBack || m_returned >= std::max(1, m_plan.bounds.stop.returned))
        return stop(StopCause::Returned, isCanaryBack ? QStringLiteral("A canary is back in the dead-letter queue.") : QStringLiteral("%1 redriven came back to the dead-letter queue.").arg(formatCount(m_returned)));
    if (m_phase != Phase::Looking)
        return;
    m_phase = Phase::Sending;
    m_checksDepth = !isItemRun();
    if (sendable() > 0)
        return; // the look before a pause's end: this step goes on
    if (m_state.step == 0)
        m_canaries.proveAll();
    const Stage before = m_state.stage;
    enterStep(m_state.step + 1);
    if (before == Stage::Paused || before == Stage::Stopping || before == Stage::Stopped) {
        m_pausedFrom = m_state.stage;
        m_state.stage = before;
    }
}

QString RunDirector::verdictOfLook() const
{
    if (!isItemRun())
        return QStringLiteral("Moved by count: what came back can't be told apart.");
    const int returned = m_state.counts.returned;
    return returned == 0 ? QStringLiteral("Nothing was seen back.") : QStringLiteral("%1 came back.").arg(formatCount(returned));
}

void RunDirector::lookFailed(const Error &error)
{
    if (m_open.kind == RunOrder::Kind::Look)
        m_open = {};
    if (m_state.stage == Stage::AfterWatch)
        return endAfterWatch(QStringLiteral("Whether anything came back can't be said: %1").arg(error.what));
    stop(error.kind == Error::Kind::Throttled ? StopCause::Throttled : StopCause::ProviderFailed, QStringLiteral("The look failed: %1").arg(error.what));
}

void RunDirector::recordFailed(const Error &error)
{
    stop(StopCause::RecordFailed, QStringLiteral("The record can't be written: %1").arg(error.what));
}

void RunDirector::proveCanary(int ordinal)
{
    m_canaries.prove(ordinal);
}

void RunDirector::pause()
{
    if (m_state.stage != Stage::Canary && m_state.stage != Stage::Stepping)
        return;
    m_pausedFrom = m_state.stage;
    m_state.stage = Stage::Paused;
    m_state.text = QStringLiteral("Paused by a person.");
}

void RunDirector::resume()
{
    if (m_state.stage != Stage::Paused)
        return;
    m_state.stage = m_pausedFrom;
    m_state.text.clear();
    // Much may have come back meanwhile.
    if (m_phase == Phase::Sending && m_state.counts.confirmed > 0)
        m_phase = Phase::Looking;
}

void RunDirector::stop(StopCause cause, const QString &text)
{
    if (m_state.stage == Stage::AfterWatch)
        return endAfterWatch(QStringLiteral("The watch was ended early: %1").arg(text));
    if (m_state.stage == Stage::Stopping || m_state.stage == Stage::Stopped || m_state.stage == Stage::Finished)
        return;
    m_state.stage = Stage::Stopping;
    m_state.cause = cause;
    m_state.text = text;
    if (m_open.kind == RunOrder::Kind::Wait)
        halt();
}

void RunDirector::halt()
{
    m_state.stage = Stage::Stopped;
    m_state.waitsUntil.reset();
    if (!m_state.endedAt)
        m_state.endedAt = m_now;
    m_book.breakOff(m_now.value_or(UtcTime{}));
    refreshCounts();
}

void RunDirector::close(Millis monotonic)
{
    if (m_state.stage != Stage::Stopped && m_state.stage != Stage::NotStarted)
        return;
    finish(monotonic);
}

RunOrder RunDirector::finish(Millis monotonic)
{
    m_book.close(m_now.value_or(UtcTime{}));
    refreshCounts();
    if (!m_state.endedAt)
        m_state.endedAt = m_now;
    const bool isWatched = m_state.counts.confirmed > 0 && m_plan.bounds.afterWatch > Millis(0);
    m_state.stage = isWatched ? Stage::AfterWatch : Stage::Finished;
    m_state.text = isWatched ? QStringLiteral("Watches whether anything comes back.") : QStringLiteral("Closed.");
    watchFrom(monotonic, m_plan.bounds.afterWatch);
    if (!isWatched)
        m_state.verdict = m_state.counts.confirmed > 0 ? QStringLiteral("Not watched afterwards.") : QStringLiteral("Nothing was moved.");
    return finishOrder();
}

RunOrder RunDirector::afterWatch(Millis monotonic, const RunSignals &seen)
{
    if (monotonic >= m_watchUntil && mayLook())
        return look();
    if (monotonic >= m_watchUntil) {
        endAfterWatch(QStringLiteral("Not looked at again: the looks that were approved are used up."));
        return finishOrder();
    }
    m_state.waitsUntil = seen.now + (m_watchUntil - monotonic);
    return wait(m_watchUntil, QStringLiteral("Watches whether anything comes back."));
}

void RunDirector::endAfterWatch(const QString &verdict)
{
    m_state.stage = Stage::Finished;
    m_state.verdict = verdict;
    m_state.text = verdict;
    m_state.waitsUntil.reset();
}

RunOrder RunDirector::finishOrder() const
{
    return RunOrder{RunOrder::Kind::Finish, {}, 0, {}, m_state.text};
}

RunOrder RunDirector::stopNow(StopCause cause, const QString &text)
{
    stop(cause, text);
    return finishOrder();
}

RunOrder RunDirector::wait(Millis until, const QString &text)
{
    if (m_state.stage != Stage::Stopping)
        m_state.text = text;
    return RunOrder{RunOrder::Kind::Wait, {}, 0, until, text};
}

void RunDirector::countMoved(qint64 moved, Millis monotonic)
{
    if (moved > 0)
        m_recent << std::pair(monotonic, moved);
    const auto tooOld = [monotonic](const std::pair<Millis, qint64> &each) { return monotonic - each.first >= perMinuteSpan; };
    m_recent.removeIf(tooOld);
    double sum = 0;
    for (const auto &[at, count] : std::as_const(m_recent))
        sum += double(count);
    m_state.perMinute = sum;
}

void RunDirector::refreshCounts()
{
    m_state.counts = m_book.counts();
    m_state.movedByCount = m_book.movedByCount();
}

} // namespace holdwatch
