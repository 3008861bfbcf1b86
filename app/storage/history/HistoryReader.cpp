// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/history/HistoryReader.h"

#include "app/storage/history/Thinner.h"

#include <algorithm>
#include <map>

namespace holdwatch::storage {

namespace {

constexpr qint64 minuteWidth = 60'000;
// How much raw history is in memory at a time while it streams by.
constexpr qint64 rawChunk = 6 * 3'600'000;
// Nothing was recorded before 1970, nothing will be after 9999; keeps sums of times from overflowing.
constexpr qint64 lastMoment = 253'402'300'800'000;

struct Span
{
    qint64 from;
    qint64 until;
    bool isEmpty() const { return from >= until; }
};

Span bounded(qint64 from, qint64 until, std::optional<UtcTime> watchedSince)
{
    const qint64 first = watchedSince ? std::max<qint64>(0, toEpochMillis(*watchedSince)) : 0;
    return {std::clamp(from, first, lastMoment), std::clamp<qint64>(until, 0, lastMoment)};
}

Millis medianStep(const QVector<HistoryBucket> &buckets, Millis bucket)
{
    if (buckets.size() < 2)
        return bucket;
    std::vector<Millis> steps;
    for (qsizetype i = 1; i < buckets.size(); ++i)
        steps.push_back(buckets[i].start - buckets[i - 1].start);
    const auto middle = steps.begin() + std::ptrdiff_t(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end());
    return *middle;
}

SampleRow rowOf(const Rollup &rollup)
{
    SampleRow row;
    RecordedSample recorded;
    recorded.sample.takenAt = fromEpochMillis(rollup.lastAt);
    recorded.verdict = verdictOfCode(rollup.worst.value_or(verdictCode(Verdict::NotReported)));
    const QString note = QStringLiteral("of a minute's samples");
    const auto &[age, depth, inFlight, retries, dead] = rollup.ranges;
    if (age)
        recorded.sample.oldestAge = Metric<Millis>::derived(fromSeconds(age->max), note);
    if (depth)
        recorded.sample.depth = Metric<qint64>::derived(qint64(depth->last), note);
    if (inFlight)
        recorded.sample.inFlight = Metric<qint64>::derived(qint64(inFlight->last), note);
    if (retries)
        recorded.sample.retriesPerMinute = Metric<double>::derived(retries->last, note);
    if (dead)
        recorded.sample.deadLetters = Metric<qint64>::derived(qint64(dead->last), note);
    return toRow(0, recorded);
}

HistorySlice sliceOf(const HistoryQuery &query, const Resolution &resolution, const std::vector<Rollup> &pieces)
{
    std::map<qint64, Rollup> buckets;
    for (const Rollup &piece : pieces) {
        const qint64 start = floorTo(piece.start, resolution.bucket);
        const auto [place, isNew] = buckets.try_emplace(start, piece);
        if (isNew)
            place->second.start = start;
        else
            place->second.merge(piece);
    }
    HistorySlice slice;
    slice.query = query;
    slice.bucket = Millis(resolution.bucket);
    slice.buckets.reserve(qsizetype(buckets.size()));
    for (const auto &[start, bucket] : buckets)
        slice.buckets.append(bucket.toBucket());
    slice.spacing = medianStep(slice.buckets, slice.bucket);
    return slice;
}

void addRows(std::vector<Rollup> &pieces, const std::vector<SampleRow> &rows, const Span &span)
{
    for (const SampleRow &row : rows) {
        if (row.at >= span.from && row.at < span.until)
            pieces.push_back(Rollup::of(row));
    }
}

RecordedSamples recordedFrom(const QueueId &queue, Thinner &thinner, qint64 spacing)
{
    RecordedSamples recorded;
    recorded.spacing = Millis(std::max(spacing, thinner.stride()));
    for (const SampleRow &row : thinner.take())
        recorded.samples.append(fromRow(queue, row));
    return recorded;
}

} // namespace

HistorySlice sliceFromMemory(const HistoryQuery &query, const std::vector<SampleRow> &rows)
{
    std::optional<UtcTime> since;
    if (!rows.empty())
        since = fromEpochMillis(rows.front().at);
    const Span span = bounded(toEpochMillis(query.from), toEpochMillis(query.until), since);
    std::vector<Rollup> pieces;
    addRows(pieces, rows, span);
    HistorySlice slice = sliceOf(query, span.isEmpty() ? Resolution() : resolutionFor(span.from, span.until, query.maxBuckets, {}), pieces);
    slice.watchedSince = since;
    slice.inMemoryOnly = true;
    return slice;
}

RecordedSamples samplesFromMemory(const QueueId &queue, const std::vector<SampleRow> &rows, int limit)
{
    Thinner thinner(limit);
    for (const SampleRow &row : rows)
        thinner.add(row);
    return recordedFrom(queue, thinner, 0);
}

Result<HistorySlice> HistoryReader::read(const HistoryQuery &query, const std::vector<SampleRow> &unwritten) const
{
    const auto id = m_store.idOf(query.queue);
    std::optional<UtcTime> since;
    if (id)
        since = m_store.watchedSince().value(query.queue);
    else if (!unwritten.empty())
        since = fromEpochMillis(unwritten.front().at);
    const Span span = bounded(toEpochMillis(query.from), toEpochMillis(query.until), since);
    if (span.isEmpty()) {
        HistorySlice nothing = sliceOf(query, {}, {});
        nothing.watchedSince = since;
        return nothing;
    }
    const Resolution resolution = resolutionFor(span.from, span.until, query.maxBuckets, m_store.droppedBefore());
    std::vector<Rollup> found;
    if (id) {
        auto stored = pieces(*id, resolution, span.from, span.until);
        if (!stored)
            return failure(stored.error());
        found = std::move(*stored);
    }
    addRows(found, unwritten, span);
    HistorySlice slice = sliceOf(query, resolution, found);
    slice.watchedSince = since;
    return slice;
}

Result<std::vector<Rollup>> HistoryReader::pieces(qint64 id, const Resolution &resolution, qint64 from, qint64 until) const
{
    if (resolution.level != Level::Raw)
        return rollups(id, resolution.level, floorTo(from, resolution.bucket), until);
    const auto rows = rawRows(id, from, until);
    if (!rows)
        return failure(rows.error());
    std::vector<Rollup> found;
    found.reserve(rows->size());
    std::transform(rows->begin(), rows->end(), std::back_inserter(found), &Rollup::of);
    return found;
}

Result<std::vector<Rollup>> HistoryReader::rollups(qint64 id, Level level, qint64 from, qint64 until) const
{
    Database &database = m_store.database();
    auto query = database.prepare(QStringLiteral("SELECT start, %1 FROM %2 WHERE queue = ? AND start >= ? AND start < ? ORDER BY start")
                                      .arg(rollupColumns(), tableOf(level)));
    if (!query)
        return failure(query.error());
    query->bindValue(0, id);
    query->bindValue(1, from);
    query->bindValue(2, until);
    if (auto done = database.run(*query); !done)
        return failure(done.error());
    std::vector<Rollup> found;
    while (query->next()) {
        found.push_back(readRollup(*query, 1));
        found.back().start = query->value(0).toLongLong();
    }
    if (const RollupCascade *cascade = m_store.openRollups(id)) {
        // What grows on a finer level has not reached this one yet; the finest is the newest.
        for (auto finer = rollupLevels.rbegin(); finer != rollupLevels.rend(); ++finer) {
            const auto &open = cascade->open(*finer);
            if (*finer <= level && open && open->start >= from && open->start < until)
                found.push_back(*open);
        }
    }
    return found;
}

Result<std::vector<SampleRow>> HistoryReader::rawRows(qint64 id, qint64 from, qint64 until) const
{
    Database &database = m_store.database();
    auto query = database.prepare(QStringLiteral("WITH RECURSIVE span (minute) AS (SELECT ? UNION ALL SELECT minute + 1 FROM span WHERE minute < ?) "
                                                 "SELECT at, %1 FROM span CROSS JOIN sample USING (minute) WHERE queue = ? AND at >= ? AND at < ?")
                                      .arg(sampleColumns()));
    if (!query)
        return failure(query.error());
    query->bindValue(0, floorTo(from, minuteWidth) / minuteWidth);
    query->bindValue(1, floorTo(until - 1, minuteWidth) / minuteWidth);
    query->bindValue(2, id);
    query->bindValue(3, from);
    query->bindValue(4, until);
    if (auto done = database.run(*query); !done)
        return failure(done.error());
    std::vector<SampleRow> rows;
    while (query->next()) {
        rows.push_back(readSample(*query, 1));
        rows.back().at = query->value(0).toLongLong();
    }
    // The join yields them in order already; this holds it whatever the planner thinks up.
    std::sort(rows.begin(), rows.end(), [](const SampleRow &a, const SampleRow &b) { return a.at < b.at; });
    return rows;
}

Result<void> HistoryReader::forEachRaw(const QueueId &queue, qint64 from, qint64 until, const RowVisitor &visit) const
{
    const auto id = m_store.idOf(queue);
    if (!id)
        return {};
    const auto newest = m_store.database().number(QStringLiteral("SELECT max(minute) FROM sample"));
    if (!newest)
        return failure(newest.error());
    Span span = bounded(from, until, m_store.watchedSince().value(queue));
    span.from = std::max(span.from, m_store.droppedBefore()[size_t(Level::Raw)]);
    span.until = std::min(span.until, (*newest + 1) * minuteWidth);
    for (qint64 start = span.from; start < span.until; start += rawChunk) {
        const auto rows = rawRows(*id, start, std::min(span.until, start + rawChunk));
        if (!rows)
            return failure(rows.error());
        for (const SampleRow &row : *rows) {
            if (auto done = visit(row); !done)
                return done;
        }
    }
    return {};
}

Result<RecordedSamples> HistoryReader::readSamples(const QueueId &queue, UtcTime from, UtcTime until, int limit,
                                                   const std::vector<SampleRow> &unwritten) const
{
    Thinner thinner(limit);
    qint64 spacing = 0;
    const Span span{toEpochMillis(from), toEpochMillis(until)};
    const qint64 rawFrom = std::max(span.from, m_store.droppedBefore()[size_t(Level::Raw)]);
    if (const auto id = m_store.idOf(queue); id && span.from < rawFrom) {
        const auto older = rollups(*id, Level::Minute, span.from, std::min(rawFrom, span.until));
        if (!older)
            return failure(older.error());
        for (const Rollup &rollup : *older)
            thinner.add(rowOf(rollup));
        spacing = older->empty() ? 0 : minuteWidth;
    }
    const auto done = forEachRaw(queue, rawFrom, span.until, [&thinner](const SampleRow &row) -> Result<void> {
        thinner.add(row);
        return {};
    });
    if (!done)
        return failure(done.error());
    for (const SampleRow &row : unwritten) {
        if (row.at >= span.from && row.at < span.until)
            thinner.add(row);
    }
    return recordedFrom(queue, thinner, spacing);
}

} // namespace holdwatch::storage
