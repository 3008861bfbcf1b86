// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/PracticePort.h"

#include <QHash>
#include <QStringList>

#include <array>
#include <bitset>
#include <optional>

namespace holdwatch::practice {

/// What can go wrong with the practice workload, by switch. Each has one number, its strength, whose
/// meaning is written here; scenarios choose it.
enum class Fault {
    SlowConsumer,       ///< handling takes `strength` times as long
    StuckWorker,        ///< `strength` workers of a pool take a message and hold it till its lease ends
    LostAcks,           ///< a share of `strength` of the committed deliveries is never acknowledged
    RollbackAfterClaim, ///< a share of `strength` of first deliveries fails between claim and commit
    Downstream429,      ///< the downstream keeps only a share of `strength` of its rate
    PoisonSchema,       ///< every `strength` seconds a command in a schema the consumer does not know
    Duplicates,         ///< a share of `strength` of the commands is published twice
};

inline constexpr std::array allFaults{Fault::SlowConsumer,       Fault::StuckWorker,   Fault::LostAcks,  Fault::RollbackAfterClaim,
                               Fault::Downstream429,      Fault::PoisonSchema,  Fault::Duplicates};

QString idOf(Fault fault); ///< "slow-consumer", … as in models/ports/PracticePort.h
std::optional<Fault> faultFromId(QStringView id);

/// Which faults are on.
class FaultSwitches
{
public:
    bool isOn(Fault fault) const { return m_on.test(static_cast<size_t>(fault)); }
    void set(Fault fault, bool on) { m_on.set(static_cast<size_t>(fault), on); }
    bool operator==(const FaultSwitches &) const = default;

private:
    std::bitset<allFaults.size()> m_on;
};

/// How hard a fault hits and where.
struct FaultSetting
{
    double strength = 0;
    QStringList queues; ///< empty = all
    bool operator==(const FaultSetting &) const = default;
};

using FaultSettings = QHash<Fault, FaultSetting>;

/// The strengths used where a scenario says nothing.
FaultSettings usualFaultSettings();

/// For the screen: every fault with title, description and whether it is on.
QVector<PracticeFault> describeFaults(const FaultSwitches &switches);

/// The strength of `fault` on `queue`; unset when it is off or hits other queues.
std::optional<double> strengthOn(const QString &queue, Fault fault, const FaultSwitches &switches, const FaultSettings &settings);

} // namespace holdwatch::practice
