// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/LookRules.h"

#include <QVersionNumber>

#include <algorithm>

namespace holdwatch::providers::rabbitmq {

namespace {

using Effect = LookTerms::Effect;

constexpr qint64 megabyte = 1024 * 1024;

constexpr double growth = 1.4, propertyBytes = 2048;

/// Of one message in the answer: base64 or escapes make the body longer, and there are properties.
double expectedBytes(const DeadSetRow &row)
{
    const double average = double(row.bodyBytes.value_or(0)) / double(std::max<qint64>(1, row.messages.value_or(1)));
    return average * growth + propertyBytes;
}

/// At most so often was any message given back, by the broker's own totals: given back n times, it was delivered
/// n times and redelivered n − 1 times.
qint64 worstByStatistics(const DeadSetRow &row)
{
    return std::min(row.deliveredTotal.value_or(0), row.redeliveredTotal.value_or(0) + 1);
}

struct QuorumRule
{
    bool looksCount = true;
    std::optional<qint64> limit;
};

QuorumRule quorumRule(const DeadSetRow &row, const QString &version)
{
    constexpr qint64 defaultSince4 = 20;
    const QVersionNumber known = QVersionNumber::fromString(version);
    const bool isOld = !known.isNull() && known < QVersionNumber(4, 0);
    QuorumRule rule;
    rule.looksCount = known.isNull() || known < QVersionNumber(4, 3);
    if (!row.deliveryLimit)
        rule.limit = isOld ? std::nullopt : std::optional(defaultSince4);
    else if (*row.deliveryLimit >= 0)
        rule.limit = row.deliveryLimit;
    return rule;
}

void addQuorum(LookTerms &terms, const DeadSetRow &row, const QString &version, const Wear &wear)
{
    const QuorumRule rule = quorumRule(row, version);
    if (!rule.looksCount) {
        terms.sentence = QStringLiteral("A look takes the messages and gives them back; this version does not count that towards the delivery limit, but a connection that breaks meanwhile does count.");
        return;
    }
    if (!rule.limit) {
        terms.sentence = QStringLiteral("A look raises each message's x-delivery-count by one and may put it at the end of this quorum queue; it has no delivery limit, so nothing is lost.");
        return;
    }
    const qint64 worst = wear.most.value_or(worstByStatistics(row) + wear.looks);
    const qint64 left = std::max<qint64>(0, *rule.limit - worst);
    terms.looksLeft = int(std::min<qint64>(left, 1'000'000));
    const QString counted = wear.most ? QStringLiteral("they were given back up to %1 times so far").arg(worst)
                                      : QStringLiteral("by the broker's statistics they were given back at most %1 times so far").arg(worst);
    const QString rules = QStringLiteral("Each look counts as a delivery on this quorum queue, whose messages are removed after %1 of them; %2.").arg(*rule.limit).arg(counted);
    if (left > 1) {
        terms.sentence = rules;
        return;
    }
    terms.effect = Effect::Risky;
    terms.sentence = rules + QStringLiteral(" A further look could destroy a message.");
}

} // namespace

void Wear::looking()
{
    ++looks;
    if (most)
        ++*most;
}

void Wear::looked(std::optional<qint64> highestSeen, bool sawAll)
{
    const qint64 now = highestSeen ? *highestSeen + 1 : 0; // they have been given back since
    most = sawAll ? now : std::max(now, most.value_or(0));
}

std::optional<qint64> countedLimit(const DeadSetRow &row, const QString &version)
{
    if (row.type != QLatin1String("quorum"))
        return std::nullopt;
    const QuorumRule rule = quorumRule(row, version);
    return rule.looksCount ? rule.limit : std::nullopt;
}

LookTerms lookTerms(const DeadSetRow &row, const QString &version, const Wear &wear)
{
    LookTerms terms;
    const LookPlan plan = planLook(row, mostLettersALook);
    terms.mostAtOnce = plan.count;
    if (row.type == QLatin1String("stream")) {
        terms.effect = Effect::Refused;
        terms.sentence = QStringLiteral("The management API can't read streams; a stream consumer can, without changing anything.");
        return terms;
    }
    if (row.type == QLatin1String("quorum")) {
        addQuorum(terms, row, version, wear);
    } else if (row.type == QLatin1String("classic")) {
        terms.sentence = QStringLiteral("A look marks each message it shows as redelivered; its place in the queue is kept.");
    } else {
        terms.effect = Effect::Refused;
        terms.sentence = row.type.isEmpty() ? QStringLiteral("The broker does not say yet of which type this queue is, so what a look would do is not known; try again in some seconds.")
                                            : QStringLiteral("What a look does on a queue of type %1 is not known.").arg(row.type.left(40));
        return terms;
    }
    terms.sentence += QStringLiteral(" Up to %1 messages from the head can be seen; seeing more looks at all of them again.").arg(terms.mostAtOnce);
    if (plan.bodyBytes > 0)
        terms.sentence += QStringLiteral(" Their bodies are large: of each at most the first %1 KB come along; a look at %2 or fewer brings them whole.")
                              .arg(plan.bodyBytes / 1024).arg(lettersALook(row, mostLettersALook));
    if (row.consumers.value_or(0) > 0)
        terms.sentence += QStringLiteral(" Consumers are attached (%1): for the moment of a look they do not get these messages.").arg(*row.consumers);
    return terms;
}

LookPlan planLook(const DeadSetRow &row, int wanted)
{
    constexpr qint64 shortest = 1024;
    const int whole = lettersALook(row, wanted);
    const int there = int(std::clamp<qint64>(std::min<qint64>(wanted, row.messages.value_or(0)), 1, mostLettersALook));
    if (!row.bodyBytes || whole >= there)
        return {whole, 0};
    return {there, std::max(shortest, qint64((6.0 * megabyte / there - propertyBytes) / growth))};
}

int lettersALook(const DeadSetRow &row, int wanted)
{
    constexpr int whileUnknown = 50;
    const bool known = row.bodyBytes && row.messages.value_or(0) > 0;
    const int most = known ? int(std::clamp(6.0 * megabyte / expectedBytes(row), 1.0, double(mostLettersALook))) : whileUnknown;
    return std::clamp(wanted, 1, most);
}

qint64 answerCap(const DeadSetRow &row, int letters)
{
    // Four times the average: messages differ.
    return std::clamp(qint64(expectedBytes(row) * letters * 4), 8 * megabyte, 64 * megabyte);
}

} // namespace holdwatch::providers::rabbitmq
