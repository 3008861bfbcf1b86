// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/StatusReport.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace holdwatch::bootstrap {

namespace {

enum ExitCode { Healthy = 0, Watch = 1, Alarm = 2, Unknown = 3 };

int worseOf(int a, int b)
{
    constexpr int rank[] = {0, 1, 3, 2}; // by exit code: of several, 2 before 3 before 1 before 0
    return rank[a] >= rank[b] ? a : b;
}

bool isFailure(ConnectionStatus::State state)
{
    return state != ConnectionStatus::State::Ok && state != ConnectionStatus::State::Degraded;
}

QJsonValue number(const Metric<qint64> &metric)
{
    return metric.has() ? QJsonValue(metric.value()) : QJsonValue();
}

QJsonValue rounded(double value)
{
    return std::round(value * 1000) / 1000;
}

QJsonValue number(const Metric<double> &metric)
{
    return metric.has() ? rounded(metric.value()) : QJsonValue();
}

QJsonValue seconds(const std::optional<Millis> &duration)
{
    return duration ? rounded(toSeconds(*duration)) : QJsonValue();
}

QJsonValue textOrNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

QJsonObject queueJson(const QueueStatus &status)
{
    const QueueSample &sample = status.sample;
    const Assessment &assessment = status.assessment;
    const bool isSampled = sample.takenAt != UtcTime{};
    return {
        {QStringLiteral("name"), status.queue.displayName},
        {QStringLiteral("verdict"), toWord(assessment.verdict)},
        {QStringLiteral("reason"), assessment.reason},
        {QStringLiteral("depth"), number(sample.depth)},
        {QStringLiteral("in_flight"), number(sample.inFlight)},
        {QStringLiteral("delayed"), number(sample.delayed)},
        {QStringLiteral("arrivals_per_min"), number(sample.arrivalsPerMinute)},
        {QStringLiteral("completions_per_min"), number(sample.completionsPerMinute)},
        {QStringLiteral("consumers"), number(sample.consumers)},
        {QStringLiteral("oldest_age_s"), seconds(sample.oldestAge.optional())},
        {QStringLiteral("age_is"), toWord(sample.oldestAge.obtained())},
        {QStringLiteral("hold_window_s"), seconds(status.tolerance.rulingWindow())},
        {QStringLiteral("earliest_breach_s"), seconds(assessment.earliestBreach)},
        {QStringLiteral("projected_breach_s"), seconds(assessment.projectedBreach)},
        {QStringLiteral("retries_per_min"), number(sample.retriesPerMinute)},
        {QStringLiteral("dead_letters"), number(sample.deadLetters)},
        {QStringLiteral("sampled_at"), isSampled ? QJsonValue(toIso(sample.takenAt)) : QJsonValue()},
    };
}

QJsonObject connectionJson(const ConnectionReport &report)
{
    QJsonArray queues;
    for (const QueueStatus &status : report.queues)
        queues.append(queueJson(status));
    return {
        {QStringLiteral("name"), report.connection.name},
        {QStringLiteral("provider"), report.connection.provider},
        {QStringLiteral("state"), toWord(report.connection.state)},
        {QStringLiteral("error"), textOrNull(report.connection.text)},
        {QStringLiteral("queues"), queues},
    };
}

int judgeWithoutAge(const QueueStatus &status)
{
    const Metric<qint64> backlog = backlogOf(status.sample);
    const Metric<qint64> &consumers = status.sample.consumers;
    if (!backlog.has())
        return Unknown;
    if (backlog.value() > 0 && consumers.has() && consumers.value() == 0)
        return Alarm;
    return status.deadLettersDelta.value_or(0) > 0 ? Watch : Healthy;
}

} // namespace

QByteArray statusJson(const QVector<ConnectionReport> &reports)
{
    QJsonArray connections;
    for (const ConnectionReport &report : reports)
        connections.append(connectionJson(report));
    const QJsonObject document{{QStringLiteral("schema"), 1}, {QStringLiteral("connections"), connections}};
    return QJsonDocument(document).toJson(QJsonDocument::Indented);
}

int exitCodeOf(const QueueStatus &status)
{
    switch (status.assessment.verdict) {
    case Verdict::Healthy: return Healthy;
    case Verdict::Watch:
    case Verdict::Recovering: return Watch;
    case Verdict::Approaching:
    case Verdict::Breached: return Alarm;
    case Verdict::Stale: return Unknown;
    case Verdict::NotReported: break;
    }
    return judgeWithoutAge(status);
}

int statusExitCode(const QVector<ConnectionReport> &reports)
{
    int code = reports.isEmpty() ? Unknown : Healthy;
    for (const ConnectionReport &report : reports) {
        if (isFailure(report.connection.state))
            code = worseOf(code, Unknown);
        for (const QueueStatus &status : report.queues)
            code = worseOf(code, exitCodeOf(status));
    }
    return code;
}

} // namespace holdwatch::bootstrap
