// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/redrive/RedriveStanding.h"

namespace holdwatch::ui {

/// How a redrive's screens say what is in a plan. Pure; each a short phrase or one sentence.

QString whereTo(const RedrivePlan &plan);         ///< "reservation-expiry", "the queue each came from"
QString consequenceOf(const RedrivePlan &plan);   ///< what an approval lets happen
QString shortDigest(const QByteArray &digest);    ///< "3f2a91bc 07d1e455", enough to compare by voice
QString personText(const Operator &who);          ///< "Ada Okafor · k7f2-93ac-51be-0d4e"

QString rateText(qint64 milliPerSecond);          ///< "30 a minute"
QString stepsText(const RedriveBounds &bounds);
QString canaryText(const RedriveBounds &bounds);
QString stopText(const StopConditions &stop);
QString durationText(const RedrivePlan &plan);    ///< "at least 6:10"
QString latestStartText(const RedrivePlan &plan, UtcTime now, Zone zone);
QString policyText(const RedrivePlan &plan);      ///< who has to say yes, by the environment
QString momentText(UtcTime at, UtcTime now, Zone zone); ///< "2026-11-30 14:03:22 UTC, 5 min ago"
QString reviewTerm();                              ///< "24 hours"
QString breakGlassText(const BreakGlass &glass, Zone zone);
QString nextAfter(RunState::StopCause cause);     ///< what a person can do after a run stopped so

/// "live: 4 consumers attached", filled into the terms of the sum that nobody has typed.
void fillLive(CapacitySum &sum, const PlanFacts &facts);

/// Whether anybody's valid approval stands, and whether this person has said anything.
bool isApproved(const RedriveRecord &record);
const StatementRow *countingStatement(const RedriveRecord &record, Statement::Kind kind);
const StatementRow *statementBy(const RedriveRecord &record, const std::optional<Operator> &who);

} // namespace holdwatch::ui
