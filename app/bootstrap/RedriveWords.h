// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/redrive/RedrivePlan.h"

#include <QHash>
#include <QSet>
#include <QStringList>

namespace holdwatch::bootstrap {

/// `holdwatch redrive VERB …`, as typed and checked for what the verb takes.
struct RedriveWords
{
    QString verb;
    QStringList names;                   ///< what stands without an option, after the verb
    QHash<QString, QStringList> values;  ///< option → each value it was given
    QSet<QString> flags;
    QString profile;

    QString value(const QString &option) const { return values.contains(option) ? values.value(option).constLast() : QString(); } ///< the last one given
    bool has(const QString &option) const { return flags.contains(option) || values.contains(option); }
};

/// Configuration error for a verb or option that is not known there, a missing name or a missing value.
Result<RedriveWords> parseRedriveWords(const QStringList &arguments);

/// Puts what was typed into a drafted plan: reference, reason, diagnoses, capacity, bounds, break-glass. Configuration error that
/// names the option. `by`: whose words they are.
Result<void> applyWords(const RedriveWords &words, RedrivePlan &plan, const QString &by);

} // namespace holdwatch::bootstrap
