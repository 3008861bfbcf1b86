// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tolerance/Tolerance.h"

namespace holdwatch {

enum class ToleranceField { HoldWindow, ReactionTime, LookAhead, HandlingTime, ArrivalCadence, WorkClasses, Owner, Runbook };

/// A tolerance as a person types it: durations like "15m", empty where the default shall hold.
struct ToleranceDraft
{
    struct Class
    {
        QString name;
        QString holdWindow;
        bool operator==(const Class &) const = default;
    };

    QString holdWindow;
    QString reactionTime;
    QString lookAhead;
    QString handlingTime;
    QString arrivalCadence;
    QVector<Class> workClasses;
    QString owner;
    QString runbook;

    static ToleranceDraft from(const Tolerance &tolerance);
    bool operator==(const ToleranceDraft &) const = default;
};

/// Why a field can't be saved, as a sentence that says what to type instead.
struct ToleranceFault
{
    ToleranceField field = ToleranceField::HoldWindow;
    QString sentence;
    bool operator==(const ToleranceFault &) const = default;
};

/// What a draft comes to. `tolerance` means something only without faults.
struct CheckedTolerance
{
    Tolerance tolerance;
    QVector<ToleranceFault> faults;

    bool isFine() const { return faults.isEmpty(); }
    QString faultOf(ToleranceField field) const; ///< empty: the field is fine
};

CheckedTolerance check(const ToleranceDraft &draft);

/// A duration the way it is typed: "15m", "1h30m", "1500ms". `parseDuration` reads it back unchanged.
QString typedDuration(Millis duration);

/// What a tolerance would have raised: from the verdict changes of a preview.
struct RaisedAlerts
{
    int alerts = 0;      ///< times *approaching* or *breached* began
    int breaches = 0;    ///< how many of them came to a breach
    int watches = 0;     ///< times *watch* began, which is no alarm
    bool operator==(const RaisedAlerts &) const = default;
};
RaisedAlerts raisedBy(const QVector<struct Assessment> &changes);

/// "Over the last 24 h this would have raised 2 alerts, 1 of them breached, and 3 times watch (no alarm)."
/// `watchedFor` says how much of the span there is a record of; unset: all of it.
QString toSentence(const RaisedAlerts &raised, Millis span, std::optional<Millis> watchedFor = {});

} // namespace holdwatch
