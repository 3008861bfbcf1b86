// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/Decimal.h"

#include <algorithm>
#include <limits>

namespace holdwatch::filter {

namespace {

bool isDigit(QChar c)
{
    return c >= QLatin1Char('0') && c <= QLatin1Char('9');
}

QStringView takeDigits(QStringView &rest)
{
    qsizetype count = 0;
    while (count < rest.size() && isDigit(rest[count]))
        ++count;
    const QStringView taken = rest.first(count);
    rest = rest.sliced(count);
    return taken;
}

bool takeAny(QStringView &rest, QLatin1Char one, QLatin1Char other)
{
    if (rest.isEmpty() || (rest.front() != one && rest.front() != other))
        return false;
    rest = rest.sliced(1);
    return true;
}

/// "-" was there: true; "+" or nothing: false.
bool takeSign(QStringView &rest)
{
    const bool negative = rest.startsWith(QLatin1Char('-'));
    takeAny(rest, QLatin1Char('-'), QLatin1Char('+'));
    return negative;
}

std::optional<qint64> takeExponent(QStringView &rest)
{
    if (!takeAny(rest, QLatin1Char('e'), QLatin1Char('E')))
        return 0;
    const bool negative = takeSign(rest);
    const QStringView digits = takeDigits(rest);
    if (digits.isEmpty() || digits.size() > 15)
        return std::nullopt;
    qint64 value = 0;
    for (const QChar c : digits)
        value = value * 10 + (c.unicode() - u'0');
    return negative ? -value : value;
}

qint64 zerosInFront(QStringView digits)
{
    const auto *end = std::find_if(digits.begin(), digits.end(), [](QChar c) { return c != QLatin1Char('0'); });
    return end - digits.begin();
}

} // namespace

std::optional<Decimal> Decimal::read(QStringView text)
{
    Decimal decimal;
    decimal.m_negative = takeSign(text);
    decimal.m_whole = takeDigits(text);
    if (decimal.m_whole.isEmpty())
        return std::nullopt;
    if (takeAny(text, QLatin1Char('.'), QLatin1Char('.'))) {
        decimal.m_fraction = takeDigits(text);
        if (decimal.m_fraction.isEmpty())
            return std::nullopt;
    }
    const auto exponent = takeExponent(text);
    if (!exponent || !text.isEmpty())
        return std::nullopt;

    decimal.m_skipped = zerosInFront(decimal.m_whole);
    if (decimal.m_skipped == decimal.m_whole.size())
        decimal.m_skipped += zerosInFront(decimal.m_fraction);
    qint64 last = decimal.m_whole.size() + decimal.m_fraction.size();
    decimal.m_magnitude = decimal.m_whole.size() - decimal.m_skipped + *exponent;
    while (last > decimal.m_skipped && decimal.digitAt(last - 1 - decimal.m_skipped) == u'0')
        --last;
    decimal.m_significant = last - decimal.m_skipped;
    return decimal;
}

char16_t Decimal::digitAt(qint64 index) const
{
    const qint64 at = m_skipped + index;
    return at < m_whole.size() ? m_whole[at].unicode() : m_fraction[at - m_whole.size()].unicode();
}

int Decimal::compare(const Decimal &other) const
{
    const int sign = isZero() ? 0 : m_negative ? -1 : 1;
    const int otherSign = other.isZero() ? 0 : other.m_negative ? -1 : 1;
    if (sign != otherSign || sign == 0)
        return sign - otherSign;
    if (m_magnitude != other.m_magnitude)
        return m_magnitude < other.m_magnitude ? -sign : sign;
    const qint64 common = std::min(m_significant, other.m_significant);
    for (qint64 i = 0; i < common; ++i) {
        if (digitAt(i) != other.digitAt(i))
            return digitAt(i) < other.digitAt(i) ? -sign : sign;
    }
    if (m_significant == other.m_significant)
        return 0;
    return m_significant < other.m_significant ? -sign : sign;
}

WholeDigits::WholeDigits(qint64 value)
{
    quint64 rest = value < 0 ? 0 - static_cast<quint64>(value) : static_cast<quint64>(value);
    do {
        m_digits[--m_from] = static_cast<char16_t>(u'0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0)
        m_digits[--m_from] = u'-';
}

namespace {

int compareWhole(qint64 whole, const Decimal &decimal)
{
    const WholeDigits digits(whole);
    return Decimal::read(digits.view())->compare(decimal);
}

} // namespace

WholeNeighbours wholeNeighbours(const Decimal &decimal)
{
    constexpr qint64 lowest = std::numeric_limits<qint64>::min();
    constexpr qint64 highest = std::numeric_limits<qint64>::max();
    if (compareWhole(lowest, decimal) > 0)
        return {lowest, lowest, true, false};
    if (compareWhole(highest, decimal) < 0)
        return {highest, highest, false, true};
    qint64 below = lowest; // never above the decimal; `beyond` is the highest that may still not be above it
    qint64 beyond = highest;
    while (below < beyond) {
        const quint64 span = static_cast<quint64>(beyond) - static_cast<quint64>(below);
        const qint64 middle = static_cast<qint64>(static_cast<quint64>(below) + (span - span / 2));
        if (compareWhole(middle, decimal) <= 0)
            below = middle;
        else
            beyond = middle - 1;
    }
    const bool exact = compareWhole(below, decimal) == 0;
    return {below, exact ? below : below + 1, false, false};
}

} // namespace holdwatch::filter
