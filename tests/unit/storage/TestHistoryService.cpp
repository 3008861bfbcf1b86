// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/SampleFile.h"
#include "app/storage/alerts/AlertStore.h"
#include "app/storage/history/HistoryService.h"
#include "app/storage/sqlite/Database.h"
#include "tests/unit/storage/Samples.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::storage::test;

namespace {

const QueueId expiry = queueNamed(QStringLiteral("expiry"));

/// Waits for the answer that `question` is given a way to deliver.
template<typename T, typename Question>
Result<T> answerTo(Question question)
{
    QObject context;
    std::optional<Result<T>> answer;
    question(&context, [&answer](Result<T> result) { answer = std::move(result); });
    if (!QTest::qWaitFor([&answer] { return answer.has_value(); }, 20'000))
        qFatal("no answer");
    return *answer;
}

Result<HistorySlice> fetch(HistoryService &service, UtcTime from, UtcTime until)
{
    return answerTo<HistorySlice>([&](QObject *context, auto done) { service.fetch({expiry, from, until, 600}, context, done); });
}

Alert openAlert(const QString &id)
{
    Alert alert;
    alert.id = AlertId(id);
    alert.queue = expiry;
    alert.cause = Cause::AgeInWindow;
    alert.verdict = Verdict::Approaching;
    alert.openedAt = noon;
    alert.changedAt = noon;
    return alert;
}

} // namespace

class TestHistoryService : public QObject
{
    Q_OBJECT

    SystemClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
    QString file() const { return m_folder->filePath(QStringLiteral("history.sqlite")); }

    /// Writes only when told to, so that nothing depends on time.
    static HistoryOptions byHand()
    {
        HistoryOptions options;
        options.flushEvery = std::chrono::hours(1);
        return options;
    }

    static void flush(HistoryService &service)
    {
        QSignalSpy flushed(&service, &HistoryService::flushed);
        service.flush();
        QVERIFY(flushed.wait(20'000));
    }

    static QString problemAfterFlush(HistoryService &service)
    {
        QSignalSpy problems(&service, &HistoryService::problemChanged);
        service.flush();
        if (problems.isEmpty() && !problems.wait(20'000))
            return QStringLiteral("no news");
        return problems.last().first().toString();
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void remembersAcrossARestart()
    {
        {
            HistoryService service(file(), m_clock, byHand());
            service.record(series(noon, 100, Seconds(5)));
        } // going down writes what waits
        HistoryService service(file(), m_clock, byHand());
        const auto slice = fetch(service, noon, noon + Minutes(15)).value();
        QCOMPARE(slice.buckets.size(), 100);
        QCOMPARE(slice.watchedSince, noon);
        QVERIFY(!slice.inMemoryOnly);
        const auto since = answerTo<QHash<QueueId, UtcTime>>([&](QObject *context, auto done) { service.readWatchedSince(context, done); });
        QCOMPARE(since->value(expiry), noon);
    }

    void writesByItselfWhenManySamplesWait()
    {
        HistoryOptions options = byHand();
        options.flushAt = 50;
        HistoryService service(file(), m_clock, options);
        QSignalSpy flushed(&service, &HistoryService::flushed);
        QVERIFY(flushed.wait(20'000)); // the file is open, nothing was there to write
        service.record(series(noon, 49, Seconds(5)));
        service.record(series(noon + Minutes(10), 1, Seconds(5)));
        QVERIFY(flushed.wait(20'000));
        QCOMPARE(flushed.last().first().toInt(), 50);
    }

    void forgetsAnAnswerWhoseAskerIsGone()
    {
        HistoryService service(file(), m_clock, byHand());
        bool called = false;
        {
            QObject context;
            service.fetch({expiry, noon, noon + Minutes(1), 10}, &context, [&called](Result<HistorySlice>) { called = true; });
        }
        QVERIFY(fetch(service, noon, noon + Minutes(1)).has_value()); // comes after it
        QVERIFY(!called);
    }

    void goesOnInMemoryWhileTheFileIsLockedAndWritesItAllAfterwards()
    {
        HistoryService service(file(), m_clock, byHand());
        service.record(series(noon, 10, Seconds(5)));
        flush(service);
        auto other = Database::open(file(), Database::Mode::ReadWrite).value();
        QVERIFY(other->exec(QStringLiteral("BEGIN EXCLUSIVE")).has_value());

        service.record(series(noon + Minutes(5), 10, Seconds(5)));
        service.saveAlert(openAlert(QStringLiteral("a1")));
        const QString problem = problemAfterFlush(service);
        QVERIFY2(problem.contains(QStringLiteral("locked by another program")), qPrintable(problem));
        QVERIFY(problem.contains(QStringLiteral("Monitoring goes on")));
        QCOMPARE(fetch(service, noon, noon + Minutes(15))->buckets.size(), 20);

        QVERIFY(other->exec(QStringLiteral("ROLLBACK")).has_value());
        QCOMPARE(problemAfterFlush(service), QString());
        QCOMPARE(other->number(QStringLiteral("SELECT count(*) FROM sample")).value(), 20);
        QCOMPARE(other->number(QStringLiteral("SELECT count(*) FROM alert")).value(), 1);
    }

    void startsInMemoryWhenTheFileIsLockedFromTheBeginning()
    {
        QVERIFY(HistoryService(file(), m_clock, byHand()).thread());
        auto other = Database::open(file(), Database::Mode::ReadWrite).value();
        QVERIFY(other->exec(QStringLiteral("PRAGMA locking_mode=EXCLUSIVE")).has_value());
        QVERIFY(other->exec(QStringLiteral("BEGIN EXCLUSIVE")).has_value());
        HistoryService service(file(), m_clock, byHand());
        QVERIFY(problemAfterFlush(service).contains(QStringLiteral("locked")));
        service.record(series(noon, 10, Seconds(5)));
        QCOMPARE(fetch(service, noon, noon + Minutes(15))->buckets.size(), 10);
        other.reset();
        QCOMPARE(problemAfterFlush(service), QString());
        QCOMPARE(fetch(service, noon, noon + Minutes(15))->buckets.size(), 10);
    }

    void goesOnInMemoryWhenTheDiskIsFullAndRecoversByItselfWhenThereIsRoom()
    {
        QVERIFY(HistoryService(file(), m_clock, byHand()).thread());
        auto other = Database::open(file(), Database::Mode::ReadWrite).value();
        QVERIFY(other->exec(QStringLiteral("CREATE TABLE filler AS SELECT zeroblob(4000000) AS bytes")).has_value());
        HistoryOptions tight = byHand();
        tight.pageCap = int(other->number(QStringLiteral("PRAGMA page_count")).value()) + 10;

        HistoryService service(file(), m_clock, tight);
        service.record(series(noon, 5'000, Seconds(5)));
        const QString problem = problemAfterFlush(service);
        QVERIFY2(problem.contains(QStringLiteral("no room left")), qPrintable(problem));
        QVERIFY(problem.contains(QStringLiteral("Make room")));
        QVERIFY(fetch(service, noon, noon + std::chrono::hours(1))->buckets.size() > 100); // still drawn
        QCOMPARE(other->number(QStringLiteral("SELECT count(*) FROM sample")).value(), 0); // nothing half written

        QVERIFY(other->exec(QStringLiteral("DROP TABLE filler")).has_value());
        QCOMPARE(problemAfterFlush(service), QString());
        QCOMPARE(other->number(QStringLiteral("SELECT count(*) FROM sample")).value(), 5'000);
    }

    void countsWhatNoLongerFitsIntoMemory()
    {
        HistoryOptions options = byHand();
        options.memorySamples = 100;
        HistoryService service(m_folder->filePath(QStringLiteral("absent/history.sqlite")), m_clock, options);
        QVERIFY(problemAfterFlush(service).contains(QStringLiteral("can't be opened")));
        service.record(series(noon, 130, Seconds(5)));
        QVERIFY(problemAfterFlush(service).contains(QStringLiteral("no longer fit")));
        QVERIFY(fetch(service, noon, noon + std::chrono::hours(1))->inMemoryOnly);

        QSignalSpy notices(&service, &HistoryService::noticeChanged);
        QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("absent")));
        QCOMPARE(problemAfterFlush(service), QString());
        QTRY_COMPARE(notices.size(), 1); // from another thread, so perhaps after the answer
        QVERIFY(notices.first().first().toString().startsWith(QStringLiteral("30 samples did not fit")));
        QCOMPARE(fetch(service, noon, noon + Minutes(15))->buckets.size(), 100);
    }

    void leavesADamagedFileExactlyAsItIs()
    {
        QByteArray noise(50'000, 'x');
        {
            QFile out(file());
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(noise);
        }
        {
            HistoryService service(file(), m_clock, byHand());
            service.record(series(noon, 10, Seconds(5)));
            QVERIFY(problemAfterFlush(service).contains(QStringLiteral("left exactly as it is")));
            QVERIFY(fetch(service, noon, noon + Minutes(15))->inMemoryOnly);
            const auto alerts = answerTo<AlertState>([&](QObject *context, auto done) { service.loadAlerts(context, done); });
            QCOMPARE(alerts.error().kind, Error::Kind::Storage);
        }
        QFile in(file());
        QVERIFY(in.open(QIODevice::ReadOnly));
        QCOMPARE(in.readAll(), noise);
    }

    void exportsWhatReplayReads()
    {
        HistoryService service(file(), m_clock, byHand());
        service.record(series(noon, 3, Seconds(5)));
        flush(service);
        service.record({sampleAt(noon + Seconds(15), std::nullopt, 7)});
        const QString path = m_folder->filePath(QStringLiteral("expiry.json"));
        const auto done = answerTo<void>([&](QObject *context, auto answer) {
            service.exportSamples(expiry, {Minutes(15), Seconds(5)}, path, context, answer);
        });
        QVERIFY(done.has_value());
        QFile in(path);
        QVERIFY(in.open(QIODevice::ReadOnly));
        const QJsonObject root = QJsonDocument::fromJson(in.readAll()).object();
        QCOMPARE(root[QLatin1String("hold_window_s")].toDouble(), 900);
        QCOMPARE(root[QLatin1String("poll_s")].toDouble(), 5);
        const QJsonArray samples = root[QLatin1String("samples")].toArray();
        QCOMPARE(samples.size(), 4);
        const QJsonObject second = samples[1].toObject();
        QCOMPARE(second[QLatin1String("t")].toDouble(), toSeconds(noon.time_since_epoch()) + 5);
        QCOMPARE(second[QLatin1String("oldest_age_s")].toDouble(), 1);
        QCOMPARE(second[QLatin1String("depth")].toInt(-1), 1);
        for (const char *absent : {"in_flight", "retries_total", "dead_letters"})
            QVERIFY(second[QLatin1String(absent)].isNull());
        QVERIFY(samples[3].toObject()[QLatin1String("oldest_age_s")].isNull());
    }

    void whatIsExportedReadsBackAsItWasRecorded()
    {
        HistoryService service(file(), m_clock, byHand());
        QVector<RecordedSample> recorded = series(noon, 4, Seconds(5));
        recorded[1].sample.oldestAge = Metric<Millis>::atMost(Seconds(90), {});
        recorded[1].sample.delayed = Metric<qint64>::reported(3);
        recorded[1].sample.consumers = Metric<qint64>::reported(0);
        recorded[2].sample.oldestAge = Metric<Millis>::atLeast(Seconds(1000), {});
        recorded[2].sample.ageIncludesInFlight = false;
        recorded[3].sample.inFlight = Metric<qint64>::reported(5);
        service.record(recorded);
        const QString path = m_folder->filePath(QStringLiteral("expiry.json"));
        QVERIFY(answerTo<void>([&](QObject *context, auto answer) { service.exportSamples(expiry, {Minutes(15), Seconds(5)}, path, context, answer); }).has_value());

        const std::unique_ptr<std::FILE, int (*)(std::FILE *)> in(std::fopen(QFile::encodeName(path).constData(), "rb"), &std::fclose);
        const auto back = json::readSampleFile(in.get());
        QVERIFY(back.has_value());
        QVERIFY(!back->ageIncludesInFlight);
        QCOMPARE(int(back->samples.size()), 4);
        for (int i = 0; i < 4; ++i) {
            const QueueSample &given = recorded[i].sample;
            const QueueSample read = json::toQueueSample(back->samples[size_t(i)], back->ageIncludesInFlight);
            QCOMPARE(read.takenAt, given.takenAt);
            QCOMPARE(read.oldestAge.optional(), given.oldestAge.optional());
            QCOMPARE(read.oldestAge.obtained(), given.oldestAge.obtained());
            QCOMPARE(read.depth, given.depth);
            QCOMPARE(read.inFlight, given.inFlight);
            QCOMPARE(read.delayed, given.delayed);
            QCOMPARE(read.consumers, given.consumers);
        }
    }

    void keepsAnEarlierExportWhenTheNewOneFails()
    {
        HistoryService service(file(), m_clock, byHand());
        const auto done = answerTo<void>([&](QObject *context, auto answer) {
            service.exportSamples(expiry, {Minutes(15), Seconds(5)}, QStringLiteral("/nonexistent/expiry.json"), context, answer);
        });
        QCOMPARE(done.error().kind, Error::Kind::Storage);
        QVERIFY(!done.error().next.isEmpty());
    }

    void trimsTheAlertLogByItself()
    {
        HistoryOptions options = byHand();
        options.keepAlerts = Minutes(1);
        HistoryService service(file(), m_clock, options);
        AlertLogEntry entry;
        entry.queue = expiry;
        entry.at = m_clock.now() - std::chrono::hours(1);
        for (int i = 0; i < AlertStore::spared + 5; ++i)
            service.appendLog(entry);
        const auto linesLeft = [&] {
            flush(service);
            auto other = Database::open(file(), Database::Mode::ReadOnly).value();
            return other->number(QStringLiteral("SELECT count(*) FROM alert_log")).value();
        };
        QTRY_COMPARE(linesLeft(), AlertStore::spared);
    }

    void keepsAlertsAndTheirLogAcrossARestart()
    {
        {
            HistoryService service(file(), m_clock, byHand());
            service.saveAlert(openAlert(QStringLiteral("a1")));
            AlertLogEntry entry;
            entry.queue = expiry;
            entry.text = QStringLiteral("age 7:34 of 15:00");
            service.appendLog(entry);
        }
        HistoryService service(file(), m_clock, byHand());
        const auto state = answerTo<AlertState>([&](QObject *context, auto done) { service.loadAlerts(context, done); });
        QCOMPARE(state->open, QVector<Alert>{openAlert(QStringLiteral("a1"))});
        QCOMPARE(state->lastSequence, 1);
        const auto log = answerTo<QVector<AlertLogEntry>>([&](QObject *context, auto done) { service.readLog({}, context, done); });
        QCOMPARE(log->size(), 1);
        QCOMPARE(log->front().text, QStringLiteral("age 7:34 of 15:00"));
    }
};

QTEST_GUILESS_MAIN(TestHistoryService)
#include "TestHistoryService.moc"
