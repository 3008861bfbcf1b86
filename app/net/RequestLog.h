// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"

namespace holdwatch::net {

/// One debug line of the category holdwatch.net: method, host and port, path, then status, bytes and time, or
/// what kind of failure it was. Never a header, a query's values or a body. A write without a credential (a
/// webhook) keeps its path to itself as well: a token may be part of it.
void logRequest(const Request &request, bool isWrite, const Result<Response> &outcome, Millis took);

} // namespace holdwatch::net
