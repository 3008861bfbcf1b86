// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <QByteArray>

#include <optional>

namespace holdwatch::net {

/// Longest wait we let a server impose on us; a longer wish is cut to this.
inline constexpr Seconds longestRetryAfter{15 * 60};

/// Reads a Retry-After header: whole seconds or an HTTP date, the date counted from `now`, which should
/// be the server's own clock where its Date header is known. A date in the past is 1 s; of several values the
/// longest counts. Rubbish (a negative number, 1e99, a word) is nothing.
std::optional<Seconds> parseRetryAfter(const QByteArray &value, UtcTime now);

} // namespace holdwatch::net
