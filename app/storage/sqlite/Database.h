// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QString>

#include <memory>

namespace holdwatch::storage {

/// One SQLite file, opened once, used on the thread that opened it. Every failure is an Error of kind
/// Storage in plain words; after one that means damage `isDamaged` stays true, and nothing more should be
/// written.
class Database
{
public:
    enum class Mode { ReadWrite, ReadOnly, Unchanging };

    /// ReadWrite makes a missing file, uses a write-ahead log and waits 250 ms at most for a lock. Unchanging takes no lock and
    /// makes no file beside this one; only for one that nobody writes and that has no log.
    static Result<std::unique_ptr<Database>> open(const QString &path, Mode mode);
    ~Database();
    Database(const Database &) = delete;
    Database &operator=(const Database &) = delete;

    const QString &path() const { return m_path; }
    bool isDamaged() const { return m_damaged; }

    Result<void> exec(const QString &sql);
    Result<qint64> number(const QString &sql); ///< first column of the first row
    Result<QSqlQuery> prepare(const QString &sql);
    Result<void> run(QSqlQuery &query); ///< executes a prepared query with what is bound to it
    Result<void> ended(const QSqlQuery &query); ///< once next() gave nothing: at the end, or at a page that can't be read

private:
    Database(QString path, QString connection);
    Error errorFrom(const QSqlError &error);

    QString m_path;
    QString m_connection;
    bool m_damaged = false;
};

/// Everything between `begin` and `commit` happens or nothing of it; goes back by itself when dropped.
class Transaction
{
public:
    static Result<Transaction> begin(Database &database); ///< takes the write lock at once
    Transaction(Transaction &&other) noexcept;
    Transaction &operator=(Transaction &&) = delete;
    ~Transaction();

    Result<void> commit();

private:
    explicit Transaction(Database &database) : m_database(&database) {}
    Database *m_database;
};

} // namespace holdwatch::storage
