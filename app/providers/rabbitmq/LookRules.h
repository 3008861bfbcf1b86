// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/rabbitmq/DeadSetRow.h"
#include "models/deadletters/Reading.h"

namespace holdwatch::providers::rabbitmq {

/// How often the messages of one queue may have been given back, as far as this program has seen.
struct Wear
{
    int looks = 0;              ///< of our own
    std::optional<qint64> most; ///< of any one message; unset before the first look

    /// Before a look is sent: whatever becomes of its answer, it may count.
    void looking();
    /// After its answer: the highest count that the messages carried (unset: there were none), and whether these are all.
    void looked(std::optional<qint64> highestSeen, bool sawAll);
};

/// What a look at this queue does, by type, version ("3.10.8"; empty: unknown, taken for the strictest) and wear. Pure.
///
/// On a quorum queue each look gives the messages back, and up to 4.2 that counts towards the delivery limit: the
/// look after the last allowed one drops a message or dead-letters it anew. The last allowed look is left alone too, since
/// a consumer or another tool may have taken it meanwhile: Risky from one left on.
LookTerms lookTerms(const DeadSetRow &row, const QString &version, const Wear &wear);

/// How often a message may be given back before the queue removes it; unset: looks do not count there, or nothing is removed.
std::optional<qint64> countedLimit(const DeadSetRow &row, const QString &version);

constexpr int mostLettersALook = 500;
/// How many to ask for, so that the answer stays near 6 MB by the queue's average.
int lettersALook(const DeadSetRow &row, int wanted);
/// One look: how many, and how much of each body at most (0: all of it).
struct LookPlan
{
    int count = 1;
    qint64 bodyBytes = 0;
};
/// As many as are wanted and there. Where their whole bodies would not fit, of each only a beginning; those that are smaller
/// come whole all the same. Whoever wants fewer gets them whole.
LookPlan planLook(const DeadSetRow &row, int wanted);
/// Bytes an answer with so many may have.
qint64 answerCap(const DeadSetRow &row, int letters);

} // namespace holdwatch::providers::rabbitmq
