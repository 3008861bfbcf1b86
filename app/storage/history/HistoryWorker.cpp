// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/history/HistoryWorker.h"

#include "app/storage/history/HistoryReader.h"
#include "app/storage/history/HistoryRetention.h"
#include "app/storage/history/ReplayFile.h"
#include "models/core/Format.h"

#include <QLoggingCategory>

#include <algorithm>

namespace holdwatch::storage {

Q_LOGGING_CATEGORY(historyLog, "holdwatch.history")

namespace {

constexpr int rowsPerTransaction = 20'000;
constexpr size_t mostAlertChanges = 10'000;
constexpr int longestPauseInTicks = 15;
constexpr Millis pruneEvery = Minutes(1);

} // namespace

HistoryWorker::HistoryWorker(QString file, const Clock &clock, const HistoryOptions &options, SampleBuffer &buffer)
    : m_file(std::move(file)), m_clock(clock), m_options(options), m_buffer(buffer), m_timer(this)
{
    connect(&m_timer, &QTimer::timeout, this, &HistoryWorker::flushIfDue);
}

void HistoryWorker::start()
{
    flush();
    m_timer.start(m_options.flushEvery);
}

void HistoryWorker::stop()
{
    m_timer.stop();
    flush();
    close();
}

void HistoryWorker::flushIfDue()
{
    if (m_ticksToSkip > 0) {
        --m_ticksToSkip;
        return;
    }
    flush();
}

void HistoryWorker::flush()
{
    if (!openIfNeeded())
        return;
    auto done = writeAlerts();
    if (done)
        done = writeSamples();
    if (!done) {
        noteFailure(done.error());
        return;
    }
    noteSuccess();
    if (--m_ticksToPrune <= 0)
        prune();
}

bool HistoryWorker::openIfNeeded()
{
    if (m_store)
        return true;
    if (m_foundDamage)
        return false;
    if (auto done = open(); !done) {
        close();
        noteFailure(done.error());
        return false;
    }
    return true;
}

Result<void> HistoryWorker::open()
{
    auto database = openMigrated(m_file, historySchema());
    if (!database)
        return failure(database.error());
    m_database = std::move(*database);
    if (m_options.pageCap) {
        if (auto done = m_database->number(QStringLiteral("PRAGMA max_page_count=%1").arg(*m_options.pageCap)); !done)
            return failure(done.error());
    }
    auto store = HistoryStore::open(*m_database);
    if (!store)
        return failure(store.error());
    m_store = std::move(*store);
    m_alerts = std::make_unique<AlertStore>(*m_database);
    return {};
}

void HistoryWorker::close()
{
    m_alerts.reset();
    m_store.reset();
    m_database.reset();
}

Result<void> HistoryWorker::writeSamples()
{
    int written = 0;
    while (m_buffer.pendingCount() > 0) {
        const SampleBuffer::Pending pending = m_buffer.pending(rowsPerTransaction);
        auto done = m_store->append(pending.rows, [this](int index) { return m_buffer.queueAt(index); });
        if (!done)
            return done;
        m_buffer.markWritten(pending.end);
        written += int(pending.rows.size());
    }
    emit flushed(written);
    return {};
}

Result<void> HistoryWorker::writeAlerts()
{
    while (!m_alertChanges.empty()) {
        if (auto done = write(m_alertChanges.front()); !done)
            return done;
        m_alertChanges.pop_front();
    }
    return {};
}

Result<void> HistoryWorker::write(const AlertChange &change)
{
    if (const auto *alert = std::get_if<Alert>(&change))
        return m_alerts->save(*alert);
    if (const auto *window = std::get_if<MaintenanceWindow>(&change))
        return m_alerts->save(*window);
    return m_alerts->append(std::get<AlertLogEntry>(change)).map([](qint64) {});
}

void HistoryWorker::change(AlertChange change)
{
    m_alertChanges.push_back(std::move(change));
    if (m_alertChanges.size() > mostAlertChanges)
        m_alertChanges.pop_front();
    if (!m_store || m_failures > 0)
        return; // the next tick tries everything in order
    if (auto done = writeAlerts(); !done)
        noteFailure(done.error());
}

void HistoryWorker::prune()
{
    const auto outcome = HistoryRetention(*m_store, m_options).run(m_clock.now());
    if (!outcome) {
        noteFailure(outcome.error());
        return;
    }
    m_ticksToPrune = outcome->more ? 1 : int(std::max<qint64>(1, pruneEvery / m_options.flushEvery));
    trimAlerts();
    if (outcome->squeezed) {
        emit noticeChanged(QStringLiteral("The history has reached its limit of %1 MB: single samples before %2 made room; "
                                          "their one-minute figures are kept.")
                               .arg(m_options.diskLimit / (1024 * 1024)).arg(toIso(*outcome->squeezed)));
    }
}

void HistoryWorker::trimAlerts()
{
    const auto gone = m_alerts->trim(m_clock.now(), m_options.keepAlerts, m_options.mostLogLines);
    if (!gone) {
        noteFailure(gone.error());
        return;
    }
    if (*gone > 0)
        qCInfo(historyLog) << *gone << "lines of the alert log were let go: they are older than" << formatSpan(m_options.keepAlerts) << "or past the newest" << m_options.mostLogLines;
    if (*gone == AlertStore::trimmedAtOnce)
        m_ticksToPrune = 1;
}

void HistoryWorker::noteFailure(const Error &error)
{
    if (m_database && m_database->isDamaged()) {
        m_foundDamage = true;
        close();
    }
    ++m_failures;
    m_ticksToSkip = std::min(longestPauseInTicks, (1 << std::min(m_failures, 5)) - 1);
    m_lastError = error;
    Error shown = error;
    shown.kept = QStringLiteral("%1 Monitoring goes on; new samples are kept in memory.").arg(error.kept).trimmed();
    if (m_buffer.lost() > 0)
        shown.kept += QStringLiteral(" The oldest of them no longer fit.");
    say(toSentence(shown));
}

void HistoryWorker::noteSuccess()
{
    m_failures = 0;
    m_ticksToSkip = 0;
    say(QString());
    if (const qint64 lost = m_buffer.lost(); lost != m_lostSaid) {
        emit noticeChanged(QStringLiteral("%1 samples did not fit into memory while the history could not be written; they are a gap now.")
                               .arg(lost - m_lostSaid));
        m_lostSaid = lost;
    }
}

void HistoryWorker::say(const QString &problem)
{
    if (problem == m_problem)
        return;
    m_problem = problem;
    if (problem.isEmpty())
        qCInfo(historyLog) << "the history is being written again";
    else
        qCWarning(historyLog).noquote() << problem;
    emit problemChanged(problem);
}

Result<HistorySlice> HistoryWorker::fetch(const HistoryQuery &query)
{
    if (m_store) {
        auto slice = HistoryReader(*m_store).read(query, m_buffer.rowsOf(query.queue, SampleBuffer::Which::Unwritten));
        if (slice)
            return slice;
        noteFailure(slice.error());
    }
    return sliceFromMemory(query, m_buffer.rowsOf(query.queue, SampleBuffer::Which::All));
}

Result<RecordedSamples> HistoryWorker::readSamples(const QueueId &queue, UtcTime from, UtcTime until, int limit)
{
    if (m_store) {
        auto samples = HistoryReader(*m_store).readSamples(queue, from, until, limit, m_buffer.rowsOf(queue, SampleBuffer::Which::Unwritten));
        if (samples)
            return samples;
        noteFailure(samples.error());
    }
    return samplesFromMemory(queue, m_buffer.rowsOf(queue, SampleBuffer::Which::All, toEpochMillis(from), toEpochMillis(until)), limit);
}

Result<QHash<QueueId, UtcTime>> HistoryWorker::watchedSince()
{
    if (!m_store)
        return failure(m_lastError);
    return m_store->watchedSince();
}

Result<void> HistoryWorker::exportSamples(const QueueId &queue, const ReplayHeader &header, const QString &path)
{
    const auto visitAll = [](const std::vector<SampleRow> &rows, const RowVisitor &visit) -> Result<void> {
        for (const SampleRow &row : rows) {
            if (auto done = visit(row); !done)
                return done;
        }
        return {};
    };
    return writeReplayFile(path, header, [&](const RowVisitor &visit) -> Result<void> {
        if (!m_store)
            return visitAll(m_buffer.rowsOf(queue, SampleBuffer::Which::All), visit);
        const auto stored = HistoryReader(*m_store).forEachRaw(queue, 0, std::numeric_limits<qint64>::max(), visit);
        return stored ? visitAll(m_buffer.rowsOf(queue, SampleBuffer::Which::Unwritten), visit) : stored;
    });
}

Result<AlertState> HistoryWorker::loadAlerts()
{
    if (!m_alerts)
        return failure(m_lastError);
    return m_alerts->load(m_clock.now());
}

Result<QVector<AlertLogEntry>> HistoryWorker::readLog(const AlertLogQuery &query)
{
    if (m_alerts) {
        if (auto page = m_alerts->page(query))
            return page;
    }
    QVector<AlertLogEntry> entries;
    for (auto change = m_alertChanges.rbegin(); change != m_alertChanges.rend() && entries.size() < query.limit; ++change) {
        const auto *entry = std::get_if<AlertLogEntry>(&*change);
        if (entry && (!query.queue || *query.queue == entry->queue) && entry->sequence < query.before.value_or(std::numeric_limits<qint64>::max()))
            entries.append(*entry);
    }
    return entries;
}

} // namespace holdwatch::storage
