// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue/QueueSample.h"

namespace holdwatch {

Metric<qint64> backlogOf(const QueueSample &sample)
{
    if (!sample.depth.has())
        return Metric<qint64>::notReported(sample.depth.note());
    qint64 sum = sample.depth.value();
    QStringList missing;
    if (sample.inFlight.has())
        sum += sample.inFlight.value();
    else
        missing << QStringLiteral("in flight");
    if (sample.delayed.has())
        sum += sample.delayed.value();
    if (!missing.isEmpty())
        return Metric<qint64>::atLeast(sum, QStringLiteral("without %1, which is not reported").arg(missing.join(QStringLiteral(", "))));
    return Metric<qint64>::derived(sum, QStringLiteral("ready + in flight + delayed"));
}

} // namespace holdwatch
