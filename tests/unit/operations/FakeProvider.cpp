// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/operations/FakeProvider.h"

#include <algorithm>
#include <utility>

namespace holdwatch::test {

namespace {

struct ByHand
{
    FakeProvider::Script &script;
    bool await_ready() const { return script.answersAtOnce; }
    void await_suspend(std::coroutine_handle<> waiting) { script.waiting.push_back(waiting); }
    void await_resume() const {}
};

} // namespace

void FakeProvider::Script::answer()
{
    for (std::coroutine_handle<> handle : std::exchange(waiting, {}))
        handle.resume();
}

void FakeProvider::cancelAll()
{
    m_script.cancelledWith = errorOf(Error::Kind::Cancelled);
    m_script.answer();
    m_script.cancelledWith.reset();
}

QCoro::Task<Result<void>> FakeProvider::wait(QString question)
{
    Script &script = m_script;
    script.asked << question;
    script.mostUnderWay = std::max(script.mostUnderWay, ++script.underWay);
    ByHand byHand{script};
    co_await byHand;
    --script.underWay;
    Result<void> done;
    if (script.cancelledWith)
        done = failure(*script.cancelledWith);
    else if (!script.failures.isEmpty())
        done = failure(script.failures.dequeue());
    co_return done;
}

QCoro::Task<Result<providers::ProbeReport>> FakeProvider::probe()
{
    const Result<void> done = co_await wait(QStringLiteral("probe"));
    Result<providers::ProbeReport> report;
    if (!done)
        report = failure(done.error());
    co_return report;
}

QCoro::Task<Result<QVector<WatchedQueue>>> FakeProvider::list()
{
    const Result<void> done = co_await wait(QStringLiteral("list"));
    Result<QVector<WatchedQueue>> queues = m_script.queues;
    if (!done)
        queues = failure(done.error());
    co_return queues;
}

QCoro::Task<Result<providers::SampleBatch>> FakeProvider::sample(QVector<WatchedQueue> queues)
{
    QStringList names;
    for (const WatchedQueue &queue : std::as_const(queues))
        names << queue.id.name;
    const Result<void> done = co_await wait(QStringLiteral("sample ") + names.join(QLatin1Char(',')));
    Result<providers::SampleBatch> batch;
    if (!done)
        batch = failure(done.error());
    else if (m_script.sample)
        batch = m_script.sample(queues);
    co_return batch;
}

WatchedQueue watched(const QString &name, const QString &connection)
{
    WatchedQueue queue;
    queue.id = {ConnectionId(connection), name};
    queue.displayName = name;
    return queue;
}

providers::SampleBatch samplesOf(const QVector<WatchedQueue> &queues, UtcTime at, Millis age)
{
    providers::SampleBatch batch;
    for (const WatchedQueue &queue : queues) {
        QueueSample sample;
        sample.queue = queue.id;
        sample.takenAt = at;
        sample.depth = Metric<qint64>::reported(age.count() > 0 ? 10 : 0);
        sample.inFlight = Metric<qint64>::reported(0);
        sample.consumers = Metric<qint64>::reported(2);
        sample.deadLetters = Metric<qint64>::reported(0);
        sample.oldestAge = Metric<Millis>::reported(age);
        batch.samples.append(sample);
        ++batch.requests;
    }
    return batch;
}

Error errorOf(Error::Kind kind, std::optional<Seconds> retryAfter)
{
    Error error;
    error.kind = kind;
    error.what = toWord(kind);
    error.retryAfter = retryAfter;
    return error;
}

} // namespace holdwatch::test
