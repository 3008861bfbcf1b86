// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a chart costs with more and more history behind it, and what recording costs.
// Usage: bench_history [samples…]   (default: 1000 100000 10000000; the largest takes about a minute and 1 GB)
#include "app/storage/history/HistoryReader.h"
#include "app/storage/history/SampleBuffer.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <map>

using namespace holdwatch;
using namespace holdwatch::storage;

namespace {

constexpr qint64 pollMillis = 5'000;
constexpr qint64 firstAt = 1'790'000'000'000;
constexpr qint64 mostPerQueue = 100'000;
constexpr int repetitions = 41;

struct Zoom
{
    const char *name;
    qint64 millis;
};
constexpr std::array zooms{Zoom{"15 min", 900'000}, Zoom{"1 h", 3'600'000}, Zoom{"6 h", 21'600'000}, Zoom{"24 h", 86'400'000}, Zoom{"7 d", 604'800'000}};

template<typename T>
T orDie(Result<T> result)
{
    if (!result)
        qFatal("%s", qPrintable(toSentence(result.error())));
    return std::move(*result);
}

void orDie(const Result<void> &result)
{
    if (!result)
        qFatal("%s", qPrintable(toSentence(result.error())));
}

quint64 reported(std::initializer_list<Figure> figures)
{
    quint64 flags = 0;
    for (const Figure figure : figures)
        flags |= 1ULL << (3 * int(figure));
    return flags;
}

QueueId queueNumber(qint64 n)
{
    return {ConnectionId(QStringLiteral("bench")), QStringLiteral("queue-%1").arg(n)};
}

/// Straight into the tables: through the store ten million would take many minutes.
void seed(Database &database, qint64 queues, qint64 perQueue)
{
    const quint64 flags = reported({Figure::Depth, Figure::InFlight, Figure::DeadLetters, Figure::RetriesPerMinute, Figure::OldestAge});
    auto transaction = orDie(Transaction::begin(database));
    orDie(database.exec(QStringLiteral("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %1) "
                                       "INSERT INTO queue SELECT i, 'bench', 'queue-' || i, %2 FROM n").arg(queues).arg(firstAt)));
    orDie(database.exec(QStringLiteral("WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %1 - 1) "
                                       "INSERT INTO sample (minute, queue, at, verdict, flags, depth, in_flight, dead_letters, retries_per_minute, oldest_age_ms) "
                                       "SELECT (%2 + i * %3) / 60000, id, %2 + i * %3, i / 900 % 4, %4, i * 7 % 1000, i % 40, i / 5000, i % 13 * 0.5, i * 5000 % 900000 "
                                       "FROM n CROSS JOIN queue").arg(perQueue).arg(firstAt).arg(pollMillis).arg(flags)));
    orDie(database.exec(QStringLiteral("INSERT INTO rollup_minute SELECT queue, minute * 60000, count(*), max(at), max(verdict), "
                                       "min(oldest_age_ms) / 1000.0, max(oldest_age_ms) / 1000.0, max(oldest_age_ms) / 1000.0, min(depth), max(depth), max(depth), "
                                       "min(in_flight), max(in_flight), max(in_flight), min(retries_per_minute), max(retries_per_minute), max(retries_per_minute), "
                                       "min(dead_letters), max(dead_letters), max(dead_letters) FROM sample GROUP BY queue, minute")));
    for (const Level level : {Level::QuarterHour, Level::TwoHours}) {
        QString figures;
        for (const QString &figure : {QStringLiteral("age_s"), QStringLiteral("depth"), QStringLiteral("in_flight"), QStringLiteral("retries_per_minute"), QStringLiteral("dead_letters")})
            figures += QStringLiteral(", min(%1_min), max(%1_max), max(%1_last)").arg(figure);
        orDie(database.exec(QStringLiteral("INSERT INTO %1 SELECT queue, start / %2 * %2 AS stretch, sum(samples), max(last_at), max(worst)%3 FROM %4 GROUP BY queue, stretch")
                                .arg(tableOf(level)).arg(widthOf(level)).arg(figures, tableOf(Level(int(level) - 1)))));
    }
    orDie(transaction.commit());
    orDie(database.exec(QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)")));
}

/// Microseconds of one chart's reading, the best of many: what else the machine does only ever adds. Over
/// different queues, so that it is not always the same pages.
double bestOf(const HistoryReader &reader, qint64 queues, qint64 until, qint64 span, qsizetype &buckets)
{
    std::vector<double> times;
    for (int i = 0; i < repetitions; ++i) {
        const HistoryQuery query{queueNumber(i % queues + 1), fromEpochMillis(until - span), fromEpochMillis(until), 600};
        QElapsedTimer timer;
        timer.start();
        buckets = orDie(reader.read(query, {})).buckets.size();
        times.push_back(double(timer.nsecsElapsed()) / 1000.0);
    }
    return *std::min_element(times.begin(), times.end());
}

void benchReading(const std::vector<qint64> &sizes)
{
    std::printf("Reading a chart's history (600 pixel columns, best of %d)\n\n", repetitions);
    std::printf("%12s %8s %8s %10s %9s %8s  %s\n", "samples", "file MB", "zoom", "time us", "buckets", "ratio", "");
    std::map<std::string, std::pair<double, qsizetype>> smallest;
    for (const qint64 samples : sizes) {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("history.sqlite"));
        const qint64 queues = std::max<qint64>(1, samples / mostPerQueue);
        const qint64 perQueue = samples / queues;
        auto database = orDie(openMigrated(file, historySchema()));
        seed(*database, queues, perQueue);
        const auto store = orDie(HistoryStore::open(*database));
        const HistoryReader reader(*store);
        for (const Zoom &zoom : zooms) {
            qsizetype buckets = 0;
            const double time = bestOf(reader, queues, firstAt + perQueue * pollMillis, zoom.millis, buckets);
            // Only a history that fills the chart as much as the smallest's can be compared with it.
            const bool fills = perQueue * pollMillis >= zoom.millis;
            const auto base = fills ? smallest.try_emplace(zoom.name, time, buckets).first : smallest.find(zoom.name);
            const QByteArray ratio = fills ? QByteArray::number(time / base->second.first, 'f', 2) : QByteArray("-");
            std::printf("%12lld %8lld %8s %10.0f %9lld %8s  %s\n", samples, QFileInfo(file).size() / (1024 * 1024), zoom.name, time, qlonglong(buckets),
                        ratio.constData(), fills ? "" : "history shorter than the zoom");
        }
    }
}

void benchRecording()
{
    constexpr int queues = 1'000;
    constexpr int minutes = 10;
    QTemporaryDir folder;
    auto database = orDie(openMigrated(folder.filePath(QStringLiteral("history.sqlite")), historySchema()));
    const auto store = orDie(HistoryStore::open(*database));
    QVector<RecordedSample> round(queues);
    for (int i = 0; i < queues; ++i) {
        QueueSample &sample = round[i].sample;
        sample.queue = queueNumber(i);
        sample.depth = Metric<qint64>::reported(i);
        sample.inFlight = Metric<qint64>::reported(40);
        sample.retriesTotal = Metric<qint64>::reported(100'000 + i);
        sample.deadLetters = Metric<qint64>::reported(12);
        sample.arrivalsPerMinute = Metric<double>::derived(31.5, QStringLiteral("from totals"));
        sample.oldestAge = Metric<Millis>::reported(Seconds(i % 900));
    }
    SampleBuffer buffer(100'000);
    QElapsedTimer timer;
    timer.start();
    const clock_t before = clock();
    for (int tick = 0; tick < minutes * 12; ++tick) {
        for (RecordedSample &recorded : round)
            recorded.sample.takenAt = fromEpochMillis(firstAt + tick * pollMillis);
        buffer.add(round);
        const auto pending = buffer.pending(queues);
        orDie(store->append(pending.rows, [&buffer](int index) { return buffer.queueAt(index); }));
        buffer.markWritten(pending.end);
    }
    const double cpu = double(clock() - before) / CLOCKS_PER_SEC;
    std::printf("\nRecording %d queues every 5 s for %d min: %.2f s of processor time (%.2f %% of one core), %.2f s elapsed\n", queues, minutes, cpu,
                cpu / (minutes * 60) * 100, double(timer.elapsed()) / 1000.0);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    std::vector<qint64> sizes;
    for (int i = 1; i < argc; ++i)
        sizes.push_back(QByteArray(argv[i]).toLongLong());
    if (sizes.empty())
        sizes = {1'000, 100'000, 10'000'000};
    benchReading(sizes);
    benchRecording();
    return 0;
}
