// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/StatusReport.h"


#include <nlohmann/json.hpp>

#include <cmath>
#include <string>

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

using Json = nlohmann::ordered_json; // in the order a person reads, and the documentation has

std::string text(const QString &string)
{
    return string.toStdString();
}

double rounded(double value)
{
    return std::round(value * 1000) / 1000;
}

Json number(const Metric<qint64> &metric)
{
    return metric.has() ? Json(metric.value()) : Json();
}

Json number(const Metric<double> &metric)
{
    return metric.has() && std::isfinite(metric.value()) ? Json(rounded(metric.value())) : Json();
}

Json seconds(const std::optional<Millis> &duration)
{
    return duration ? Json(rounded(toSeconds(*duration))) : Json();
}

Json queueJson(const QueueStatus &status)
{
    const QueueSample &sample = status.sample;
    const Assessment &assessment = status.assessment;
    const auto window = status.queue.isDeadLetterQueue ? std::nullopt : std::optional(status.tolerance.rulingWindow());
    return {
        {"name", text(status.queue.displayName)},
        {"verdict", text(toWord(assessment.verdict))},
        {"reason", text(assessment.reason)},
        {"depth", number(sample.depth)},
        {"in_flight", number(sample.inFlight)},
        {"delayed", number(sample.delayed)},
        {"arrivals_per_min", number(sample.arrivalsPerMinute)},
        {"completions_per_min", number(sample.completionsPerMinute)},
        {"consumers", number(sample.consumers)},
        {"oldest_age_s", seconds(sample.oldestAge.optional())},
        {"age_is", text(toWord(sample.oldestAge.obtained()))},
        {"hold_window_s", seconds(window)},
        {"earliest_breach_s", seconds(assessment.earliestBreach)},
        {"projected_breach_s", seconds(assessment.projectedBreach)},
        {"retries_per_min", number(sample.retriesPerMinute)},
        {"dead_letters", number(sample.deadLetters)},
        {"sampled_at", sample.takenAt == UtcTime{} ? Json() : Json(text(toIso(sample.takenAt)))},
    };
}

Json connectionJson(const ConnectionReport &report)
{
    Json queues = Json::array();
    for (const QueueStatus &status : report.queues)
        queues.push_back(queueJson(status));
    const QString &trouble = report.connection.text;
    return {
        {"name", text(report.connection.name)},
        {"provider", text(report.connection.provider)},
        {"state", text(toWord(report.connection.state))},
        {"error", trouble.isEmpty() ? Json() : Json(text(trouble))},
        {"queues", queues},
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
    Json connections = Json::array();
    for (const ConnectionReport &report : reports)
        connections.push_back(connectionJson(report));
    const Json document{{"schema", 1}, {"connections", connections}};
    return QByteArray::fromStdString(document.dump(2, ' ', false, Json::error_handler_t::replace)) + '\n';
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
