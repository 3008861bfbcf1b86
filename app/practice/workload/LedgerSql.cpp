// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/LedgerSql.h"

#include <QSqlError>

namespace holdwatch::practice {
namespace {

tl::unexpected<Error> storageFailure(const QSqlError &error)
{
    return failure(Error::Kind::Storage, QStringLiteral("The practice ledger could not be read or written: %1.").arg(error.databaseText()),
                   QStringLiteral("Check the free space and the rights of the practice data folder."));
}

} // namespace

Result<QSqlQuery> runSql(const QSqlDatabase &database, const QString &sql, const QVariantList &values)
{
    QSqlQuery query(database);
    query.setForwardOnly(true);
    if (!query.prepare(sql))
        return storageFailure(query.lastError());
    for (const QVariant &value : values)
        query.addBindValue(value);
    if (!query.exec())
        return storageFailure(query.lastError());
    return query;
}

Result<qint64> numberFrom(const QSqlDatabase &database, const QString &sql, const QVariantList &values)
{
    return runSql(database, sql, values).map([](QSqlQuery query) { return query.next() ? query.value(0).toLongLong() : 0; });
}

SqlTransaction::SqlTransaction(const QSqlDatabase &database) : m_database(database) {}

SqlTransaction::~SqlTransaction()
{
    if (m_open)
        (void)runSql(m_database, QStringLiteral("ROLLBACK"));
}

Result<void> SqlTransaction::begin()
{
    return runSql(m_database, QStringLiteral("BEGIN IMMEDIATE")).map([this](const QSqlQuery &) { m_open = true; });
}

Result<void> SqlTransaction::commit()
{
    return runSql(m_database, QStringLiteral("COMMIT")).map([this](const QSqlQuery &) { m_open = false; });
}

} // namespace holdwatch::practice
