// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <QString>

#include <optional>

namespace holdwatch::providers::infrai {

/// How a published field writes a time. Never guessed: without a suffix, a unit keyword, a format or a
/// description that says it, there is none.
struct TimeUnit
{
    enum class Kind {
        Span,      ///< a length of time, `scale` long each
        EpochTime, ///< since 1970, in `scale`
        IsoTime,   ///< a text, RFC 3339
    };
    Kind kind = Kind::Span;
    Millis scale{};

    bool operator==(const TimeUnit &) const = default;
};

/// A field's name without its unit suffix ("oldest_message_age_seconds" → "oldest_message_age", 1 s), in
/// snake case and lower case ("oldestAgeMs" → "oldest_age", 1 ms).
struct SplitName
{
    QString base;
    std::optional<Millis> unit;
};
SplitName splitName(const QString &field);

/// The unit that a text names: "seconds", "ms", "milliseconds since 1970-01-01", "ISO 8601". Nothing if it
/// names none, or several that differ.
std::optional<TimeUnit> unitFromWords(const QString &text);

/// "s", "ms", "min", … for a sentence.
QString toWord(const TimeUnit &unit);

} // namespace holdwatch::providers::infrai
