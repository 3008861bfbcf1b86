// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/deadletters/VaultTypes.h"
#include "app/storage/sqlite/Database.h"

#include <memory>
#include <vector>

namespace holdwatch::storage {

/// Letters and their snapshots in an open vault file. Synchronous; on the thread that opened `database`, which
/// it borrows. Nothing here begins a transaction: whoever calls says what belongs together.
class LetterStore
{
public:
    static Result<std::unique_ptr<LetterStore>> open(Database &database);

    Result<qint64> deadSetId(const QueueId &deadSet); ///< made if it is new

    Result<qint64> begin(qint64 deadSet, const ReadingState &state); ///< a new, empty snapshot
    Result<void> saveState(qint64 snapshot, const ReadingState &state);
    Result<void> add(qint64 snapshot, const std::vector<LetterWithRow> &letters); ///< a number that is there already is replaced
    Result<void> saveRow(qint64 snapshot, const DeadLetterRow &row);

    Result<std::optional<KeptSnapshot>> newest(qint64 deadSet);
    /// In the order of their numbers, from `from` on.
    Result<std::vector<DeadLetterRow>> rows(qint64 snapshot, LetterNumber from, int limit);
    Result<std::vector<LetterWithRow>> letters(qint64 snapshot, LetterNumber from, int limit);
    Result<LetterWithRow> letter(qint64 snapshot, LetterNumber number); ///< NotFound

    /// From now on they count as gone; `sweep` takes their bytes. Unset: all.
    Result<void> doom(std::optional<qint64> deadSet, std::optional<qint64> except = std::nullopt);
    Result<void> doomBefore(UtcTime capturedAt);
    Result<bool> doomOldestBut(qint64 snapshot); ///< false: there is no other
    /// Overwrites and takes away at most so many letters of what is doomed. False: nothing is left to take.
    Result<bool> sweep(int letters);
    /// Makes the file smaller by at most 2,000 empty pages. False: nothing is left to give back. Outside a transaction.
    Result<bool> giveBack();
    Result<qint64> bytesInUse();

private:
    explicit LetterStore(Database &database) : m_database(database) {}
    Result<std::vector<LetterWithRow>> select(qint64 snapshot, LetterNumber from, int limit, bool withLetter);

    Database &m_database;
    QSqlQuery m_insert;
};

} // namespace holdwatch::storage
