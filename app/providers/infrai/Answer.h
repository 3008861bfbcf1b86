// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/json/Value.h"
#include "app/net/HttpClient.h"

namespace holdwatch::providers::infrai {

/// What a successful call brought.
struct Answer
{
    json::Value data;
    std::optional<double> costUsd; ///< metadata.cost_usd: what this call was charged
};

/// Status first (a 429 need not be JSON), then the envelope: `data` is unwrapped only where `ok` is true
/// or false and `data` is present, else the body itself is the data. `ok: false` is an error whatever the
/// status. What the server says itself is quoted with the key removed. Pure.
Result<Answer> readAnswer(const net::Response &response, const net::Request &request, UtcTime now);

} // namespace holdwatch::providers::infrai
