// SPDX-License-Identifier: GPL-3.0-or-later
// bench_day [QUEUES [HOURS]], by default 1000 and 24: what a window over so many queues holds in memory once so many
// hours of samples, one every 5 s, have gone through judges, history and window. Time is made up, so that a day takes
// minutes; the wire is left out, which bench_thousand measures. Needs about 1.5 GB of disk.
#include "app/operations/judging/QueueJudge.h"
#include "app/storage/history/HistoryService.h"
#include "tests/support/WindowFixture.h"

#include <QApplication>
#include <QEventLoop>
#include <QFile>
#include <QTemporaryDir>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <unistd.h>

using namespace holdwatch;
using namespace holdwatch::test;

namespace {

constexpr Millis poll = Seconds(5);
constexpr int pollsAnHour = 720;
constexpr int pollsAFlush = 20;
constexpr int pollsALook = 12; ///< the window is told once a minute of made-up time

/// Read by the history's thread too.
class MadeUpClock final : public Clock
{
public:
    UtcTime now() const override { return fromEpochMillis(m_at); }
    Millis monotonic() const override { return Millis(m_at); }
    void advance(Millis by) { m_at += by.count(); }

private:
    std::atomic<qint64> m_at = 1'764'500'000'000;
};

double residentMegabytes()
{
    QFile statm(QStringLiteral("/proc/self/statm"));
    if (!statm.open(QIODevice::ReadOnly))
        return 0;
    return statm.readAll().split(' ').value(1).toDouble() * double(sysconf(_SC_PAGESIZE)) / 1e6;
}

QueueSample sampleOf(const QueueId &queue, int number, qint64 round, UtcTime at)
{
    const double wave = std::sin(double(round + number * 37) / 90.0);
    QueueSample sample;
    sample.queue = queue;
    sample.takenAt = at;
    sample.depth = Metric<qint64>::reported(400 + qint64(300 * wave));
    sample.inFlight = Metric<qint64>::reported(20 + (round + number) % 9);
    sample.delayed = Metric<qint64>::reported(5);
    sample.consumers = Metric<qint64>::reported(4);
    sample.deadLetters = Metric<qint64>::reported(round / 5'000);
    sample.retriesTotal = Metric<qint64>::reported(round * 2);
    sample.oldestAge = Metric<Millis>::reported(Millis(60'000 + qint64(50'000 * wave)));
    return sample;
}

QueueStatus frameOf(int number)
{
    QueueStatus frame;
    frame.queue.id = {ConnectionId(QStringLiteral("bench")), QStringLiteral("bench-%1").arg(number)};
    frame.queue.displayName = frame.queue.id.name;
    frame.connectionName = QStringLiteral("Bench");
    frame.provider = QStringLiteral("infrai");
    frame.environment = Environment::Staging;
    return frame;
}

class Day
{
public:
    explicit Day(int queues) : m_history(m_folder.filePath(QStringLiteral("history.sqlite")), m_clock), m_fixture(m_clock), m_window(m_fixture.makeWindow())
    {
        for (int i = 0; i < queues; ++i)
            m_judges.emplace_back(frameOf(i), Tolerance(), poll);
        QObject::connect(&m_history, &storage::HistoryService::flushed, &m_written, [this](int samples) {
            m_inFile += samples;
            m_written.quit();
        });
        m_window->resize(1280, 800);
        m_window->show();
    }

    void pollOnce(qint64 round)
    {
        m_clock.advance(poll);
        QVector<storage::RecordedSample> samples;
        QVector<QueueStatus> statuses;
        for (size_t i = 0; i < m_judges.size(); ++i) {
            m_judges[i].observe(sampleOf(m_judges[i].status().queue.id, int(i), round, m_clock.now()));
            const QueueStatus &status = m_judges[i].status();
            samples.append({status.sample, status.assessment.verdict});
            if (round % pollsALook == 0)
                statuses.append(status);
        }
        m_made += samples.size();
        m_history.record(samples);
        if (!statuses.isEmpty())
            emit m_fixture.monitor.statusesChanged(statuses);
        if (round % pollsAFlush == 0)
            settle();
    }

    void settle()
    {
        m_history.flush();
        while (m_inFile < m_made)
            m_written.exec();
        QCoreApplication::processEvents();
    }

private:
    QTemporaryDir m_folder;
    MadeUpClock m_clock;
    storage::HistoryService m_history;
    WindowFixture m_fixture;
    std::unique_ptr<ui::MainWindow> m_window;
    std::vector<operations::QueueJudge> m_judges;
    QEventLoop m_written;
    qint64 m_made = 0;
    qint64 m_inFile = 0;
};

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const int queues = argc > 1 ? atoi(argv[1]) : 1000;
    const int hours = argc > 2 ? atoi(argv[2]) : 24;
    Day day(queues);
    std::printf("%d queues, a sample every 5 s\n%8s %12s %8s\n", queues, "hours", "samples", "MB");
    qint64 round = 0;
    for (int hour = 0; hour <= hours; ++hour) {
        if (hour > 0) {
            for (int i = 0; i < pollsAnHour; ++i)
                day.pollOnce(round++);
            day.settle();
        }
        if (hour <= 2 || hour % 6 == 0 || hour == hours)
            std::printf("%8d %12lld %8.0f\n", hour, static_cast<long long>(round) * queues, residentMegabytes());
        std::fflush(stdout);
    }
    return 0;
}
