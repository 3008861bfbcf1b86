// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/Capacity.h"

#include <cmath>

namespace holdwatch {

namespace {

constexpr QChar minusSign(0x2212);
constexpr QChar timesSign(0x00D7);

/// A negative or infinite term would make room that is not there.
bool isUsable(const CapacityTerm &term)
{
    return term.value && std::isfinite(*term.value) && *term.value >= 0;
}

QString figure(double value, int leastDecimals)
{
    const double rounded = std::round(value * 1000) / 1000;
    QString digits = QString::number(std::abs(rounded), 'f', 3);
    const qsizetype point = digits.size() - 4;
    while (digits.size() > point + 1 + leastDecimals && digits.endsWith(QLatin1Char('0')))
        digits.chop(1);
    if (digits.endsWith(QLatin1Char('.')))
        digits.chop(1);
    return rounded < 0 ? minusSign + digits : digits;
}

QString termText(const CapacityTerm &term, int leastDecimals)
{
    return isUsable(term) ? figure(*term.value, leastDecimals) : QStringLiteral("?");
}

} // namespace

std::optional<double> CapacitySum::perSecond() const
{
    for (const CapacityTerm *term : {&workers, &perWorker, &arrivals, &retries, &reserve}) {
        if (!isUsable(*term))
            return std::nullopt;
    }
    return *workers.value * *perWorker.value - *arrivals.value - *retries.value - *reserve.value;
}

QString CapacitySum::text() const
{
    const std::optional<double> sum = perSecond();
    QString text = termText(workers, 0) + QLatin1Char(' ') + timesSign + QLatin1Char(' ') + termText(perWorker, 1);
    for (const CapacityTerm *term : {&arrivals, &retries, &reserve})
        text += QLatin1Char(' ') + minusSign + QLatin1Char(' ') + termText(*term, 1);
    return text + QStringLiteral(" = %1 a second").arg(sum ? figure(*sum, 1) : QStringLiteral("?"));
}

} // namespace holdwatch
