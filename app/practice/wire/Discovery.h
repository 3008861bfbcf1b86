// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/wire/WireFormat.h"

#include <optional>

namespace holdwatch::practice {

/// What GET /v1/discovery answers: every capability with method and path.
QByteArray discoveryIndex(const WireFormat &format);

/// What GET /v1/discovery/{capability} answers: JSON Schemas (draft 2020-12) of request and response,
/// errors, price, limits and choices. Nothing if there is no such capability.
std::optional<QByteArray> discoveryDetail(const WireFormat &format, const QString &capability);

} // namespace holdwatch::practice
