// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/DeadLetter.h"
#include "models/deadletters/Reading.h"
#include "models/core/Result.h"
#include "models/queue/QueueSample.h"

#include <QCoroTask>

namespace holdwatch::providers {

/// One page of a sitting.
struct DeadLetterPage
{
    QVector<DeadLetter> letters;
    QByteArray next;              ///< opaque; empty: nothing more can be had in this sitting
    bool isWhole = false;         ///< with an empty `next`: every letter was given out, not only a beginning
    std::optional<qint64> total;  ///< as the system says at this moment
    bool totalIsApproximate = true;
    int looks = 0;                ///< looks (declared side effects) this page took; 0 for pure reads
    QString note;                 ///< what a person should know about this page
};

/// Role: read a dead set without losing anything from it. Sends only Read and declared Look requests (a
/// contract test pins that). At most one sitting a dead set at a time; every sitting is released, also
/// after an error. The caller awaits one task before it starts the next. Lives on the engine's thread.
class DeadLetterReader
{
public:
    virtual ~DeadLetterReader() = default;

    /// What a look does at this dead set right now. Reads only.
    virtual QCoro::Task<Result<LookTerms>> terms(WatchedQueue deadSet) = 0;
    /// The first page, and with `page.next` the following ones. `limit` is a wish. With LookTerms::Effect::Risky
    /// or Refused, Unsupported and nothing sent, unless `override`.
    virtual QCoro::Task<Result<DeadLetterPage>> page(WatchedQueue deadSet, QByteArray cursor, int limit, bool override) = 0;
    /// The whole payload of a letter that came with a part of it. NotFound if it has gone meanwhile.
    virtual QCoro::Task<Result<DeadLetter>> whole(WatchedQueue deadSet, DeadLetter part) = 0;
    /// Gives back what the sitting still holds there. Never fails loudly: what could not be released comes back by itself.
    virtual QCoro::Task<Result<void>> release(WatchedQueue deadSet) = 0;
};

} // namespace holdwatch::providers
