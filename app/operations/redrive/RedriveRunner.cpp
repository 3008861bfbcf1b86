// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/RedriveRunner.h"

#include "app/operations/redrive/DeadSets.h"

#include <QMutexLocker>

#include <algorithm>
#include <utility>

namespace holdwatch::operations {

using Stage = RunState::Stage;
using StopCause = RunState::StopCause;

providers::RedriveItem redriveItem(const RedrivePlan &plan, int ordinal, const QString &elsewhere)
{
    const PlanItem &planned = plan.items.at(ordinal);
    providers::RedriveItem item;
    item.ordinal = ordinal;
    item.id = planned.id;
    item.digest = planned.digest;
    item.diedAt = planned.diedAt;
    item.target = !plan.target.isEmpty() ? plan.target : planned.originQueue.isEmpty() ? elsewhere : planned.originQueue;
    item.idempotencyKey = (plan.id.text() + QLatin1Char('-') + QString::number(ordinal)).toUtf8();
    if (plan.correction)
        item.payload = plan.correction->payload;
    return item;
}

QStringList targetsOf(const RedrivePlan &plan, const QString &elsewhere)
{
    if (!plan.target.isEmpty())
        return {plan.target};
    QStringList found;
    for (const PlanItem &each : plan.items) {
        const QString target = each.originQueue.isEmpty() ? elsewhere : each.originQueue;
        if (!target.isEmpty() && !found.contains(target))
            found << target;
    }
    if (found.isEmpty() && !elsewhere.isEmpty())
        found << elsewhere;
    return found;
}

RedriveRunner::RedriveRunner(Approval approval, RedrivePlan plan, RunBook book, Parts parts)
    : m_approval(std::move(approval)), m_plan(std::move(plan)), m_parts(std::move(parts)), m_record(m_plan.id, m_parts.by),
      m_director(m_plan, book, m_approval.deadline())
{
    m_alarm.setSingleShot(true);
    connect(&m_alarm, &QTimer::timeout, this, &RedriveRunner::poke);
}

RedriveRunner::~RedriveRunner() = default;

void RedriveRunner::start()
{
    poke();
}

void RedriveRunner::poke()
{
    if (m_isOver)
        return;
    if (m_isDriving) {
        m_pokedMeanwhile = true;
        return;
    }
    m_isDriving = true;
    QCoro::connect(drive(), this, [this] {
        m_isDriving = false;
        if (m_isOver)
            emit ended();
        else if (std::exchange(m_pokedMeanwhile, false))
            poke();
    });
}

QCoro::Task<> RedriveRunner::drive()
{
    m_alarm.stop();
    if (!m_isPrepared) {
        m_isPrepared = true;
        const bool isReady = co_await prepare();
        if (!isReady) {
            co_await finish();
            co_return;
        }
    }
    for (;;) {
        m_pokedMeanwhile = false;
        const RunOrder order = m_director.next(m_parts.clock.monotonic(), signalsNow());
        tell();
        switch (order.kind) {
        case RunOrder::Kind::Wait: {
            const Millis wait = std::max(Millis(0), order.until - m_parts.clock.monotonic());
            if (!m_pokedMeanwhile)
                m_alarm.start(wait);
            co_return;
        }
        case RunOrder::Kind::Look:
            co_await look();
            break;
        case RunOrder::Kind::Send:
            co_await send(order);
            break;
        case RunOrder::Kind::Finish:
            co_await finish();
            if (m_isOver)
                co_return;
            break;
        }
    }
}

QCoro::Task<bool> RedriveRunner::prepare()
{
    const QueueId name{m_plan.connection, m_plan.deadSet};
    m_deadSet = co_await findDeadSet(*m_parts.provider, name);
    const bool isByCount = !isByItem(m_plan);
    const auto missing = [&](const char *role) {
        m_director.stop(StopCause::ProviderFailed, m_parts.provider->describe().absent.value(QLatin1String(role), QStringLiteral("This system can't do what the plan asks for.")));
        return false;
    };
    Result<providers::RedriveTerms> terms = failure(Error::Kind::Unsupported, QString());
    if (isByCount) {
        if (!m_parts.provider->bulkRedriver())
            co_return missing("bulk-redriver");
        terms = co_await m_parts.provider->bulkRedriver()->bulkTerms(m_deadSet);
    } else {
        if (!m_parts.provider->itemRedriver())
            co_return missing("item-redriver");
        terms = co_await m_parts.provider->itemRedriver()->itemTerms(m_deadSet, m_plan.target);
    }
    if (!terms) {
        m_director.stop(StopCause::ProviderFailed, toSentence(terms.error()));
        co_return false;
    }
    m_terms = *terms;
    if (!m_terms.refusals.isEmpty()) {
        m_director.stop(StopCause::ProviderFailed, m_terms.refusals.join(QLatin1Char(' ')));
        co_return false;
    }
    // What was approved was the queue as it was then: a system that picks by itself would now pick others.
    if (isByCount && state().movedByCount == 0 && m_plan.deadDepth && m_terms.deadDepth && *m_plan.deadDepth != *m_terms.deadDepth) {
        m_director.stop(StopCause::QueueChanged, QStringLiteral("The dead-letter queue holds %1 messages, the plan was approved for %2. Make a new plan.").arg(*m_terms.deadDepth).arg(*m_plan.deadDepth));
        co_return false;
    }
    m_expectedDead = m_terms.deadDepth.value_or(-1);
    co_return write({m_record.started(book().counts(), m_terms, m_approval.isContinued())});
}

RunSignals RedriveRunner::signalsNow() const
{
    RunSignals seen = m_parts.signalsNow(targetsOf(m_plan, m_terms.target));
    seen.isThrottled = seen.isThrottled || m_isThrottled;
    return seen;
}

bool RedriveRunner::write(const QVector<AuditDraft> &drafts)
{
    const QVector<AuditDraft> all = m_unwritten + drafts;
    if (all.isEmpty())
        return true;
    const auto written = m_parts.write(all);
    if (!written) {
        m_director.recordFailed(written.error());
        return false;
    }
    m_unwritten.clear();
    return true;
}

/// What has happened is true whether it can be written or not: what can't be is written with the next that can, or is unknown after a crash.
bool RedriveRunner::writeFacts(const QVector<AuditDraft> &drafts)
{
    const bool isWritten = write(drafts);
    if (!isWritten)
        m_unwritten += drafts;
    return isWritten;
}

QCoro::Task<> RedriveRunner::send(RunOrder order)
{
    if (isByItem(m_plan))
        co_await sendItems(std::move(order));
    else
        co_await sendByCount(std::move(order));
}

/// Makes sure that these are held, together with those the step will want next: one look, not one a message. What was not found
/// comes back as results; nothing: it can't go on.
QCoro::Task<std::optional<QVector<ItemResult>>> RedriveRunner::hold(QVector<int> ordinals)
{
    QVector<ItemResult> skipped;
    const auto isHeld = [this](int ordinal) { return m_held.contains(ordinal); };
    if (std::all_of(ordinals.cbegin(), ordinals.cend(), isHeld))
        co_return skipped;
    co_await letGo();
    QVector<providers::RedriveItem> items;
    for (int each : ordinals + m_director.upcoming())
        items.append(redriveItem(m_plan, each, m_terms.target));
    const Result<providers::Claim> claim = co_await m_parts.provider->itemRedriver()->claim(m_deadSet, items);
    if (!claim) {
        m_director.stop(claim.error().kind == Error::Kind::Throttled ? StopCause::Throttled : StopCause::ProviderFailed, toSentence(claim.error()));
        co_return std::nullopt;
    }
    m_held = QSet<int>(claim->held.cbegin(), claim->held.cend());
    rememberOthers(*claim, items);
    for (int each : std::as_const(ordinals)) {
        if (!m_held.contains(each))
            skipped.append(result(each, ItemOutcome::Skipped, QStringLiteral("It was not there any more, or had changed. Nothing was sent.")));
    }
    if (!write(QVector<AuditDraft>{m_record.claimed(*claim)} + m_record.outcomes(skipped)))
        co_return std::nullopt;
    co_return skipped;
}

/// A twin of a chosen message that was never chosen lies there from the beginning: seen again, it is no return.
void RedriveRunner::rememberOthers(const providers::Claim &claim, const QVector<providers::RedriveItem> &asked)
{
    if (std::exchange(m_knowsOthers, true))
        return;
    for (const QByteArray &each : claim.others)
        ++m_othersBefore[each];
    const auto isAsked = [&](int ordinal) { return std::any_of(asked.cbegin(), asked.cend(), [&](const providers::RedriveItem &each) { return each.ordinal == ordinal; }); };
    for (const PlanItem &each : m_plan.items) {
        if (const auto found = m_othersBefore.find(each.digest); found != m_othersBefore.end() && !isAsked(each.ordinal) && *found > 0)
            --*found;
    }
}

/// Every way out answers the director, who counts what has no result as not begun.
QCoro::Task<> RedriveRunner::sendItems(RunOrder order)
{
    const std::optional<QVector<ItemResult>> skipped = co_await hold(order.ordinals);
    QVector<ItemResult> results = skipped.value_or(QVector<ItemResult>());
    QVector<int> due;
    for (int each : std::as_const(order.ordinals)) {
        if (skipped && m_held.contains(each))
            due.append(each);
    }
    if (!due.isEmpty() && write(intentFor(due)))
        results += co_await attempt(due);
    settle(results);
}

QVector<AuditDraft> RedriveRunner::intentFor(const QVector<int> &ordinals)
{
    QVector<AuditDraft> drafts;
    if (std::exchange(m_stepSeen, state().step) != state().step)
        drafts.append(m_record.seen(signalsNow()));
    return drafts + m_record.intents(state().step, ordinals);
}

QCoro::Task<QVector<ItemResult>> RedriveRunner::attempt(QVector<int> ordinals)
{
    const std::stop_token stop = tokenForBatch();
    QVector<ItemResult> all;
    for (qsizetype from = 0; from < ordinals.size() && !stop.stop_requested(); from += messagesPerWrite) {
        QVector<providers::RedriveItem> items;
        for (int each : ordinals.mid(from, messagesPerWrite))
            items.append(redriveItem(m_plan, each, m_terms.target));
        QVector<ItemResult> results = co_await m_parts.provider->itemRedriver()->attempt(m_deadSet, items, stop);
        for (ItemResult &each : results) {
            each.at = m_parts.clock.now();
            m_held.remove(each.ordinal);
        }
        all += results;
        emit itemsChanged(results);
        if (!writeFacts(m_record.outcomes(results)) || results.size() < items.size())
            break;
    }
    QVector<ItemResult> spared; // they have an intent, so without a word they would be unknown after a crash
    const auto isBegun = [&](int ordinal) { return std::any_of(all.cbegin(), all.cend(), [&](const ItemResult &each) { return each.ordinal == ordinal; }); };
    for (int each : std::as_const(ordinals)) {
        if (!isBegun(each))
            spared.append(result(each, ItemOutcome::Waiting, {}));
    }
    writeFacts(m_record.outcomes(spared));
    co_return all;
}

ItemResult RedriveRunner::result(int ordinal, ItemOutcome outcome, const QString &detail) const
{
    ItemResult made;
    made.ordinal = ordinal;
    made.outcome = outcome;
    made.at = m_parts.clock.now();
    made.detail = detail;
    return made;
}

QCoro::Task<> RedriveRunner::sendByCount(RunOrder order)
{
    const int step = state().step;
    const QByteArray key = (m_plan.id.text() + QStringLiteral("-step-%1-%2").arg(step).arg(state().movedByCount)).toUtf8();
    const bool isIntended = !tokenForBatch().stop_requested() && write({m_record.seen(signalsNow()), m_record.bulkIntent(step, order.count, key)});
    if (!isIntended) {
        m_director.movedByCount(ItemOutcome::Waiting, 0, m_parts.clock.monotonic());
        co_return;
    }
    providers::BulkMove moved = co_await m_parts.provider->bulkRedriver()->move(m_deadSet, m_plan.kind == RedrivePlan::Kind::WholeQueue ? providers::BulkRedriver::wholeQueue : order.count, key);
    // A system that says "done" without a count may have moved anything up to what was asked: the bound must hold all the same.
    if (isConfirmed(moved.outcome) && !moved.moved)
        moved.outcome = ItemOutcome::Unknown;
    writeFacts({m_record.bulkOutcome(step, moved)});
    m_isThrottled = moved.error && moved.error->kind == Error::Kind::Throttled;
    m_director.movedByCount(moved.outcome, moved.moved.value_or(0), m_parts.clock.monotonic());
    if (m_expectedDead >= 0 && moved.moved)
        m_expectedDead -= *moved.moved;
}

void RedriveRunner::settle(const QVector<ItemResult> &results)
{
    for (const ItemResult &each : results) {
        m_isThrottled = m_isThrottled || each.isThrottled;
        if (each.outcome == ItemOutcome::Moved && m_expectedDead > 0)
            --m_expectedDead;
    }
    m_director.attempted(results, m_parts.clock.monotonic());
    emit itemsChanged(results);
}

QCoro::Task<> RedriveRunner::look()
{
    co_await letGo(); // what is held can't be seen by anybody, not even by us
    const Result<DeadSetView> view = co_await viewDeadSet(*m_parts.provider, m_deadSet, mostLookedThrough);
    if (!view) {
        m_director.lookFailed(view.error());
        co_return;
    }
    // Where only a beginning can be read, the count has to do: more dead letters than this run has left there came from somewhere.
    if (!view->isWhole && m_expectedDead >= 0 && view->total && *view->total > m_expectedDead) {
        Error error;
        error.kind = Error::Kind::Unsupported;
        error.what = QStringLiteral("%1 dead letters came in while this ran, and only the first %2 can be read: whether redriven ones are among them can't be told.")
                         .arg(*view->total - m_expectedDead).arg(view->letters.size());
        m_director.lookFailed(error);
        co_return;
    }
    QVector<DeadSighting> sightings;
    sightings.reserve(view->letters.size());
    for (const DeadLetter &each : view->letters)
        sightings.append(m_parts.recognise(each));
    const QVector<int> back = findReturned(m_plan, book(), sightings, m_othersBefore);
    QVector<AuditDraft> drafts;
    QVector<ItemResult> changed;
    for (int each : back) {
        const QString how = QStringLiteral("Back in the dead-letter queue, by its key and digest.");
        drafts.append(m_record.returned(each, how));
        changed.append(result(each, ItemOutcome::Returned, how));
    }
    writeFacts(drafts);
    m_director.looked(back, m_parts.clock.monotonic());
    if (!changed.isEmpty())
        emit itemsChanged(changed);
}

QCoro::Task<> RedriveRunner::letGo()
{
    if (providers::ItemRedriver *items = m_parts.provider->itemRedriver(); items && !m_held.isEmpty())
        co_await items->release(m_deadSet);
    m_held.clear();
}

QCoro::Task<> RedriveRunner::finish()
{
    co_await letGo();
    const RunState ending = state();
    if (ending.stage == Stage::AfterWatch) {
        write({m_record.afterWatch(ending)});
        emit itemsChanged(book().items());
        co_return;
    }
    const QVector<AuditDraft> last{ending.stage == Stage::Finished ? m_record.closed(ending) : m_record.stopped(ending)};
    if (!write(last))
        write(last); // once more, for a disk that was full only while we wrote much
    m_isOver = true;
    emit itemsChanged(book().items());
    tell();
}

void RedriveRunner::tell()
{
    emit stateChanged(state());
}

std::stop_token RedriveRunner::tokenForBatch()
{
    const QMutexLocker lock(&m_mutex);
    m_batch = std::stop_source();
    if (m_isInterrupted)
        m_batch.request_stop();
    return m_batch.get_token();
}

void RedriveRunner::interrupt()
{
    const QMutexLocker lock(&m_mutex);
    m_isInterrupted = true;
    m_batch.request_stop();
}

void RedriveRunner::requestPause()
{
    interrupt();
    QMetaObject::invokeMethod(this, [this] {
        m_director.pause();
        write({m_record.told(QStringLiteral("paused"), QString())});
        tell();
        poke();
    }, Qt::QueuedConnection);
}

void RedriveRunner::requestResume()
{
    QMetaObject::invokeMethod(this, [this] {
        {
            const QMutexLocker lock(&m_mutex);
            m_isInterrupted = false;
        }
        m_director.resume();
        write({m_record.told(QStringLiteral("resumed"), QString())});
        poke();
    }, Qt::QueuedConnection);
}

void RedriveRunner::requestStop(StopCause cause, const QString &text)
{
    interrupt();
    QMetaObject::invokeMethod(this, [this, cause, text] {
        m_director.stop(cause, text);
        poke();
    }, Qt::QueuedConnection);
}

void RedriveRunner::abandon()
{
    m_parts.provider->cancelAll();
}

void RedriveRunner::acceptUnproven(const QString &who)
{
    QMetaObject::invokeMethod(this, [this, who] {
        RunRecord record(m_plan.id, who);
        for (int each : m_director.openCanaries()) {
            if (!write({record.unprovenAccepted(each)}))
                return;
            m_director.proveCanary(each);
        }
        poke();
    }, Qt::QueuedConnection);
}

void RedriveRunner::proveCanary(int ordinal)
{
    m_director.proveCanary(ordinal);
    poke();
}

} // namespace holdwatch::operations
