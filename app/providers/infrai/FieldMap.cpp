// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/FieldMap.h"

#include <algorithm>

namespace holdwatch::providers::infrai {

namespace {

constexpr qsizetype deepestField = 4;
constexpr qsizetype mostCandidates = 2000;

FieldPlan notReported(QString why)
{
    FieldPlan plan;
    plan.note = std::move(why);
    return plan;
}

QString dotted(const Candidate &candidate)
{
    return candidate.path.join(QLatin1Char('.'));
}

QString quotedName(const QString &name)
{
    return QStringLiteral("\u201c%1\u201d").arg(name.left(80));
}

/// Alternatives of a schema may publish the same field twice.
QVector<Candidate> withoutRepeats(const QVector<Candidate> &candidates)
{
    QVector<Candidate> once;
    QSet<QStringList> seen;
    for (const Candidate &candidate : candidates) {
        if (!seen.contains(candidate.path))
            once.append(candidate);
        seen.insert(candidate.path);
    }
    return once;
}

void collect(const Schema &schema, const QStringList &path, QVector<Candidate> &candidates)
{
    for (const auto &[name, field] : schema.properties()) {
        if (candidates.size() >= mostCandidates || path.size() >= deepestField)
            return;
        const QSet<QString> types = field.types();
        if (types.isEmpty() || types.contains(QStringLiteral("object")))
            collect(field, path + QStringList(name), candidates);
        const Candidate candidate = candidateOf(path + QStringList(name), field);
        if (candidate.mayBeNumber || candidate.mayBeText)
            candidates.append(candidate);
    }
}

void collect(const json::Value &object, const QStringList &path, QVector<Candidate> &candidates)
{
    for (const QString &name : object.keys()) {
        if (candidates.size() >= mostCandidates || path.size() >= deepestField)
            return;
        const json::Value field = *object.find(name);
        Candidate candidate(path + QStringList(name));
        candidate.mayBeNumber = field.type() == json::Value::Type::Number || field.isNull();
        candidate.mayBeText = field.type() == json::Value::Type::Text || field.isNull();
        if (QDateTime::fromString(field.text().value_or(QString()), Qt::ISODate).isValid())
            candidate.format = QStringLiteral("date-time");
        if (field.isObject())
            collect(field, candidate.path, candidates);
        else if (candidate.mayBeNumber || candidate.mayBeText)
            candidates.append(candidate);
    }
}

bool endsLikeAMoment(const QString &base)
{
    return base.endsWith(QLatin1String("_at")) || base.endsWith(QLatin1String("_timestamp")) || base.endsWith(QLatin1String("_since"));
}

/// A rate's "per": from its name ("…_per_minute") or the published unit ("messages per second").
tl::expected<TimeUnit, QString> rateUnitOf(const Candidate &candidate)
{
    const QString name = candidate.path.last();
    const SplitName &split = candidate.name;
    const auto published = unitFromWords(candidate.unit.isEmpty() ? candidate.description : candidate.unit);
    const std::optional<Millis> per = split.unit ? split.unit : published && published->kind == TimeUnit::Kind::Span ? std::optional(published->scale) : std::nullopt;
    if (!per)
        return tl::unexpected(QStringLiteral("%1 is published without saying per what").arg(quotedName(name)));
    return TimeUnit{TimeUnit::Kind::Span, *per};
}

FieldPlan planFor(const Meaning &meaning, const Candidate &candidate, const Alias &alias)
{
    FieldPlan plan;
    if (meaning.isTime || meaning.isRate) {
        const auto unit = meaning.isTime ? timeUnitOf(candidate) : rateUnitOf(candidate);
        if (!unit)
            return notReported(unit.error());
        plan.unit = *unit;
    } else if (!candidate.mayBeNumber) {
        return notReported(QStringLiteral("%1 is published as a text, not as a number").arg(quotedName(dotted(candidate))));
    }
    plan.path = candidate.path;
    plan.obtained = alias.obtained;
    plan.note = alias.note;
    plan.description = candidate.description;
    const bool vague = candidate.name.base.startsWith(QLatin1String("approx"))
        || candidate.description.contains(QLatin1String("approximate"), Qt::CaseInsensitive);
    if (vague && plan.obtained == Obtained::Reported) {
        plan.obtained = Obtained::Approximate;
        plan.note = QStringLiteral("the system itself calls %1 approximate").arg(quotedName(candidate.path.last()));
    }
    return plan;
}

QStringView aliasBase(const Candidate &candidate)
{
    const QStringView base = candidate.name.base;
    for (const QLatin1String prefix : {QLatin1String("approximate_"), QLatin1String("approx_")}) {
        if (base.startsWith(prefix))
            return base.mid(prefix.size());
    }
    return base;
}

/// The candidates of that name that lie least deep.
QVector<Candidate> shallowest(const QVector<Candidate> &candidates, const QString &base)
{
    QVector<Candidate> found;
    for (const Candidate &candidate : candidates) {
        if (aliasBase(candidate) != base)
            continue;
        if (!found.isEmpty() && candidate.path.size() < found.first().path.size())
            found.clear();
        if (found.isEmpty() || candidate.path.size() == found.first().path.size())
            found.append(candidate);
    }
    return found;
}

FieldPlan byAlias(const Meaning &meaning, const QVector<Candidate> &candidates)
{
    std::optional<FieldPlan> firstUnusable;
    for (const Alias &alias : meaning.aliases) {
        const QVector<Candidate> found = shallowest(candidates, alias.name);
        if (found.size() > 1)
            return notReported(QStringLiteral("%1 and %2 could both be it: name one in the connection's field mapping")
                                   .arg(quotedName(dotted(found.at(0))), quotedName(dotted(found.at(1)))));
        if (found.isEmpty())
            continue;
        const FieldPlan plan = planFor(meaning, found.first(), alias);
        if (!plan.path.isEmpty())
            return plan;
        if (!firstUnusable)
            firstUnusable = plan;
    }
    return firstUnusable.value_or(notReported(QStringLiteral("the published answer of queue.stats has no field for it")));
}

FieldPlan byMapping(const Meaning &meaning, const QVector<Candidate> &candidates, const QString &field)
{
    for (const Candidate &candidate : candidates) {
        if (dotted(candidate) == field || candidate.path.last() == field)
            return planFor(meaning, candidate, {});
    }
    return notReported(QStringLiteral("the field mapping names %1, which the answer of queue.stats does not have").arg(quotedName(field)));
}

QMap<Figure, FieldPlan> plans(const QVector<Candidate> &candidates, const FieldMap::Mapping &mapping, const QString &whyNoAliases = {})
{
    QMap<Figure, FieldPlan> plans;
    for (const Meaning &meaning : meanings()) {
        const QString mapped = mapping.value(meaning.word);
        plans[meaning.figure] = !mapped.isEmpty() ? byMapping(meaning, candidates, mapped)
            : whyNoAliases.isEmpty()              ? byAlias(meaning, candidates)
                                                  : notReported(whyNoAliases);
    }
    return plans;
}

} // namespace

Candidate candidateOf(QStringList path, const Schema &field)
{
    const QSet<QString> types = field.types();
    Candidate candidate(std::move(path));
    candidate.mayBeNumber = types.isEmpty() || types.contains(QStringLiteral("integer")) || types.contains(QStringLiteral("number"));
    candidate.mayBeText = types.isEmpty() || types.contains(QStringLiteral("string"));
    candidate.unit = field.unit();
    candidate.format = field.format();
    candidate.description = field.description();
    return candidate;
}

tl::expected<TimeUnit, QString> timeUnitOf(const Candidate &candidate)
{
    const QString name = candidate.path.last();
    const SplitName &split = candidate.name;
    if (candidate.format == QLatin1String("date-time")) {
        if (candidate.mayBeText)
            return TimeUnit{TimeUnit::Kind::IsoTime, {}};
        return tl::unexpected(QStringLiteral("%1 is published as a date-time that is a number").arg(quotedName(name)));
    }
    const std::optional<TimeUnit> keyword = unitFromWords(candidate.unit);
    const std::optional<TimeUnit> described = unitFromWords(candidate.description);
    if (split.unit && keyword && keyword->scale != *split.unit)
        return tl::unexpected(QStringLiteral("the name of %1 and its published unit (%2) contradict each other").arg(quotedName(name), candidate.unit.left(40)));
    std::optional<TimeUnit> unit = keyword ? keyword : split.unit ? std::optional(TimeUnit{TimeUnit::Kind::Span, *split.unit}) : described;
    if (!unit)
        return tl::unexpected(QStringLiteral("%1 is published without a unit").arg(quotedName(name)));
    if (unit->kind == TimeUnit::Kind::IsoTime)
        return candidate.mayBeText ? tl::expected<TimeUnit, QString>(*unit) : tl::unexpected(QStringLiteral("%1 is published as a moment that is a number").arg(quotedName(name)));
    if (!candidate.mayBeNumber)
        return tl::unexpected(QStringLiteral("%1 is published as a text, not as a number").arg(quotedName(name)));
    const bool epochDescribed = described && described->kind == TimeUnit::Kind::EpochTime && described->scale == unit->scale;
    if (unit->kind == TimeUnit::Kind::Span && (epochDescribed || endsLikeAMoment(split.base)))
        unit->kind = TimeUnit::Kind::EpochTime;
    return *unit;
}

Candidate::Candidate(QStringList place) : path(std::move(place)), name(splitName(path.last())) {}

QVector<Candidate> candidatesOf(const Schema &schema)
{
    QVector<Candidate> candidates;
    collect(schema, {}, candidates);
    return withoutRepeats(candidates);
}

QVector<Candidate> candidatesOf(const json::Value &answer)
{
    QVector<Candidate> candidates;
    collect(answer, {}, candidates);
    return candidates;
}

FieldMap FieldMap::published(const Schema &answer, const Mapping &mapping)
{
    FieldMap map;
    map.m_plans = plans(candidatesOf(answer), mapping);
    return map;
}

FieldMap FieldMap::withoutSchema(const json::Value &answer, const Mapping &mapping, const QString &why)
{
    FieldMap map;
    map.m_plans = plans(candidatesOf(answer), mapping, why);
    return map;
}

FieldMap FieldMap::undiscovered(const json::Value &answer, const Mapping &mapping)
{
    FieldMap map;
    map.m_plans = plans(candidatesOf(answer), mapping);
    for (FieldPlan &plan : map.m_plans) {
        if (plan.obtained != Obtained::Reported)
            continue;
        plan.obtained = Obtained::Approximate;
        plan.note = QStringLiteral("undiscovered: %1 is believed by its name alone").arg(quotedName(plan.path.join(QLatin1Char('.'))));
    }
    return map;
}

FieldMap FieldMap::none(const QString &why)
{
    FieldMap map;
    for (const Meaning &meaning : meanings())
        map.m_plans[meaning.figure] = notReported(why);
    return map;
}

const FieldPlan &FieldMap::plan(Figure figure) const
{
    return *m_plans.constFind(figure);
}

} // namespace holdwatch::providers::infrai
