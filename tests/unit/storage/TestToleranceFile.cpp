// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/ToleranceFile.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;

namespace {

Tolerance windowOf(Millis window)
{
    Tolerance tolerance;
    tolerance.holdWindow = window;
    return tolerance;
}

QueueId queueOf(const char *connection, const char *name)
{
    return {ConnectionId(QLatin1String(connection)), QLatin1String(name)};
}

} // namespace

class TestToleranceFile : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString path() const { return m_folder->filePath(QStringLiteral("tolerances.json")); }
    ToleranceFile file() const { return ToleranceFile(path()); }

    void put(const QByteArray &text) const
    {
        QFile out(path());
        QVERIFY(out.open(QIODevice::WriteOnly | QIODevice::Truncate));
        out.write(text);
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void readsBackWhatItWrote()
    {
        Tolerances tolerances;
        tolerances.queues.insert(queueOf("orders", "expiry"), windowOf(Minutes(15)));
        tolerances.queues.insert(queueOf("orders", "shop/cleanup"), windowOf(Millis(90'500)));
        tolerances.queues[queueOf("orders", "expiry")].workClasses = {{QStringLiteral("urgent"), Minutes(2)}};
        tolerances.rules = {{QStringLiteral("Orders (EU)"), QStringLiteral("reservation-*"), windowOf(Minutes(5))}, {{}, {}, windowOf(std::chrono::hours(1))}};
        QVERIFY(file().write(tolerances).has_value());
        const TolerancesRead read = file().read();
        QVERIFY(read.problems.isEmpty());
        QCOMPARE(read.tolerances, tolerances);
    }

    void prefersTheQueuesOwnThenTheFirstRuleThenTheConnectionsDefault()
    {
        Tolerances tolerances;
        tolerances.queues.insert(queueOf("orders-eu", "own"), windowOf(Minutes(1)));
        tolerances.rules = {{QStringLiteral("Bills"), {}, windowOf(Minutes(2))},
                            {QStringLiteral("Orders (EU)"), QStringLiteral("reservation-*"), windowOf(Minutes(3))},
                            {{}, QStringLiteral("*-expiry"), windowOf(Minutes(4))}};
        const auto windowFor = [&tolerances](const char *name) {
            return toleranceFor(tolerances, queueOf("orders-eu", name), QStringLiteral("Orders (EU)"), windowOf(Minutes(9))).holdWindow;
        };
        QCOMPARE(windowFor("own"), Minutes(1));
        QCOMPARE(windowFor("reservation-expiry"), Minutes(3));
        QCOMPARE(windowFor("hold-expiry"), Minutes(4));
        QCOMPARE(windowFor("cleanup"), Minutes(9));
    }

    void leavesOutAWrongEntryAndUsesTheOthers()
    {
        const QByteArray text = R"({"queues": [
    {"connection": "orders", "queue": "expiry", "hold_window": "soon"},
    {"connection": "orders", "queue": "cleanup", "hold_window": "10m"},
    {"connection": "orders", "queue": "cleanup", "hold_window": "11m"}
], "rules": [{"queues": "x*", "hold_windov": "3m"}]})";
        put(text);
        const TolerancesRead read = file().read();
        QCOMPARE(read.tolerances.queues.keys(), QList<QueueId>{queueOf("orders", "cleanup")});
        QCOMPARE(read.tolerances.queues.value(queueOf("orders", "cleanup")).holdWindow, Minutes(10));
        QCOMPARE(read.problems.size(), 3);
        QVERIFY(toSentence(read.problems[0]).startsWith(QStringLiteral("tolerances.json:2:64: hold_window must be a duration")));
        QCOMPARE(read.problems[1].error.where, QStringLiteral("tolerances.json:4:39"));
        QCOMPARE(read.problems[2].weight, ConfigProblem::Weight::Warning);
        QVERIFY(!file().write({}).has_value());
        QFile in(path());
        QVERIFY(in.open(QIODevice::ReadOnly));
        QCOMPARE(in.readAll(), text);
    }

    void countsColumnsInCharacters()
    {
        put(QByteArray("{\"rules\": [{\"owner\": \"Müller\", \"hold_window\": 0}]}"));
        QCOMPARE(file().read().problems.front().error.where, QStringLiteral("tolerances.json:1:47"));
    }

    void checksBeforeADialogSaves()
    {
        QVERIFY(ToleranceFile::check(windowOf(Minutes(15)), QStringLiteral("expiry")).isEmpty());
        QVERIFY(ToleranceFile::check(windowOf(Millis(0)), QStringLiteral("expiry")).front().error.what.contains(QStringLiteral("longer than zero")));
    }
};

QTEST_GUILESS_MAIN(TestToleranceFile)
#include "TestToleranceFile.moc"
