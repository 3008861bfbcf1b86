// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/ClassRules.h"
#include "models/deadletters/DeadLetter.h"
#include "models/deadletters/DeadLetterRow.h"
#include "models/deadletters/Reading.h"

#include <functional>

namespace holdwatch::storage {

/// How a letter becomes a row of the list; `firstSeenAt` and `redrives` are filled in later. Made and used on the vault's thread.
using RowMaker = std::function<DeadLetterRow(const DeadLetter &, LetterNumber)>;
using MakeRowMaker = std::function<RowMaker(const ClassRules &, const QString &provider)>;

/// Sizes in bytes. The defaults suit a million letters of 1 KB.
struct VaultOptions
{
    MakeRowMaker rowMaker;
    bool keepsPayloads = true;                    ///< false: letters stay in memory alone
    bool erasesKept = false;                      ///< at the start, everything: payloads are to be on no disk
    bool isGuest = false;                         ///< beside a window: adds to the record, touches nothing else that is kept
    Millis keepFor = std::chrono::hours(24 * 7);  ///< payloads, from the time of their snapshot
    Millis keepRecord = std::chrono::hours(24 * 400); ///< the operational record, from when a letter was last seen
    qint64 diskLimit = 4LL * 1024 * 1024 * 1024;  ///< past it the oldest other snapshots go, then new letters stay in memory
    qint64 memoryLimit = 256LL * 1024 * 1024;     ///< past it only a letter's facts are kept, not its payload
    int lettersPerStep = 2'000;                   ///< of long work, between two of which others get their turn
    std::optional<int> pageCap;                   ///< pages the file may have at all; past it SQLite says "full"
};

struct LetterWithRow
{
    DeadLetter letter;
    DeadLetterRow row;
};

/// What is kept of one sitting.
struct KeptSnapshot
{
    qint64 id = 0;
    ReadingState state;
    LetterNumber nextNumber = 0;
};

/// Retention of one dead set, as its last snapshot knew it.
struct Expiries
{
    QueueId deadSet;
    std::optional<UtcTime> next; ///< the first that is still ahead
    qint64 soon = 0;             ///< letters that go within the time asked for
};

} // namespace holdwatch::storage
