// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <QString>
#include <QVector>

#include <optional>

namespace holdwatch {

/// A class of work inside one queue with a window of its own (a priority, a group, a message type).
struct WorkClass
{
    QString name;
    Millis holdWindow{};
    bool operator==(const WorkClass &) const = default;
};

/// How long work on a queue may wait, and how early a person must hear of it.
struct Tolerance
{
    Millis holdWindow = Minutes(15);           ///< past it, waiting does harm; > 0
    std::optional<Millis> reactionTime;        ///< unset: half the window, at most 15 min
    std::optional<Millis> lookAhead;           ///< of *watch*; unset: twice the window
    std::optional<Millis> handlingTime;        ///< usual handling (p95), subtracted from the headroom
    std::optional<Millis> arrivalCadence;      ///< declared; silence beyond twice this is *no arrivals*
    QVector<WorkClass> workClasses;            ///< empty: one class, the whole queue
    QString owner;                             ///< who is asked first; plain text
    QString runbook;                           ///< http(s) link, opened in the browser

    Millis effectiveReactionTime() const;
    Millis effectiveLookAhead() const;
    /// The window that rules the queue as a whole: the shortest of the classes' and its own.
    Millis rulingWindow() const;

    bool operator==(const Tolerance &) const = default;
};

/// A default for every queue of a connection whose name matches; the first match of a list wins.
struct ToleranceRule
{
    QString connection;  ///< connection name, empty = any
    QString queueGlob;   ///< wildcard over the queue's name ("reservation-*"), empty = any
    Tolerance tolerance;
    bool operator==(const ToleranceRule &) const = default;
};

} // namespace holdwatch
