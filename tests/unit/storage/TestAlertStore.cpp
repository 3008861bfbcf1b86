// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/alerts/AlertStore.h"
#include "app/storage/history/HistorySchema.h"
#include "tests/unit/storage/Samples.h"

#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::storage::test;

namespace {

Alert fullAlert()
{
    Alert alert;
    alert.id = AlertId(QStringLiteral("a1"));
    alert.queue = queueNamed(QStringLiteral("expiry"));
    alert.connectionName = QStringLiteral("Orders (EU)");
    alert.queueName = QStringLiteral("reservation-expiry");
    alert.cause = Cause::DeadLettersGrowing;
    alert.verdict = Verdict::Breached;
    alert.reason = QStringLiteral("dead letters 12 (+2)");
    alert.openedAt = noon;
    alert.changedAt = noon + Minutes(1);
    alert.owner = QStringLiteral("checkout");
    alert.runbook = QStringLiteral("https://runbooks.example/expiry");
    alert.acknowledgedBy = QStringLiteral("mira");
    alert.acknowledgedAt = noon + Minutes(2);
    alert.mutedUntil = noon + Minutes(30);
    return alert;
}

AlertLogEntry entryOf(const QueueId &queue, const QString &text)
{
    AlertLogEntry entry;
    entry.at = noon;
    entry.kind = AlertLogEntry::Kind::Worsened;
    entry.queue = queue;
    entry.connectionName = QStringLiteral("Orders (EU)");
    entry.from = Verdict::Watch;
    entry.to = Verdict::NotReported;
    entry.cause = Cause::NoConsumers;
    entry.text = text;
    return entry;
}

} // namespace

class TestAlertStore : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Database> m_database;
    std::unique_ptr<AlertStore> m_store;

    void reopen()
    {
        m_store.reset();
        m_database.reset();
        m_database = openMigrated(m_folder->filePath(QStringLiteral("history.sqlite")), historySchema()).value();
        m_store = std::make_unique<AlertStore>(*m_database);
    }

    void fill(UtcTime at, int lines)
    {
        auto transaction = Transaction::begin(*m_database);
        AlertLogEntry entry = entryOf(queueNamed(QStringLiteral("expiry")), QStringLiteral("line"));
        entry.at = at;
        for (int i = 0; i < lines; ++i)
            QVERIFY(m_store->append(entry).has_value());
        QVERIFY(transaction->commit().has_value());
    }
    int trim(UtcTime now, Millis age, int lines) { return m_store->trim(now, age, lines).value(); }

    AlertState state(UtcTime now = noon) const { return m_store->load(now).value(); }

private slots:
    void init()
    {
        m_store.reset();
        m_database.reset();
        m_folder = std::make_unique<QTemporaryDir>();
        reopen();
    }

    void givesBackAnOpenAlertAsItWas()
    {
        QVERIFY(m_store->save(fullAlert()).has_value());
        reopen();
        QCOMPARE(state().open, QVector<Alert>{fullAlert()});
    }

    void replacesByIdAndForgetsAboutClosedOnes()
    {
        Alert alert = fullAlert();
        QVERIFY(m_store->save(alert).has_value());
        alert.reason = QStringLiteral("dead letters 20 (+10)");
        QVERIFY(m_store->save(alert).has_value());
        QCOMPARE(state().open, QVector<Alert>{alert});
        alert.closedAt = noon + Minutes(5);
        QVERIFY(m_store->save(alert).has_value());
        QCOMPARE(state().open, QVector<Alert>());
    }

    void keepsOneOpenAlertPerQueueAndCause()
    {
        Alert second = fullAlert();
        second.id = AlertId(QStringLiteral("a2"));
        Alert otherCause = fullAlert();
        otherCause.id = AlertId(QStringLiteral("a3"));
        otherCause.cause = Cause::AgeInWindow;
        for (const Alert &alert : {fullAlert(), second, otherCause})
            QVERIFY(m_store->save(alert).has_value());
        QCOMPARE(state().open, (QVector<Alert>{second, otherCause}));
        QCOMPARE(m_database->number(QStringLiteral("SELECT count(*) FROM alert WHERE id = 'a1' AND closed_at IS NOT NULL")).value(), 1); // closed, not lost
    }

    void numbersTheLogWithoutHolesOrRepeats()
    {
        const QueueId queue = queueNamed(QStringLiteral("expiry"));
        AlertLogEntry numbered = entryOf(queue, QStringLiteral("x"));
        QCOMPARE(m_store->append(numbered).value(), 1);
        QCOMPARE(m_store->append(numbered).value(), 2);
        numbered.sequence = 7; // the caller knows better
        QCOMPARE(m_store->append(numbered).value(), 7);
        numbered.sequence = 3; // taken by now
        QCOMPARE(m_store->append(numbered).value(), 8);
        QCOMPARE(state().lastSequence, 8);
    }

    void pagesThroughTheLogNewestFirst()
    {
        const QueueId expiry = queueNamed(QStringLiteral("expiry"));
        const QueueId cleanup = queueNamed(QStringLiteral("cleanup"));
        for (int i = 0; i < 10; ++i)
            QVERIFY(m_store->append(entryOf(i % 2 ? expiry : cleanup, QString::number(i))).has_value());
        const auto textsOf = [this](const AlertLogQuery &query) {
            QStringList texts;
            const auto page = m_store->page(query);
            for (const AlertLogEntry &entry : *page)
                texts << entry.text;
            return texts.join(QLatin1Char(' '));
        };
        QCOMPARE(textsOf({std::nullopt, std::nullopt, 3}), QStringLiteral("9 8 7"));
        QCOMPARE(textsOf({std::nullopt, 8, 3}), QStringLiteral("6 5 4"));
        QCOMPARE(textsOf({expiry, std::nullopt, 100}), QStringLiteral("9 7 5 3 1"));
        QCOMPARE(textsOf({expiry, 6, 2}), QStringLiteral("3 1"));
    }

    void givesBackALogEntryAsItWas()
    {
        AlertLogEntry entry = entryOf(queueNamed(QString()), QStringLiteral("<b>plain</b> text, \"quotes\" and 'more'"));
        entry.from.reset();
        QVERIFY(m_store->append(entry).has_value());
        reopen();
        entry.sequence = 1;
        QCOMPARE(m_store->page({}).value(), QVector<AlertLogEntry>{entry});
    }

    void letsGoOfWhatIsOldButNotOfWhatIsOpen()
    {
        const UtcTime later = noon + std::chrono::hours(24 * 400);
        Alert closed = fullAlert();
        closed.id = AlertId(QStringLiteral("closed"));
        closed.cause = Cause::NoArrivals;
        closed.closedAt = noon + Minutes(5);
        for (const Alert &alert : {fullAlert(), closed})
            QVERIFY(m_store->save(alert).has_value());
        QVERIFY(m_store->save(MaintenanceWindow{{}, QStringLiteral("*"), noon, noon + Minutes(1), {}, {}}).has_value());
        fill(noon, 500);
        fill(later, AlertStore::spared);

        QCOMPARE(trim(later, std::chrono::hours(24 * 366), 100'000), 500);
        QCOMPARE(m_database->number(QStringLiteral("SELECT min(sequence) FROM alert_log")).value(), 501);
        QCOMPARE(state().lastSequence, 500 + AlertStore::spared);
        QCOMPARE(state().open, QVector<Alert>{fullAlert()});
        QCOMPARE(m_database->number(QStringLiteral("SELECT count(*) FROM alert")).value(), 1);
        QCOMPARE(m_database->number(QStringLiteral("SELECT count(*) FROM maintenance")).value(), 0);
        QCOMPARE(trim(later, std::chrono::hours(24 * 366), 100'000), 0);
    }

    void letsGoOfTheOldestLinesPastTheirNumber()
    {
        fill(noon, AlertStore::trimmedAtOnce + 1'500);
        QCOMPARE(trim(noon, std::chrono::hours(1), 1'200), AlertStore::trimmedAtOnce);
        QCOMPARE(trim(noon, std::chrono::hours(1), 1'200), 300);
        QCOMPARE(m_database->number(QStringLiteral("SELECT count(*) FROM alert_log")).value(), 1'200);
        QCOMPARE(m_store->append(entryOf(queueNamed(QStringLiteral("expiry")), QStringLiteral("next"))).value(), AlertStore::trimmedAtOnce + 1'501);
    }

    void aClockThatLeapsDoesNotEmptyTheLog()
    {
        fill(noon, AlertStore::spared + 10);
        trim(noon + std::chrono::hours(24 * 7000), std::chrono::hours(24 * 366), 100'000);
        QCOMPARE(m_database->number(QStringLiteral("SELECT count(*) FROM alert_log")).value(), AlertStore::spared);
    }

    void forgetsMaintenanceThatIsOver()
    {
        const MaintenanceWindow window{QString(), QStringLiteral("reservation-*"), noon, noon + Minutes(30), QStringLiteral("deploy"), QStringLiteral("mira")};
        QVERIFY(m_store->save(window).has_value());
        QCOMPARE(state(noon + Minutes(29)).maintenance, QVector<MaintenanceWindow>{window});
        QCOMPARE(state(noon + Minutes(30)).maintenance, QVector<MaintenanceWindow>());
    }
};

QTEST_GUILESS_MAIN(TestAlertStore)
#include "TestAlertStore.moc"
