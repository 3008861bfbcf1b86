// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/provider/ProviderContract.h"

#include "tests/support/Awaited.h"

#include <QSet>
#include <QTest>

Q_DECLARE_METATYPE(holdwatch::test::Fault)

namespace holdwatch::test {

using Kind = Error::Kind;
using Kinds = QVector<Error::Kind>;
using providers::SampleBatch;

namespace {

const QueueSample *sampleOf(const SampleBatch &batch, const QString &queue)
{
    for (const QueueSample &sample : batch.samples) {
        if (sample.queue.name == queue)
            return &sample;
    }
    return nullptr;
}

const Error *failureOf(const SampleBatch &batch, const QString &queue)
{
    for (const providers::QueueFailure &failure : batch.failures) {
        if (failure.queue.name == queue)
            return &failure.error;
    }
    return nullptr;
}

QString allWords(const Error &error)
{
    return toSentence(error) + error.where;
}

/// The error of a whole call, or that of its first queue.
std::optional<Error> firstError(const Result<SampleBatch> &batch)
{
    if (!batch)
        return batch.error();
    return batch->failures.isEmpty() ? std::nullopt : std::optional(batch->failures.first().error);
}

} // namespace

void ProviderContract::init()
{
    m_fixture = makeFixture();
    m_fixture->stageHealthy();
}

void ProviderContract::cleanup()
{
    m_fixture.reset();
}

QVector<WatchedQueue> ProviderContract::listed()
{
    const auto probed = awaited(metrics().probe());
    const auto queues = probed ? awaited(metrics().list()) : Result<QVector<WatchedQueue>>(failure(probed.error()));
    if (!queues)
        qWarning("%s", qPrintable(toSentence(queues.error())));
    return queues.value_or(QVector<WatchedQueue>());
}

void ProviderContract::describesEveryMetricWithoutARequest()
{
    const providers::Description description = m_fixture->provider().describe();
    QSet<QString> words;
    for (const providers::MetricMeaning &metric : description.metrics) {
        QVERIFY2(!words.contains(metric.metric), qPrintable(metric.metric));
        words.insert(metric.metric);
        QVERIFY2(!metric.meaning.isEmpty(), qPrintable(metric.metric));
    }
    for (const char *word : {"depth", "in_flight", "delayed", "oldest_age", "arrivals", "completions", "consumers", "retries", "dead_letters"})
        QVERIFY2(words.contains(QString::fromLatin1(word)), word);
    QVERIFY(!description.system.isEmpty());
    QVERIFY(!description.pollingCost.isEmpty());
    QCOMPARE(m_fixture->arrivals().size(), 0);
}

void ProviderContract::saysWhyARoleIsAbsent()
{
    const providers::Description description = m_fixture->provider().describe();
    for (auto role = description.absent.begin(); role != description.absent.end(); ++role)
        QVERIFY2(!role.value().isEmpty(), qPrintable(role.key()));
    QCOMPARE(m_fixture->provider().metrics() == nullptr, description.absent.contains(QStringLiteral("metrics")));
    QCOMPARE(m_fixture->arrivals().size(), 0);
}

void ProviderContract::probesAHealthySystem()
{
    const auto report = awaited(metrics().probe());
    QVERIFY2(report, report ? "" : qPrintable(toSentence(report.error())));
    QVERIFY2(report->drift.isEmpty(), qPrintable(report->drift.join(QLatin1Char('\n'))));
}

void ProviderContract::listsItsQueues()
{
    QStringList names;
    for (const WatchedQueue &queue : listed()) {
        QVERIFY(!queue.displayName.isEmpty());
        QVERIFY(!queue.id.connection.isEmpty());
        if (!queue.isDeadLetterQueue)
            names << queue.id.name;
    }
    names.sort();
    QStringList expected{m_fixture->full(), m_fixture->sparse()};
    expected.sort();
    QCOMPARE(names, expected);
}

void ProviderContract::samplesItsQueues()
{
    compareHealthySamples();
}

void ProviderContract::compareHealthySamples()
{
    const QVector<WatchedQueue> queues = listed();
    const auto batch = awaited(metrics().sample(queues));
    QVERIFY2(batch, batch ? "" : qPrintable(toSentence(batch.error())));
    const QueueSample *full = sampleOf(*batch, m_fixture->full());
    QVERIFY(full);
    QVERIFY2(full->depth.has(), qPrintable(full->depth.note()));
    QCOMPARE(full->depth.value(), 12);
    QVERIFY2(full->inFlight.has(), qPrintable(full->inFlight.note()));
    QCOMPARE(full->inFlight.value(), 3);
    QVERIFY2(full->deadLetters.has(), qPrintable(full->deadLetters.note()));
    QCOMPARE(full->deadLetters.value(), 2);
}

void ProviderContract::neverReportsZeroForWhatIsNotReported()
{
    const QVector<WatchedQueue> queues = listed();
    const auto batch = awaited(metrics().sample(queues));
    QVERIFY(batch);
    const QueueSample *sparse = sampleOf(*batch, m_fixture->sparse());
    QVERIFY(sparse);
    QVERIFY(!sparse->oldestAge.has());
    QCOMPARE(sparse->oldestAge.obtained(), Obtained::NotReported);
    QVERIFY2(!sparse->oldestAge.note().isEmpty(), "it must say why");
    QVERIFY(!sparse->inFlight.has());
    QVERIFY2(!sparse->inFlight.note().isEmpty(), "it must say why");
}

void ProviderContract::judgesTimeByTheServersClock()
{
    const QVector<WatchedQueue> queues = listed();
    const auto batch = awaited(metrics().sample(queues));
    QVERIFY(batch && batch->clockOffset);
    const auto isNear = [](Millis a, Millis b) { return std::chrono::abs(a - b) <= Millis(1500); };
    QVERIFY2(isNear(*batch->clockOffset, m_fixture->serverAhead()), qPrintable(QString::number(batch->clockOffset->count())));
    const QueueSample *full = sampleOf(*batch, m_fixture->full());
    QVERIFY(full);
    QVERIFY(isNear(full->takenAt - m_fixture->clock().now(), m_fixture->serverAhead()));
}

void ProviderContract::countsItsRequests()
{
    const QVector<WatchedQueue> queues = listed();
    const qsizetype before = m_fixture->arrivals().size();
    const auto batch = awaited(metrics().sample(queues));
    QVERIFY(batch);
    QCOMPARE(batch->requests, m_fixture->arrivals().size() - before);
}

void ProviderContract::readingSendsOnlyReads()
{
    const QVector<WatchedQueue> queues = listed();
    QVERIFY(awaited(metrics().sample(queues)));
    QVERIFY(!m_fixture->arrivals().isEmpty());
    for (const Arrival &arrival : m_fixture->arrivals())
        QVERIFY2(arrival.isRead, qPrintable(arrival.summary));
}

void ProviderContract::showsTheSecretNowhereButInTheAuthHeader()
{
    const QVector<WatchedQueue> queues = listed();
    QVERIFY(awaited(metrics().sample(queues)));
    bool authSeen = false;
    for (const Arrival &arrival : m_fixture->arrivals()) {
        QVERIFY2(!arrival.outsideAuth.contains(m_fixture->secret()), qPrintable(arrival.summary));
        authSeen = authSeen || !arrival.auth.isEmpty();
    }
    QVERIFY2(authSeen, "the secret was never used, so this proves nothing");
}

void ProviderContract::sendsNotOneByteToAWrongCertificate()
{
    m_fixture->stageWrongCertificate();
    const auto probed = awaited(metrics().probe());
    QVERIFY(!probed);
    QCOMPARE(toWord(probed.error().kind), toWord(Kind::TlsRefused));
    QVERIFY(!awaited(metrics().list()));
    QCOMPARE(m_fixture->bytesReceived(), QByteArray());
}

void ProviderContract::givesEachQueueASampleOrAFailure()
{
    const QVector<WatchedQueue> queues = listed();
    m_fixture->stageOneGone(m_fixture->sparse());
    const auto batch = awaited(metrics().sample(queues));
    QVERIFY(batch);
    for (const WatchedQueue &queue : queues) {
        const bool sampled = sampleOf(*batch, queue.id.name);
        const bool failed = failureOf(*batch, queue.id.name);
        QVERIFY2(sampled != failed, qPrintable(queue.id.name));
    }
    QCOMPARE(batch->samples.size() + batch->failures.size(), queues.size());
}

void ProviderContract::oneFailingQueueDoesNotSpoilTheOthers()
{
    const QVector<WatchedQueue> queues = listed();
    m_fixture->stageOneGone(m_fixture->sparse());
    const auto batch = awaited(metrics().sample(queues));
    QVERIFY(batch);
    QVERIFY(sampleOf(*batch, m_fixture->full()));
    const Error *gone = failureOf(*batch, m_fixture->sparse());
    QVERIFY(gone);
    QCOMPARE(toWord(gone->kind), toWord(Kind::NotFound));
}

void ProviderContract::addFaults()
{
    QTest::addColumn<Fault>("fault");
    QTest::addColumn<Kinds>("kinds"); // any of these is the right name for it
    QTest::newRow("silent") << Fault::Silent << Kinds{Kind::Timeout};
    QTest::newRow("slow") << Fault::Slow << Kinds{Kind::Timeout};
    QTest::newRow("cut after send") << Fault::CutAfterSend << Kinds{Kind::Unreachable};
    QTest::newRow("throttled, seconds") << Fault::ThrottledSeconds << Kinds{Kind::Throttled};
    QTest::newRow("throttled, date") << Fault::ThrottledDate << Kinds{Kind::Throttled};
    QTest::newRow("unauthorized") << Fault::Unauthorized << Kinds{Kind::Unauthorized};
    QTest::newRow("forbidden") << Fault::Forbidden << Kinds{Kind::Forbidden};
    QTest::newRow("server failed") << Fault::ServerFailed << Kinds{Kind::ServerFailed};
    QTest::newRow("sent elsewhere") << Fault::Elsewhere << Kinds{Kind::Malformed};
    QTest::newRow("web page") << Fault::Html << Kinds{Kind::Malformed};
    QTest::newRow("truncated") << Fault::Truncated << Kinds{Kind::Malformed};
    QTest::newRow("huge") << Fault::Huge << Kinds{Kind::TooLarge, Kind::Timeout};
    QTest::newRow("deep") << Fault::Deep << Kinds{Kind::TooLarge, Kind::Malformed};
    QTest::newRow("lying") << Fault::Lying << Kinds{Kind::Malformed, Kind::ServerFailed};
}

void ProviderContract::namesEachFault_data()
{
    addFaults();
    QTest::newRow("nothing there") << Fault::NothingThere << Kinds{Kind::Unreachable};
}

void ProviderContract::namesEachFault()
{
    QFETCH(Fault, fault);
    QFETCH(Kinds, kinds);
    const QVector<WatchedQueue> queues = listed();
    QVERIFY(!queues.isEmpty());
    m_fixture->stage(fault);
    const auto list = awaited(metrics().list());
    QVERIFY(!list);
    QVERIFY2(kinds.contains(list.error().kind), qPrintable(toWord(list.error().kind) + QStringLiteral(": ") + list.error().what));
    QVERIFY(!list.error().what.isEmpty());
    const auto batch = awaited(metrics().sample(queues));
    const auto error = firstError(batch);
    QVERIFY2(error, "figures came out of a fault");
    QVERIFY2(kinds.contains(error->kind), qPrintable(toWord(error->kind) + QStringLiteral(": ") + error->what));
    QVERIFY(!batch || batch->samples.isEmpty());
    for (const Arrival &arrival : m_fixture->arrivals())
        QVERIFY2(arrival.isRead, qPrintable(arrival.summary));
}

void ProviderContract::worksAgainAfterAFault_data()
{
    addFaults();
}

void ProviderContract::worksAgainAfterAFault()
{
    QFETCH(Fault, fault);
    const QVector<WatchedQueue> queues = listed();
    m_fixture->stage(fault);
    QVERIFY(!awaited(metrics().list()));
    m_fixture->stageHealthy();
    compareHealthySamples();
}

void ProviderContract::aWrongTypeIsNotReportedRatherThanZero()
{
    const QVector<WatchedQueue> queues = listed();
    m_fixture->stage(Fault::WrongTyped);
    const auto batch = awaited(metrics().sample(queues));
    if (!batch)
        return;
    if (const QueueSample *full = sampleOf(*batch, m_fixture->full())) {
        QVERIFY(!full->depth.has());
        QVERIFY2(!full->depth.note().isEmpty(), "it must say why");
    }
}

void ProviderContract::saysHowLongToWaitWhenThrottled()
{
    const QVector<WatchedQueue> queues = listed();
    m_fixture->stage(Fault::ThrottledSeconds);
    const auto inSeconds = awaited(metrics().sample(queues));
    QVERIFY2(!inSeconds, "throttling ends the batch as a whole");
    QCOMPARE(inSeconds.error().retryAfter.value_or(Seconds(0)).count(), 7);
    m_fixture->stage(Fault::ThrottledDate);
    const auto untilDate = awaited(metrics().sample(queues));
    QVERIFY(!untilDate);
    QCOMPARE(untilDate.error().retryAfter.value_or(Seconds(0)).count(), 30);
}

void ProviderContract::neverRepeatsTheSecretInAnError()
{
    const QVector<WatchedQueue> queues = listed();
    const QString secret = QString::fromLatin1(m_fixture->secret());
    for (const Fault fault : {Fault::EchoesTheSecret, Fault::Html, Fault::NothingThere}) {
        m_fixture->stage(fault);
        const auto probed = awaited(metrics().probe());
        QVERIFY(probed || !allWords(probed.error()).contains(secret));
        const auto batch = awaited(metrics().sample(queues));
        const auto error = firstError(batch);
        QVERIFY(error);
        QVERIFY2(!allWords(*error).contains(secret), qPrintable(allWords(*error)));
    }
}

void ProviderContract::cancelEndsEachTaskExactlyOnce_data()
{
    QTest::addColumn<int>("call");
    QTest::newRow("probe") << 0;
    QTest::newRow("list") << 1;
    QTest::newRow("sample") << 2;
}

void ProviderContract::cancelEndsEachTaskExactlyOnce()
{
    QFETCH(int, call);
    const QVector<WatchedQueue> queues = listed();
    m_fixture->stage(Fault::Silent);
    int ended = 0;
    std::optional<Error> error;
    const auto note = [&ended, &error](const auto &outcome) {
        ++ended;
        if (!outcome)
            error = outcome.error();
    };
    const auto cancelWhenAsked = [this] {
        m_fixture->waitForArrival();
        m_fixture->provider().cancelAll();
        m_fixture->provider().cancelAll();
    };
    if (call == 0) {
        Running task(metrics().probe());
        cancelWhenAsked();
        note(task.wait());
    } else if (call == 1) {
        Running task(metrics().list());
        cancelWhenAsked();
        note(task.wait());
    } else {
        Running task(metrics().sample(queues));
        cancelWhenAsked();
        note(task.wait());
    }
    QCOMPARE(ended, 1);
    QVERIFY(error);
    QCOMPARE(toWord(error->kind), toWord(Kind::Cancelled));
    m_fixture->stageHealthy();
    compareHealthySamples();
}

} // namespace holdwatch::test
