// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/audit/AuditStore.h"

#include "app/json/Parse.h"
#include "app/storage/audit/AuditHash.h"
#include "app/storage/audit/AuditReading.h"
#include "app/storage/audit/AuditSchema.h"
#include "app/storage/sqlite/Bind.h"
#include "app/storage/sqlite/Database.h"

#include <QFileInfo>

namespace holdwatch::storage {

namespace {

Error withNothingWritten(Error error)
{
    if (error.kept.isEmpty())
        error.kept = QStringLiteral("Nothing was written down, and what stood in the record is unchanged.");
    return error;
}

Error otherThanBefore(const QString &path)
{
    Error error;
    error.kind = Error::Kind::Storage;
    error.where = path;
    error.what = QStringLiteral("%1 no longer holds what was written to it: it was replaced or cut off while it was open.").arg(QFileInfo(path).fileName());
    error.next = QStringLiteral("Check it with “holdwatch audit verify” and find out who changed it.");
    return error;
}

// What is hashed is what SQLite will give back: half a surrogate pair, for one, would not survive.
QString asKept(const QString &text)
{
    return QString::fromUtf8(text.toUtf8());
}

Result<AuditEntry> entryOf(const AuditDraft &draft, UtcTime at)
{
    if (draft.kind.isEmpty())
        return failure(Error::Kind::Internal, QStringLiteral("An entry of the record needs a kind."));
    if (draft.data.size() > AuditStore::mostData)
        return failure(Error::Kind::Internal, QStringLiteral("An entry of the record (%1) is longer than 64 KB.").arg(draft.kind));
    const auto data = json::parse(draft.data);
    if (!data || !data->isObject())
        return failure(Error::Kind::Internal, QStringLiteral("The data of an entry of the record (%1) is no JSON object.").arg(draft.kind));
    AuditEntry entry;
    entry.at = at;
    entry.what = {asKept(draft.kind), PlanId(asKept(draft.plan.text())), asKept(draft.by), draft.data};
    return entry;
}

Result<void> sign(AuditEntry &entry, const AuditSigner &signer)
{
    entry.signer = signer ? signer.publicKey : QByteArray();
    entry.hash = hashOf(entry);
    if (!signer)
        return {};
    entry.signature = signer.sign(entry.hash);
    if (entry.signature.isEmpty() || entry.signer.isEmpty())
        return failure(Error::Kind::Internal, QStringLiteral("An entry of the record (%1) could not be signed.").arg(entry.what.kind));
    return {};
}

QVariant boundBytes(const QByteArray &bytes)
{
    return bytes.isNull() ? QVariant(QByteArrayLiteral("")) : QVariant(bytes);
}

} // namespace

AuditStore::AuditStore(std::unique_ptr<Database> database) : m_database(std::move(database)) {}

AuditStore::~AuditStore() = default;

Result<std::unique_ptr<AuditStore>> AuditStore::open(const QString &path)
{
    auto database = openAudit(path);
    if (!database)
        return failure(database.error());
    std::unique_ptr<AuditStore> self(new AuditStore(*std::move(database)));
    auto insert = self->m_database->prepare(QStringLiteral("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    if (!insert)
        return failure(insert.error());
    self->m_insert = std::make_unique<QSqlQuery>(*std::move(insert));
    const auto last = self->lastInFile();
    if (!last)
        return failure(last.error());
    self->m_head = *last;
    return self;
}

Result<QVector<AuditEntry>> AuditStore::append(const QVector<AuditDraft> &drafts, UtcTime at, const AuditSigner &signer)
{
    QVector<AuditEntry> entries;
    for (const AuditDraft &draft : drafts) {
        auto entry = entryOf(draft, at);
        if (!entry)
            return failure(withNothingWritten(entry.error()));
        entries.append(*std::move(entry));
    }
    if (entries.isEmpty())
        return entries;
    auto transaction = Transaction::begin(*m_database);
    if (!transaction)
        return failure(withNothingWritten(transaction.error()));
    const auto last = lastInFile();
    if (!last)
        return failure(withNothingWritten(last.error()));
    if (auto fine = checkContinuity(*last); !fine)
        return failure(withNothingWritten(fine.error()));
    AuditHead head = *last;
    for (AuditEntry &entry : entries) {
        entry.number = head.number + 1;
        entry.previous = head.number == 0 ? noEntryBefore() : head.hash;
        if (auto done = sign(entry, signer); !done)
            return failure(withNothingWritten(done.error()));
        if (auto done = insert(entry); !done)
            return failure(withNothingWritten(done.error()));
        head = {entry.number, entry.hash};
    }
    if (auto done = transaction->commit(); !done)
        return failure(withNothingWritten(done.error()));
    m_head = head;
    return entries;
}

Result<AuditHead> AuditStore::lastInFile()
{
    auto query = m_database->prepare(QStringLiteral("SELECT number, hash FROM entry ORDER BY number DESC LIMIT 1"));
    if (!query)
        return failure(query.error());
    if (auto done = m_database->run(*query); !done)
        return failure(done.error());
    if (!query->next())
        return AuditHead{};
    return AuditHead{query->value(0).toLongLong(), query->value(1).toByteArray()};
}

Result<void> AuditStore::checkContinuity(const AuditHead &last)
{
    if (m_head.number == 0 || last == m_head)
        return {};
    auto query = m_database->prepare(QStringLiteral("SELECT hash FROM entry WHERE number = %1").arg(m_head.number));
    if (!query)
        return failure(query.error());
    if (auto done = m_database->run(*query); !done)
        return failure(done.error());
    if (query->next() && query->value(0).toByteArray() == m_head.hash)
        return {};
    return failure(otherThanBefore(m_database->path()));
}

Result<void> AuditStore::insert(const AuditEntry &entry)
{
    int column = 0;
    m_insert->bindValue(column++, entry.number);
    m_insert->bindValue(column++, bound(entry.at));
    for (const QString &text : {entry.what.kind, entry.what.plan.text(), entry.what.by})
        m_insert->bindValue(column++, bound(text));
    for (const QByteArray &bytes : {entry.what.data, entry.previous, entry.hash, entry.signer, entry.signature})
        m_insert->bindValue(column++, boundBytes(bytes));
    return m_database->run(*m_insert);
}

Result<void> AuditStore::read(const PlanId &plan, const EntryReader &tell)
{
    return readEntries(*m_database, plan, tell);
}

Result<QVector<AuditEntry>> AuditStore::newest(qint64 before, int count)
{
    return readNewest(*m_database, before, count);
}

} // namespace holdwatch::storage
