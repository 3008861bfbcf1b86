// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/QueueEngine.h"
#include "app/practice/SqliteStore.h"
#include "tests/support/FakeClock.h"

#include <QProcess>
#include <QSet>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace holdwatch;
using namespace holdwatch::practice;
using namespace std::chrono_literals;

/// A restart loses nothing that was acknowledged; a file that is not ours stays as it is.
class TestSqliteStore : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_clock = test::FakeClock();
        start();
        QueueSettings dead;
        dead.name = QStringLiteral("dead");
        dead.retention = 30 * 24h;
        QVERIFY(m_engine->createQueue(dead));
        QueueSettings jobs;
        jobs.name = QStringLiteral("jobs/äöü 1");
        jobs.fifo = true;
        jobs.priority = true;
        jobs.deadLetterQueue = dead.name;
        jobs.maxRetries = 0;
        jobs.visibilityTimeout = 45s;
        QVERIFY(m_engine->createQueue(jobs));
        m_jobs = jobs;
    }

    void keepsQueuesMessagesLeasesAndTotalsOverARestart()
    {
        const QByteArray payload("{\"k\":1.10,\"nul\":\"\\u0000\",\"bytes\":\"\xc3\xa4\"}");
        publish(payload);
        publish();
        const Delivery lent = m_engine->consume(m_jobs.name, 1, {}, {})->first();
        const QueueStats before = *m_engine->stats(m_jobs.name);
        restart();
        QVERIFY(m_engine->queues().contains(m_jobs));
        const QueueStats after = *m_engine->stats(m_jobs.name);
        QCOMPARE(after.inFlight, 1);
        QCOMPARE(after.ready, 1);
        QCOMPARE(after.publishedTotal, before.publishedTotal);
        QVERIFY(m_engine->consume(m_jobs.name, 1, {}, {})->isEmpty());
        QVERIFY(m_engine->nack(m_jobs.name, {}, lent.receipt, 0s, QStringLiteral("why")));
        restart();
        const DeadLetter dead = m_engine->deadLetters(m_jobs.name, {}, 1)->items.first();
        QCOMPARE(dead.payload, payload);
        QCOMPARE(dead.id, lent.id);
        QCOMPARE(dead.lastError, QStringLiteral("why"));
        QCOMPARE(dead.publishedAt, lent.publishedAt);
    }

    void keepsTheRecordOfFailedDeliveriesAndTheKeyOverARestart()
    {
        const auto id = m_engine->publish(m_jobs.name, message("1"), QStringLiteral("reserve:17:1"));
        const Delivery lent = m_engine->consume(m_jobs.name, 1, {}, QStringLiteral("w1"))->first();
        restart();
        QVERIFY(m_engine->nack(m_jobs.name, *id, lent.receipt, 0s, QStringLiteral("why"), QStringLiteral("malformed")));
        restart();
        const DeadLetter dead = m_engine->deadLetters(m_jobs.name, {}, 1)->items.first();
        QCOMPARE(dead.idempotencyKey, QStringLiteral("reserve:17:1"));
        QCOMPARE(dead.attempts, (QVector<FailedAttempt>{{m_clock.now(), QStringLiteral("w1"), QStringLiteral("why"), QStringLiteral("malformed")}}));
    }

    void takesOverAFileOfTheVersionBefore()
    {
        publish("1");
        stop();
        for (const char *column : {"idempotency_key", "lent_to", "attempts"})
            onDisk(QStringLiteral("ALTER TABLE messages DROP COLUMN %1").arg(QLatin1String(column)));
        onDisk(QStringLiteral("PRAGMA user_version = 1"));
        start();
        QCOMPARE(m_engine->stats(m_jobs.name)->ready, 1);
        const Delivery lent = m_engine->consume(m_jobs.name, 1, {}, QStringLiteral("w1"))->first();
        QVERIFY(m_engine->nack(m_jobs.name, {}, lent.receipt, 0s, {}));
        restart();
        QCOMPARE(m_engine->deadLetters(m_jobs.name, {}, 1)->items.first().attempts.size(), 1);
    }

    void answersAKnownKeyTheSameAfterARestart()
    {
        const auto id = m_engine->publish(m_jobs.name, message("1"), QStringLiteral("key-1"));
        restart();
        QCOMPARE(*m_engine->publish(m_jobs.name, message("1"), QStringLiteral("key-1")), *id);
        QCOMPARE(m_engine->publish(m_jobs.name, message("2"), QStringLiteral("key-1")).error().kind, Error::Kind::Conflict);
        QCOMPARE(m_engine->stats(m_jobs.name)->publishedTotal, 1);
        m_clock.advance(24h);
        QVERIFY(*m_engine->publish(m_jobs.name, message("1"), QStringLiteral("key-1")) != *id);
    }

    void removesADeletedQueueWithItsMessages()
    {
        publish();
        QVERIFY(m_engine->deleteQueue(m_jobs.name));
        restart();
        QCOMPARE(m_engine->queues().size(), 1);
        QVERIFY(m_engine->createQueue(m_jobs));
        QCOMPARE(m_engine->stats(m_jobs.name)->ready, 0);
    }

    void losesNothingAcknowledgedWhenTheProcessIsKilled()
    {
        stop();
        QProcess publisher;
        publisher.start(QCoreApplication::applicationDirPath() + QStringLiteral("/practice_publisher"), {path(), m_jobs.name});
        QStringList acknowledged;
        while (acknowledged.size() < 20) {
            QVERIFY(publisher.canReadLine() || publisher.waitForReadyRead());
            while (publisher.canReadLine())
                acknowledged.append(QString::fromLatin1(publisher.readLine()).trimmed());
        }
        publisher.kill(); // SIGKILL, in the middle of the next publish
        QVERIFY(publisher.waitForFinished());
        acknowledged += QString::fromLatin1(publisher.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        start();
        QVERIFY(m_engine->stats(m_jobs.name)->publishedTotal >= acknowledged.size());
        const QSet<QString> kept = idsOnDisk();
        for (const QString &id : acknowledged)
            QVERIFY2(kept.contains(id), qPrintable(id));
    }

    void syncsEachCommitToAWriteAheadLog()
    {
        QCOMPARE(m_store->pragma(QStringLiteral("synchronous")), QStringLiteral("2")); // FULL
        QCOMPARE(m_store->pragma(QStringLiteral("journal_mode")), QStringLiteral("wal"));
    }

    void refusesAFileOfANewerVersionAndLeavesItAlone()
    {
        stop();
        onDisk(QStringLiteral("PRAGMA user_version = 99"));
        const auto store = SqliteStore::open(path());
        QVERIFY(!store);
        QCOMPARE(store.error().kind, Error::Kind::Storage);
        QVERIFY(store.error().what.contains(QStringLiteral("newer")));
    }

    void refusesADamagedFileAndLeavesItAlone()
    {
        stop();
        QFile file(m_folder->filePath(QStringLiteral("rubbish.sqlite")));
        const QByteArray rubbish = QByteArrayLiteral("this is not a database, it is a letter. ").repeated(200);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(rubbish);
        file.close();
        const auto store = SqliteStore::open(file.fileName());
        QVERIFY(!store);
        QCOMPARE(store.error().kind, Error::Kind::Storage);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), rubbish);
    }

private:
    QString path() const { return m_folder->filePath(QStringLiteral("queue.sqlite")); }
    static NewMessage message(const char *payload) { return {QByteArray(payload)}; }
    void publish(const QByteArray &payload = QByteArrayLiteral("{}")) { QVERIFY(m_engine->publish(m_jobs.name, {payload}, {})); }
    void stop()
    {
        m_engine.reset();
        m_store.reset();
    }
    void start()
    {
        auto store = SqliteStore::open(path());
        QVERIFY2(store, qPrintable(store ? QString() : toSentence(store.error())));
        m_store = std::move(*store);
        m_engine = std::make_unique<QueueEngine>(*m_store, m_clock);
    }
    void restart()
    {
        stop();
        start();
    }
    void onDisk(const QString &statement, std::function<void(QSqlQuery &)> read = {})
    {
        {
            QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("look"));
            database.setDatabaseName(path());
            QVERIFY(database.open());
            QSqlQuery query(database);
            QVERIFY(query.exec(statement));
            if (read)
                read(query);
        }
        QSqlDatabase::removeDatabase(QStringLiteral("look"));
    }
    QSet<QString> idsOnDisk()
    {
        QSet<QString> ids;
        onDisk(QStringLiteral("SELECT m.id FROM messages m JOIN payloads p ON p.id = m.id"), [&](QSqlQuery &query) {
            while (query.next())
                ids.insert(query.value(0).toString());
        });
        return ids;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    test::FakeClock m_clock;
    std::unique_ptr<SqliteStore> m_store;
    std::unique_ptr<QueueEngine> m_engine;
    QueueSettings m_jobs;
};

QTEST_GUILESS_MAIN(TestSqliteStore)
#include "TestSqliteStore.moc"
