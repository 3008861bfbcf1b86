// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/audit/Entries.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cerrno>
#include <sys/syscall.h>
#include <unistd.h>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::storage::test;

namespace {

std::atomic<int> syncsOfLog = 0;
std::atomic<qint64> unsyncedBytes = 0; ///< written to the log since its last sync
std::atomic<bool> isDiskFailing = false;

bool isLog(int file)
{
    char name[4096];
    const auto link = "/proc/self/fd/" + QByteArray::number(file);
    const ssize_t size = readlink(link.constData(), name, sizeof name);
    return size > 0 && QByteArray(name, size).endsWith("audit.sqlite-wal");
}

int synced(int file, long call)
{
    if (!isLog(file))
        return int(syscall(call, file));
    if (isDiskFailing) {
        errno = EIO;
        return -1;
    }
    ++syncsOfLog;
    unsyncedBytes = 0;
    return int(syscall(call, file));
}

} // namespace

// SQLite calls these: what this program defines comes before the C library's.
extern "C" int fsync(int file)
{
    return synced(file, SYS_fsync);
}

extern "C" int fdatasync(int file)
{
    return synced(file, SYS_fdatasync);
}

extern "C" ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at)
{
    if (isLog(file))
        unsyncedBytes += qint64(size);
    return syscall(SYS_pwrite64, file, bytes, size, at);
}

/// kill -9 does not test a power cut; this does: what append promised has been handed to the disk, not only to the system.
class TestAuditSync : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AuditStore> m_store;
    QString file() const { return m_folder->filePath(QStringLiteral("audit.sqlite")); }

private slots:
    void init()
    {
        isDiskFailing = false;
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = AuditStore::open(file()).value();
        QVERIFY(m_store->append(outcomes(0, 1), noon).has_value());
    }
    void cleanup() { m_store.reset(); }

    void theIntentIsSyncedBeforeAppendReturns_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("one entry") << 1;
        QTest::newRow("a hundred") << 100;
    }
    void theIntentIsSyncedBeforeAppendReturns()
    {
        QFETCH(int, count);
        const int before = syncsOfLog;
        QVERIFY(m_store->append(outcomes(1, count), noon).has_value());
        QCOMPARE(syncsOfLog, before + 1);
        QCOMPARE(unsyncedBytes, 0);
        // From the file, as another program would see it.
        QCOMPARE(verifyAudit(file(), m_store->head()).value().entries, 1 + count);
    }

    void aFailedSyncIsAnErrorAndNoEntry()
    {
        const AuditHead before = m_store->head();
        isDiskFailing = true;
        const auto refused = m_store->append(outcomes(1, 3), noon);
        isDiskFailing = false;
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().kind, Error::Kind::Storage);
        QVERIFY2(toSentence(refused.error()).contains(QStringLiteral("disk failed")), qPrintable(toSentence(refused.error())));
        QCOMPARE(m_store->head(), before);
        const auto next = m_store->append(outcomes(1, 1), noon).value();
        QCOMPARE(next.first().number, 2);
        QVERIFY(verifyAudit(file(), m_store->head()).value().holds());
    }
};

QTEST_GUILESS_MAIN(TestAuditSync)
#include "TestAuditSync.moc"
