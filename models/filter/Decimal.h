// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

#include <optional>

namespace holdwatch::filter {

/// A decimal number as it is written ("-17", "0.10", "1e400"), of any length. A view: the text it was
/// read from must outlive it. Reading and comparing allocate nothing and never go through a double.
class Decimal
{
public:
    /// JSON's notation, leading zeros and a leading plus allowed. Nothing else is a number; nor is one whose
    /// exponent has more than 15 digits.
    static std::optional<Decimal> read(QStringView text);

    /// Below 0, 0 or above 0, by value: 1.10 = 1.1, 12e2 = 1200, -0 = 0.
    int compare(const Decimal &other) const;

private:
    char16_t digitAt(qint64 index) const;
    bool isZero() const { return m_significant == 0; }

    QStringView m_whole;
    QStringView m_fraction;
    qint64 m_skipped = 0;     ///< zeros in front, over both parts
    qint64 m_significant = 0; ///< digits from the first that is not zero to the last that is not
    qint64 m_magnitude = 0;   ///< the value is 0.d1d2d3… × 10^magnitude
    bool m_negative = false;
};

/// Whole numbers next to a decimal: the largest not above it and the smallest not below it. Both end at
/// the limits of 64 bits; `none` tells that no whole number of 64 bits lies on that side.
struct WholeNeighbours
{
    qint64 below = 0;
    qint64 above = 0;
    bool noneBelow = false;
    bool noneAbove = false;
};
WholeNeighbours wholeNeighbours(const Decimal &decimal);

/// The digits of a whole number without an allocation. The view lives as long as the object.
class WholeDigits
{
public:
    explicit WholeDigits(qint64 value);
    QStringView view() const { return QStringView(m_digits + m_from, length - m_from); }

private:
    static constexpr qsizetype length = 20;
    char16_t m_digits[length];
    qsizetype m_from = length;
};

} // namespace holdwatch::filter
