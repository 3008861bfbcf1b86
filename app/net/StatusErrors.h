// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"

namespace holdwatch::net {

/// Of a status that is no success, looking at nothing else. A 3xx is Malformed: an API has no business redirecting.
Error::Kind kindOf(int httpStatus);

/// The error that an unsuccessful answer means. `url` is only named as host:port. `explanation` is what
/// the server said itself, already passed through quoted(); it may be empty. Throttling in any clothes
/// (see Throttling.h) is Throttled and carries its Retry-After, counted by the server's own clock where it gave one, else from `now`.
Error statusError(const Response &response, const QUrl &url, const QString &explanation, UtcTime now);

/// Nothing if the status is 2xx.
std::optional<Error> failureOf(const Response &response, const QUrl &url, const QString &explanation, UtcTime now);

} // namespace holdwatch::net
