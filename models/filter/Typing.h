// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filter/Expression.h"
#include "models/filter/Scanner.h"

#include <optional>

namespace holdwatch::filter {

/// The word as a value of this field under this comparison; nothing, with the fault told to the scanner, if it is none.
std::optional<Literal> typed(const FieldRef &field, Comparison comparison, const Word &word, Scanner &scanner);

/// From the lower to the higher end, both of one type.
bool isRange(const Literal &from, const Literal &upTo);

/// Examples for sentences: "90s, 8m30s, 1h or 2d".
QString expectedFor(FieldType type);

} // namespace holdwatch::filter
