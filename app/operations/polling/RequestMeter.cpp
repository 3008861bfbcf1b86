// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/polling/RequestMeter.h"

#include <algorithm>

namespace holdwatch::operations {

void RequestMeter::add(Millis now, int requests, std::optional<double> costUsd)
{
    m_polls.removeIf([&](const Poll &poll) { return poll.at + lookBack < now; });
    m_polls.append(Poll{now, requests, costUsd});
}

double RequestMeter::perMinute(Millis now) const
{
    int requests = 0;
    for (const Poll &poll : m_polls)
        requests += poll.requests;
    return requests == 0 ? 0 : requests * 60.0 / toSeconds(span(now));
}

std::optional<double> RequestMeter::costPerHourUsd(Millis now) const
{
    std::optional<double> sum;
    for (const Poll &poll : m_polls) {
        if (poll.costUsd)
            sum = sum.value_or(0) + *poll.costUsd;
    }
    if (sum)
        sum = *sum * 3600.0 / toSeconds(span(now));
    return sum;
}

Millis RequestMeter::span(Millis now) const
{
    // From the first poll to the last there is one interval fewer than there are polls.
    const Millis covered = m_polls.isEmpty() ? Millis(0) : now - m_polls.constFirst().at;
    return std::max(covered + m_interval / 2, m_interval);
}

} // namespace holdwatch::operations
