// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <QString>

#include <optional>

namespace holdwatch {

/// How a figure came to be known.
enum class Obtained {
    Reported,    ///< the system says exactly this
    Approximate, ///< the system says so itself, and calls it approximate
    AtMost,      ///< an upper bound: the truth is this or less
    AtLeast,     ///< a lower bound: the truth is this or more
    Derived,     ///< computed by us; `note` says from what
    NotReported, ///< there is no figure; `note` says why. Never shown as zero
};

/// Stable words for JSON and screens: "reported", "approximate", "at-most", "at-least", "derived", "not-reported".
QString toWord(Obtained obtained);

/// A value together with how it was obtained. There is no default zero: without a value it is
/// "not reported", and reading `value()` then is a programming error.
template<typename T>
class Metric
{
public:
    Metric() = default;

    static Metric reported(T value) { return Metric(std::move(value), Obtained::Reported, {}); }
    static Metric approximate(T value, QString note = {}) { return Metric(std::move(value), Obtained::Approximate, std::move(note)); }
    static Metric atMost(T value, QString note) { return Metric(std::move(value), Obtained::AtMost, std::move(note)); }
    static Metric atLeast(T value, QString note) { return Metric(std::move(value), Obtained::AtLeast, std::move(note)); }
    static Metric derived(T value, QString note) { return Metric(std::move(value), Obtained::Derived, std::move(note)); }
    static Metric notReported(QString why)
    {
        Metric metric;
        metric.m_note = std::move(why);
        return metric;
    }

    bool has() const { return m_value.has_value(); }
    const T &value() const { return m_value.value(); }
    const std::optional<T> &optional() const { return m_value; }
    Obtained obtained() const { return m_obtained; }
    const QString &note() const { return m_note; }

    /// When the system took this figure, if that differs from the sample's own time.
    const std::optional<UtcTime> &asOf() const { return m_asOf; }
    Metric &&takenAt(UtcTime time) &&
    {
        m_asOf = time;
        return std::move(*this);
    }

    friend bool operator==(const Metric &, const Metric &) = default;

private:
    Metric(T value, Obtained obtained, QString note)
        : m_value(std::move(value)), m_obtained(obtained), m_note(std::move(note))
    {
    }

    std::optional<T> m_value;
    Obtained m_obtained = Obtained::NotReported;
    QString m_note;
    std::optional<UtcTime> m_asOf;
};

} // namespace holdwatch
