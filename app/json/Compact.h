// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/json/Value.h"

namespace holdwatch::json {

/// A value as one line for people: a text as it is, a number with the digits it came with, anything else as
/// JSON without space. Not for payloads. At most about `longest` characters, then an ellipsis.
QString compactText(const Value &value, qsizetype longest = 4096);

} // namespace holdwatch::json
