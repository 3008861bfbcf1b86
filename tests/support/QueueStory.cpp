// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/QueueStory.h"

#include "tests/support/DemoStory.h"

#include <algorithm>
#include <cmath>

namespace holdwatch::test {

namespace {

constexpr double window = 900;

void widen(std::optional<BucketRange> &range, double value)
{
    if (!range)
        range = BucketRange{value, value, value};
    range->min = std::min(range->min, value);
    range->max = std::max(range->max, value);
    range->last = value;
}

Verdict verdictFor(double age)
{
    return age >= window ? Verdict::Breached : age >= window / 2 ? Verdict::Approaching : age >= window / 4 ? Verdict::Watch : Verdict::Healthy;
}

/// A number between 0 and 1 that always is the same for the same `seed`.
double noise(qint64 seed)
{
    quint64 x = quint64(seed) * 0x9E3779B97F4A7C15ULL;
    x ^= x >> 29;
    x *= 0xBF58476D1CE4E5B9ULL;
    x ^= x >> 32;
    return double(x % 10'000) / 10'000;
}

} // namespace

QueueStory::QueueStory(Kind kind, UtcTime now, Millis pollPeriod)
    : m_kind(kind), m_now(now), m_origin(now), m_poll(pollPeriod)
{
}

bool QueueStory::isMissing(UtcTime time) const
{
    const double minutesAgo = toSeconds(m_origin - time) / 60;
    return time > m_now || minutesAgo > 26 * 60 || (minutesAgo > 36 && minutesAgo < 41);
}

QueueStory::Figures QueueStory::at(UtcTime time) const
{
    const double t = toSeconds(time.time_since_epoch());
    const qint64 step = qint64(t / toSeconds(m_poll));
    const double minutesAgo = toSeconds(m_origin - time) / 60;
    Figures figures{};
    double age = m_kind == Kind::Quiet ? noise(step / 7) * 3 : std::fmod(t * 0.8, 70 + 40 * noise(qint64(t / 110)));
    if (m_kind == Kind::Breach) {
        if (minutesAgo < 11)
            age += (11 - minutesAgo) * 42; // climbing now
        else if (minutesAgo > 14 && minutesAgo < 32)
            age += minutesAgo > 18 ? (32 - minutesAgo) * 72 : (minutesAgo - 14) * 250; // once past the window
    }
    figures.age = m_kind == Kind::NoAge ? std::optional<double>() : age;
    figures.verdict = m_kind == Kind::NoAge ? Verdict::NotReported : verdictFor(age);
    const double quiet = m_kind == Kind::Quiet ? 0 : 1;
    figures.depth = std::round(quiet * (120 + age * 1.4 + 60 * noise(step) + 90 * std::sin(t / 700)));
    figures.inFlight = std::round(quiet * (30 + 10 * std::sin(t / 240) + 6 * noise(step + 1)));
    figures.retries = quiet * (noise(step / 11) > 0.97 ? 14 : std::max(0.0, 2.4 * noise(step / 3) + age / 260));
    figures.dead = m_kind == Kind::Quiet ? 0 : std::floor(4 + std::max(0.0, 90 - minutesAgo) / 11);
    return figures;
}

HistorySlice QueueStory::slice(const HistoryQuery &query) const
{
    HistorySlice slice;
    slice.query = query;
    slice.bucket = std::max<Millis>(m_poll, Millis(((query.until - query.from) / std::max(1, query.maxBuckets)).count() / m_poll.count() * m_poll.count() + m_poll.count()));
    slice.spacing = slice.bucket;
    slice.watchedSince = m_origin - std::chrono::hours(26);
    const Millis since = query.from.time_since_epoch();
    for (UtcTime start = query.from - since % slice.bucket; start < query.until; start += slice.bucket) {
        HistoryBucket bucket;
        bucket.start = start;
        for (UtcTime time = start; time < start + slice.bucket; time += m_poll) {
            if (isMissing(time))
                continue;
            const Figures figures = at(time);
            ++bucket.samples;
            if (figures.age)
                widen(bucket.oldestAge, *figures.age);
            widen(bucket.depth, figures.depth);
            widen(bucket.inFlight, figures.inFlight);
            widen(bucket.retriesPerMinute, figures.retries);
            widen(bucket.deadLetters, figures.dead);
            if (!bucket.worst || severityOf(figures.verdict) > severityOf(*bucket.worst))
                bucket.worst = figures.verdict;
        }
        if (bucket.samples > 0)
            slice.buckets.append(bucket);
    }
    return slice;
}

QueueStatus QueueStory::status() const
{
    const Figures figures = at(m_now);
    const Millis age = fromSeconds(figures.age.value_or(0));
    QueueStatus status = demoQueue(QStringLiteral("reservation-expiry"), figures.verdict, age, m_now);
    status.sample.takenAt = m_now;
    status.sample.depth = Metric<qint64>::reported(qint64(figures.depth));
    status.sample.inFlight = Metric<qint64>::reported(qint64(figures.inFlight));
    status.sample.retriesPerMinute = Metric<double>::derived(figures.retries, QStringLiteral("from totals of two samples"));
    status.sample.deadLetters = Metric<qint64>::reported(qint64(figures.dead));
    if (m_kind == Kind::Breach) {
        status.assessment.ageSlope = 0.7;
        status.assessment.projectedBreach = fromSeconds((window - toSeconds(age)) / 0.7);
        status.assessment.confidence = 0.82;
        status.assessment.reason = QStringLiteral("age %1 of 15:00, rising 0.7 s/s for 8 min; earliest breach in %2, projected in about %3")
                                       .arg(formatDuration(age), formatDuration(*status.assessment.headroom), formatDuration(*status.assessment.projectedBreach));
    }
    if (m_kind == Kind::NoAge) {
        status.sample.oldestAge = Metric<Millis>::notReported(QStringLiteral("the head message carries no timestamp; ask the publisher to set one"));
        status.assessment = {};
        status.assessment.reason = QStringLiteral("the source gives no age; depth and dead letters are watched");
    }
    return status;
}

} // namespace holdwatch::test
