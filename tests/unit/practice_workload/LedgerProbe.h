// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QVariant>

namespace holdwatch::test {

/// A second pair of eyes on a ledger file, independent of the code under test.
class LedgerProbe
{
public:
    explicit LedgerProbe(const QString &path)
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
        database.setDatabaseName(path);
        database.open();
    }
    ~LedgerProbe() { QSqlDatabase::removeDatabase(m_connection); }

    qint64 number(const QString &sql) const
    {
        QSqlQuery query(QSqlDatabase::database(m_connection));
        return query.exec(sql) && query.next() ? query.value(0).toLongLong() : -1;
    }
    bool run(const QString &sql) const
    {
        QSqlQuery query(QSqlDatabase::database(m_connection));
        return query.exec(sql);
    }
    /// Keys with more than one business effect.
    qint64 doubled() const { return number(QStringLiteral("SELECT COUNT(*) FROM (SELECT 1 FROM effects GROUP BY idempotency_key HAVING COUNT(*) > 1)")); }
    /// Completed executions without exactly one audit event, or audit events without an execution.
    qint64 unaudited() const
    {
        return number(QStringLiteral("SELECT (SELECT COUNT(*) FROM processed_jobs p WHERE (SELECT COUNT(*) FROM audit_events a WHERE a.idempotency_key=p.idempotency_key) <> 1)"
                                     " + (SELECT COUNT(*) FROM audit_events WHERE idempotency_key NOT IN (SELECT idempotency_key FROM processed_jobs))"));
    }
    /// Subjects whose command was never carried out.
    qint64 untouched() const
    {
        return number(QStringLiteral("SELECT (SELECT COUNT(*) FROM holds WHERE status='held') + (SELECT COUNT(*) FROM orders WHERE status='placed')"
                                     " + (SELECT COUNT(*) FROM grants WHERE status='active')"));
    }

private:
    QString m_connection = QStringLiteral("probe-%1").arg(reinterpret_cast<quintptr>(this));
};

} // namespace holdwatch::test
