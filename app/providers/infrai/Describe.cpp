// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/Describe.h"

namespace holdwatch::providers::infrai {

namespace {

MetricMeaning meaningOf(const Meaning &meaning, const FieldPlan &plan)
{
    MetricMeaning told;
    told.metric = meaning.word;
    told.obtained = plan.obtained;
    told.meaning = meaning.meaning;
    if (plan.path.isEmpty()) {
        told.meaning += QStringLiteral("; not reported: %1").arg(plan.note);
        return told;
    }
    if (!plan.description.isEmpty())
        told.meaning += QStringLiteral("; the server says: %1").arg(plan.description.simplified().left(300));
    if (!plan.note.isEmpty())
        told.meaning += QStringLiteral("; %1").arg(plan.note);
    told.source = QStringLiteral("queue.stats: %1").arg(plan.path.join(QLatin1Char('.')));
    if (plan.unit)
        told.source += QStringLiteral(" (%1)").arg(toWord(*plan.unit));
    return told;
}

QString costInWords(std::optional<double> price)
{
    const QString requests = QStringLiteral("one request a queue and poll");
    if (!price)
        return requests + QStringLiteral("; the price of a request is not published");
    if (*price == 0)
        return requests + QStringLiteral(", free");
    return requests + QStringLiteral(", %1 USD per million").arg(*price * 1e6);
}

} // namespace

Description describe(const FieldMap *fields, const QString &why, std::optional<double> pricePerStatsCall)
{
    Description description;
    description.system = QStringLiteral("Infrai");
    const FieldMap unknown = FieldMap::none(why);
    for (const Meaning &meaning : meanings())
        description.metrics.append(meaningOf(meaning, (fields ? *fields : unknown).plan(meaning.figure)));
    description.pollingCost = costInWords(pricePerStatsCall);
    description.lookSideEffect = QStringLiteral("Dead letters are listed without leasing them, as far as it is known.");
    description.absent.insert(QStringLiteral("publisher"), QStringLiteral("Holdwatch publishes nothing on Infrai."));
    return description;
}

void describeRedriving(Description &description, const RedriveOffer &offer)
{
    if (!offer.canChoose())
        description.absent.insert(QStringLiteral("item-redriver"), offer.whyNoItems());
    if (!offer.refusal.isEmpty())
        description.absent.insert(QStringLiteral("bulk-redriver"), offer.refusal);
}

} // namespace holdwatch::providers::infrai
