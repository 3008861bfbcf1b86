// SPDX-License-Identifier: GPL-3.0-or-later
// What one refresh of the queue page's four charts costs, with ever more history in the file behind it.
// bench_chart [SAMPLES…], by default 1000 100000 10000000 (the last one needs about 2 GB of disk and some
// minutes to be written). Sets QT_QPA_PLATFORM=offscreen unless it is set.
#include "app/storage/history/HistoryService.h"
#include "tests/support/DemoStory.h"
#include "tests/support/PageFixture.h"
#include "ui/charts/ChartStack.h"
#include "ui/queue/QueuePage.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

using namespace holdwatch;
using namespace holdwatch::test;

namespace {

constexpr int refreshes = 100;

/// The history's own clock: it may be read from any thread, and stands while the page's moves on.
class StandingClock final : public Clock
{
public:
    explicit StandingClock(UtcTime at) : m_at(at) {}
    UtcTime now() const override { return m_at; }
    Millis monotonic() const override { return m_at.time_since_epoch(); }

private:
    const UtcTime m_at;
};

/// Processor time that this thread has used: what a refresh costs whatever else the machine does.
double threadMillis()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

QueueSample sampleAt(const QueueStatus &like, UtcTime at, qint64 number)
{
    QueueSample sample = like.sample;
    sample.takenAt = at;
    const double wave = std::sin(double(number) / 40.0);
    sample.oldestAge = Metric<Millis>::reported(Millis(60'000 + qint64(50'000 * wave)));
    sample.depth = Metric<qint64>::reported(400 + qint64(300 * wave) + number % 17);
    sample.inFlight = Metric<qint64>::reported(20 + number % 9);
    sample.deadLetters = Metric<qint64>::reported(number / 5'000 % 40);
    sample.retriesPerMinute = Metric<double>::reported(double(number % 60) / 10);
    return sample;
}

/// All within six days, so that none is past the retention of raw samples.
void fill(storage::HistoryService &history, const QueueStatus &queue, qint64 count, UtcTime until)
{
    constexpr qint64 batch = 20'000;
    const Millis spacing = std::min<Millis>(Seconds(5), Millis(6LL * 86'400'000 / count));
    qint64 written = 0;
    QEventLoop loop;
    QObject::connect(&history, &storage::HistoryService::flushed, &loop, [&](int samples) {
        written += samples;
        loop.quit();
    });
    for (qint64 made = 0; made < count;) {
        QVector<storage::RecordedSample> samples;
        for (const qint64 end = std::min(count, made + batch); made < end; ++made)
            samples.append({sampleAt(queue, until - spacing * (count - made), made), Verdict::Healthy});
        history.record(std::move(samples));
        history.flush();
        while (written < made)
            loop.exec();
    }
}

struct Figures
{
    double guiMillis;
    double wholeMillis;
    int points;
};

double medianOf(QVector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

Figures measure(qint64 count, Millis span)
{
    QTemporaryDir folder;
    PageFixture fixture;
    const StandingClock standing(fixture.clock.now());
    storage::HistoryService history(folder.filePath(QStringLiteral("history.sqlite")), standing);
    QueueStatus queue = demoQueue(QStringLiteral("reservation-expiry"), Verdict::Healthy, Seconds(60), fixture.clock.now());
    fill(history, queue, count, fixture.clock.now());

    int answers = 0;
    fixture.monitor.fetcher = [&](const HistoryQuery &query, QObject *context, std::function<void(Result<HistorySlice>)> done) {
        history.fetch(query, context, [&answers, done = std::move(done)](const Result<HistorySlice> &answer) {
            done(answer);
            ++answers;
        });
    };
    fixture.queues.update({queue});
    ui::QueuePage page(fixture.context());
    page.resize(1280, 760);
    page.setScope({{}, {}, span, Zone::Utc});
    page.show();
    const auto waitFor = [&](int wanted) {
        while (answers < wanted)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        page.repaint();
    };
    waitFor(1);
    QCoreApplication::processEvents();

    QVector<double> gui;
    QVector<double> whole;
    for (int i = 0; i < refreshes; ++i) {
        fixture.clock.advance(Seconds(5));
        queue.sample = sampleAt(queue, fixture.clock.now(), count + i);
        const int wanted = answers + 1;
        const double before = threadMillis();
        QElapsedTimer timer;
        timer.start();
        fixture.queues.update({queue});
        waitFor(wanted);
        whole.append(timer.nsecsElapsed() / 1e6);
        gui.append(threadMillis() - before);
    }
    const auto *stack = page.findChild<ui::ChartStack *>(QStringLiteral("charts"));
    return {medianOf(gui), medianOf(whole), int(stack->charts().constFirst()->picture().line.size())};
}

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    QVector<qint64> counts;
    for (int i = 1; i < argc; ++i)
        counts.append(QByteArray(argv[i]).toLongLong());
    if (counts.isEmpty())
        counts = {1'000, 100'000, 10'000'000};

    std::printf("Refresh of four charts, median of %d (GUI = processor time of the GUI thread, whole = until painted, waiting included)\n", refreshes);
    std::printf("%-8s %12s %10s %8s %10s %8s %8s\n", "shown", "samples", "GUI ms", "ratio", "whole ms", "ratio", "points");
    for (const Millis span : {Millis(Minutes(60)), Millis(std::chrono::hours(24 * 7))}) {
        std::optional<Figures> base;
        for (const qint64 count : counts) {
            const Figures figures = measure(count, span);
            if (!base)
                base = figures;
            std::printf("%-8s %12lld %10.2f %7.2fx %10.2f %7.2fx %8d\n", span > Minutes(60) ? "7 d" : "1 h", static_cast<long long>(count), figures.guiMillis,
                        figures.guiMillis / base->guiMillis, figures.wholeMillis, figures.wholeMillis / base->wholeMillis, figures.points);
            std::fflush(stdout);
        }
    }
    return 0;
}
