// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/AlertBook.h"

#include "models/core/Format.h"
#include "models/core/Glob.h"

#include <algorithm>
#include <utility>

namespace holdwatch {

namespace {

using State = ConnectionStatus::State;

bool isFailing(State state)
{
    return state == State::BackingOff || state == State::Unauthorized || state == State::Unreachable || state == State::Misconfigured;
}

/// Only a person can mend it, so waiting before saying so helps nobody.
bool needsAPerson(State state)
{
    return state == State::Unauthorized || state == State::Misconfigured;
}

bool isAlarm(Verdict verdict)
{
    return verdict == Verdict::Approaching || verdict == Verdict::Breached;
}

bool hasEnded(const Alert &alert, const Assessment &now)
{
    if (alert.cause == Cause::RetentionEnds)
        return false; // no sample tells
    if (now.verdict == Verdict::Stale)
        return false;
    if (alert.cause == Cause::NoFreshSample || now.verdict == Verdict::Healthy)
        return true;
    if (isAlarm(now.verdict))
        return false;
    // An age that is no longer reported has not become a good one; the other causes are still judged.
    if (now.verdict == Verdict::NotReported)
        return alert.cause != Cause::AgeInWindow;
    // Watch and recovering name one cause only, and these two slight ones may hide behind it.
    const bool mayHide = alert.cause == Cause::DeadLettersGrowing || alert.cause == Cause::NoArrivals;
    return now.cause != alert.cause && !mayHide;
}

bool covers(const MaintenanceWindow &window, const Alert &alert, UtcTime now)
{
    return window.from <= now && now < window.until && (window.connection.isEmpty() || window.connection == alert.connectionName)
        && (window.queueGlob.isEmpty() || matchesGlob(window.queueGlob, alert.queue.name));
}

QString describe(const MaintenanceWindow &window)
{
    const QString scope = QStringLiteral("%1 on %2").arg(window.queueGlob.isEmpty() ? QStringLiteral("all queues") : window.queueGlob,
                                                         window.connection.isEmpty() ? QStringLiteral("all connections") : window.connection);
    return QStringLiteral("%1: maintenance by %2 until %3 (%4)").arg(scope, window.who, toIso(window.until), window.reason);
}

} // namespace

AlertBook::AlertBook(Saved saved) : m_maintenance(std::move(saved.maintenance)), m_nextSequence(saved.nextSequence)
{
    for (Alert &alert : saved.open) {
        if (alert.isOpen())
            m_open[alert.queue].append(Entry{std::move(alert), false, true});
    }
}

void AlertBook::observe(const QueueStatus &status, UtcTime now)
{
    logVerdict(status, now);
    closeEnded(status, now);
    if (!raises(status))
        return;
    Alert wanted;
    wanted.queue = status.queue.id;
    wanted.connectionName = status.connectionName;
    wanted.queueName = status.queue.displayName;
    wanted.cause = status.assessment.cause;
    wanted.verdict = status.assessment.verdict;
    wanted.reason = status.assessment.reason;
    wanted.owner = status.tolerance.owner;
    wanted.runbook = status.tolerance.runbook;
    raise(wanted, now);
}

bool AlertBook::connectionIsSilent(const ConnectionId &id) const
{
    const auto link = m_links.constFind(id);
    return link != m_links.constEnd() && (isFailing(link->status.state) || link->status.state == State::Paused);
}

bool AlertBook::raises(const QueueStatus &status) const
{
    const Assessment &assessment = status.assessment;
    switch (assessment.verdict) {
    case Verdict::Breached:
    case Verdict::Approaching: return true;
    case Verdict::Stale: return !connectionIsSilent(status.queue.id.connection);
    case Verdict::Watch:
        if (assessment.cause == Cause::NoArrivals)
            return true;
        // A dead-letter queue that serves one queue is that queue's matter; one alert for one cause.
        return assessment.cause == Cause::DeadLettersGrowing && !(status.queue.isDeadLetterQueue && status.queue.origins.size() == 1);
    default: return false;
    }
}

void AlertBook::logVerdict(const QueueStatus &status, UtcTime now)
{
    const QueueId &id = status.queue.id;
    const Verdict to = status.assessment.verdict;
    const bool known = m_seen.contains(id);
    Seen &seen = m_seen[id];
    const Verdict from = std::exchange(seen.verdict, to);
    if (known && from == to)
        return;
    const bool isQuiet = to == Verdict::Healthy || to == Verdict::NotReported;
    if (!known && isQuiet)
        return;
    // A thousand queues that fall silent with their connection, and come back as they were, are one
    // line about the connection.
    if (to == Verdict::Stale && connectionIsSilent(id.connection)) {
        seen.beforeSilence = from;
        return;
    }
    const auto before = std::exchange(seen.beforeSilence, std::nullopt);
    if (before == to)
        return;
    AlertLogEntry &entry = write(AlertLogEntry::Kind::VerdictChanged, id, status.connectionName, status.assessment.reason, now);
    if (known)
        entry.from = before.value_or(from);
    entry.to = to;
    entry.cause = status.assessment.cause;
}

void AlertBook::closeEnded(const QueueStatus &status, UtcTime now)
{
    const auto found = m_open.find(status.queue.id);
    if (found == m_open.end())
        return;
    for (Entry &entry : *found) {
        if (hasEnded(entry.alert, status.assessment))
            close(entry, status.assessment.reason, now);
    }
    found->removeIf([](const Entry &entry) { return !entry.alert.isOpen(); });
    if (found->isEmpty())
        m_open.erase(found);
}

void AlertBook::raise(const Alert &wanted, UtcTime now)
{
    QVector<Entry> &entries = m_open[wanted.queue];
    const auto same = std::find_if(entries.begin(), entries.end(), [&](const Entry &entry) { return entry.alert.cause == wanted.cause; });
    const bool isNew = same == entries.end();
    if (!isNew && severityOf(wanted.verdict) <= severityOf(same->alert.verdict))
        return;
    if (isNew) {
        entries.append(Entry{wanted});
        entries.last().alert.id = AlertId(QStringLiteral("alert-%1").arg(m_nextSequence));
        entries.last().alert.openedAt = now;
    }
    Entry &entry = isNew ? entries.last() : *same;
    entry.alert.verdict = wanted.verdict;
    entry.alert.reason = wanted.reason;
    entry.alert.changedAt = now;
    write(isNew ? AlertLogEntry::Kind::Opened : AlertLogEntry::Kind::Worsened, entry.alert, wanted.reason, now);
    m_news.changed.append(entry.alert);
    announce(entry, isNew ? Notice::Kind::Opened : Notice::Kind::Worsened, now);
}

void AlertBook::observeConnection(const ConnectionStatus &status, Millis staleAfter, UtcTime now)
{
    Link &link = m_links[status.id];
    link.status = status;
    link.staleAfter = staleAfter;
    if (!isFailing(status.state))
        link.failingSince.reset();
    else if (!link.failingSince)
        link.failingSince = now;
    judgeConnection(link, now);
}

void AlertBook::judgeConnection(const Link &link, UtcTime now)
{
    if (link.failingSince) {
        if (needsAPerson(link.status.state) || now - *link.failingSince >= link.staleAfter)
            raiseForConnection(link, now);
    } else if (link.status.state == State::Ok || link.status.state == State::Degraded) {
        const QueueId whole{link.status.id, {}};
        closeWhere([&](const Alert &alert) { return alert.queue == whole; }, QStringLiteral("The connection answers again."), now);
    }
}

void AlertBook::raiseForConnection(const Link &link, UtcTime now)
{
    Alert wanted;
    wanted.queue = {link.status.id, {}};
    wanted.connectionName = link.status.name;
    wanted.cause = Cause::NoFreshSample;
    wanted.verdict = Verdict::Stale;
    wanted.reason = link.status.text.isEmpty() ? QStringLiteral("The connection gives no fresh figures.") : link.status.text;
    raise(wanted, now);
}

void AlertBook::observeRetention(const QVector<RetentionOutlook> &outlooks, UtcTime now)
{
    QSet<QueueId> ending;
    for (const RetentionOutlook &each : outlooks) {
        if (each.soon <= 0)
            continue;
        ending.insert(each.queue);
        Alert wanted;
        wanted.queue = each.queue;
        wanted.connectionName = each.connectionName;
        wanted.queueName = each.queue.name;
        wanted.cause = Cause::RetentionEnds;
        wanted.verdict = Verdict::Approaching;
        wanted.reason = QStringLiteral("%1 will be deleted by retention, the first in %2; preserve what is still needed")
                            .arg(each.soon == 1 ? QStringLiteral("1 dead letter") : QStringLiteral("%1 dead letters").arg(formatCount(each.soon)), formatDuration(each.next - now));
        raise(wanted, now);
    }
    closeWhere([&](const Alert &alert) { return alert.cause == Cause::RetentionEnds && !ending.contains(alert.queue); },
               QStringLiteral("No dead letter that was seen there is about to be deleted."), now);
}

void AlertBook::forgetQueues(const QVector<QueueId> &gone, UtcTime now)
{
    const QSet<QueueId> ids(gone.cbegin(), gone.cend());
    for (const QueueId &id : gone)
        m_seen.remove(id);
    closeWhere([&](const Alert &alert) { return ids.contains(alert.queue); }, QStringLiteral("The queue is no longer listed."), now);
}

void AlertBook::keepOnlyConnections(const QSet<ConnectionId> &known, UtcTime now)
{
    m_links.removeIf([&](const auto &link) { return !known.contains(link.key()); });
    closeWhere([&](const Alert &alert) { return !known.contains(alert.queue.connection); },
               QStringLiteral("The connection is no longer configured."), now);
}

void AlertBook::tick(UtcTime now)
{
    for (const Link &link : std::as_const(m_links))
        judgeConnection(link, now);
    for (const MaintenanceWindow &window : std::as_const(m_maintenance)) {
        if (window.until <= now)
            write(AlertLogEntry::Kind::MaintenanceEnded, QueueId{}, window.connection, describe(window), now);
    }
    m_maintenance.removeIf([&](const MaintenanceWindow &window) { return window.until <= now; });
    for (QVector<Entry> &entries : m_open) {
        for (Entry &entry : entries) {
            if (entry.alert.mutedUntil && *entry.alert.mutedUntil <= now) {
                entry.alert.mutedUntil.reset();
                write(AlertLogEntry::Kind::Unmuted, entry.alert, QStringLiteral("The mute ran out."), now);
                m_news.changed.append(entry.alert);
            }
            if (entry.noticeOwed)
                announce(entry, entry.announced ? Notice::Kind::Worsened : Notice::Kind::Opened, now);
        }
    }
}

void AlertBook::acknowledge(const AlertId &id, const QString &who, UtcTime now)
{
    Entry *entry = find(id);
    if (!entry)
        return;
    entry->alert.acknowledgedBy = who;
    entry->alert.acknowledgedAt = now;
    write(AlertLogEntry::Kind::Acknowledged, entry->alert, QStringLiteral("Acknowledged by %1.").arg(who), now);
    m_news.changed.append(entry->alert);
}

void AlertBook::mute(const AlertId &id, UtcTime until, const QString &who, UtcTime now)
{
    Entry *entry = find(id);
    if (!entry || until <= now)
        return;
    entry->alert.mutedUntil = std::min(until, now + longestMute);
    write(AlertLogEntry::Kind::Muted, entry->alert, QStringLiteral("Muted by %1 until %2.").arg(who, toIso(*entry->alert.mutedUntil)), now);
    m_news.changed.append(entry->alert);
}

void AlertBook::unmute(const AlertId &id, const QString &who, UtcTime now)
{
    Entry *entry = find(id);
    if (!entry || !entry->alert.mutedUntil)
        return;
    entry->alert.mutedUntil.reset();
    write(AlertLogEntry::Kind::Unmuted, entry->alert, QStringLiteral("Unmuted by %1.").arg(who), now);
    m_news.changed.append(entry->alert);
    if (entry->noticeOwed)
        announce(*entry, entry->announced ? Notice::Kind::Worsened : Notice::Kind::Opened, now);
}

void AlertBook::addMaintenance(const MaintenanceWindow &window, UtcTime now)
{
    if (window.until <= now || window.until <= window.from)
        return;
    m_maintenance.append(window);
    write(AlertLogEntry::Kind::MaintenanceStarted, QueueId{}, window.connection, describe(window), now);
}

void AlertBook::noticeFailed(const Alert &alert, const QString &text, UtcTime now)
{
    write(AlertLogEntry::Kind::NoticeFailed, alert, text, now);
}

QVector<Alert> AlertBook::open() const
{
    QVector<Alert> all;
    for (const QVector<Entry> &entries : m_open) {
        for (const Entry &entry : entries)
            all.append(entry.alert);
    }
    return all;
}

AlertBook::News AlertBook::takeNews()
{
    return std::exchange(m_news, {});
}

void AlertBook::close(Entry &entry, const QString &why, UtcTime now)
{
    entry.alert.closedAt = now;
    entry.alert.changedAt = now;
    write(AlertLogEntry::Kind::Closed, entry.alert, why, now);
    m_news.changed.append(entry.alert);
    if (entry.announced)
        m_news.notices.append(Notice{Notice::Kind::Closed, entry.alert});
}

void AlertBook::closeWhere(const std::function<bool(const Alert &)> &ended, const QString &why, UtcTime now)
{
    for (auto it = m_open.begin(); it != m_open.end();) {
        for (Entry &entry : *it) {
            if (ended(entry.alert))
                close(entry, why, now);
        }
        it->removeIf([](const Entry &entry) { return !entry.alert.isOpen(); });
        it = it->isEmpty() ? m_open.erase(it) : std::next(it);
    }
}

bool AlertBook::isSilenced(const Alert &alert, UtcTime now) const
{
    if (alert.verdict == Verdict::Breached || alert.cause == Cause::RetentionEnds)
        return false;
    if (alert.mutedUntil && now < *alert.mutedUntil)
        return true;
    return std::any_of(m_maintenance.cbegin(), m_maintenance.cend(),
                       [&](const MaintenanceWindow &window) { return covers(window, alert, now); });
}

void AlertBook::announce(Entry &entry, Notice::Kind kind, UtcTime now)
{
    entry.noticeOwed = isSilenced(entry.alert, now);
    if (entry.noticeOwed)
        return;
    entry.announced = true;
    m_news.notices.append(Notice{kind, entry.alert});
}

AlertBook::Entry *AlertBook::find(const AlertId &id)
{
    for (QVector<Entry> &entries : m_open) {
        for (Entry &entry : entries) {
            if (entry.alert.id == id)
                return &entry;
        }
    }
    return nullptr;
}

AlertLogEntry &AlertBook::write(AlertLogEntry::Kind kind, const QueueId &queue, const QString &connectionName, const QString &text, UtcTime now)
{
    AlertLogEntry entry;
    entry.sequence = m_nextSequence++;
    entry.at = now;
    entry.kind = kind;
    entry.queue = queue;
    entry.connectionName = connectionName;
    entry.text = text;
    m_news.log.append(entry);
    return m_news.log.last();
}

void AlertBook::write(AlertLogEntry::Kind kind, const Alert &alert, const QString &text, UtcTime now)
{
    AlertLogEntry &entry = write(kind, alert.queue, alert.connectionName, text, now);
    entry.to = alert.verdict;
    entry.cause = alert.cause;
}

} // namespace holdwatch
