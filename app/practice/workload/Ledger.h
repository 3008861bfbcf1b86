// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/workload/Command.h"
#include "models/core/Ids.h"
#include "models/core/Time.h"

#include <QStringList>
#include <QVector>

#include <memory>

class QSqlDatabase;

namespace holdwatch::practice {

/// A command that is recorded together with its subject and still has to be published.
struct OutboxEntry
{
    Command command;
    UtcTime dueAt{};
    int priority = 0;
    bool operator==(const OutboxEntry &) const = default;
};

/// What the consumer knows about the delivery that carries a command.
struct Attempt
{
    MessageId message;
    int deliveryCount = 1;
    QString consumer;
    UtcTime at{};
};

/// How a committed delivery ended.
enum class Execution {
    Applied,   ///< the business change was made
    NotNeeded, ///< first execution, but the subject had moved on; claimed and audited, nothing changed
    Duplicate, ///< the key was there already; nothing changed
};

struct LedgerCounts
{
    qint64 holds = 0;
    qint64 effects = 0;       ///< business changes committed
    qint64 duplicates = 0;    ///< deliveries that met their key
    qint64 secondEffects = 0; ///< changes beyond the first of a key; counted in `effects`, which has no unique key
    bool operator==(const LedgerCounts &) const = default;
};

/// The application's database: business tables, idempotency keys, effects and audit events, in SQLite
/// with every commit synced. Tables are documented in README.md. It belongs to the thread that opened it.
class Ledger
{
public:
    /// Creates the file (0600) where there is none. A file of a newer version or a damaged one is an error
    /// and stays as it is.
    static Result<std::unique_ptr<Ledger>> open(const QString &path);
    ~Ledger();

    /// One commit: new subjects of one kind of work and their commands in the outbox.
    /// `entry.command.subject` is given by the ledger.
    Result<void> record(QVector<OutboxEntry> entries, UtcTime now);
    Result<QVector<OutboxEntry>> outbox(int most) const;
    Result<void> markPublished(const QStringList &idempotencyKeys);

    /// The customer decides before the hold is over; false: too late, or it had moved on.
    Result<bool> confirmHold(qint64 hold);
    /// One commit: the next revision of a hold, and its own command in the outbox.
    Result<bool> extendHold(qint64 hold, UtcTime newDueAt);
    qint64 lastSubject(Work work) const; ///< 0: none yet

    /// The consumer's whole transaction: claim the key, make the conditional change, write the audit
    /// event, commit. On an error everything is rolled back, the claim included. `NotFound` is permanent
    /// (there is no such subject), any other error may be retried.
    /// `failAfterClaim` stages a crash of the handler between claim and commit.
    Result<Execution> apply(const Command &command, const Attempt &attempt, bool failAfterClaim = false);

    const LedgerCounts &counts() const { return m_counts; }

    /// Drops what was finished before `horizon`. Keys must outlive every message that can still come:
    /// the horizon lies further back than retention of queue and dead-letter queue together.
    Result<void> forgetBefore(UtcTime horizon);

private:
    explicit Ledger(const QString &connection);
    Result<void> prepareSchema();
    Result<void> readCounts();
    Result<Execution> applyInside(const Command &command, const Attempt &attempt, bool failAfterClaim);
    Result<Execution> absorbDuplicate(const Command &command);
    Result<void> writeEffect(const Command &command, UtcTime at);
    Result<bool> subjectExists(const Command &command) const;

    std::unique_ptr<QSqlDatabase> m_database; ///< hidden, so that users of the ledger need no SQL
    LedgerCounts m_counts;
};

} // namespace holdwatch::practice
