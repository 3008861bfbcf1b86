// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/TimeUnit.h"

#include <QRegularExpression>

#include <array>

namespace holdwatch::providers::infrai {

namespace {

struct Spelling
{
    QRegularExpression suffix; ///< at the end of a field's name
    QRegularExpression words;  ///< in a text
    Millis scale;
};

QRegularExpression pattern(const QString &text)
{
    return QRegularExpression(text, QRegularExpression::CaseInsensitiveOption);
}

Spelling spelling(const char *suffixes, const char *words, Millis scale)
{
    return {pattern(QStringLiteral("^(.+)_(?:%1)\\z").arg(QLatin1String(suffixes))), pattern(QStringLiteral("\\b(?:%1)\\b").arg(QLatin1String(words))), scale};
}

const std::array<Spelling, 4> &spellings()
{
    static const std::array<Spelling, 4> all{
        spelling("ms|msec|msecs|millis|milliseconds", "ms|msecs?|millis|milliseconds?", Millis(1)),
        spelling("s|sec|secs|second|seconds", "secs?|seconds?", Seconds(1)),
        spelling("min|mins|minute|minutes", "minutes?", Minutes(1)),
        spelling("h|hour|hours", "hours?", std::chrono::hours(1)),
    };
    return all;
}

QString toSnakeCase(const QString &field)
{
    static const QRegularExpression hump(QStringLiteral("([a-z0-9])([A-Z])"));
    QString name = field;
    name.replace(hump, QStringLiteral("\\1_\\2"));
    return name.replace(QLatin1Char('-'), QLatin1Char('_')).toLower();
}

} // namespace

SplitName splitName(const QString &field)
{
    const QString name = toSnakeCase(field);
    for (const Spelling &each : spellings()) {
        const auto match = each.suffix.match(name);
        if (match.hasMatch())
            return {match.captured(1), each.scale};
    }
    return {name, std::nullopt};
}

std::optional<TimeUnit> unitFromWords(const QString &text)
{
    static const QRegularExpression iso = pattern(QStringLiteral("\\b(ISO[ -]?8601|RFC[ -]?3339|date-time)\\b"));
    static const QRegularExpression epoch = pattern(QStringLiteral("\\b(epoch|unix|1970)\\b"));
    // Bare letters are a unit only where nothing else is said: in a sentence they are anything.
    if (text.trimmed() == QLatin1String("s"))
        return TimeUnit{TimeUnit::Kind::Span, Seconds(1)};
    if (text.trimmed() == QLatin1String("min"))
        return TimeUnit{TimeUnit::Kind::Span, Minutes(1)};
    if (iso.match(text).hasMatch())
        return TimeUnit{TimeUnit::Kind::IsoTime, {}};
    std::optional<Millis> scale;
    for (const Spelling &each : spellings()) {
        if (!each.words.match(text).hasMatch())
            continue;
        if (scale)
            return std::nullopt;
        scale = each.scale;
    }
    if (!scale)
        return std::nullopt;
    return TimeUnit{epoch.match(text).hasMatch() ? TimeUnit::Kind::EpochTime : TimeUnit::Kind::Span, *scale};
}

QString toWord(const TimeUnit &unit)
{
    if (unit.kind == TimeUnit::Kind::IsoTime)
        return QStringLiteral("a moment");
    const QString scale = unit.scale == Millis(1) ? QStringLiteral("ms")
        : unit.scale == Seconds(1)                ? QStringLiteral("s")
        : unit.scale == Minutes(1)                ? QStringLiteral("min")
                                                  : QStringLiteral("h");
    return unit.kind == TimeUnit::Kind::EpochTime ? QStringLiteral("%1 since 1970").arg(scale) : scale;
}

} // namespace holdwatch::providers::infrai
