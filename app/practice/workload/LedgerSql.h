// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QVariantList>

namespace holdwatch::practice {

/// Runs one statement with its values; the error says what the database said.
Result<QSqlQuery> runSql(const QSqlDatabase &database, const QString &sql, const QVariantList &values = {});

/// First column of the first row; 0 where there is no row or it is NULL.
Result<qint64> numberFrom(const QSqlDatabase &database, const QString &sql, const QVariantList &values = {});

/// One write transaction, rolled back on destruction unless committed.
class SqlTransaction
{
public:
    explicit SqlTransaction(const QSqlDatabase &database);
    SqlTransaction(const SqlTransaction &) = delete;
    SqlTransaction &operator=(const SqlTransaction &) = delete;
    ~SqlTransaction();

    Result<void> begin(); ///< takes the write lock at once, so that a claim never fails half-way on a lock
    Result<void> commit();

private:
    QSqlDatabase m_database;
    bool m_open = false;
};

} // namespace holdwatch::practice
