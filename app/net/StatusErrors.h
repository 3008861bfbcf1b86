// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"

namespace holdwatch::net {

Error::Kind kindOf(int httpStatus); ///< of a status that is no success; a 3xx is Malformed: an API has no business redirecting

/// The error that an unsuccessful answer means. `url` is only named as host:port. `explanation` is what
/// the server said itself, already passed through quoted(); it may be empty. A 429 or 503 carries its
/// Retry-After, counted by the server's own clock where it gave one, else from `now`.
Error statusError(const Response &response, const QUrl &url, const QString &explanation, UtcTime now);

/// Nothing if the status is 2xx.
std::optional<Error> failureOf(const Response &response, const QUrl &url, const QString &explanation, UtcTime now);

} // namespace holdwatch::net
