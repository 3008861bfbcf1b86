// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/ByteRange.h"
#include "models/payload/SensitiveNames.h"

#include <functional>

namespace holdwatch::payload {

/// A value that stands behind a name in a text that is no JSON, or no longer: `name=value`, `name: value`,
/// `"name": "value"` (also with the quotes escaped, as in JSON inside a JSON string), `<name>value</name>`.
struct LooseField
{
    ByteRange name;
    ByteRange value; ///< without quotes
};

/// Tells of the fields with a sensitive name between `from` and `until`, in order but for pairs (PairNames.h). A value ends at its quote, else for `=` at
/// the next space, comma, `;`, `&` or quote, for `:` at the end of the line. One pass; when in doubt the value is longer.
void forEachSensitiveField(QByteArrayView text, const ByteRange &within, const SensitiveNames &names,
                           const std::function<void(const LooseField &)> &tell);

} // namespace holdwatch::payload
