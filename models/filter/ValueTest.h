// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filter/Decimal.h"
#include "models/filter/Expression.h"
#include "models/filter/FieldValue.h"
#include "models/filter/TextPattern.h"
#include "models/filter/TimeText.h"

#include <QTimeZone>

#include <limits>
#include <vector>

namespace holdwatch::filter {

/// One condition, ready to be asked a million times. Immutable.
class ValueCheck
{
public:
    /// IsNot is asked as Is; whoever compiles turns the answer round.
    ValueCheck(const Condition &condition, const Moment &moment);

    bool holds(const FieldValue &value) const
    {
        // The usual number, duration or time is worth answering without a call.
        return m_hasInterval && value.kind() == m_intervalKind ? m_interval.holds(value.whole()) : holdsOther(value);
    }

private:
    enum class Means : quint8 { Present, Text, Number, Duration, Time, Version };

    static constexpr qint64 lowest = std::numeric_limits<qint64>::min();
    static constexpr qint64 highest = std::numeric_limits<qint64>::max();

    /// From the first to the last whole number (of milliseconds) that meets the condition, both included.
    struct Interval
    {
        qint64 first = lowest;
        qint64 last = highest;
        bool holds(qint64 value) const { return value >= first && value <= last; }
    };

    static Interval from(const WholeNeighbours &decimal, bool without);
    static Interval upTo(const WholeNeighbours &decimal, bool without);
    Interval wholeNumbers() const;
    Interval millis(TimeSpan value, TimeSpan end) const;
    void answerBy(FieldValue::Kind kind, Interval interval);
    bool isInOrder(int toValue, int toUpTo) const;
    bool holdsOther(const FieldValue &value) const;
    bool holdsText(const FieldValue &value) const;
    bool holdsNumber(const FieldValue &value) const;
    bool holdsDuration(const FieldValue &value) const;
    bool holdsTime(const FieldValue &value) const;
    bool holdsVersion(const FieldValue &value) const;
    bool holdsVersion(QStringView version) const;

    Means m_means = Means::Present;
    Comparison m_comparison = Comparison::Is;
    bool m_hasInterval = false;
    FieldValue::Kind m_intervalKind = FieldValue::Kind::Whole;
    Interval m_interval; ///< for values of that kind
    TextPattern m_pattern;
    QString m_value;
    QString m_upTo;
    QTimeZone m_zone;
};

/// Whether a value meets one of the conditions of a term. Sources call it; only a Matcher makes one.
class ValueTest
{
public:
    explicit ValueTest(std::vector<ValueCheck> checks) : m_checks(std::move(checks)) {}

    bool operator()(const FieldValue &value) const
    {
        for (const ValueCheck &check : m_checks) {
            if (check.holds(value))
                return true;
        }
        return false;
    }

private:
    std::vector<ValueCheck> m_checks;
};

} // namespace holdwatch::filter
