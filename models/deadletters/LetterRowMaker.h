// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/ClassMatcher.h"
#include "models/payload/FieldFinder.h"
#include "models/payload/SensitiveNames.h"

namespace holdwatch {

/// Makes rows of letters: finds key, versions and class, and masks the error text, so that no list, group, filter or
/// command ever has it unmasked. Made once for one provider and one set of rules. One a thread.
class LetterRowMaker
{
public:
    LetterRowMaker(const ClassRules &rules, const QString &provider, const filter::Moment &moment = {});

    /// `firstSeenAt` and `redrives` stay empty: only a store knows them. The digest stays empty where the payload is
    /// not whole. Of a payload at most `searchedBytes` are searched for fields.
    DeadLetterRow row(const DeadLetter &letter, LetterNumber number) const;

    const ClassMatcher &matcher() const { return m_matcher; }

    static constexpr qsizetype searchedBytes = 8 * 1024 * 1024;
    static constexpr qsizetype longestError = 2048; ///< UTF-16 units; a cut one ends with …

private:
    using Finders = std::vector<payload::FieldFinder>; ///< one a place: the first that finds something is enough

    ClassMatcher m_matcher;
    Finders m_key;
    Finders m_version;
    Finders m_handler;
    payload::SensitiveNames m_names;
};

/// An error text as rows have it: bounded, and masked unless `masked` is null (for exact exports).
QString rowError(const QString &error, const payload::SensitiveNames *masked);
payload::SensitiveNames sensitiveNamesOf(const ClassRules &rules); ///< the defaults where the rules have none

/// For a single letter; a LetterRowMaker is far cheaper for many.
DeadLetterRow makeRow(const DeadLetter &letter, LetterNumber number, const ClassRules &rules, const QString &provider, const filter::Moment &moment = {});

} // namespace holdwatch
