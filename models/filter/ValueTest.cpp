// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/ValueTest.h"

#include "models/filter/VersionOrder.h"

#include <algorithm>

namespace holdwatch::filter {

namespace {

TimeSpan durationSpan(const Literal &literal)
{
    const UtcTime at(parseDuration(literal.text()).value_or(Millis(0)));
    return {at, at};
}

TimeSpan timeSpan(const Literal &literal, const Moment &moment)
{
    return readTime(literal.text(), moment).value_or(TimeSpan());
}

template<typename Interval>
Interval both(Interval one, Interval other)
{
    return {std::max(one.first, other.first), std::min(one.last, other.last)};
}

bool isExact(const WholeNeighbours &decimal)
{
    return !decimal.noneBelow && !decimal.noneAbove && decimal.below == decimal.above;
}

} // namespace

/// All whole numbers from the lowest up to a decimal.
ValueCheck::Interval ValueCheck::upTo(const WholeNeighbours &decimal, bool without)
{
    const bool isLess = without && isExact(decimal);
    if (decimal.noneBelow || (isLess && decimal.below == lowest))
        return {highest, lowest};
    return {lowest, isLess ? decimal.below - 1 : decimal.below};
}

/// All whole numbers from a decimal on.
ValueCheck::Interval ValueCheck::from(const WholeNeighbours &decimal, bool without)
{
    const bool isMore = without && isExact(decimal);
    if (decimal.noneAbove || (isMore && decimal.above == highest))
        return {highest, lowest};
    return {isMore ? decimal.above + 1 : decimal.above, highest};
}

ValueCheck::ValueCheck(const Condition &condition, const Moment &moment)
    : m_comparison(condition.comparison)
    , m_pattern(condition.value.parts)
    , m_value(condition.value.text())
    , m_upTo(condition.upTo.text())
    , m_zone(moment.zone)
{
    if (m_comparison == Comparison::Present)
        return;
    switch (condition.value.type) {
    case FieldType::Text:
        m_means = Means::Text;
        break;
    case FieldType::Number:
        m_means = Means::Number;
        answerBy(FieldValue::Kind::Whole, wholeNumbers());
        break;
    case FieldType::Duration:
        m_means = Means::Duration;
        answerBy(FieldValue::Kind::Duration, millis(durationSpan(condition.value), durationSpan(condition.upTo)));
        break;
    case FieldType::Time:
        m_means = Means::Time;
        answerBy(FieldValue::Kind::Time, millis(timeSpan(condition.value, moment), timeSpan(condition.upTo, moment)));
        break;
    case FieldType::Version:
        m_means = Means::Version;
        break;
    }
}

void ValueCheck::answerBy(FieldValue::Kind kind, Interval interval)
{
    m_hasInterval = true;
    m_intervalKind = kind;
    m_interval = interval;
}

/// The whole numbers that pass, so that the usual value of 64 bits needs no digits.
ValueCheck::Interval ValueCheck::wholeNumbers() const
{
    const WholeNeighbours value = wholeNeighbours(*Decimal::read(m_value));
    switch (m_comparison) {
    case Comparison::Less: return upTo(value, true);
    case Comparison::AtMost: return upTo(value, false);
    case Comparison::Greater: return from(value, true);
    case Comparison::AtLeast: return from(value, false);
    case Comparison::Between: return both(from(value, false), upTo(wholeNeighbours(*Decimal::read(m_upTo)), false));
    default: return both(from(value, false), upTo(value, false));
    }
}

ValueCheck::Interval ValueCheck::millis(TimeSpan value, TimeSpan end) const
{
    const qint64 first = toEpochMillis(value.first);
    const qint64 last = toEpochMillis(value.last);
    switch (m_comparison) {
    case Comparison::Less: return {lowest, first - 1};
    case Comparison::AtMost: return {lowest, last};
    case Comparison::Greater: return {last + 1, highest};
    case Comparison::AtLeast: return {first, highest};
    case Comparison::Between: return {first, toEpochMillis(end.last)};
    default: return {first, last};
    }
}

bool ValueCheck::isInOrder(int toValue, int toUpTo) const
{
    switch (m_comparison) {
    case Comparison::Less: return toValue < 0;
    case Comparison::AtMost: return toValue <= 0;
    case Comparison::Greater: return toValue > 0;
    case Comparison::AtLeast: return toValue >= 0;
    case Comparison::Between: return toValue >= 0 && toUpTo <= 0;
    default: return toValue == 0;
    }
}

bool ValueCheck::holdsOther(const FieldValue &value) const
{
    switch (m_means) {
    case Means::Present: return true;
    case Means::Text: return holdsText(value);
    case Means::Number: return holdsNumber(value);
    case Means::Duration: return holdsDuration(value);
    case Means::Time: return holdsTime(value);
    case Means::Version: return holdsVersion(value);
    }
    return false;
}

bool ValueCheck::holdsText(const FieldValue &value) const
{
    switch (value.kind()) {
    case FieldValue::Kind::Text:
    case FieldValue::Kind::Number: return m_pattern.matchesWhole(value.text());
    case FieldValue::Kind::Whole: return m_pattern.matchesWhole(WholeDigits(value.whole()).view());
    default: return false;
    }
}

bool ValueCheck::holdsNumber(const FieldValue &value) const
{
    if (value.kind() != FieldValue::Kind::Number && value.kind() != FieldValue::Kind::Text)
        return false;
    const auto number = Decimal::read(value.text());
    if (!number)
        return false;
    // Read anew each time: a Decimal is a view, and this check may have been moved since.
    const int toUpTo = m_comparison == Comparison::Between ? number->compare(*Decimal::read(m_upTo)) : 0;
    return isInOrder(number->compare(*Decimal::read(m_value)), toUpTo);
}

bool ValueCheck::holdsDuration(const FieldValue &value) const
{
    constexpr qsizetype longest = 64;
    const bool isWritten = value.kind() == FieldValue::Kind::Text && !value.text().isEmpty() && value.text().size() <= longest && value.text().back().isLetter();
    const auto duration = isWritten ? parseDuration(value.text()) : std::nullopt;
    return duration && m_interval.holds(duration->count());
}

bool ValueCheck::holdsTime(const FieldValue &value) const
{
    if (value.kind() != FieldValue::Kind::Text)
        return false;
    const auto time = readIsoTime(value.text(), m_zone);
    return time && m_interval.holds(toEpochMillis(time->first));
}

bool ValueCheck::holdsVersion(const FieldValue &value) const
{
    switch (value.kind()) {
    case FieldValue::Kind::Text:
    case FieldValue::Kind::Number: return holdsVersion(value.text());
    case FieldValue::Kind::Whole: return holdsVersion(WholeDigits(value.whole()).view());
    default: return false;
    }
}

bool ValueCheck::holdsVersion(QStringView version) const
{
    if (m_comparison != Comparison::Is && m_comparison != Comparison::IsNot && !beginsWithNumber(version))
        return false; // "unknown" is neither above nor below 3
    const int toUpTo = m_comparison == Comparison::Between ? compareVersions(version, m_upTo) : 0;
    return isInOrder(compareVersions(version, m_value), toUpTo);
}

} // namespace holdwatch::filter
