// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/alerts/AlertStore.h"

#include "app/storage/sqlite/Bind.h"

#include <algorithm>
#include <array>

namespace holdwatch::storage {

namespace {

constexpr std::array causes{Cause::None, Cause::AgeInWindow, Cause::NoConsumers, Cause::NoArrivals,
                            Cause::DeadLettersGrowing, Cause::NoFreshSample, Cause::AgeNotReported, Cause::RetentionEnds};
constexpr std::array kinds{AlertLogEntry::Kind::VerdictChanged, AlertLogEntry::Kind::Opened, AlertLogEntry::Kind::Worsened,
                           AlertLogEntry::Kind::Closed, AlertLogEntry::Kind::Acknowledged, AlertLogEntry::Kind::Muted,
                           AlertLogEntry::Kind::Unmuted, AlertLogEntry::Kind::MaintenanceStarted,
                           AlertLogEntry::Kind::MaintenanceEnded, AlertLogEntry::Kind::NoticeFailed};

QString wordOf(AlertLogEntry::Kind kind)
{
    switch (kind) {
    case AlertLogEntry::Kind::VerdictChanged: return QStringLiteral("verdict-changed");
    case AlertLogEntry::Kind::Opened: return QStringLiteral("opened");
    case AlertLogEntry::Kind::Worsened: return QStringLiteral("worsened");
    case AlertLogEntry::Kind::Closed: return QStringLiteral("closed");
    case AlertLogEntry::Kind::Acknowledged: return QStringLiteral("acknowledged");
    case AlertLogEntry::Kind::Muted: return QStringLiteral("muted");
    case AlertLogEntry::Kind::Unmuted: return QStringLiteral("unmuted");
    case AlertLogEntry::Kind::MaintenanceStarted: return QStringLiteral("maintenance-started");
    case AlertLogEntry::Kind::MaintenanceEnded: return QStringLiteral("maintenance-ended");
    case AlertLogEntry::Kind::NoticeFailed: break;
    }
    return QStringLiteral("notice-failed");
}

AlertLogEntry::Kind kindOf(const QString &word)
{
    const auto *found = std::find_if(kinds.begin(), kinds.end(), [&word](auto kind) { return wordOf(kind) == word; });
    return found == kinds.end() ? AlertLogEntry::Kind::VerdictChanged : *found;
}

Cause causeOf(const QString &word)
{
    const auto *found = std::find_if(causes.begin(), causes.end(), [&word](Cause cause) { return toWord(cause) == word; });
    return found == causes.end() ? Cause::None : *found;
}

void bindAll(QSqlQuery &query, const QVariantList &values)
{
    for (int i = 0; i < values.size(); ++i)
        query.bindValue(i, values[i]);
}

Result<QSqlQuery> runWith(Database &database, const QString &sql, const QVariantList &values)
{
    auto query = database.prepare(sql);
    if (!query)
        return query;
    bindAll(*query, values);
    if (auto done = database.run(*query); !done)
        return failure(done.error());
    return query;
}

QueueId queueAt(const QSqlQuery &query, int column)
{
    return {ConnectionId(query.value(column).toString()), query.value(column + 1).toString()};
}

const QString alertColumns = QStringLiteral("id, connection, queue, connection_name, queue_name, cause, verdict, reason, opened_at, changed_at, "
                                            "closed_at, owner, runbook, acknowledged_by, acknowledged_at, muted_until");

QVariantList valuesOf(const Alert &alert)
{
    return {bound(alert.id.text()), bound(alert.queue.connection.text()), bound(alert.queue.name), bound(alert.connectionName),
            bound(alert.queueName), toWord(alert.cause), toWord(alert.verdict), bound(alert.reason), bound(alert.openedAt),
            bound(alert.changedAt), bound(alert.closedAt), bound(alert.owner), bound(alert.runbook), bound(alert.acknowledgedBy),
            bound(alert.acknowledgedAt), bound(alert.mutedUntil)};
}

Alert alertFrom(const QSqlQuery &row)
{
    Alert alert;
    alert.id = AlertId(row.value(0).toString());
    alert.queue = queueAt(row, 1);
    alert.connectionName = row.value(3).toString();
    alert.queueName = row.value(4).toString();
    alert.cause = causeOf(row.value(5).toString());
    alert.verdict = verdictFromWord(row.value(6).toString()).value_or(Verdict::NotReported);
    alert.reason = row.value(7).toString();
    alert.openedAt = fromEpochMillis(row.value(8).toLongLong());
    alert.changedAt = fromEpochMillis(row.value(9).toLongLong());
    alert.closedAt = timeFrom(row.value(10));
    alert.owner = row.value(11).toString();
    alert.runbook = row.value(12).toString();
    alert.acknowledgedBy = row.value(13).toString();
    alert.acknowledgedAt = timeFrom(row.value(14));
    alert.mutedUntil = timeFrom(row.value(15));
    return alert;
}

const QString logColumns = QStringLiteral("sequence, at, kind, connection, queue, connection_name, from_verdict, to_verdict, cause, text");

AlertLogEntry entryFrom(const QSqlQuery &row)
{
    AlertLogEntry entry;
    entry.sequence = row.value(0).toLongLong();
    entry.at = fromEpochMillis(row.value(1).toLongLong());
    entry.kind = kindOf(row.value(2).toString());
    entry.queue = queueAt(row, 3);
    entry.connectionName = row.value(5).toString();
    entry.from = verdictFromWord(row.value(6).toString());
    entry.to = verdictFromWord(row.value(7).toString()).value_or(Verdict::NotReported);
    entry.cause = causeOf(row.value(8).toString());
    entry.text = row.value(9).toString();
    return entry;
}

MaintenanceWindow windowFrom(const QSqlQuery &row)
{
    return {row.value(0).toString(), row.value(1).toString(), fromEpochMillis(row.value(2).toLongLong()),
            fromEpochMillis(row.value(3).toLongLong()), row.value(4).toString(), row.value(5).toString()};
}

} // namespace

Result<AlertState> AlertStore::load(UtcTime now) const
{
    const auto last = m_database.number(QStringLiteral("SELECT max(sequence) FROM alert_log"));
    auto alerts = runWith(m_database, QStringLiteral("SELECT %1 FROM alert WHERE closed_at IS NULL ORDER BY opened_at, id").arg(alertColumns), {});
    auto windows = runWith(m_database, QStringLiteral("SELECT connection, queue_glob, from_at, until_at, reason, who FROM maintenance "
                                                      "WHERE until_at > ? ORDER BY from_at, id"), {bound(now)});
    if (!last || !alerts || !windows)
        return failure(!last ? last.error() : !alerts ? alerts.error() : windows.error());
    AlertState state;
    state.lastSequence = *last;
    while (alerts->next())
        state.open.append(alertFrom(*alerts));
    while (windows->next())
        state.maintenance.append(windowFrom(*windows));
    return state;
}

Result<void> AlertStore::save(const Alert &alert)
{
    auto transaction = Transaction::begin(m_database);
    if (!transaction)
        return failure(transaction.error());
    if (alert.isOpen()) {
        const auto closed = runWith(m_database, QStringLiteral("UPDATE alert SET closed_at = ? WHERE connection = ? AND queue = ? AND cause = ? "
                                                               "AND id <> ? AND closed_at IS NULL"),
                                    {bound(alert.openedAt), bound(alert.queue.connection.text()), bound(alert.queue.name), toWord(alert.cause), bound(alert.id.text())});
        if (!closed)
            return failure(closed.error());
    }
    const auto saved = runWith(m_database, QStringLiteral("INSERT OR REPLACE INTO alert (%1) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
                                               .arg(alertColumns), valuesOf(alert));
    if (!saved)
        return failure(saved.error());
    return transaction->commit();
}

Result<void> AlertStore::save(const MaintenanceWindow &window)
{
    const auto saved = runWith(m_database, QStringLiteral("INSERT INTO maintenance (connection, queue_glob, from_at, until_at, reason, who) "
                                                          "VALUES (?, ?, ?, ?, ?, ?)"),
                               {bound(window.connection), bound(window.queueGlob), bound(window.from), bound(window.until), bound(window.reason), bound(window.who)});
    if (!saved)
        return failure(saved.error());
    return {};
}

Result<qint64> AlertStore::append(const AlertLogEntry &entry)
{
    const QVariant from = entry.from ? QVariant(toWord(*entry.from)) : QVariant(QMetaType(QMetaType::QString));
    const auto saved = runWith(m_database, QStringLiteral("INSERT INTO alert_log (%1) VALUES "
                                                          "(max(?, (SELECT ifnull(max(sequence), 0) + 1 FROM alert_log)), ?, ?, ?, ?, ?, ?, ?, ?, ?)").arg(logColumns),
                               {entry.sequence, bound(entry.at), wordOf(entry.kind), bound(entry.queue.connection.text()), bound(entry.queue.name),
                                bound(entry.connectionName), from, toWord(entry.to), toWord(entry.cause), bound(entry.text)});
    if (!saved)
        return failure(saved.error());
    return saved->lastInsertId().toLongLong();
}

Result<int> AlertStore::trim(UtcTime now, Millis age, int lines)
{
    const auto count = m_database.number(QStringLiteral("SELECT count(*) FROM alert_log"));
    if (!count)
        return failure(count.error());
    const QVariant before = bound(now - age);
    auto transaction = Transaction::begin(m_database);
    if (!transaction)
        return failure(transaction.error());
    const auto clamped = [](qint64 wanted) { return std::clamp<qint64>(wanted, 0, trimmedAtOnce); };
    const auto gone = runWith(m_database, QStringLiteral("DELETE FROM alert_log WHERE sequence IN (SELECT sequence FROM alert_log ORDER BY sequence LIMIT ?) "
                                                         "AND (at < ? OR sequence IN (SELECT sequence FROM alert_log ORDER BY sequence LIMIT ?))"),
                              {clamped(*count - spared), before, clamped(*count - std::max(lines, spared))});
    const int lost = gone ? gone->numRowsAffected() : 0; // asked later, it would tell of the next statement
    const auto alerts = runWith(m_database, QStringLiteral("DELETE FROM alert WHERE closed_at < ?"), {before});
    const auto windows = runWith(m_database, QStringLiteral("DELETE FROM maintenance WHERE until_at < ?"), {before});
    for (const auto &done : {&gone, &alerts, &windows}) {
        if (!*done)
            return failure(done->error());
    }
    if (auto done = transaction->commit(); !done)
        return failure(done.error());
    return lost;
}

Result<QVector<AlertLogEntry>> AlertStore::page(const AlertLogQuery &query) const
{
    QString where = QStringLiteral("sequence < ?");
    QVariantList values{query.before.value_or(std::numeric_limits<qint64>::max())};
    if (query.queue) {
        where += QStringLiteral(" AND connection = ? AND queue = ?");
        values << bound(query.queue->connection.text()) << bound(query.queue->name);
    }
    values << std::max(query.limit, 0);
    auto rows = runWith(m_database, QStringLiteral("SELECT %1 FROM alert_log WHERE %2 ORDER BY sequence DESC LIMIT ?").arg(logColumns, where), values);
    if (!rows)
        return failure(rows.error());
    QVector<AlertLogEntry> entries;
    while (rows->next())
        entries.append(entryFrom(*rows));
    return entries;
}

} // namespace holdwatch::storage
