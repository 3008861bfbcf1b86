// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/RetryAfter.h"

#include "app/net/HttpDate.h"

#include <algorithm>

namespace holdwatch::net {

namespace {

bool isAllDigits(const QByteArray &text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Seconds bounded(Seconds wish)
{
    return std::clamp(wish, Seconds(1), longestRetryAfter);
}

} // namespace

std::optional<Seconds> parseRetryAfter(const QByteArray &value, UtcTime now)
{
    const QByteArray text = value.trimmed();
    if (isAllDigits(text)) {
        bool fits = false;
        const qint64 seconds = text.toLongLong(&fits);
        return fits ? bounded(Seconds(std::min<qint64>(seconds, longestRetryAfter.count()))) : longestRetryAfter;
    }
    if (const auto date = parseHttpDate(text))
        return bounded(std::chrono::ceil<Seconds>(*date - now));
    return std::nullopt;
}

} // namespace holdwatch::net
