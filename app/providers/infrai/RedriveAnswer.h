// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"
#include "app/providers/api/Redriver.h"

namespace holdwatch::providers::infrai {

/// What one write came to. `ends`: asking for anything more makes no sense now (throttled, not authorised, nobody there,
/// an answer lost).
struct Verdict
{
    ItemOutcome outcome = ItemOutcome::Unknown;
    QString detail;            ///< a bounded sentence, the key removed
    bool isThrottled = false;
    bool ends = false;
    std::optional<qint64> moved;     ///< of a redrive by count
    std::optional<qint64> remaining;
    std::optional<Error> error;
};

/// The answer to a redrive of the one message `id`. Moved only where the answer says so of this message, or of one
/// message in all; Skipped where it says that it is not there; whatever can't be told is Unknown. A 4xx moved nothing,
/// except that a conflict (409) may mean that this key has done its work before, and 408 that nobody knows. Pure.
Verdict judgeOne(const Result<net::Response> &response, const net::WriteRequest &request, const QString &id, UtcTime now);

/// The same of a redrive by count.
Verdict judgeMany(const Result<net::Response> &response, const net::WriteRequest &request, std::optional<qint64> atMost, UtcTime now);

} // namespace holdwatch::providers::infrai
