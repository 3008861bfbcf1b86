// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit/AuditEntry.h"
#include "models/core/Result.h"

#include <functional>
#include <memory>

class QSqlQuery;

namespace holdwatch::storage {

class Database;

/// Who signs what is written down. Its key is part of what the hash covers, so taking a signature away breaks the chain.
struct AuditSigner
{
    QByteArray publicKey;
    std::function<QByteArray(const QByteArray &hash)> sign; ///< an empty answer is a failure

    explicit operator bool() const { return static_cast<bool>(sign); }
};

/// Called for each entry; false: no more.
using EntryReader = std::function<bool(const AuditEntry &entry)>;

/// The record of redrives: entries are added at the end and never changed. Synchronous; belongs to the thread that opened it.
/// Two programs may have one record open: each entry follows the last one in the file, whoever wrote that.
class AuditStore
{
public:
    static constexpr int mostData = 64 * 1024;

    ~AuditStore();

    /// Makes a missing file. Storage: full, locked, read-only, damaged, newer, not a record, or its rules against changes are gone.
    static Result<std::unique_ptr<AuditStore>> open(const QString &path);

    /// All of them or none, in this order. When it returns they are on the disk, and another reader sees them. `at` is written as
    /// it is, even if it lies before the last entry. Storage: nothing was written. Internal: a draft without a kind, whose data
    /// is no JSON object or too long, or that could not be signed; nothing was written.
    /// The last entry's number and hash are worth keeping elsewhere: only they can prove that the end was not cut off.
    Result<QVector<AuditEntry>> append(const QVector<AuditDraft> &drafts, UtcTime at, const AuditSigner &signer = {});

    /// As far as this store knows: what it found when it was opened, or wrote last. Number 0: empty.
    const AuditHead &head() const { return m_head; }

    Result<void> read(const PlanId &plan, const EntryReader &tell); ///< oldest first: what a run is rebuilt from
    Result<QVector<AuditEntry>> newest(qint64 before, int count);   ///< newest first; `before` 0: from the end

private:
    explicit AuditStore(std::unique_ptr<Database> database);
    Result<AuditHead> lastInFile();
    Result<void> checkContinuity(const AuditHead &last);
    Result<void> insert(const AuditEntry &entry);

    std::unique_ptr<Database> m_database;
    std::unique_ptr<QSqlQuery> m_insert;
    AuditHead m_head;
};

} // namespace holdwatch::storage
