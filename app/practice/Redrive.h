// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/Draft.h"

namespace holdwatch::practice {

/// What a redrive is to move: at most so many, first to die first, or (where `ids` has any) these.
struct RedriveOrder
{
    QString queue; ///< the origin
    std::optional<qint64> atMost; ///< unset: all
    QVector<MessageId> ids;

    QByteArray fingerprint() const;
};

Result<void> checkOrder(const RedriveOrder &order);

/// Moves what can be moved: a message in a consumer's hands stays, and so does one that is no dead letter of this
/// queue. Always in the order they died, whatever the order of `ids`, so that a FIFO group keeps its own.
RedriveOutcome moveBack(Draft &draft, const QueueBook &book, const RedriveOrder &order);

/// As it is remembered for a repeat of the same order.
QByteArray toResult(const RedriveOutcome &outcome);
RedriveOutcome outcomeOf(const QByteArray &result, const RedriveOrder &order);

} // namespace holdwatch::practice
