// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/ClassMatcher.h"

#include "models/deadletters/LetterFields.h"
#include "models/deadletters/LetterRowMaker.h"
#include "models/filter/Parser.h"

#include <algorithm>

namespace holdwatch {

ClassMatcher::Text::Text(const QString &written, PartScanner &scanner) : pattern(written.split(QLatin1Char('*')))
{
    const QStringList parts = written.split(QLatin1Char('*'));
    const auto longest = std::max_element(parts.begin(), parts.end(), [](const QString &a, const QString &b) { return a.size() < b.size(); });
    if (!longest->isEmpty())
        part = scanner.add(*longest);
}

struct ClassMatcher::Asked
{
    const DeadLetter &letter;
    const LetterSource &source;
    PartScanner::Found inText;
    PartScanner::Found inClass;
    PartScanner::Found inQueue;
};

ClassMatcher::ClassMatcher(const ClassRules &rules, const QString &provider, const filter::Moment &moment) : m_classes(rules.classes), m_moment(moment)
{
    for (const bool builtIn : {false, true}) {
        for (qsizetype i = 0; i < rules.rules.size(); ++i) {
            const ClassRule &rule = rules.rules.at(i);
            if (rule.isBuiltIn == builtIn && (rule.provider.isEmpty() || rule.provider == provider))
                compile(rule, i, moment);
        }
    }
    m_scanner.finish();
}

void ClassMatcher::compile(const ClassRule &rule, qsizetype number, const filter::Moment &moment)
{
    Compiled made;
    made.classId = rule.classId;
    const auto text = [this](const QString &pattern) { return pattern.isEmpty() ? std::nullopt : std::optional<Text>(std::in_place, pattern, m_scanner); };
    if (!rule.filter.trimmed().isEmpty()) {
        const auto parsed = filter::parse(rule.filter, letterCatalogue());
        if (!parsed) {
            m_faults.push_back({number, parsed.error()});
            return;
        }
        made.filter.emplace(*parsed, moment);
    }
    if (rule.httpFrom || rule.httpTo) {
        made.httpFrom = rule.httpFrom.value_or(1);
        made.httpTo = rule.httpTo.value_or(999);
    }
    made.errorClass = text(rule.errorClassPattern);
    made.errorText = text(rule.errorTextPattern);
    made.queue = text(rule.queuePattern);
    const bool hasAny = made.errorClass || made.errorText || made.queue || made.filter || rule.httpFrom || rule.httpTo;
    if (hasAny)
        m_rules.push_back(std::move(made));
}

bool ClassMatcher::holds(const Compiled &rule, const Asked &asked) const
{
    const auto misses = [](const std::optional<Text> &pattern, const PartScanner::Found &found, const QString &text) {
        return pattern && ((pattern->part >= 0 && !found[std::size_t(pattern->part)]) || !pattern->pattern.matchesWhole(text));
    };
    if (rule.httpFrom <= rule.httpTo && (!asked.letter.httpStatus || *asked.letter.httpStatus < rule.httpFrom || *asked.letter.httpStatus > rule.httpTo))
        return false;
    if (misses(rule.errorClass, asked.inClass, asked.letter.errorClass) || misses(rule.errorText, asked.inText, asked.letter.error)
        || misses(rule.queue, asked.inQueue, asked.letter.originQueue))
        return false;
    return !rule.filter || rule.filter->matches(asked.source);
}

QString ClassMatcher::classify(const DeadLetter &letter, const DeadLetterRow &row) const
{
    const LetterSource source(row, letter.payload, m_classes, m_moment.now);
    Asked asked{letter, source, {}, {}, {}};
    m_scanner.scan(letter.error, asked.inText);
    m_scanner.scan(letter.errorClass, asked.inClass);
    m_scanner.scan(letter.originQueue, asked.inQueue);
    const auto rule = std::find_if(m_rules.begin(), m_rules.end(), [&](const Compiled &each) { return holds(each, asked); });
    return rule == m_rules.end() ? QStringLiteral("unknown") : rule->classId;
}

QString classify(const DeadLetter &letter, const QString &provider, const ClassRules &rules)
{
    return makeRow(letter, 0, rules, provider).failureClass;
}

} // namespace holdwatch
