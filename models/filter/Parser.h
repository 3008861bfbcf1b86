// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filter/Expression.h"
#include "models/filter/Fault.h"

#include <tl/expected.hpp>

namespace holdwatch::filter {

constexpr qsizetype longestFilter = 4096; ///< UTF-16 units, typed as well as canonical
constexpr int deepestFilter = 64;         ///< brackets and negations inside one another

using Parsed = tl::expected<Expression, Fault>;

/// Reads a filter; README.md has the grammar. Takes any text whatever, in time linear to its length, throws nothing and
/// needs no now. A text of white space is the empty filter, which everything matches.
Parsed parse(QStringView text, const FieldCatalogue &catalogue);

} // namespace holdwatch::filter
