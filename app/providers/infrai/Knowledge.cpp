// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/Knowledge.h"

#include <algorithm>

namespace holdwatch::providers::infrai {

void Knowledge::learn(Call call, const Detail &detail, const FieldMap::Mapping &mapping)
{
    if (!detail.disagreement.isEmpty()) {
        routes.usable.remove(call);
        routes.refused[call] = detail.disagreement;
        routes.drift << detail.disagreement;
    }
    if (call == Call::List)
        listHasPages = detail.parameters.contains(QStringLiteral("cursor"));
    if (call == Call::Redrive)
        redrive = RedriveOffer::from(detail, routes.usable.value(call));
    if (call == Call::DeadLetterList)
        learnDeadLetters(detail, mapping);
    if (call != Call::Stats)
        return;
    whyNoFields = detail.whyNoSchema;
    if (detail.answer)
        fields = FieldMap::published(*detail.answer, mapping);
    else
        routes.drift << QStringLiteral("queue.stats: %1.").arg(detail.whyNoSchema);
}

void Knowledge::learnDeadLetters(const Detail &detail, const FieldMap::Mapping &mapping)
{
    constexpr qint64 usual = 100, most = 1000;
    const QString limit = QStringLiteral("limit");
    letters = detail.answer ? LetterMap::published(*detail.answer, mapping) : LetterMap::byNames(mapping);
    deadLettersHavePages = detail.parameters.contains(QStringLiteral("cursor"));
    if (detail.parameters.contains(limit))
        deadLetterPage = static_cast<int>(std::clamp<qint64>(detail.mostOf.value(limit, usual), 1, most));
}

void Knowledge::hasNoRoute(Call call)
{
    if (call == Call::Redrive)
        redrive = RedriveOffer::none(routes.refused.value(call));
}

void Knowledge::learnNothing(Call call, const Error &why)
{
    routes.drift << QStringLiteral("The details of %1 could not be read. %2").arg(idOf(call), why.what);
    if (call == Call::Redrive)
        redrive = RedriveOffer::none(QStringLiteral("The details of queue.dlq.redrive could not be read, so what it would move is not known."));
    if (call == Call::Stats)
        whyNoFields = QStringLiteral("the details of queue.stats could not be read");
}

FieldMap Knowledge::fieldsFor(const json::Value &answer, const FieldMap::Mapping &mapping) const
{
    if (fields)
        return *fields;
    return routes.discovered ? FieldMap::withoutSchema(answer, mapping, whyNoFields) : FieldMap::undiscovered(answer, mapping);
}

bool Knowledge::hasDeadLetterField() const
{
    return fields && !fields->plan(Figure::DeadLetters).path.isEmpty();
}

QStringList Knowledge::disagreements(const json::Value &answer) const
{
    QStringList sentences;
    for (const Meaning &meaning : fields ? meanings() : QVector<Meaning>()) {
        const FieldPlan &plan = fields->plan(meaning.figure);
        std::optional<json::Value> value = answer;
        for (const QString &step : plan.path)
            value = value ? value->find(step) : std::nullopt;
        if (plan.path.isEmpty() || !value || value->isNull())
            continue;
        const bool asText = plan.unit && plan.unit->kind == TimeUnit::Kind::IsoTime;
        const auto expected = asText ? json::Value::Type::Text : json::Value::Type::Number;
        if (value->type() != expected)
            sentences << QStringLiteral("queue.stats: \u201c%1\u201d is published as %2 but came as %3.").arg(plan.path.join(QLatin1Char('.')), json::toWord(expected), json::toWord(value->type()));
    }
    return sentences;
}

} // namespace holdwatch::providers::infrai
