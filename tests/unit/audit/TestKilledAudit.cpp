// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/audit/Entries.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::storage::test;

namespace {

/// Says each head once it is on the disk, until it is killed or `groups` are written.
int writeForEver(const QString &file, int groups)
{
    const auto store = AuditStore::open(file).value().release();
    const std::unique_ptr<AuditStore> owner(store);
    for (int n = 0; n < groups; ++n) {
        const auto written = store->append(outcomes(n, 1 + n % 7), noon + Seconds(n));
        if (!written && toSentence(written.error()).contains(QStringLiteral("locked")))
            continue;
        if (!written)
            return 1;
        std::printf("%lld %s\n", static_cast<long long>(written->last().number), written->last().hash.toHex().constData());
        std::fflush(stdout);
    }
    return 0;
}

AuditHead headFrom(const QByteArray &line)
{
    const QByteArrayList words = line.trimmed().split(' ');
    return {words.value(0).toLongLong(), QByteArray::fromHex(words.value(1))};
}

} // namespace

class TestKilledAudit : public QObject
{
    Q_OBJECT
private slots:
    void aKilledWriterLosesNothingItTold_data()
    {
        QTest::addColumn<int>("groups");
        for (const int groups : {1, 5, 40, 300})
            QTest::addRow("after %d appends", groups) << groups;
    }
    void aKilledWriterLosesNothingItTold()
    {
        QFETCH(int, groups);
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("audit.sqlite"));
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--write"), file, QStringLiteral("1000000")});
        QByteArray said;
        while (said.count('\n') < groups) {
            QVERIFY(child.waitForReadyRead(30'000));
            said += child.readAllStandardOutput();
        }
        child.kill();
        QVERIFY(child.waitForFinished());
        said += child.readAllStandardOutput();
        QByteArrayList heads = said.split('\n');
        heads.removeLast(); // a line that was begun, or nothing
        const AuditHead last = headFrom(heads.last());

        // As the killed program left it, then once more after somebody went on.
        const auto left = verifyAudit(file, last);
        QVERIFY2(left && left->holds(), qPrintable(left ? left->problem : toSentence(left.error())));
        const auto store = AuditStore::open(file).value().release();
        const std::unique_ptr<AuditStore> owner(store);
        QVERIFY(store->head().number >= last.number);
        QVERIFY(store->append(outcomes(0, 1), noon).has_value());
        const AuditCheck check = verifyAudit(file, last).value();
        QVERIFY2(check.holds(), qPrintable(check.problem));
        QCOMPARE(check.entries, store->head().number);
    }

    void twoProgramsWriteOneChain()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("audit.sqlite"));
        (void)AuditStore::open(file).value();
        QProcess one, other;
        for (QProcess *child : {&one, &other})
            child->start(QCoreApplication::applicationFilePath(), {QStringLiteral("--write"), file, QStringLiteral("150")});
        qsizetype written = 0;
        AuditHead highest;
        for (QProcess *child : {&one, &other}) {
            QVERIFY(child->waitForFinished(60'000));
            QCOMPARE(child->exitCode(), 0);
            const QByteArrayList heads = child->readAllStandardOutput().trimmed().split('\n');
            written += heads.size();
            const AuditHead last = headFrom(heads.last());
            highest = last.number > highest.number ? last : highest;
        }
        QVERIFY(written > 150);
        const AuditCheck check = verifyAudit(file, highest).value();
        QVERIFY2(check.holds(), qPrintable(check.problem));
        QCOMPARE(check.entries, highest.number);
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc == 4 && qstrcmp(argv[1], "--write") == 0)
        return writeForEver(QString::fromLocal8Bit(argv[2]), QByteArray(argv[3]).toInt());
    TestKilledAudit test;
    return QTest::qExec(&test, argc, argv);
}
#include "TestKilledAudit.moc"
