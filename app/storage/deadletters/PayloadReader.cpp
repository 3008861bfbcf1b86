// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/deadletters/PayloadReader.h"

#include "app/storage/sqlite/Database.h"

namespace holdwatch::storage {

namespace {

constexpr int numberBits = 32; // see VaultSchema.cpp: id = snapshot × 2³² + number

} // namespace

struct PayloadReader::Work
{
    std::optional<QByteArray> payload(LetterNumber letter);
    bool open();
    bool findSnapshot();
    std::optional<QByteArray> read(LetterNumber letter);

    QString m_file;
    QueueId m_deadSet;
    std::unique_ptr<Database> m_database;
    QSqlQuery m_query;
    qint64 m_snapshot = -1;
    bool m_hasFailed = false; ///< not tried again: a filter asks a million times
};

PayloadReader::PayloadReader(QString file, QueueId deadSet) : m_work(std::make_unique<Work>())
{
    m_work->m_file = std::move(file);
    m_work->m_deadSet = std::move(deadSet);
}

PayloadReader::~PayloadReader()
{
    if (m_work->m_database)
        m_work->m_query = QSqlQuery(); // before the file it belongs to
}

std::optional<QByteArray> PayloadReader::payload(LetterNumber letter)
{
    return m_work->payload(letter);
}

std::optional<QByteArray> PayloadReader::Work::payload(LetterNumber letter)
{
    if (!open())
        return std::nullopt;
    if (m_snapshot < 0 && !findSnapshot())
        return std::nullopt;
    auto found = read(letter);
    if (found)
        return found;
    // Perhaps it has been read anew since.
    const qint64 before = m_snapshot;
    return findSnapshot() && m_snapshot != before ? read(letter) : std::nullopt;
}

bool PayloadReader::Work::open()
{
    if (m_database || m_hasFailed)
        return m_database != nullptr;
    auto database = Database::open(m_file, Database::Mode::ReadOnly);
    if (database) {
        m_database = *std::move(database);
        if (auto query = m_database->prepare(QStringLiteral("SELECT payload FROM letter WHERE id = ?")))
            m_query = *std::move(query);
        else
            m_database.reset();
    }
    m_hasFailed = !m_database;
    return !m_hasFailed;
}

bool PayloadReader::Work::findSnapshot()
{
    auto query = m_database->prepare(QStringLiteral("SELECT max(snapshot.id) FROM snapshot JOIN dead_set ON dead_set.id = snapshot.dead_set "
                                                    "WHERE dead_set.connection = ? AND dead_set.name = ? AND snapshot.erased = 0"));
    if (!query)
        return false;
    query->bindValue(0, m_deadSet.connection.text());
    query->bindValue(1, m_deadSet.name);
    if (!m_database->run(*query) || !query->next() || query->isNull(0))
        return false;
    m_snapshot = query->value(0).toLongLong();
    return true;
}

std::optional<QByteArray> PayloadReader::Work::read(LetterNumber letter)
{
    m_query.bindValue(0, (m_snapshot << numberBits) + letter);
    if (!m_database->run(m_query) || !m_query.next())
        return std::nullopt;
    QByteArray payload = m_query.value(0).toByteArray();
    m_query.finish();
    return payload;
}

} // namespace holdwatch::storage
