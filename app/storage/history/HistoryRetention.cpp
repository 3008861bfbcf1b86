// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/history/HistoryRetention.h"

#include <algorithm>

namespace holdwatch::storage {

namespace {

constexpr qint64 minuteWidth = 60'000;
constexpr qint64 hour = 3'600'000;
constexpr qint64 day = 24 * hour;

// One call deletes about so many raw rows, a few dozen milliseconds' work.
constexpr int rowsAtOnce = 50'000;
// How much of each level stays even when the limit is passed, and how much of it goes at a time.
constexpr std::array<qint64, allLevels.size()> spared{hour, 2 * day, 30 * day, 366 * day};
constexpr std::array<qint64, allLevels.size()> slice{hour, day, 7 * day, 30 * day};

QString oldestOf(Level level)
{
    if (level == Level::Raw)
        return QStringLiteral("SELECT min(minute) * 60000 FROM sample");
    return QStringLiteral("SELECT min(first) FROM (SELECT (SELECT min(start) FROM %1 WHERE queue = id) AS first FROM queue)").arg(tableOf(level));
}

} // namespace

Result<HistoryRetention::Outcome> HistoryRetention::run(UtcTime now)
{
    const auto newestMinute = m_store.database().number(QStringLiteral("SELECT max(minute) FROM sample"));
    if (!newestMinute)
        return failure(newestMinute.error());
    const qint64 newest = std::min(toEpochMillis(now), *newestMinute * minuteWidth);
    Outcome outcome;
    for (const Level level : allLevels) {
        const qint64 before = newest - m_options.keep[size_t(level)].count();
        // Rollups lie queue by queue, so letting go touches every queue: done when a whole slice is due.
        const qint64 due = before - m_store.droppedBefore()[size_t(level)];
        if (level != Level::Raw && due < std::min<qint64>(slice[size_t(level)], m_options.keep[size_t(level)].count() / 4))
            continue;
        const auto more = level == Level::Raw ? dropRaw(before) : dropRollups(level, before);
        if (!more)
            return failure(more.error());
        outcome.more = outcome.more || *more;
    }
    const auto over = isOverLimit();
    if (!over)
        return failure(over.error());
    if (outcome.more || !*over)
        return outcome;
    return squeeze(newest);
}

Result<HistoryRetention::Outcome> HistoryRetention::squeeze(qint64 newest)
{
    for (const Level level : allLevels) {
        const auto oldest = m_store.database().number(oldestOf(level));
        if (!oldest)
            return failure(oldest.error());
        const qint64 before = std::min(std::max(*oldest, m_store.droppedBefore()[size_t(level)]) + slice[size_t(level)], newest - spared[size_t(level)]);
        if (*oldest == 0 || before <= *oldest)
            continue;
        const auto more = level == Level::Raw ? dropRaw(before) : dropRollups(level, before);
        const auto over = isOverLimit();
        if (!more || !over)
            return failure(more ? over.error() : more.error());
        Outcome outcome;
        outcome.more = *over;
        if (const qint64 rawDropped = m_store.droppedBefore()[size_t(Level::Raw)]; rawDropped > 0)
            outcome.squeezed = fromEpochMillis(rawDropped);
        return outcome;
    }
    return Outcome{};
}

Result<bool> HistoryRetention::isOverLimit()
{
    Database &database = m_store.database();
    const auto pages = database.number(QStringLiteral("PRAGMA page_count"));
    const auto unused = database.number(QStringLiteral("PRAGMA freelist_count"));
    const auto size = database.number(QStringLiteral("PRAGMA page_size"));
    for (const auto &answer : {pages, unused, size}) {
        if (!answer)
            return failure(answer.error());
    }
    return (*pages - *unused) * *size > m_options.diskLimit;
}

Result<bool> HistoryRetention::dropRaw(qint64 before)
{
    Database &database = m_store.database();
    const auto oldest = database.number(QStringLiteral("SELECT min(minute) FROM sample"));
    if (!oldest)
        return failure(oldest.error());
    const qint64 end = floorTo(before, minuteWidth) / minuteWidth;
    if (*oldest == 0 || *oldest >= end)
        return false;
    // The minute that ends the first rowsAtOnce rows; 0 when there are fewer.
    const auto reach = database.number(QStringLiteral("SELECT minute FROM sample ORDER BY minute LIMIT 1 OFFSET %1").arg(rowsAtOnce));
    if (!reach)
        return failure(reach.error());
    const qint64 stop = *reach == 0 ? end : std::min(end, *reach + 1);
    auto transaction = Transaction::begin(database);
    if (!transaction)
        return failure(transaction.error());
    auto done = database.exec(QStringLiteral("DELETE FROM sample WHERE minute < %1").arg(stop));
    if (done)
        done = note(Level::Raw, stop * minuteWidth);
    if (done)
        done = transaction->commit();
    if (!done)
        return failure(done.error());
    m_store.noteDropped(Level::Raw, stop * minuteWidth);
    return stop < end;
}

Result<bool> HistoryRetention::dropRollups(Level level, qint64 before)
{
    Database &database = m_store.database();
    auto transaction = Transaction::begin(database);
    if (!transaction)
        return failure(transaction.error());
    auto done = database.exec(QStringLiteral("DELETE FROM %1 WHERE queue IN (SELECT id FROM queue) AND start < %2").arg(tableOf(level)).arg(before));
    if (done)
        done = note(level, before);
    if (done)
        done = transaction->commit();
    if (!done)
        return failure(done.error());
    m_store.noteDropped(level, before);
    return false;
}

Result<void> HistoryRetention::note(Level level, qint64 before)
{
    return m_store.database().exec(QStringLiteral("INSERT OR REPLACE INTO dropped (level, before) VALUES (%1, %2)").arg(int(level)).arg(before));
}

} // namespace holdwatch::storage
