// SPDX-License-Identifier: GPL-3.0-or-later
// What the practice queue can take: stats of 1,000 queues, and of one that holds 100,000 messages.
#include "app/practice/MemoryStore.h"
#include "app/practice/SqliteStore.h"
#include "tests/support/practice/RunningPractice.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <cstdio>

using namespace holdwatch;
using namespace holdwatch::practice;

namespace {

void fill(QueueEngine &engine, const QString &queue, int messages)
{
    QueueSettings settings;
    settings.name = queue;
    engine.createQueue(settings);
    for (int i = 0; i < messages; i += Limits::largestBatch)
        engine.publishBatch(queue, QVector<NewMessage>(Limits::largestBatch, {"{\"n\":1}"}), {});
}

/// Microseconds a call of `what`, over `times` calls.
double microseconds(int times, const std::function<void(int)> &what)
{
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < times; ++i)
        what(i);
    return double(timer.nsecsElapsed()) / 1000 / times;
}

void engineFigures()
{
    const SystemClock clock;
    MemoryStore store;
    QueueEngine engine(store, clock);
    fill(engine, QStringLiteral("small"), 100);
    const double small = microseconds(20'000, [&](int) { (void)engine.stats(QStringLiteral("small")); });
    fill(engine, QStringLiteral("large"), 100'000);
    const double large = microseconds(20'000, [&](int) { (void)engine.stats(QStringLiteral("large")); });
    std::printf("engine   stats, 100 messages       %8.1f us\n", small);
    std::printf("engine   stats, 100,000 messages   %8.1f us   %.2f x\n", large, large / small);
}

void storeFigures()
{
    const QTemporaryDir folder;
    const SystemClock clock;
    auto store = SqliteStore::open(folder.filePath(QStringLiteral("queue.sqlite")));
    if (!store)
        return;
    QueueEngine engine(**store, clock);
    fill(engine, QStringLiteral("jobs"), 0);
    const double publish = microseconds(500, [&](int) { (void)engine.publish(QStringLiteral("jobs"), {"{\"n\":1}"}, {}); });
    const double cycle = microseconds(250, [&](int) {
        const auto lent = engine.consume(QStringLiteral("jobs"), 1, {}, {});
        (void)engine.ack(QStringLiteral("jobs"), {}, lent->first().receipt);
    });
    std::printf("SQLite   durable publish           %8.1f us\n", publish);
    std::printf("SQLite   durable consume and ack   %8.1f us\n", cycle);
}

void serverFigures()
{
    test::RunningPractice practice;
    practice.withEngine([](QueueEngine &engine) {
        for (int i = 0; i < 1000; ++i)
            fill(engine, QStringLiteral("queue-%1").arg(i), 0);
    });
    test::WireClient client(practice.access());
    const auto stats = [&](int i) { client.ask("GET", "/v1/queue/stats/queue-" + QByteArray::number(i % 1000)); };
    const double one = microseconds(3000, stats);
    std::printf("HTTPS    stats, 1,000 queues       %8.1f us   1,000 queues every 5 s: %.0f %% of the time\n", one, one * 1000 / 5'000'000 * 100);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    engineFigures();
    storeFigures();
    serverFigures();
}
