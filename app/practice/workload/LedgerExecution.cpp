// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/Ledger.h"

#include "app/practice/workload/LedgerSql.h"

namespace holdwatch::practice {

Result<Execution> Ledger::apply(const Command &command, const Attempt &attempt, bool failAfterClaim)
{
    SqlTransaction transaction(*m_database);
    const LedgerCounts before = m_counts;
    const auto executed = transaction.begin()
                              .and_then([&] { return applyInside(command, attempt, failAfterClaim); })
                              .and_then([&](Execution execution) { return transaction.commit().map([execution] { return execution; }); });
    if (!executed)
        m_counts = before;
    return executed;
}

Result<Execution> Ledger::applyInside(const Command &command, const Attempt &attempt, bool failAfterClaim)
{
    const QString key = command.idempotencyKey();
    const auto claim = runSql(*m_database, QStringLiteral("INSERT OR IGNORE INTO processed_jobs (idempotency_key, consumer, message_id, processed_at) VALUES (?,?,?,?)"),
                              {key, attempt.consumer, attempt.message.text(), toEpochMillis(attempt.at)});
    if (!claim)
        return failure(claim.error());
    if (claim->numRowsAffected() == 0)
        return absorbDuplicate(command);
    if (failAfterClaim)
        return failure(Error::Kind::ServerFailed, QStringLiteral("transient failure: the handler failed after the claim; rolled back"));

    const WorkFacts &facts = factsOf(command.work);
    const auto change = runSql(*m_database, QStringLiteral("UPDATE %1 SET status=?, changed_at=? WHERE id=? AND revision=? AND status=?").arg(facts.table),
                               {facts.to, toEpochMillis(attempt.at), command.subject, command.revision, facts.from});
    if (!change)
        return failure(change.error());
    const bool changed = change->numRowsAffected() == 1;
    if (!changed) {
        const auto exists = subjectExists(command);
        if (!exists)
            return failure(exists.error());
        if (!*exists)
            return failure(Error::Kind::NotFound, QStringLiteral("permanent rejection: there is no %1 %2").arg(facts.noun).arg(command.subject));
    }
    const Execution execution = changed ? Execution::Applied : Execution::NotNeeded;
    return (changed ? writeEffect(command, attempt.at) : Result<void>())
        .and_then([&] {
            return runSql(*m_database,
                          QStringLiteral("INSERT INTO audit_events (idempotency_key, outcome, consumer, message_id, delivery_count, at) VALUES (?,?,?,?,?,?)"),
                          {key, changed ? QStringLiteral("applied") : QStringLiteral("not needed"), attempt.consumer, attempt.message.text(),
                           attempt.deliveryCount, toEpochMillis(attempt.at)});
        })
        .map([execution](const QSqlQuery &) { return execution; });
}

Result<Execution> Ledger::absorbDuplicate(const Command &command)
{
    return runSql(*m_database, QStringLiteral("UPDATE processed_jobs SET conflicts=conflicts+1 WHERE idempotency_key=?"), {command.idempotencyKey()})
        .map([this](const QSqlQuery &) {
            ++m_counts.duplicates;
            return Execution::Duplicate;
        });
}

Result<void> Ledger::writeEffect(const Command &command, UtcTime at)
{
    const QString key = command.idempotencyKey();
    return numberFrom(*m_database, QStringLiteral("SELECT COUNT(*) FROM effects WHERE idempotency_key=?"), {key})
        .and_then([&](qint64 earlier) {
            m_counts.secondEffects += earlier > 0 ? 1 : 0;
            ++m_counts.effects;
            return runSql(*m_database, QStringLiteral("INSERT INTO effects (idempotency_key, subject, effect, at) VALUES (?,?,?,?)"),
                          {key, command.subject, factsOf(command.work).to, toEpochMillis(at)});
        })
        .map([](const QSqlQuery &) {});
}

Result<bool> Ledger::subjectExists(const Command &command) const
{
    return numberFrom(*m_database, QStringLiteral("SELECT COUNT(*) FROM %1 WHERE id=?").arg(factsOf(command.work).table), {command.subject})
        .map([](qint64 count) { return count > 0; });
}

Result<void> Ledger::forgetBefore(UtcTime horizon)
{
    const qint64 before = toEpochMillis(horizon);
    SqlTransaction transaction(*m_database);
    Result<void> done = transaction.begin();
    const auto remove = [&](const QString &sql) {
        done = done.and_then([&] { return runSql(*m_database, sql, {before}).map([](const QSqlQuery &) {}); });
    };
    for (const Work work : allWork)
        remove(QStringLiteral("DELETE FROM %1 WHERE changed_at < ? AND id NOT IN (SELECT subject FROM outbox)").arg(factsOf(work).table));
    remove(QStringLiteral("DELETE FROM effects WHERE at < ?"));
    remove(QStringLiteral("DELETE FROM audit_events WHERE at < ?"));
    remove(QStringLiteral("DELETE FROM processed_jobs WHERE processed_at < ?"));
    return done.and_then([&] { return transaction.commit(); });
}

} // namespace holdwatch::practice
