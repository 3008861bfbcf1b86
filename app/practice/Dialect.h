// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

#include <optional>

namespace holdwatch::practice {

/// Three spellings of the same API, because the real one's is known only at run time: field names,
/// units, containers and the place of the response schema differ; README.md lists them side by side.
enum class Dialect {
    A, ///< seconds and ISO times, named containers, everything reported
    B, ///< milliseconds and epoch times, `items`
    C, ///< the oldest message as a moment, bare arrays, no retries and nothing about messages in flight
};

std::optional<Dialect> dialectFromWord(QStringView word); ///< "a", "b", "c"

} // namespace holdwatch::practice
