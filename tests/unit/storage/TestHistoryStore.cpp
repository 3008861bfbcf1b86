// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/history/HistoryReader.h"
#include "app/storage/history/HistoryRetention.h"
#include "app/storage/history/SampleBuffer.h"
#include "tests/unit/storage/Samples.h"

#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <map>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::storage::test;

namespace {

/// A store on a file, with the buffer that numbers its queues.
struct OpenStore
{
    explicit OpenStore(const QString &path)
    {
        auto opened = openMigrated(path, historySchema());
        if (!opened)
            qFatal("%s", qPrintable(toSentence(opened.error())));
        database = std::move(*opened);
        store = std::move(*HistoryStore::open(*database));
    }

    void append(const QVector<RecordedSample> &samples)
    {
        SampleBuffer buffer(int(samples.size()) + 1);
        buffer.add(samples);
        const auto done = store->append(buffer.pending(int(samples.size())).rows, [&buffer](int index) { return buffer.queueAt(index); });
        QVERIFY2(done.has_value(), qPrintable(done ? QString() : toSentence(done.error())));
    }

    HistorySlice read(UtcTime from, UtcTime until, int maxBuckets = 600, const QueueId &queue = queueNamed(QStringLiteral("expiry"))) const
    {
        return HistoryReader(*store).read({queue, from, until, maxBuckets}, {}).value();
    }

    qint64 count(const char *table) const
    {
        return database->number(QStringLiteral("SELECT count(*) FROM %1").arg(QLatin1String(table))).value();
    }

    std::unique_ptr<Database> database;
    std::unique_ptr<HistoryStore> store;
};

/// What a slice should hold, computed in the plainest way from all samples.
QVector<HistoryBucket> naive(const QVector<RecordedSample> &samples, Millis width, UtcTime from, UtcTime until)
{
    std::map<qint64, QVector<RecordedSample>> groups;
    for (const RecordedSample &recorded : samples) {
        const qint64 at = toEpochMillis(recorded.sample.takenAt);
        if (recorded.sample.takenAt >= from && recorded.sample.takenAt < until)
            groups[at / width.count() * width.count()].append(recorded);
    }
    QVector<HistoryBucket> buckets;
    for (const auto &[start, group] : groups) {
        HistoryBucket bucket;
        bucket.start = fromEpochMillis(start);
        bucket.samples = int(group.size());
        const auto put = [](std::optional<BucketRange> &range, const auto &metric, auto unit) {
            if (!metric.has())
                return;
            const double value = unit(metric.value());
            range = range ? BucketRange{std::min(range->min, value), std::max(range->max, value), value} : BucketRange{value, value, value};
        };
        for (const RecordedSample &recorded : group) {
            put(bucket.oldestAge, recorded.sample.oldestAge, [](Millis age) { return toSeconds(age); });
            put(bucket.depth, recorded.sample.depth, [](qint64 count) { return double(count); });
            put(bucket.inFlight, recorded.sample.inFlight, [](qint64 count) { return double(count); });
            put(bucket.retriesPerMinute, recorded.sample.retriesPerMinute, [](double rate) { return rate; });
            put(bucket.deadLetters, recorded.sample.deadLetters, [](qint64 count) { return double(count); });
            if (!bucket.worst || severityOf(recorded.verdict) > severityOf(*bucket.worst))
                bucket.worst = recorded.verdict;
        }
        buckets.append(bucket);
    }
    return buckets;
}

QVector<RecordedSample> randomWalk(quint32 seed, int count)
{
    QRandomGenerator random(seed);
    QVector<RecordedSample> samples;
    UtcTime at = noon;
    for (int i = 0; i < count; ++i) {
        at += Millis(random.bounded(1, random.bounded(50) == 0 ? 4'000'000 : 20'000)); // now and then a gap
        RecordedSample recorded = sampleAt(at, std::nullopt, random.bounded(1000), Verdict(random.bounded(7)));
        if (random.bounded(3) > 0)
            recorded.sample.oldestAge = Metric<Millis>::approximate(Millis(random.bounded(900'000)));
        if (random.bounded(2) > 0)
            recorded.sample.inFlight = Metric<qint64>::derived(random.bounded(50), QStringLiteral("sum"));
        if (random.bounded(2) > 0)
            recorded.sample.retriesPerMinute = Metric<double>::reported(random.bounded(100.0));
        samples.append(recorded);
    }
    return samples;
}

} // namespace

class TestHistoryStore : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString file() const { return m_folder->filePath(QStringLiteral("history.sqlite")); }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void keepsEveryFigureAndHowItWasObtainedAcrossARestart()
    {
        RecordedSample recorded = sampleAt(noon, 440, 812, Verdict::Approaching);
        QueueSample &sample = recorded.sample;
        sample.inFlight = Metric<qint64>::approximate(40);
        sample.delayed = Metric<qint64>::atLeast(7, QStringLiteral("note"));
        sample.consumers = Metric<qint64>::reported(0);
        sample.arrivalsTotal = Metric<qint64>::reported(9'007'199'254'740'991);
        sample.retriesPerMinute = Metric<double>::derived(3.1, QStringLiteral("note"));
        sample.oldestDeadLetterAge = Metric<Millis>::atMost(Millis(1234), QStringLiteral("note"));
        sample.ageIncludesInFlight = false;
        OpenStore(file()).append({recorded});

        const OpenStore again(file());
        const auto read = HistoryReader(*again.store).readSamples(sample.queue, noon, noon + Seconds(1), 10, {}).value();
        QCOMPARE(read.samples.size(), 1);
        const QueueSample &back = read.samples.front();
        QCOMPARE(back.takenAt, noon);
        QCOMPARE(back.oldestAge.value(), Millis(440'000));
        QCOMPARE(back.oldestAge.obtained(), Obtained::Reported);
        QCOMPARE(back.inFlight.obtained(), Obtained::Approximate);
        QCOMPARE(back.delayed.obtained(), Obtained::AtLeast);
        QCOMPARE(back.consumers.value(), 0);
        QCOMPARE(back.arrivalsTotal.value(), 9'007'199'254'740'991);
        QCOMPARE(back.retriesPerMinute.value(), 3.1);
        QCOMPARE(back.retriesPerMinute.obtained(), Obtained::Derived);
        QCOMPARE(back.oldestDeadLetterAge.obtained(), Obtained::AtMost);
        QVERIFY(!back.ageIncludesInFlight);
        QVERIFY(!back.deadLetters.has()); // not reported stays not reported
        QVERIFY(!back.completionsPerMinute.has());
        QCOMPARE(again.store->watchedSince().value(sample.queue), noon);
    }

    void neverTurnsAFigureThatIsNoNumberIntoZero()
    {
        RecordedSample recorded = sampleAt(noon, 1, 1);
        recorded.sample.retriesPerMinute = Metric<double>::reported(std::numeric_limits<double>::quiet_NaN());
        OpenStore(file()).append({recorded});
        const OpenStore again(file());
        QVERIFY(!HistoryReader(*again.store).readSamples(recorded.sample.queue, noon, noon + Seconds(1), 1, {}).value().samples.front().retriesPerMinute.has());
        QVERIFY(!again.read(noon, noon + Seconds(1)).buckets.front().retriesPerMinute);
    }

    void sumsUpLikeAPlainComputationOnEveryLevel_data()
    {
        QTest::addColumn<int>("hours");
        QTest::addColumn<qint64>("bucket");
        QTest::newRow("raw") << 1 << qint64(0);
        QTest::newRow("one minute") << 6 << qint64(60'000);
        QTest::newRow("24 h") << 24 << qint64(180'000);
        QTest::newRow("7 d") << 24 * 7 << qint64(1'800'000);
        QTest::newRow("60 d") << 24 * 60 << qint64(7'200'000 * 2);
    }
    void sumsUpLikeAPlainComputationOnEveryLevel()
    {
        QFETCH(int, hours);
        QFETCH(qint64, bucket);
        const auto samples = randomWalk(quint32(hours), 12'000);
        OpenStore open(file());
        for (qsizetype i = 0; i < samples.size(); i += 700)
            open.append(samples.mid(i, 700));
        const UtcTime from = fromEpochMillis(toEpochMillis(noon) / 14'400'000 * 14'400'000) + std::chrono::hours(4);
        const HistorySlice slice = open.read(from, from + std::chrono::hours(hours));
        if (bucket > 0)
            QCOMPARE(slice.bucket.count(), bucket);
        QVERIFY(slice.buckets.size() <= 600);
        QVERIFY(slice.buckets.size() > 10);
        QCOMPARE(slice.buckets, naive(samples, slice.bucket, from, from + std::chrono::hours(hours)));
    }

    void sumsUpTheSameAfterARestartInTheMiddleOfAMinute()
    {
        const auto samples = randomWalk(7, 3'000);
        for (qsizetype i = 0; i < samples.size(); i += 333)
            OpenStore(file()).append(samples.mid(i, 333));
        const OpenStore open(file());
        const UtcTime from = fromEpochMillis(toEpochMillis(noon) / 7'200'000 * 7'200'000);
        const HistorySlice slice = open.read(from, from + std::chrono::hours(24 * 60));
        QVERIFY(slice.bucket >= Minutes(1));
        QCOMPARE(slice.buckets, naive(samples, slice.bucket, from, from + std::chrono::hours(24 * 60)));
    }

    void countsLateSamplesAndIgnoresRepeatedOnes()
    {
        auto samples = series(noon, 4'000, Seconds(15));
        const auto late = samples.takeAt(100);
        OpenStore open(file());
        open.append(samples.mid(0, 2'000));
        open.append({late}); // its minute, quarter and two hours are in their tables already
        open.append({late, samples[5]});
        open.append(samples.mid(2'000));
        samples.insert(100, late);
        QCOMPARE(open.count("sample"), samples.size());
        for (const auto &[span, buckets] : {std::pair(6, 600), std::pair(24, 60), std::pair(24 * 60, 600)}) {
            // At the end of a bucket: one that is begun comes whole.
            const UtcTime until = fromEpochMillis(floorTo(toEpochMillis(noon + std::chrono::hours(span)), 14'400'000));
            const HistorySlice slice = open.read(noon, until, buckets);
            QVERIFY(slice.bucket >= Minutes(1));
            QCOMPARE(slice.buckets, naive(samples, slice.bucket, noon, until));
        }
    }

    void leavesAGapWhereNothingWasSampled()
    {
        OpenStore open(file());
        open.append(series(noon, 100, Seconds(15)));
        open.append(series(noon + std::chrono::hours(3), 100, Seconds(15)));
        const HistorySlice slice = open.read(noon, noon + std::chrono::hours(6));
        QCOMPARE(slice.spacing, slice.bucket);
        for (const HistoryBucket &bucket : slice.buckets)
            QVERIFY(bucket.start < noon + Minutes(25) || bucket.start >= noon + std::chrono::hours(3) - slice.bucket);
    }

    void saysHowFarApartSamplesAre()
    {
        OpenStore open(file());
        open.append(series(noon, 60, Seconds(15)));
        const HistorySlice slice = open.read(noon, noon + Minutes(15));
        QVERIFY(slice.bucket < Seconds(15));
        QVERIFY(slice.spacing >= Seconds(14) && slice.spacing <= Seconds(16));
    }

    void showsWhatIsNotWrittenYet()
    {
        OpenStore open(file());
        open.append(series(noon, 10, Seconds(15)));
        SampleBuffer buffer(100);
        buffer.add({sampleAt(noon + Minutes(10), 99, 99, Verdict::Breached)});
        const QueueId queue = queueNamed(QStringLiteral("expiry"));
        const auto slice = HistoryReader(*open.store).read({queue, noon, noon + Minutes(15), 600}, buffer.rowsOf(queue, SampleBuffer::Which::Unwritten)).value();
        QCOMPARE(slice.buckets.back().worst, Verdict::Breached);
    }

    void answersAnUnknownQueueWithNothing()
    {
        const OpenStore open(file());
        const HistorySlice slice = open.read(noon, noon + Minutes(15));
        QVERIFY(slice.buckets.isEmpty());
        QVERIFY(!slice.watchedSince);
    }

    void survivesAbsurdSpans()
    {
        OpenStore open(file());
        open.append(series(noon, 10, Seconds(15)));
        QCOMPARE(open.read(UtcTime::min(), UtcTime::max(), 1).buckets.size(), 1);
        QVERIFY(open.read(UtcTime::max(), UtcTime::min()).buckets.isEmpty());
        QCOMPARE(open.read(UtcTime::min(), UtcTime::max(), -5).buckets.size(), 1);
    }

    void readsSamplesThinnedButWithTheirPeaks()
    {
        auto samples = series(noon, 5'000, Seconds(5));
        samples[3'210] = sampleAt(samples[3'210].sample.takenAt, 5'000, 1);
        OpenStore open(file());
        open.append(samples);
        const auto read = HistoryReader(*open.store).readSamples(queueNamed(QStringLiteral("expiry")), noon, noon + std::chrono::hours(24), 1'000, {}).value();
        QVERIFY(read.samples.size() <= 1'000);
        QVERIFY(read.samples.size() >= 250);
        QVERIFY(read.spacing > Seconds(5));
        QVERIFY(std::any_of(read.samples.begin(), read.samples.end(), [](const QueueSample &s) { return s.oldestAge.value() == Seconds(5'000); }));
        QVERIFY(std::is_sorted(read.samples.begin(), read.samples.end(), [](const auto &a, const auto &b) { return a.takenAt < b.takenAt; }));
    }

    void keepsEachResolutionAsLongAsItSaysAndNoLonger()
    {
        const QueueId queue = queueNamed(QStringLiteral("expiry"));
        OpenStore open(file());
        open.append(series(noon, 4 * 60 * 24, Seconds(15)));
        HistoryOptions options;
        options.keep = {std::chrono::hours(2), std::chrono::hours(8), std::chrono::hours(1000), std::chrono::hours(5000)};
        const UtcTime end = noon + std::chrono::hours(24);
        while (HistoryRetention(*open.store, options).run(end).value().more) { }

        const auto samples = HistoryReader(*open.store).readSamples(queue, noon, end, 100'000, {}).value();
        QVERIFY(samples.samples.size() > 480);             // two hours raw …
        QVERIFY(samples.samples.size() < 480 + 60 * 8 + 10); // … before them a sample a minute, as long as those are kept
        QCOMPARE(samples.spacing, Minutes(1));
        const HistorySlice old = open.read(noon, noon + std::chrono::hours(1));
        QCOMPARE(old.bucket, Minutes(15)); // the finest that still reaches back
        QCOMPARE(old.buckets.size(), 4 + 1);
        QCOMPARE(open.read(end - Minutes(30), end).bucket, Seconds(5));
        QCOMPARE(open.store->watchedSince().value(queue), noon);
    }

    void deletesNothingWhenTheClockLeaps()
    {
        OpenStore open(file());
        open.append(series(noon, 1'000, Seconds(15)));
        const auto outcome = HistoryRetention(*open.store, HistoryOptions()).run(noon + std::chrono::hours(24 * 365 * 20)).value();
        QVERIFY(!outcome.more);
        QCOMPARE(open.count("sample"), 1'000);
    }

    void dropsTheOldestRawSamplesFirstWhenTheDiskLimitIsReached()
    {
        OpenStore open(file());
        open.append(series(noon, 20'000, Seconds(5)));
        const UtcTime end = noon + Seconds(5) * 20'000;
        HistoryOptions options;
        options.diskLimit = 1'000'000;
        HistoryRetention retention(*open.store, options);
        std::optional<UtcTime> squeezed;
        int calls = 0;
        for (bool more = true; more && calls < 1'000; ++calls) {
            const auto outcome = retention.run(end).value();
            squeezed = outcome.squeezed ? outcome.squeezed : squeezed;
            more = outcome.more;
        }
        QVERIFY(squeezed.has_value());
        QVERIFY(*squeezed > noon);
        const qint64 used = open.database->number(QStringLiteral("PRAGMA page_count")).value() - open.database->number(QStringLiteral("PRAGMA freelist_count")).value();
        QVERIFY(used * 4096 <= options.diskLimit);
        QVERIFY(!open.read(end - Minutes(15), end).buckets.isEmpty());
        QVERIFY(!open.read(noon, noon + std::chrono::hours(2)).buckets.isEmpty()); // by the minute
        QCOMPARE(OpenStore(file()).store->droppedBefore()[0], toEpochMillis(*squeezed));
    }

    void sparesTheLastHourWhateverTheLimit()
    {
        OpenStore open(file());
        for (int day = 0; day < 12; ++day)
            open.append(series(noon + std::chrono::hours(24) * day, 1'440, Minutes(1)));
        const UtcTime end = noon + std::chrono::hours(24 * 12);
        HistoryOptions options;
        options.diskLimit = 1; // can't be met
        HistoryRetention retention(*open.store, options);
        int calls = 0;
        while (retention.run(end).value().more && calls < 1'000)
            ++calls;
        QVERIFY(calls < 1'000);
        QVERIFY(open.read(end - Minutes(50), end).bucket < Minutes(1)); // raw
        QVERIFY(open.count("sample") >= 50);
        QVERIFY(open.count("sample") <= 62);
        const qint64 minutes = open.count("rollup_minute"); // two days of them are spared
        QVERIFY2(minutes > 2 * 1'430 && minutes < 3 * 1'440, qPrintable(QString::number(minutes)));
        QVERIFY(!open.read(noon, noon + std::chrono::hours(24)).buckets.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestHistoryStore)
#include "TestHistoryStore.moc"
