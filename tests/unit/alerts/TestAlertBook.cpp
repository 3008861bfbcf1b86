// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/AlertBook.h"

#include <QTest>

using namespace holdwatch;
using namespace std::chrono_literals;
using State = ConnectionStatus::State;

namespace {

const ConnectionId shop(QStringLiteral("shop"));
constexpr Millis staleAfter = 45s;

QueueStatus queue(const QString &name, Verdict verdict, Cause cause = Cause::AgeInWindow)
{
    QueueStatus status;
    status.queue.id = {shop, name};
    status.queue.displayName = name;
    status.connectionName = QStringLiteral("shop");
    status.assessment.verdict = verdict;
    status.assessment.cause = cause;
    status.assessment.reason = QStringLiteral("because ") + toWord(verdict);
    status.tolerance.owner = QStringLiteral("ada");
    status.tolerance.runbook = QStringLiteral("https://runbooks.example/orders");
    return status;
}

ConnectionStatus connection(State state)
{
    ConnectionStatus status;
    status.id = shop;
    status.name = QStringLiteral("shop");
    status.state = state;
    status.text = QStringLiteral("The server refused the connection.");
    return status;
}

using Course = QVector<QPair<int, int>>; // (verdict, cause), one poll after the other

QString orders() { return QStringLiteral("orders"); }
QString ada() { return QStringLiteral("ada"); }

/// "opened approaching, closed approaching": what was told, in order.
QString told(const AlertBook::News &news)
{
    QStringList words;
    for (const Notice &notice : news.notices) {
        const QString kind = notice.kind == Notice::Kind::Opened ? QStringLiteral("opened")
            : notice.kind == Notice::Kind::Worsened              ? QStringLiteral("worsened")
                                                                 : QStringLiteral("closed");
        words << kind + QLatin1Char(' ') + toWord(notice.alert.verdict);
    }
    return words.join(QStringLiteral(", "));
}

int logged(const AlertBook::News &news, AlertLogEntry::Kind kind)
{
    return static_cast<int>(std::count_if(news.log.cbegin(), news.log.cend(), [&](const AlertLogEntry &entry) { return entry.kind == kind; }));
}

} // namespace

class TestAlertBook : public QObject
{
    Q_OBJECT
private:
    UtcTime m_now{1'700'000'000s};
    UtcTime later(Millis step) { return m_now += step; }

private slots:
    void opensAndClosesByVerdict_data()
    {
        using V = Verdict;
        using C = Cause;
        QTest::addColumn<Course>("course");
        QTest::addColumn<QString>("expected");
        const auto course = [](std::initializer_list<std::pair<V, C>> steps) {
            Course out;
            for (const auto &[verdict, cause] : steps)
                out.append({int(verdict), int(cause)});
            return out;
        };
        QTest::newRow("healthy is silent") << course({{V::Healthy, C::None}, {V::Healthy, C::None}}) << QString();
        QTest::newRow("watch is no alarm") << course({{V::Healthy, C::None}, {V::Watch, C::AgeInWindow}}) << QString();
        QTest::newRow("approaching once, however long it lasts")
            << course({{V::Approaching, C::AgeInWindow}, {V::Approaching, C::AgeInWindow}, {V::Approaching, C::AgeInWindow}})
            << QStringLiteral("opened approaching");
        QTest::newRow("repeated when it gets worse")
            << course({{V::Approaching, C::AgeInWindow}, {V::Breached, C::AgeInWindow}, {V::Approaching, C::AgeInWindow}, {V::Breached, C::AgeInWindow}})
            << QStringLiteral("opened approaching, worsened breached");
        QTest::newRow("open through recovering, closed when healthy")
            << course({{V::Breached, C::AgeInWindow}, {V::Recovering, C::AgeInWindow}, {V::Watch, C::AgeInWindow}, {V::Healthy, C::None}})
            << QStringLiteral("opened breached, closed breached");
        QTest::newRow("dead letters are told at watch")
            << course({{V::Watch, C::DeadLettersGrowing}, {V::Watch, C::DeadLettersGrowing}, {V::Healthy, C::None}})
            << QStringLiteral("opened watch, closed watch");
        QTest::newRow("a dead scheduler is told at watch") << course({{V::Watch, C::NoArrivals}}) << QStringLiteral("opened watch");
        QTest::newRow("two causes are two alerts")
            << course({{V::Approaching, C::NoConsumers}, {V::Breached, C::AgeInWindow}})
            << QStringLiteral("opened approaching, opened breached");
        QTest::newRow("stale closes nothing")
            << course({{V::Approaching, C::AgeInWindow}, {V::Stale, C::NoFreshSample}, {V::Approaching, C::AgeInWindow}})
            << QStringLiteral("opened approaching, opened stale, closed stale");
        QTest::newRow("an age that vanishes closes nothing")
            << course({{V::Breached, C::AgeInWindow}, {V::NotReported, C::AgeNotReported}}) << QStringLiteral("opened breached");
        QTest::newRow("not reported alone is no alarm") << course({{V::NotReported, C::AgeNotReported}}) << QString();
    }
    void opensAndClosesByVerdict()
    {
        QFETCH(Course, course);
        AlertBook book;
        for (const auto &[verdict, cause] : std::as_const(course))
            book.observe(queue(orders(), Verdict(verdict), Cause(cause)), later(15s));
        QTEST(told(book.takeNews()), "expected");
    }

    void carriesOwnerRunbookAndReason()
    {
        AlertBook book;
        book.observe(queue(orders(), Verdict::Approaching), m_now);
        const Alert alert = book.open().constFirst();
        QCOMPARE(alert.owner, ada());
        QCOMPARE(alert.runbook, QStringLiteral("https://runbooks.example/orders"));
        QCOMPARE(alert.reason, QStringLiteral("because approaching"));
        QCOMPARE(alert.openedAt, m_now);
    }

    void logsEachVerdictChangeOnceWithItsReason()
    {
        AlertBook book;
        book.observe(queue(orders(), Verdict::Healthy, Cause::None), later(15s));
        QVERIFY(book.takeNews().isEmpty());
        book.observe(queue(orders(), Verdict::Watch), later(15s));
        book.observe(queue(orders(), Verdict::Watch), later(15s));
        const AlertBook::News news = book.takeNews();
        QCOMPARE(news.log.size(), 1);
        QCOMPARE(news.log[0].from, std::optional(Verdict::Healthy));
        QCOMPARE(news.log[0].to, Verdict::Watch);
        QCOMPARE(news.log[0].text, QStringLiteral("because watch"));
        QVERIFY(news.notices.isEmpty());
    }

    void aDeadLetterQueueLeavesTheAlertToItsOrigin()
    {
        AlertBook book;
        QueueStatus dead = queue(QStringLiteral("orders.dlq"), Verdict::Watch, Cause::DeadLettersGrowing);
        dead.queue.isDeadLetterQueue = true;
        dead.queue.origins = {orders()};
        book.observe(dead, m_now);
        QVERIFY(book.open().isEmpty());
        dead.queue.origins << QStringLiteral("mail"); // shared: neither origin can tell its part
        book.observe(dead, later(15s));
        QCOMPARE(book.open().size(), 1);
    }

    void oneAlertForAConnectionThatFallsSilent()
    {
        AlertBook book;
        for (int i = 0; i < 1000; ++i)
            book.observe(queue(QString::number(i), Verdict::Healthy, Cause::None), m_now);
        book.observeConnection(connection(State::Ok), staleAfter, m_now);
        book.observeConnection(connection(State::Unreachable), staleAfter, later(15s));
        QVERIFY(book.takeNews().notices.isEmpty()); // one missed poll is nobody's business
        later(45s);
        for (int i = 0; i < 1000; ++i)
            book.observe(queue(QString::number(i), Verdict::Stale, Cause::NoFreshSample), m_now);
        book.tick(m_now);
        const AlertBook::News silent = book.takeNews();
        QCOMPARE(told(silent), QStringLiteral("opened stale"));
        QCOMPARE(silent.log.size(), 1);
        QVERIFY(silent.notices[0].alert.queueName.isEmpty());

        book.observeConnection(connection(State::Ok), staleAfter, later(15s));
        for (int i = 0; i < 1000; ++i)
            book.observe(queue(QString::number(i), i == 7 ? Verdict::Watch : Verdict::Healthy), m_now);
        const AlertBook::News back = book.takeNews();
        QCOMPARE(told(back), QStringLiteral("closed stale"));
        QCOMPARE(logged(back, AlertLogEntry::Kind::VerdictChanged), 1); // the one that came back different
        QCOMPARE(back.log.last().from, std::optional(Verdict::Healthy));
    }

    void aRefusedKeyIsToldAtOnce()
    {
        AlertBook book;
        book.observeConnection(connection(State::Unauthorized), staleAfter, m_now);
        QCOMPARE(told(book.takeNews()), QStringLiteral("opened stale"));
    }

    void aPauseRaisesNothing()
    {
        AlertBook book;
        book.observe(queue(orders(), Verdict::Healthy, Cause::None), m_now);
        book.observeConnection(connection(State::Paused), staleAfter, m_now);
        book.observe(queue(orders(), Verdict::Stale, Cause::NoFreshSample), later(60s));
        book.tick(m_now);
        QVERIFY(book.takeNews().isEmpty());
    }

    void aSilentQueueOnALivingConnectionHasItsOwnAlert()
    {
        AlertBook book;
        book.observeConnection(connection(State::Degraded), staleAfter, m_now);
        book.observe(queue(orders(), Verdict::Stale, Cause::NoFreshSample), m_now);
        QCOMPARE(told(book.takeNews()), QStringLiteral("opened stale"));
    }

    void aMuteHoldsNoticesBackAndEndsByItself()
    {
        AlertBook book;
        book.observe(queue(QStringLiteral("a"), Verdict::Watch, Cause::DeadLettersGrowing), m_now);
        book.mute(book.open().constFirst().id, m_now + 10min, ada(), m_now);
        book.takeNews();
        book.observe(queue(QStringLiteral("a"), Verdict::Approaching, Cause::DeadLettersGrowing), later(1min));
        const AlertBook::News muted = book.takeNews();
        QVERIFY(muted.notices.isEmpty());
        QCOMPARE(logged(muted, AlertLogEntry::Kind::Worsened), 1);
        book.tick(later(10min));
        const AlertBook::News ended = book.takeNews();
        QCOMPARE(logged(ended, AlertLogEntry::Kind::Unmuted), 1);
        QCOMPARE(told(ended), QStringLiteral("worsened approaching"));
    }

    void aMuteNeverCoversBreached()
    {
        AlertBook book;
        book.observe(queue(orders(), Verdict::Approaching), m_now);
        book.mute(book.open().constFirst().id, m_now + 1h, ada(), m_now);
        book.takeNews();
        book.observe(queue(orders(), Verdict::Breached), later(1min));
        QCOMPARE(told(book.takeNews()), QStringLiteral("worsened breached"));
    }

    void aMuteIsBounded()
    {
        AlertBook book;
        book.observe(queue(orders(), Verdict::Approaching), m_now);
        const AlertId id = book.open().constFirst().id;
        book.mute(id, m_now - 1s, ada(), m_now);
        QVERIFY(!book.open().constFirst().mutedUntil);
        book.mute(id, m_now + std::chrono::hours(24 * 365), ada(), m_now);
        QCOMPARE(book.open().constFirst().mutedUntil, std::optional<UtcTime>(m_now + AlertBook::longestMute));
        book.unmute(id, ada(), m_now);
        QVERIFY(!book.open().constFirst().mutedUntil);
    }

    void maintenanceCoversItsQueuesUntilItsEnd()
    {
        AlertBook book;
        book.addMaintenance({QStringLiteral("shop"), QStringLiteral("ord*"), m_now, m_now + 30min, QStringLiteral("deploy"), ada()}, m_now);
        QCOMPARE(logged(book.takeNews(), AlertLogEntry::Kind::MaintenanceStarted), 1);
        book.observe(queue(orders(), Verdict::Approaching), later(1min));
        book.observe(queue(QStringLiteral("mail"), Verdict::Approaching), m_now);
        const AlertBook::News during = book.takeNews();
        QCOMPARE(during.notices.size(), 1);
        QCOMPARE(during.notices[0].alert.queueName, QStringLiteral("mail"));

        book.tick(later(30min));
        const AlertBook::News after = book.takeNews();
        QCOMPARE(logged(after, AlertLogEntry::Kind::MaintenanceEnded), 1);
        QCOMPARE(told(after), QStringLiteral("opened approaching"));
        QVERIFY(book.maintenance().isEmpty());
    }

    void maintenanceNeverCoversBreached()
    {
        AlertBook book;
        book.addMaintenance({QString(), QString(), m_now, m_now + 30min, QStringLiteral("deploy"), ada()}, m_now);
        book.takeNews();
        book.observe(queue(orders(), Verdict::Breached), later(1min));
        QCOMPARE(told(book.takeNews()), QStringLiteral("opened breached"));
    }

    void whatNobodyHeardOfEndsSilently()
    {
        AlertBook book;
        book.addMaintenance({QString(), QString(), m_now, m_now + 30min, QStringLiteral("deploy"), ada()}, m_now);
        book.observe(queue(orders(), Verdict::Approaching), later(1min));
        book.observe(queue(orders(), Verdict::Healthy, Cause::None), later(1min));
        const AlertBook::News news = book.takeNews();
        QVERIFY(news.notices.isEmpty());
        QCOMPARE(logged(news, AlertLogEntry::Kind::Closed), 1);
    }

    void goesOnWithWhatAnEarlierRunLeftOpen()
    {
        AlertBook first;
        first.observe(queue(orders(), Verdict::Approaching), m_now);
        first.acknowledge(first.open().constFirst().id, ada(), m_now);
        AlertBook second({first.open(), {}, 100});
        second.observe(queue(orders(), Verdict::Approaching), later(1min));
        QVERIFY(second.takeNews().notices.isEmpty());
        QCOMPARE(second.open().constFirst().acknowledgedBy, ada());
        second.observe(queue(orders(), Verdict::Healthy, Cause::None), later(1min));
        const AlertBook::News news = second.takeNews();
        QCOMPARE(told(news), QStringLiteral("closed approaching"));
        QVERIFY(news.log.constFirst().sequence >= 100);
    }

    void closesWhatHasNoQueueOrConnectionAnyMore()
    {
        AlertBook book;
        book.observe(queue(orders(), Verdict::Breached), m_now);
        book.observe(queue(QStringLiteral("mail"), Verdict::Breached), m_now);
        book.forgetQueues({QueueId{shop, orders()}}, later(1min));
        QCOMPARE(book.open().size(), 1);
        book.keepOnlyConnections({}, later(1min));
        QVERIFY(book.open().isEmpty());
    }

    void numbersItsLogWithoutAGap()
    {
        AlertBook book({{}, {}, 41});
        book.observe(queue(orders(), Verdict::Approaching), m_now);
        book.noticeFailed(book.open().constFirst(), QStringLiteral("The webhook did not answer."), m_now);
        const AlertBook::News news = book.takeNews();
        for (int i = 0; i < news.log.size(); ++i)
            QCOMPARE(news.log[i].sequence, 41 + i);
        QCOMPARE(news.log.last().kind, AlertLogEntry::Kind::NoticeFailed);
    }

    void deadLettersAboutToBeDeletedRaiseAnAlertThatNothingSilences()
    {
        AlertBook book;
        const RetentionOutlook ending{QueueId{ConnectionId(QStringLiteral("shop")), orders()}, QStringLiteral("Shop"), m_now + 3h, 12};
        book.addMaintenance({{}, {}, m_now, m_now + 24h, QStringLiteral("deploy"), QStringLiteral("Ada")}, m_now);
        book.observeRetention({ending}, m_now);
        const AlertBook::News first = book.takeNews();
        QCOMPARE(first.notices.size(), 1);
        QCOMPARE(first.notices.front().alert.cause, Cause::RetentionEnds);
        QVERIFY(first.notices.front().alert.reason.startsWith(QStringLiteral("12 dead letters will be deleted by retention, the first in 3:00:00")));
        book.observeRetention({ending}, later(1h));
        book.observe(queue(orders(), Verdict::Healthy, Cause::None), later(1h)); // which knows nothing of retention
        QVERIFY(book.takeNews().notices.isEmpty());
        QCOMPARE(book.open().size(), 1);
        book.observeRetention({}, later(4h));
        QVERIFY(book.open().isEmpty());
        QCOMPARE(book.takeNews().notices.front().kind, Notice::Kind::Closed);
    }
};

QTEST_GUILESS_MAIN(TestAlertBook)
#include "TestAlertBook.moc"
