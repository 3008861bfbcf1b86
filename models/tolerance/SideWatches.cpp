// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/SideWatches.h"

#include <algorithm>

namespace holdwatch {

namespace {

/// Growth is news for this long; the overview shows the change over the same time.
constexpr Millis GrowthIsNews = Minutes(10);

} // namespace

void ConsumerWatch::observe(const QueueSample &sample)
{
    const bool nothingWaits = sample.depth.has() && sample.depth.value() == 0;
    if (sample.consumers.has())
        m_seenInARow = sample.consumers.value() > 0 ? m_seenInARow + 1 : 0;
    if (nothingWaits || m_seenInARow >= 2) {
        m_goneSince.reset();
        return;
    }
    const bool gone = sample.consumers.has() && sample.consumers.value() == 0 && sample.depth.has();
    if (gone && !m_goneSince)
        m_goneSince = sample.takenAt;
}

std::optional<Millis> ConsumerWatch::goneFor(UtcTime at) const
{
    return m_goneSince ? std::optional<Millis>(at - *m_goneSince) : std::nullopt;
}

void DeadLetterWatch::observe(const QueueSample &sample)
{
    if (!sample.deadLetters.has())
        return;
    const qint64 count = sample.deadLetters.value();
    if (m_episode && (count <= m_episode->from || sample.takenAt - m_episode->lastGrew > GrowthIsNews))
        m_episode.reset();
    if (m_count && count > *m_count) {
        if (!m_episode)
            m_episode = Episode{*m_count, m_countedAt, sample.takenAt, 0};
        m_episode->lastGrew = sample.takenAt;
    }
    if (m_episode)
        ++m_episode->samples;
    m_count = count;
    m_countedAt = sample.takenAt;
}

std::optional<DeadLetterWatch::Growth> DeadLetterWatch::growth(UtcTime at) const
{
    // Seen once, a count may be half of a move that the next sample completes.
    const bool news = m_episode && m_episode->samples >= 2 && at - m_episode->lastGrew <= GrowthIsNews;
    if (!news)
        return std::nullopt;
    return Growth{m_episode->from, *m_count, at - m_episode->began};
}

void ArrivalWatch::observe(const QueueSample &sample)
{
    m_reported = m_reported || sample.arrivalsTotal.has() || sample.arrivalsPerMinute.has();
    if (!m_lastArrival || arrived(sample))
        m_lastArrival = sample.takenAt;
    if (sample.oldestAge.has() && sample.oldestAge.obtained() != Obtained::AtMost)
        m_lastArrival = std::max(*m_lastArrival, sample.takenAt - sample.oldestAge.value());
    if (sample.arrivalsTotal.has())
        m_total = sample.arrivalsTotal.value();
}

bool ArrivalWatch::arrived(const QueueSample &sample) const
{
    // A total that fell means a restart, which says nothing about arrivals.
    const bool counted = sample.arrivalsTotal.has() && m_total && sample.arrivalsTotal.value() > *m_total;
    const bool flowing = sample.arrivalsPerMinute.has() && sample.arrivalsPerMinute.value() > 0;
    return counted || flowing;
}

std::optional<Millis> ArrivalWatch::silentFor(UtcTime at) const
{
    return m_reported && m_lastArrival ? std::optional<Millis>(at - *m_lastArrival) : std::nullopt;
}

} // namespace holdwatch
