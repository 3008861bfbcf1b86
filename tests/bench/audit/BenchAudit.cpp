// SPDX-License-Identifier: GPL-3.0-or-later
//
// What it costs to write something down for good: one entry and a hundred in one append, signed and not, beside a bare durable
// commit of SQLite of as many rows with as many bytes, in turns. Then a check and an export of all that was written.
// Usage: bench_audit [rounds] [folder]   (default: 300 rounds, in a folder of its own below the current one)
#include "app/signing/SigningKey.h"
#include "app/storage/audit/AuditStore.h"
#include "app/storage/audit/AuditVerify.h"
#include "app/storage/sqlite/Database.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace holdwatch;
using namespace holdwatch::storage;

namespace {

const UtcTime noon = fromEpochMillis(1'764'504'000'000);

template<typename T>
T need(Result<T> result)
{
    if (result)
        return *std::move(result);
    std::fprintf(stderr, "%s\n", qPrintable(toSentence(result.error())));
    std::exit(1);
}

void need(const Result<void> &result)
{
    need<int>(result ? Result<int>(0) : Result<int>(failure(result.error())));
}

QVector<AuditDraft> outcomes(int count)
{
    QVector<AuditDraft> drafts;
    for (int ordinal = 0; ordinal < count; ++ordinal)
        drafts.append({QStringLiteral("outcome"), PlanId(QStringLiteral("rd-20261130-140312-7f3a")), QStringLiteral("Ada Lovelace k7f2-93ac-51be-0d4e"),
                       "{\"detail\":\"confirmed by the broker\",\"ordinal\":" + QByteArray::number(ordinal) + ",\"outcome\":\"moved\"}"});
    return drafts;
}

/// A table as plain as it gets, on the same disk, as durable.
class Bare
{
public:
    explicit Bare(const QString &path) : m_database(need(Database::open(path, Database::Mode::ReadWrite)))
    {
        need(m_database->exec(QStringLiteral("PRAGMA synchronous=FULL")));
        need(m_database->exec(QStringLiteral("CREATE TABLE row (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)")));
        m_insert = need(m_database->prepare(QStringLiteral("INSERT INTO row (bytes) VALUES (?)")));
    }
    ~Bare() { m_insert = QSqlQuery(); }

    void append(int rows)
    {
        auto transaction = need(Transaction::begin(*m_database));
        for (int n = 0; n < rows; ++n) {
            m_insert.bindValue(0, QByteArray(400, char(n)));
            need(m_database->run(m_insert));
        }
        need(transaction.commit());
    }

private:
    std::unique_ptr<Database> m_database;
    QSqlQuery m_insert;
};

struct Times
{
    QVector<double> all;

    void add(const QElapsedTimer &timer) { all << double(timer.nsecsElapsed()) / 1e6; }
    double at(double share)
    {
        std::sort(all.begin(), all.end());
        return all[qsizetype(double(all.size() - 1) * share)];
    }
};

template<typename Work>
void timed(Times &times, Work work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    times.add(timer);
}

void compare(AuditStore &store, Bare &bare, int entries, int rounds, const AuditSigner &signer)
{
    Times ours, plain, withKey;
    const QVector<AuditDraft> drafts = outcomes(entries);
    for (int round = 0; round < rounds; ++round) {
        timed(plain, [&] { bare.append(entries); });
        timed(ours, [&] { need(store.append(drafts, noon)); });
        timed(withKey, [&] { need(store.append(drafts, noon, signer)); });
    }
    std::printf("%3d entries an append: bare %.3f ms, record %.3f ms (%.2f x), signed %.3f ms (%.2f x); 99 %%: %.2f, %.2f, %.2f ms\n", entries, plain.at(0.5), ours.at(0.5),
                ours.at(0.5) / plain.at(0.5), withKey.at(0.5), withKey.at(0.5) / plain.at(0.5), plain.at(0.99), ours.at(0.99), withKey.at(0.99));
}

template<typename Work>
double seconds(Work work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return double(timer.nsecsElapsed()) / 1e9;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const int rounds = argc > 1 ? QByteArray(argv[1]).toInt() : 300;
    const QTemporaryDir folder(argc > 2 ? QString::fromLocal8Bit(argv[2]) + QStringLiteral("/bench-audit-XXXXXX") : QStringLiteral("bench-audit-XXXXXX"));
    const QString record = folder.filePath(QStringLiteral("audit.sqlite"));
    const auto key = need(signing::SigningKey::generate());
    const AuditSigner signer{key.publicKey(), [&key](const QByteArray &hash) { return key.sign(hash); }};
    const auto store = need(AuditStore::open(record));
    Bare bare(folder.filePath(QStringLiteral("bare.sqlite")));
    for (const int entries : {1, 10, 100})
        compare(*store, bare, entries, rounds, signer);
    AuditCheck check;
    const double chain = seconds([&] { check = need(verifyAudit(record)); });
    const double whole = seconds([&] { check = need(verifyAudit(record, store->head(), &signing::verify)); });
    const double exported = seconds([&] { need(exportAudit(record, folder.filePath(QStringLiteral("audit.jsonl")))); });
    std::printf("%lld entries: chain checked in %.2f s, with the signatures of half of them in %.2f s (%s), exported in %.2f s\n", static_cast<long long>(check.entries), chain,
                whole, check.holds() ? "holds" : qPrintable(check.problem), exported);
    return 0;
}
