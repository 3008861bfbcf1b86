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

std::optional<Seconds> readOne(const QByteArray &value, UtcTime now)
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

} // namespace

std::optional<Seconds> parseRetryAfter(const QByteArray &value, UtcTime now)
{
    constexpr qsizetype longestHeader = 1024;
    if (const auto single = readOne(value, now); single || value.size() > longestHeader)
        return single;
    // A header sent twice arrives joined by a comma, and a date has a comma of its own.
    const QList<QByteArray> parts = value.split(',');
    std::optional<Seconds> longest;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        longest = std::max(longest, readOne(parts.at(i), now));
        if (i + 1 < parts.size())
            longest = std::max(longest, readOne(parts.at(i) + ',' + parts.at(i + 1), now));
    }
    return longest;
}

} // namespace holdwatch::net
