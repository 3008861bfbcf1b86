// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <QByteArray>

#include <optional>

namespace holdwatch::net {

/// Reads a date as HTTP writes it (RFC 9110 §5.6.7): the present form and the two that a client must
/// still understand. Anything else is nothing.
std::optional<UtcTime> parseHttpDate(const QByteArray &text);

} // namespace holdwatch::net
