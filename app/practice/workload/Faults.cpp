// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/Faults.h"

#include <algorithm>

namespace holdwatch::practice {
namespace {

struct FaultText
{
    Fault fault;
    QLatin1String id;
    double usualStrength;
    QString title;
    QString description;
};

const std::array<FaultText, allFaults.size()> &texts()
{
    static const std::array<FaultText, allFaults.size()> all{{
        {Fault::SlowConsumer, QLatin1String("slow-consumer"), 10, QStringLiteral("Slow consumer"),
         QStringLiteral("Handling takes many times as long. Work piles up and its age rises; nothing is lost, and more workers bring it down.")},
        {Fault::StuckWorker, QLatin1String("stuck-worker"), 1, QStringLiteral("Stuck worker"),
         QStringLiteral("A worker takes a message and holds it without acknowledging. It hides in flight until its lease ends, then another worker does it.")},
        {Fault::LostAcks, QLatin1String("lost-acks"), 0.4, QStringLiteral("Lost acknowledgements"),
         QStringLiteral("The change is committed, the acknowledgement never sent. The redelivery meets its idempotency key and does nothing.")},
        {Fault::RollbackAfterClaim, QLatin1String("rollback-after-claim"), 0.4, QStringLiteral("Rollback after the claim"),
         QStringLiteral("The transaction fails after claiming its key. No claim is left behind, and the next delivery succeeds.")},
        {Fault::Downstream429, QLatin1String("downstream-429"), 0.15, QStringLiteral("Downstream says 429"),
         QStringLiteral("The service behind the workers answers 429 with Retry-After. The workers return the message for that long and wait themselves.")},
        {Fault::PoisonSchema, QLatin1String("poison-schema"), 45, QStringLiteral("Poison schema version"),
         QStringLiteral("The producer is ahead: some commands come in schema version 3, which this consumer does not know. They exhaust their retries and end in the "
                        "dead-letter queue; the others move on. Switching it off deploys a consumer that knows version 3.")},
        {Fault::Duplicates, QLatin1String("duplicates"), 0.5, QStringLiteral("Duplicates"),
         QStringLiteral("The producer publishes the same command twice under different transport keys. The second one meets the command's own key and does nothing.")},
    }};
    return all;
}

const FaultText &textOf(Fault fault)
{
    return texts()[static_cast<size_t>(fault)];
}

} // namespace

QString idOf(Fault fault)
{
    return textOf(fault).id;
}

std::optional<Fault> faultFromId(QStringView id)
{
    const auto found = std::find_if(texts().begin(), texts().end(), [id](const FaultText &text) { return text.id == id; });
    return found == texts().end() ? std::nullopt : std::optional(found->fault);
}

FaultSettings usualFaultSettings()
{
    FaultSettings settings;
    for (const FaultText &text : texts())
        settings.insert(text.fault, {text.usualStrength, {}});
    return settings;
}

QVector<PracticeFault> describeFaults(const FaultSwitches &switches)
{
    QVector<PracticeFault> faults;
    for (const FaultText &text : texts())
        faults.append({text.id, text.title, text.description, switches.isOn(text.fault)});
    return faults;
}

std::optional<double> strengthOn(const QString &queue, Fault fault, const FaultSwitches &switches, const FaultSettings &settings)
{
    if (!switches.isOn(fault))
        return std::nullopt;
    const FaultSetting setting = settings.value(fault);
    if (!setting.queues.isEmpty() && !setting.queues.contains(queue))
        return std::nullopt;
    return setting.strength;
}

} // namespace holdwatch::practice
