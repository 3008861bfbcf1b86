// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace holdwatch {

/// What kind of failure it is, and whether trying again could help.
struct FailureClass
{
    enum class Verdict { Transient, Permanent, Unknown };
    enum class State { New, Diagnosing, Fixed, WontFix };

    QString id;    ///< "transient-dependency", "rate-limit", "malformed", "unsupported-version", "permanent-rejection", "unknown", or a person's own
    QString title; ///< "Unsupported schema version"
    Verdict verdict = Verdict::Unknown;
    QString owner;
    QString note;
    QString runbook;     ///< https link
    State state = State::New;
    QString fixReference; ///< of Fixed: the change that fixed it
    QString claimedBy;    ///< "I'm on it"
    std::optional<Millis> usefulFor; ///< a letter older than this is not worth redriving

    bool operator==(const FailureClass &) const = default;
};

/// If every given condition holds, a letter is of this class. Empty conditions always hold; a rule
/// without any never matches. The first rule that matches wins, a person's own before those built in.
struct ClassRule
{
    QString classId;
    QString provider;           ///< word; empty: any
    QString errorClassPattern;  ///< the source's own class or reason word as a whole; * stands for any run, case does not count
    QString errorTextPattern;   ///< the same over the error text
    QString queuePattern;       ///< the same over the origin queue
    QString filter;             ///< models/filter grammar over the letter; it has no class yet
    std::optional<int> httpFrom; ///< inclusive range of the HTTP status
    std::optional<int> httpTo;
    bool isBuiltIn = false;

    bool operator==(const ClassRule &) const = default;
};

/// Where the idempotency key, the schema version and the handler's version stand: JSON pointers ("/meta/v")
/// or header names, tried in order before the common spots.
struct FieldPlaces
{
    QStringList key;
    QStringList version;
    QStringList handlerVersion;
    bool operator==(const FieldPlaces &) const = default;
};

struct ClassRules
{
    QVector<FailureClass> classes;
    QVector<ClassRule> rules;
    FieldPlaces places;
    QStringList sensitiveNames; ///< masked until revealed; wildcards

    bool operator==(const ClassRules &) const = default;
};

ClassRules builtInRules();

} // namespace holdwatch
