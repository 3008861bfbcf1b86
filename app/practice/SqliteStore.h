// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/QueueStore.h"

#include <QSqlDatabase>

namespace holdwatch::practice {

/// The practice queue on disk: one SQLite file, write-ahead log, synced at each commit, so a killed
/// process or a power cut loses nothing that was acknowledged. Lives on the thread that opened it;
/// whoever opens it makes sure that no other process has the file (see PracticeHost).
class SqliteStore final : public QueueStore
{
public:
    /// Refuses a file of a newer version and one that is damaged, and leaves both as they are.
    static Result<std::unique_ptr<SqliteStore>> open(const QString &path);
    ~SqliteStore() override;

    Result<Snapshot> load() override;
    Result<void> commit(const Changes &changes) override;
    Result<QByteArray> payload(const MessageId &id) override;
    QString pragma(const QString &name) const; ///< the value in force on this connection

private:
    struct Statements;
    explicit SqliteStore(const QString &path);
    Result<void> prepareFile();
    Result<void> write(const Changes &changes);
    tl::unexpected<Error> failed(const QString &doing, const QSqlError &error) const;

    QString m_path;
    QString m_connection;
    QSqlDatabase m_database;
    std::unique_ptr<Statements> m_statements;
};

} // namespace holdwatch::practice
