// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"

namespace holdwatch::net {

/// Whether an unsuccessful answer means "fewer requests, please", whatever clothes it wears: 429 and 503
/// by themselves; 400, 403 and 5xx with a throttling code where AWS's services put theirs
/// (x-amzn-ErrorType or x-amzn-query-error header, `__type` or `code` of a JSON body, <Code> of an XML
/// one). Reads codes, never messages, and only bodies up to 64 KB. Pure.
bool asksForFewerRequests(const Response &response);

/// "com.amazonaws.sqs#RequestThrottled", "Throttling;Sender", "KMS.ThrottlingException:http://…": whether
/// such an error code is one for throttling.
bool isThrottlingCode(QByteArray code);

} // namespace holdwatch::net
