// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/PlanRules.h"

#include <QSet>

#include <algorithm>

namespace holdwatch {

namespace {

/// Why a chosen letter stays all the same; empty: it goes.
QString reasonToStay(const DeadLetterRow &row, const FailureClass *its, UtcTime now)
{
    if (row.digest.isEmpty())
        return QStringLiteral("only a part of its payload was read");
    if (row.expiresAt && *row.expiresAt <= now)
        return QStringLiteral("past its retention");
    if (isPastUse(its, row.publishedAt, row.diedAt, now))
        return QStringLiteral("past useful until");
    if (its && its->state == FailureClass::State::WontFix)
        return QStringLiteral("class %1 won't be fixed").arg(row.failureClass);
    return {};
}

PlanItem itemOf(const DeadLetterRow &row)
{
    PlanItem item;
    item.id = row.id;
    item.key = row.key;
    item.digest = row.digest;
    item.size = row.size;
    item.failureClass = row.failureClass;
    item.version = row.version;
    item.originQueue = row.originQueue;
    item.deliveries = row.deliveries;
    item.earlierRedrives = row.redrives;
    item.publishedAt = row.publishedAt;
    item.diedAt = row.diedAt;
    item.expiresAt = row.expiresAt;
    return item;
}

void leave(QVector<LeftBehind> &left, const QString &reason)
{
    const auto at = std::find_if(left.begin(), left.end(), [&reason](const LeftBehind &each) { return each.reason == reason; });
    if (at == left.end())
        left << LeftBehind{reason, 1};
    else
        ++at->count;
}

QVector<Diagnosis> diagnosesOf(const QVector<PlanItem> &items, const ClassRules &rules)
{
    QVector<Diagnosis> diagnoses;
    QHash<std::pair<QString, QString>, int> places;
    for (const PlanItem &item : items) {
        const std::pair key(item.failureClass, item.version);
        if (const auto at = places.constFind(key); at != places.cend()) {
            ++diagnoses[*at].count;
            continue;
        }
        places.insert(key, int(diagnoses.size()));
        Diagnosis made;
        made.failureClass = item.failureClass;
        made.version = item.version;
        made.count = 1;
        if (const FailureClass *its = findClass(rules.classes, item.failureClass)) {
            made.verdict = its->verdict;
            if (its->state == FailureClass::State::Fixed && !its->fixReference.isEmpty()) {
                made.isFixed = true;
                made.fixReference = its->fixReference;
                made.cause = its->note;
            }
        }
        diagnoses << made;
    }
    return diagnoses;
}

} // namespace

FrozenSelection freeze(const QVector<DeadLetterRow> &all, const QVector<LetterNumber> &chosen, const ClassRules &rules, UtcTime now, bool asTheyLie)
{
    FrozenSelection frozen;
    const QSet<LetterNumber> wanted(chosen.cbegin(), chosen.cend());
    for (const DeadLetterRow &row : all) {
        const QString reason = wanted.contains(row.number) ? reasonToStay(row, findClass(rules.classes, row.failureClass), now) : QStringLiteral("not selected");
        if (reason.isEmpty())
            frozen.items << itemOf(row);
        else
            leave(frozen.left, reason);
    }
    // Where one does not say when it died, no order but the one they lie in is known.
    const bool allSay = std::all_of(frozen.items.cbegin(), frozen.items.cend(), [](const PlanItem &item) { return item.diedAt.has_value(); });
    if (allSay && !asTheyLie)
        std::stable_sort(frozen.items.begin(), frozen.items.end(), [](const PlanItem &a, const PlanItem &b) { return *a.diedAt < *b.diedAt; });
    for (int ordinal = 0; ordinal < frozen.items.size(); ++ordinal)
        frozen.items[ordinal].ordinal = ordinal;
    frozen.diagnoses = diagnosesOf(frozen.items, rules);
    return frozen;
}

} // namespace holdwatch
