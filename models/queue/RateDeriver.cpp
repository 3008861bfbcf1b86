// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue/RateDeriver.h"

namespace holdwatch {

namespace {

Metric<double> rateFromTotal(const Metric<double> &rate, const Metric<qint64> &before, const Metric<qint64> &now, double minutes)
{
    if (rate.has() || !before.has() || !now.has())
        return rate;
    const qint64 gained = now.value() - before.value();
    if (gained < 0)
        return Metric<double>::notReported(QStringLiteral("the counter restarted"));
    return Metric<double>::derived(static_cast<double>(gained) / minutes,
                                   QStringLiteral("from totals over %1").arg(formatDuration(fromSeconds(minutes * 60))));
}

/// Messages that are due or being worked on, exactly, or nothing.
std::optional<qint64> dueBacklog(const QueueSample &sample)
{
    if (!sample.depth.has() || !sample.inFlight.has())
        return std::nullopt;
    return sample.depth.value() + sample.inFlight.value();
}

bool isExact(const Metric<double> &rate)
{
    return rate.has() && rate.obtained() != Obtained::AtLeast && rate.obtained() != Obtained::AtMost;
}

} // namespace

QueueSample RateDeriver::derive(QueueSample sample)
{
    if (m_last && sample.takenAt <= m_last->takenAt)
        return sample;
    QueueSample given = sample;
    if (m_last) {
        const double minutes = toSeconds(sample.takenAt - m_last->takenAt) / 60;
        deriveFromTotals(sample, minutes);
        deriveFromBacklog(sample, minutes);
    }
    boundAge(sample);
    m_last = std::move(given);
    return sample;
}

void RateDeriver::deriveFromTotals(QueueSample &sample, double minutes) const
{
    sample.arrivalsPerMinute = rateFromTotal(sample.arrivalsPerMinute, m_last->arrivalsTotal, sample.arrivalsTotal, minutes);
    sample.completionsPerMinute = rateFromTotal(sample.completionsPerMinute, m_last->completionsTotal, sample.completionsTotal, minutes);
    sample.retriesPerMinute = rateFromTotal(sample.retriesPerMinute, m_last->retriesTotal, sample.retriesTotal, minutes);
}

void RateDeriver::deriveFromBacklog(QueueSample &sample, double minutes) const
{
    const auto before = dueBacklog(*m_last);
    const auto now = dueBacklog(sample);
    const bool bothKnown = sample.arrivalsPerMinute.has() && sample.completionsPerMinute.has();
    if (!before || !now || bothKnown)
        return;
    const double growth = static_cast<double>(*now - *before) / minutes;
    Metric<double> &arrivals = sample.arrivalsPerMinute;
    Metric<double> &completions = sample.completionsPerMinute;
    if (isExact(completions))
        arrivals = Metric<double>::derived(std::max(0.0, completions.value() + growth), QStringLiteral("from completions and the change of the backlog"));
    else if (isExact(arrivals))
        completions = Metric<double>::derived(std::max(0.0, arrivals.value() - growth), QStringLiteral("from arrivals and the change of the backlog"));
    else if (growth > 0)
        arrivals = Metric<double>::atLeast(growth, QStringLiteral("the growth of the backlog"));
    else if (growth < 0)
        completions = Metric<double>::atLeast(-growth, QStringLiteral("the fall of the backlog"));
}

void RateDeriver::boundAge(QueueSample &sample)
{
    if (dueBacklog(sample) == 0) {
        m_lastEmpty = sample.takenAt;
        return;
    }
    if (sample.oldestAge.has() || !m_lastEmpty || !sample.depth.has())
        return;
    sample.oldestAge = Metric<Millis>::atMost(sample.takenAt - *m_lastEmpty, QStringLiteral("since the queue was last seen empty"));
}

std::optional<Millis> drainTime(const QueueSample &sample)
{
    const auto backlog = dueBacklog(sample);
    if (!backlog || !isExact(sample.arrivalsPerMinute) || !isExact(sample.completionsPerMinute))
        return std::nullopt;
    const double shrinksBy = sample.completionsPerMinute.value() - sample.arrivalsPerMinute.value();
    constexpr double longestWorthSaying = 365.0 * 24 * 60;
    const double minutes = static_cast<double>(*backlog) / shrinksBy;
    if (shrinksBy <= 0 || minutes > longestWorthSaying)
        return std::nullopt;
    return fromSeconds(minutes * 60);
}

} // namespace holdwatch
