// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/ClassRules.h"
#include "models/deadletters/DeadLetter.h"
#include "models/deadletters/DeadLetterRow.h"
#include "models/deadletters/PartScanner.h"
#include "models/filter/Fault.h"
#include "models/filter/Matcher.h"

#include <vector>

namespace holdwatch {

/// Class rules made ready for many letters of one provider. Immutable: several threads may use one.
class ClassMatcher
{
public:
    /// A rule that can't be used: its filter is none. It never matches.
    struct Fault
    {
        qsizetype rule = 0; ///< its place in ClassRules::rules
        filter::Fault fault;
    };

    /// `moment` is what `age` and relative times in a rule's filter count from.
    ClassMatcher(const ClassRules &rules, const QString &provider, const filter::Moment &moment = {});

    /// The id of the first rule's class that matches, a person's own rules first; "unknown" if none does. `row` is
    /// what is known of the letter but its class, for rules with a filter.
    QString classify(const DeadLetter &letter, const DeadLetterRow &row) const;

    const std::vector<Fault> &faults() const { return m_faults; }

private:
    /// A wildcard pattern, and the part of it that has to be found before it is worth a look.
    struct Text
    {
        explicit Text(const QString &pattern, PartScanner &scanner);
        filter::TextPattern pattern;
        int part = -1;
    };
    struct Compiled
    {
        QString classId;
        std::optional<Text> errorClass;
        std::optional<Text> errorText;
        std::optional<Text> queue;
        std::optional<filter::Matcher> filter;
        int httpFrom = 0;
        int httpTo = -1; ///< below `httpFrom`: any status, or none
    };
    struct Asked;
    void compile(const ClassRule &rule, qsizetype number, const filter::Moment &moment);
    bool holds(const Compiled &rule, const Asked &asked) const;

    PartScanner m_scanner;
    std::vector<Compiled> m_rules;
    std::vector<Fault> m_faults;
    QVector<FailureClass> m_classes;
    filter::Moment m_moment;
};

/// The same for a single letter; compiles the rules each time.
QString classify(const DeadLetter &letter, const QString &provider, const ClassRules &rules);

} // namespace holdwatch
