// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/PollRhythm.h"

#include <algorithm>

namespace holdwatch {

namespace {

constexpr int ForgottenAfter = 20; ///< samples on time

} // namespace

PollRhythm::Arrival PollRhythm::accept(UtcTime takenAt, Millis poll)
{
    if (!m_last || takenAt > *m_last) {
        noteInterval(takenAt, poll);
        m_last = takenAt;
        m_refusedInARow = 0;
        m_lastRefused.reset();
        return Arrival::InOrder;
    }
    const bool continues = !m_lastRefused || takenAt > *m_lastRefused;
    m_refusedInARow = continues && takenAt < *m_last ? m_refusedInARow + 1 : 0;
    m_lastRefused = takenAt;
    if (m_refusedInARow < 3)
        return Arrival::NotNewer;
    m_last = takenAt;
    m_refusedInARow = 0;
    m_lastRefused.reset();
    return Arrival::ClockSetBack;
}

void PollRhythm::noteInterval(UtcTime takenAt, Millis poll)
{
    const Millis interval = m_last ? takenAt - *m_last : poll;
    const bool late = interval > poll + poll / 4 && interval <= 3 * poll;
    if (late) {
        m_lateBy = std::max(m_lateBy, interval - poll);
        m_sinceLate = 0;
    } else if (++m_sinceLate > ForgottenAfter) {
        m_lateBy = Millis(0);
    }
}

} // namespace holdwatch
