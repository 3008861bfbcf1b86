// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/deadletters/VaultTypes.h"
#include "app/storage/sqlite/Database.h"
#include "models/ports/DeadLetterPort.h"

#include <memory>
#include <vector>

namespace holdwatch::storage {

/// What outlasts the queue: when each letter was seen, what became of it, who looked and who revealed. No payload,
/// no error text. Synchronous; borrows `database`; begins no transaction.
class RecordBook
{
public:
    static Result<std::unique_ptr<RecordBook>> open(Database &database);

    /// Notes them as seen in the snapshot of `at`, and fills in each row's `firstSeenAt` and `redrives`. Two letters of one
    /// snapshot that can't be told apart are one entry, seen once.
    Result<void> see(qint64 deadSet, UtcTime at, std::vector<LetterWithRow> &letters);
    /// Every letter was seen at `at`: those that were not are no longer there.
    Result<void> closeMissing(qint64 deadSet, UtcTime at);
    /// `resolution`: "redriven as RD-7", "won't fix"; kept when the letter goes, cleared when it comes back.
    Result<void> resolve(qint64 deadSet, const DeadLetterRow &row, const QString &resolution, bool isRedrive, UtcTime at);
    Result<QVector<KeySighting>> follow(const QString &key);

    Result<void> addLooks(qint64 deadSet, int looks, const QString &reason, UtcTime at);
    Result<void> forgetLooks(qint64 deadSet); ///< it was seen empty: none of those letters is left
    Result<int> looks(qint64 deadSet);
    Result<void> addReveal(qint64 deadSet, const DeadLetterRow &row, const QString &field, const QString &who, UtcTime at);

    Result<void> forgetExpiries(qint64 deadSet);
    Result<void> addExpiries(qint64 deadSet, const std::vector<LetterWithRow> &letters);
    /// Of each dead set with letters that expire after `now`; `soon` counts up to `horizon`, to the hour.
    Result<QVector<Expiries>> expiries(UtcTime now, UtcTime horizon);

    Result<void> trim(UtcTime lastSeenBefore);

private:
    explicit RecordBook(Database &database) : m_database(database) {}

    Database &m_database;
    QSqlQuery m_see;
};

} // namespace holdwatch::storage
