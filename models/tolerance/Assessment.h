// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <QMetaType>
#include <QString>

#include <optional>

namespace holdwatch {

enum class Verdict { Healthy, Watch, Approaching, Breached, Recovering, Stale, NotReported };

/// What made the verdict; one alert may be open per queue and cause.
enum class Cause {
    None,
    AgeInWindow,        ///< the age and its trend (healthy … breached, recovering)
    NoConsumers,        ///< work waiting and nobody attached, longer than a deploy takes
    NoArrivals,         ///< silence beyond twice the declared cadence
    DeadLettersGrowing,
    NoFreshSample,
    AgeNotReported,
    RetentionEnds,      ///< dead letters will be deleted soon; never an assessment's, only an alert's
};

/// Stable words: "healthy", "watch", "approaching", "breached", "recovering", "stale", "not reported".
QString toWord(Verdict verdict);
std::optional<Verdict> verdictFromWord(QStringView word);
/// "age", "no-consumers", "no-arrivals", "dead-letters", "stale", "not-reported", "retention", "none".
QString toWord(Cause cause);

/// Higher needs a person sooner: breached, approaching, stale, watch, recovering, not reported, healthy.
int severityOf(Verdict verdict);

/// The judgement on one queue at one moment.
struct Assessment
{
    UtcTime at{};
    Verdict verdict = Verdict::NotReported;
    Cause cause = Cause::None;
    QString reason; ///< in words a person can check ("age 7:20 of 15:00, rising 0.9 s/s for 4 min; …")

    std::optional<Millis> age;             ///< the age judged; unset where there is none
    std::optional<double> ageSlope;        ///< seconds of age a second, robust; unset without a trend, or while it turns
    std::optional<Millis> headroom;        ///< window − age − handling time; negative past the window
    std::optional<Millis> earliestBreach;  ///< from `at`; whatever the trend, not before this; 0 = now
    std::optional<Millis> projectedBreach; ///< from `at`, if the trend goes on; unset = not heading there
    std::optional<double> confidence;      ///< of the projection, 0…1

    bool operator==(const Assessment &) const = default;
};

/// How the age goes on in a picture, in seconds a second, at most 1: up only where a breach is projected (and then so
/// that the headroom is used up when it says), or past the window, where nothing is left to project. Unset: draw nothing.
std::optional<double> slopeAhead(const Assessment &assessment);

/// Why there is no projected breach, beside that picture: "past the window", "not heading there", "unknown".
QString wordForNoProjection(const Assessment &assessment);

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::Assessment)
