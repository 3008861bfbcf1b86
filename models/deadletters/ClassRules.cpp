// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/ClassRules.h"

namespace holdwatch {

namespace {

FailureClass made(const char *id, const char *title, FailureClass::Verdict verdict)
{
    FailureClass each;
    each.id = QString::fromLatin1(id);
    each.title = QString::fromLatin1(title);
    each.verdict = verdict;
    return each;
}

ClassRule byStatus(const char *classId, int from, int to)
{
    ClassRule rule;
    rule.classId = QString::fromLatin1(classId);
    rule.httpFrom = from;
    rule.httpTo = to;
    rule.isBuiltIn = true;
    return rule;
}


} // namespace

ClassRules builtInRules()
{
    using Verdict = FailureClass::Verdict;
    ClassRules rules;
    rules.classes = {made("transient-dependency", "Transient dependency", Verdict::Transient), made("rate-limit", "Rate limit", Verdict::Transient),
                     made("malformed", "Malformed payload", Verdict::Permanent), made("unsupported-version", "Unsupported schema version", Verdict::Permanent),
                     made("permanent-rejection", "Permanent rejection", Verdict::Permanent), made("unknown", "Unknown", Verdict::Unknown)};
    rules.rules = {byStatus("rate-limit", 429, 429), byStatus("transient-dependency", 500, 599)};
    return rules;
}

} // namespace holdwatch
