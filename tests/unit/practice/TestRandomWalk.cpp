// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/MemoryStore.h"
#include "app/practice/QueueEngine.h"
#include "tests/support/FakeClock.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <map>

using namespace holdwatch;
using namespace holdwatch::practice;
using namespace std::chrono_literals;

namespace {

/// The same rules, done the slow and obvious way: a list that is searched, and time that passes second by second.
struct NaiveMessage
{
    QString id;
    QString queue;
    QString origin;
    qint64 order = 0;
    int priority = 0;
    QString group;
    UtcTime due{}, available{}, expires{};
    std::optional<UtcTime> lease;
    QString receipt;
    int deliveries = 0;
    int failures = 0;
};

class NaiveQueue
{
public:
    explicit NaiveQueue(UtcTime now) : m_now(now) {}

    void create(const QueueSettings &settings) { m_settings[settings.name] = settings; }

    void publish(const QString &id, const QString &queue, Seconds delay, int priority, const QString &group)
    {
        NaiveMessage message;
        message.id = id;
        message.priority = priority;
        message.group = group;
        enter(message, queue, m_now + delay);
        m_messages.push_back(message);
    }

    /// One second passes. Whatever ends exactly now ends before anything else happens.
    void tick()
    {
        m_now += 1s;
        std::vector<NaiveMessage *> ended;
        for (NaiveMessage &message : m_messages) {
            if (message.lease && *message.lease <= m_now && *message.lease <= message.expires)
                ended.push_back(&message);
        }
        std::sort(ended.begin(), ended.end(), [](const auto *a, const auto *b) { return a->order < b->order; });
        for (NaiveMessage *message : ended)
            fail(*message, m_now, 0s);
        sweep();
    }

    /// The ids that may be delivered, best first.
    QStringList deliverable(const QString &queue) const
    {
        std::vector<const NaiveMessage *> candidates;
        for (const NaiveMessage &message : m_messages) {
            if (message.queue == queue && !message.lease && message.available <= m_now && !isHeldBack(message))
                candidates.push_back(&message);
        }
        const bool byPriority = m_settings.at(queue).priority;
        std::sort(candidates.begin(), candidates.end(), [byPriority](const NaiveMessage *a, const NaiveMessage *b) {
            if (byPriority && a->priority != b->priority)
                return a->priority > b->priority;
            return std::pair(a->due, a->order) < std::pair(b->due, b->order);
        });
        QStringList ids;
        for (const NaiveMessage *message : candidates)
            ids.append(message->id);
        return ids;
    }

    void lend(const QString &id, const QString &receipt, Seconds lease)
    {
        NaiveMessage &message = at(id);
        message.lease = m_now + lease;
        message.receipt = receipt;
        if (++message.deliveries > 1)
            ++m_redelivered[message.queue];
    }
    bool ack(const QString &receipt)
    {
        const auto found = lent(receipt);
        if (found == m_messages.end())
            return false;
        ++m_completed[found->queue];
        m_messages.erase(found);
        return true;
    }
    bool nack(const QString &receipt, Seconds delay)
    {
        const auto found = lent(receipt);
        if (found == m_messages.end())
            return false;
        fail(*found, m_now, delay);
        sweep();
        return true;
    }
    int redriveThese(const QString &origin, const QStringList &ids)
    {
        std::vector<NaiveMessage *> chosen;
        for (NaiveMessage &message : m_messages) {
            if (message.origin == origin && !message.lease && ids.contains(message.id))
                chosen.push_back(&message);
        }
        return moveBack(std::move(chosen), origin);
    }
    int redrive(const QString &origin, int most)
    {
        std::vector<NaiveMessage *> dead;
        for (NaiveMessage &message : m_messages) {
            if (message.origin == origin && !message.lease)
                dead.push_back(&message);
        }
        std::sort(dead.begin(), dead.end(), [](const auto *a, const auto *b) { return a->order < b->order; });
        dead.resize(std::min(dead.size(), size_t(most)));
        return moveBack(std::move(dead), origin);
    }

    void compareWith(const QueueStats &stats) const
    {
        const QString &queue = stats.settings.name;
        qint64 inFlight = 0, delayed = 0, all = 0, dead = 0;
        std::optional<UtcTime> oldest;
        for (const NaiveMessage &message : m_messages) {
            dead += message.origin == queue;
            if (message.queue != queue)
                continue;
            ++all;
            inFlight += message.lease.has_value();
            delayed += !message.lease && message.available > m_now;
            if (message.due <= m_now)
                oldest = std::min(oldest.value_or(message.due), message.due);
        }
        QCOMPARE(stats.inFlight, inFlight);
        QCOMPARE(stats.delayed, delayed);
        QCOMPARE(stats.ready, all - inFlight - delayed);
        QCOMPARE(stats.deadLetters, dead);
        QCOMPARE(stats.oldestAge, oldest ? std::optional<Millis>(m_now - *oldest) : std::nullopt);
        QCOMPARE(stats.redeliveredTotal, figure(m_redelivered, queue));
        QCOMPARE(stats.completedTotal, figure(m_completed, queue));
        QCOMPARE(stats.publishedTotal, figure(m_entered, queue));
    }

private:
    static qint64 figure(const std::map<QString, qint64> &figures, const QString &queue)
    {
        const auto found = figures.find(queue);
        return found == figures.end() ? 0 : found->second;
    }
    NaiveMessage &at(const QString &id)
    {
        return *std::find_if(m_messages.begin(), m_messages.end(), [&](const NaiveMessage &message) { return message.id == id; });
    }
    std::vector<NaiveMessage>::iterator lent(const QString &receipt)
    {
        return std::find_if(m_messages.begin(), m_messages.end(), [&](const NaiveMessage &message) { return message.lease && message.receipt == receipt; });
    }
    bool isHeldBack(const NaiveMessage &message) const
    {
        return m_settings.at(message.queue).fifo && std::any_of(m_messages.begin(), m_messages.end(), [&](const NaiveMessage &other) {
                   return other.queue == message.queue && other.group == message.group && other.order < message.order;
               });
    }
    int moveBack(std::vector<NaiveMessage *> dead, const QString &origin)
    {
        std::sort(dead.begin(), dead.end(), [](const auto *a, const auto *b) { return a->order < b->order; });
        for (NaiveMessage *message : dead) {
            message->deliveries = 0;
            message->origin.clear();
            enter(*message, origin, m_now);
        }
        return int(dead.size());
    }
    void enter(NaiveMessage &message, const QString &queue, UtcTime due)
    {
        ++m_entered[queue];
        message.queue = queue;
        message.order = ++m_order;
        message.failures = 0;
        message.due = message.available = due;
        message.expires = due + m_settings.at(queue).retention;
    }
    void fail(NaiveMessage &message, UtcTime when, Seconds delay)
    {
        message.lease.reset();
        message.available = when + delay;
        const QueueSettings &settings = m_settings.at(message.queue);
        if (++message.failures <= settings.maxRetries)
            return;
        if (settings.deadLetterQueue.isEmpty()) {
            message.expires = m_now; // swept next
            return;
        }
        message.origin = message.queue;
        enter(message, settings.deadLetterQueue, when);
    }
    void sweep()
    {
        std::erase_if(m_messages, [this](const NaiveMessage &message) { return message.expires <= m_now; });
    }

    UtcTime m_now;
    qint64 m_order = 0;
    std::map<QString, QueueSettings> m_settings;
    std::vector<NaiveMessage> m_messages;
    std::map<QString, qint64> m_entered, m_completed, m_redelivered;
};

} // namespace

/// Thousands of random calls, each judged by the naive queue.
class TestRandomWalk : public QObject
{
    Q_OBJECT
private slots:
    void agreesWithTheNaiveQueue_data()
    {
        QTest::addColumn<quint32>("seed");
        QTest::addColumn<bool>("fifo");
        QTest::addColumn<bool>("priority");
        for (quint32 seed = 1; seed <= 4; ++seed) {
            QTest::addRow("standard %u", seed) << seed << false << false;
            QTest::addRow("priority %u", seed) << seed + 100 << false << true;
            QTest::addRow("fifo %u", seed) << seed + 200 << true << false;
            QTest::addRow("fifo with priority %u", seed) << seed + 300 << true << true;
        }
    }
    void agreesWithTheNaiveQueue()
    {
        QFETCH(quint32, seed);
        QFETCH(bool, fifo);
        QFETCH(bool, priority);
        m_random = QRandomGenerator(seed);
        m_clock = test::FakeClock();
        m_store = std::make_unique<MemoryStore>();
        m_engine = std::make_unique<QueueEngine>(*m_store, m_clock);
        m_naive = std::make_unique<NaiveQueue>(m_clock.now());
        m_receipts.clear();
        createQueue(QStringLiteral("dead"), {}, fifo, priority, 2, 300s);
        createQueue(QStringLiteral("jobs"), QStringLiteral("dead"), fifo, priority, 2, 120s);
        createQueue(QStringLiteral("bare"), {}, fifo, priority, 1, 120s);

        for (int step = 0; step < 1500; ++step) {
            act(fifo);
            for (const QString &queue : {QStringLiteral("dead"), QStringLiteral("jobs"), QStringLiteral("bare")})
                m_naive->compareWith(*m_engine->stats(queue));
            if (QTest::currentTestFailed()) {
                qWarning("step %d", step);
                return;
            }
        }
    }

private:
    void createQueue(const QString &name, const QString &deadLetters, bool fifo, bool priority, int retries, Seconds retention)
    {
        const QueueSettings settings{name, fifo, priority, deadLetters, retries, retention, 20s};
        QVERIFY(m_engine->createQueue(settings));
        m_naive->create(settings);
    }
    int below(int bound) { return int(m_random.bounded(bound)); }
    QString anyQueue() { return below(3) == 0 ? QStringLiteral("bare") : QStringLiteral("jobs"); }

    void act(bool fifo)
    {
        switch (below(10)) {
        case 0: case 1: publish(fifo); break;
        case 2: case 3: consume(below(6) == 0 ? QStringLiteral("dead") : anyQueue()); break;
        case 4: settle(true); break;
        case 5: settle(false); break;
        case 6: redrive(); break;
        case 7:
            // A restart in the middle of everything changes nothing.
            m_engine = std::make_unique<QueueEngine>(*m_store, m_clock);
            break;
        default: pass(1 + below(below(20) == 0 ? 90 : 8)); break;
        }
    }
    void publish(bool fifo)
    {
        const QString queue = anyQueue();
        const Seconds delay(below(2) * below(30));
        const int priority = below(3);
        const QString group = fifo ? QString::number(below(3)) : QString();
        const auto id = m_engine->publish(queue, {"1", delay, priority, group}, {});
        m_naive->publish(id->text(), queue, delay, priority, group);
    }
    void consume(const QString &queue)
    {
        const int most = 1 + below(4);
        const Seconds lease(5 + below(20));
        const QStringList expected = m_naive->deliverable(queue).mid(0, most);
        QStringList given;
        const auto deliveries = *m_engine->consume(queue, most, lease, {});
        for (const Delivery &delivery : deliveries) {
            given.append(delivery.id.text());
            m_receipts.append({queue, delivery.receipt});
            m_naive->lend(delivery.id.text(), delivery.receipt, lease);
        }
        QCOMPARE(given, expected);
    }
    /// Answers any delivery ever made: many of them too late.
    void settle(bool success)
    {
        if (m_receipts.isEmpty())
            return;
        const auto [queue, receipt] = m_receipts.at(std::max(0, int(m_receipts.size()) - 1 - below(6)));
        const Seconds delay(below(15));
        const bool done = success ? m_engine->ack(queue, {}, receipt).has_value() : m_engine->nack(queue, {}, receipt, delay, {}).has_value();
        QCOMPARE(done, success ? m_naive->ack(receipt) : m_naive->nack(receipt, delay));
    }
    void redrive()
    {
        if (below(2) == 0) {
            QVector<MessageId> chosen{MessageId(QStringLiteral("never there"))};
            const DeadLetterPage page = *m_engine->deadLetters(QStringLiteral("jobs"), {}, 99);
            for (const DeadLetter &letter : page.items) {
                if (below(2) == 0)
                    chosen.prepend(letter.id); // the last to die comes first
            }
            QStringList ids;
            for (const MessageId &id : chosen)
                ids << id.text();
            QCOMPARE(m_engine->redriveThese(QStringLiteral("jobs"), chosen, {})->moved, m_naive->redriveThese(QStringLiteral("jobs"), ids));
            return;
        }
        const int most = 1 + below(3);
        QCOMPARE(m_engine->redrive(QStringLiteral("jobs"), most, {})->moved, m_naive->redrive(QStringLiteral("jobs"), most));
    }
    void pass(int seconds)
    {
        m_clock.advance(Seconds(seconds));
        for (int i = 0; i < seconds; ++i)
            m_naive->tick();
    }

    QRandomGenerator m_random;
    test::FakeClock m_clock;
    std::unique_ptr<MemoryStore> m_store;
    std::unique_ptr<QueueEngine> m_engine;
    std::unique_ptr<NaiveQueue> m_naive;
    QVector<std::pair<QString, QString>> m_receipts;
};

QTEST_GUILESS_MAIN(TestRandomWalk)
#include "TestRandomWalk.moc"
