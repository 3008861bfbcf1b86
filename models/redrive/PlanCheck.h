// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/DeadLetterRow.h"
#include "models/queue/QueueStatus.h"
#include "models/redrive/RedrivePlan.h"

namespace holdwatch {

/// What is known while a plan is made and checked: from the system, the monitor, the record. Gathered by the
/// redrive port; the rules over it are pure.
struct PlanFacts
{
    UtcTime now{};                     ///< the store's or server's, see `clockDisagreement`
    Millis clockDisagreement{0};       ///< between desktop and server; over 60 s refuses
    bool canSelect = false;            ///< the system moves chosen messages
    bool canBound = false;             ///< it moves the first so many
    QString whyNot;                    ///< neither: why
    QStringList refusals;              ///< of the system (RedriveTerms::refusals)
    QStringList changes, notKept, requests;
    QString lookEffect;
    std::optional<int> looksLeft;      ///< smallest of any message there, selected or not
    bool targetExists = false;
    std::optional<int> targetConsumers;
    std::optional<qint64> deadDepth;
    std::optional<QueueStatus> target; ///< live; unset: not watched
    bool isFifo = false;
    std::optional<Millis> ledgerHorizon; ///< how long the consumer's ledger keeps keys; unset: not configured
    QString openRunOnTarget;           ///< PlanId of an open run on the same downstream; empty: none
    bool breakGlassUnreviewed = false; ///< an earlier one waits for its review: blocks the next
    QVector<FailureClass> classes;     ///< as the class rules have them now: what is permanent, what is useful how long
    OperatorState people;

    bool operator==(const PlanFacts &) const = default;
};

/// One remark about a plan. Refused can't go on; Warned may, and is listed in the plan; Missing is still to be filled in.
struct PlanRemark
{
    enum class Section { What, Why, HowMuch, Who };
    enum class State { Fine, Missing, Warned, Refused };

    Section section = Section::What;
    State state = State::Fine;
    QString code; ///< stable word: "key-missing", "rate-above-capacity", …
    QString text; ///< one sentence

    bool operator==(const PlanRemark &) const = default;
};

/// All remarks, in the order of the sections; none is Fine: what can't be said anything against has no remark; the rules of a redrive are in here and nowhere else.
QVector<PlanRemark> checkPlan(const RedrivePlan &plan, const PlanFacts &facts);
/// The worst of a section; Fine where there is no remark.
PlanRemark::State stateOf(const QVector<PlanRemark> &remarks, PlanRemark::Section section);
bool canBeSigned(const QVector<PlanRemark> &remarks); ///< nothing missing, nothing refused

/// A selection made into a frozen list: items in the order they died (FIFO, or where one does not say: as they lie), what stays and why
/// (every row is in one of the two),
/// diagnoses to be filled in (one a class × version, taken over from `classes` where it says Fixed with a reference).
struct FrozenSelection
{
    QVector<PlanItem> items;
    QVector<LeftBehind> left;
    QVector<Diagnosis> diagnoses;
};
FrozenSelection freeze(const QVector<DeadLetterRow> &all, const QVector<LetterNumber> &chosen, const ClassRules &rules, UtcTime now, bool asTheyLie = false);

/// Earliest expiry of an item − how long the run takes by its bounds; unset: no item says when it expires.
std::optional<UtcTime> latestSafeStart(const RedrivePlan &plan);
/// How long a run takes at least: items by the rate, canaries and steps with their watches.
Millis shortestRun(const RedrivePlan &plan);

} // namespace holdwatch
