// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/connecting/TestRun.h"

#include "app/operations/polling/QueueFilter.h"
#include "models/core/Format.h"

#include <utility>

namespace holdwatch::operations {

namespace {

using Kind = TestStep::Kind;
using State = TestStep::State;

constexpr Millis offsetWorthSaying = Seconds(60);
constexpr Millis expiryWorthSaying = std::chrono::hours(24 * 21);
constexpr qsizetype mostNamed = 5;

QStringList chainLines(const TlsFindings &findings)
{
    QStringList lines;
    for (const PeerCertificate &each : findings.chain) {
        lines << QStringLiteral("%1, issued by %2, valid until %3 UTC").arg(each.subject, each.isSelfSigned ? QStringLiteral("itself") : each.issuer, formatDateTime(each.validUntil, Zone::Utc));
        if (!each.alternativeNames.isEmpty())
            lines << QStringLiteral("for %1").arg(each.alternativeNames.mid(0, mostNamed).join(QStringLiteral(", ")));
    }
    return lines;
}

QString offsetSentence(Millis offset)
{
    const QString span = formatDuration(std::chrono::abs(offset));
    if (std::chrono::abs(offset) < Seconds(1))
        return QStringLiteral("It agrees with this desktop's clock.");
    return offset > Millis(0) ? QStringLiteral("It is %1 ahead of this desktop's.").arg(span) : QStringLiteral("It is %1 behind this desktop's.").arg(span);
}

bool concernsTheKey(Error::Kind kind)
{
    return kind == Error::Kind::Unauthorized || kind == Error::Kind::Forbidden || kind == Error::Kind::PaymentRequired;
}

QString rightLine(const QString &what, const Right &right)
{
    const QString answer = right.answer == Right::Answer::Yes ? QStringLiteral("yes") : right.answer == Right::Answer::No ? QStringLiteral("no") : QStringLiteral("unknown until refused");
    return QStringLiteral("%1: %2. %3").arg(what, answer, right.reason).trimmed();
}

QString figuresOf(const QueueSample &sample)
{
    const auto count = [](qint64 value) { return formatCount(value); };
    const auto age = [](Millis value) { return formatDuration(value); };
    return QStringLiteral("%1: depth %2, oldest age %3").arg(sample.queue.name, formatMetric(sample.depth, count), formatMetric(sample.oldestAge, age));
}

} // namespace

TestRun::TestRun(ConnectionConfig config, const Clock &clock, ConnectionTester::Progressed tell)
    : m_config(std::move(config)), m_clock(clock), m_tell(std::move(tell))
{
}

TestRun::~TestRun() = default;

QCoro::Task<void> TestRun::run(std::shared_ptr<TestRun> self, ConnectionTester::MakeProvider make, Secret key)
{
    const bool reached = co_await self->checkServer();
    if (reached && key.isEmpty()) {
        Error error;
        error.what = QStringLiteral("There is no key yet.");
        error.next = QStringLiteral("Type one; it is used for this test and kept only when you save.");
        self->fail(Kind::Key, error);
    } else if (reached && !self->m_stopped) {
        ProviderRegistry::Made made = make(self->m_config, std::move(key));
        if (made)
            self->m_provider = *std::move(made);
        else
            self->fail(Kind::Contract, made.error());
    }
    if (self->m_provider) {
        const bool works = co_await self->checkContract();
        if (works && !self->m_stopped)
            co_await self->readQueues();
    }
    self->m_test.skipRest();
    self->publish();
}

void TestRun::stop(bool tell)
{
    m_stopped = true;
    m_test.skipRest();
    if (tell)
        publish();
    m_tell = {};
    if (m_server)
        m_server->cancel();
    if (m_provider)
        m_provider->cancelAll();
}

QCoro::Task<bool> TestRun::checkServer()
{
    begin(Kind::NameLookup);
    auto options = net::connectionOptionsFrom(m_config);
    if (!options) {
        fail(Kind::NameLookup, options.error());
        co_return false;
    }
    m_server = std::make_unique<net::ServerProbe>(*options, m_config.baseUrl);
    const Result<NameLookup> lookup = co_await m_server->lookUp();
    if (!lookup) {
        fail(Kind::NameLookup, lookup.error());
        co_return false;
    }
    end(Kind::NameLookup, State::Passed, toSentence(*lookup));
    begin(Kind::SecureConnection);
    const Result<TlsFindings> findings = co_await m_server->handshake();
    if (!findings) {
        fail(Kind::SecureConnection, findings.error());
        co_return false;
    }
    takeFindings(*findings);
    co_return findings->state != TlsFindings::State::Untrusted;
}

void TestRun::takeFindings(const TlsFindings &findings)
{
    const QStringList chain = chainLines(findings);
    if (findings.refusal)
        return end(Kind::SecureConnection, State::Failed, findings.refusal->what, chain, QStringLiteral("%1 %2").arg(findings.refusal->kept, findings.refusal->next).trimmed());
    if (findings.state == TlsFindings::State::NotUsed)
        return end(Kind::SecureConnection, State::Warned, toSentence(findings));
    const bool endsSoon = !findings.chain.isEmpty() && findings.chain.constFirst().validUntil - m_clock.now() < expiryWorthSaying;
    end(Kind::SecureConnection, endsSoon ? State::Warned : State::Passed, toSentence(findings), chain,
        endsSoon ? QStringLiteral("The certificate expires soon: have it renewed.") : QString());
}

QCoro::Task<bool> TestRun::checkContract()
{
    begin(Kind::ServerClock);
    begin(Kind::Contract);
    begin(Kind::Key);
    if (!m_provider->metrics()) {
        end(Kind::Contract, State::Failed, QStringLiteral("This system offers no figures to watch."));
        co_return false;
    }
    const Result<providers::ProbeReport> report = co_await m_provider->metrics()->probe();
    if (report)
        takeReport(*report);
    else
        takeRefusal(report.error());
    co_return report.has_value();
}

void TestRun::takeReport(const providers::ProbeReport &report)
{
    if (!report.clockOffset)
        end(Kind::ServerClock, State::Passed, QStringLiteral("The server does not tell its time; ages are counted by this desktop's clock."));
    else if (std::chrono::abs(*report.clockOffset) < offsetWorthSaying)
        end(Kind::ServerClock, State::Passed, offsetSentence(*report.clockOffset));
    else
        end(Kind::ServerClock, State::Warned, offsetSentence(*report.clockOffset), {}, QStringLiteral("Ages are counted by the server's clock. Let both follow a time server."));
    end(Kind::Contract, report.drift.isEmpty() ? State::Passed : State::Warned, QStringLiteral("%1. Each poll: %2.").arg(report.description.system, report.description.pollingCost), report.drift);
    end(Kind::Key, State::Passed, QStringLiteral("The key was accepted."),
        {rightLine(QStringLiteral("Read dead letters"), report.rights.look), rightLine(QStringLiteral("Redrive"), report.rights.write)});
}

void TestRun::takeRefusal(const Error &error)
{
    const bool atTheKey = concernsTheKey(error.kind);
    for (const Kind kind : {Kind::ServerClock, atTheKey ? Kind::Contract : Kind::Key})
        end(kind, State::Skipped, {});
    fail(atTheKey ? Kind::Key : Kind::Contract, error);
}

QCoro::Task<void> TestRun::readQueues()
{
    begin(Kind::Reading);
    const Result<QVector<WatchedQueue>> listed = co_await m_provider->metrics()->list();
    if (!listed) {
        fail(Kind::Reading, listed.error());
        co_return;
    }
    QVector<WatchedQueue> queues = *listed;
    const QueueFilter filter(m_config.queueFilter);
    queues.removeIf([&](const WatchedQueue &queue) { return !filter.accepts(queue.id.name); });
    QString seen = QStringLiteral("%1 queues are visible").arg(formatCount(listed->size()));
    if (queues.size() != listed->size())
        seen += QStringLiteral(", %1 of them pass the filter").arg(formatCount(queues.size()));
    if (queues.isEmpty()) {
        end(Kind::Reading, State::Warned, seen + QLatin1Char('.'), {},
            listed->isEmpty() ? QStringLiteral("Check what this key may see.") : QStringLiteral("Check the field Queues."));
        co_return;
    }
    const Result<providers::SampleBatch> batch = co_await m_provider->metrics()->sample(queues.mid(0, mostNamed));
    if (!batch || batch->samples.isEmpty()) {
        fail(Kind::Reading, batch ? batch->failures.constFirst().error : batch.error());
        co_return;
    }
    QStringList lines;
    for (const QueueSample &sample : batch->samples)
        lines << figuresOf(sample);
    end(Kind::Reading, State::Passed, seen + QLatin1Char('.'), lines);
}

void TestRun::begin(TestStep::Kind kind)
{
    if (m_stopped)
        return;
    m_test.step(kind).state = State::Running;
    publish();
}

void TestRun::end(TestStep::Kind kind, TestStep::State state, const QString &result, const QStringList &details, const QString &advice)
{
    if (m_stopped)
        return;
    TestStep &step = m_test.step(kind);
    step.state = state;
    step.result = result;
    step.details = details;
    step.advice = advice;
    publish();
}

void TestRun::fail(TestStep::Kind kind, const Error &error)
{
    end(kind, State::Failed, error.what, {}, error.next);
}

void TestRun::publish()
{
    if (m_tell)
        m_tell(m_test);
}

} // namespace holdwatch::operations
