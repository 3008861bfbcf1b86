// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/deadletters/LetterDesk.h"

#include <QHash>
#include <QTimer>

#include <deque>
#include <memory>
#include <utility>

namespace holdwatch::operations {

namespace {

using providers::DeadLetterReader;

tl::unexpected<Error> noReader(const QString &why)
{
    return failure(Error::Kind::Unsupported, why.isEmpty() ? QStringLiteral("Dead letters of this system can't be read.") : why);
}

tl::unexpected<Error> leaving()
{
    return failure(Error::Kind::Cancelled, QStringLiteral("Holdwatch is ending."));
}

} // namespace

/// All that concerns one dead set. Lives on the desk's thread.
struct LetterDesk::Office
{
    QueueId deadSet;
    ConnectionConfig config;
    std::shared_ptr<Secret> key;
    ConnectionTester::MakeProvider make;
    std::unique_ptr<providers::Provider> provider;
    std::optional<WatchedQueue> queue;
    std::deque<Question> questions;
    bool isAsking = false;
    bool isProbed = false;  ///< by this provider
    bool isStale = false;   ///< prepared anew: a new provider is due, but not in the middle of a sitting
    bool isSitting = false; ///< something may be held there
    bool isLeaving = false;

    Result<DeadLetterReader *> reader()
    {
        if (isLeaving)
            return leaving();
        if (!provider || (isStale && !isSitting)) {
            if (!key)
                return failure(Error::Kind::Unauthorized, QStringLiteral("No key is known for this connection."));
            auto made = make(config, key->clone());
            if (!made)
                return failure(made.error());
            provider = *std::move(made);
            queue.reset();
            isProbed = false;
            isStale = false;
        }
        if (DeadLetterReader *found = provider->deadLetterReader())
            return found;
        return noReader(provider->describe().absent.value(QStringLiteral("dead-letter-reader")));
    }

    void takeFrom(const Result<QVector<WatchedQueue>> &listed)
    {
        for (const WatchedQueue &each : listed.value_or(QVector<WatchedQueue>())) {
            if (each.id.name == deadSet.name)
                queue = each;
        }
    }

    /// What the system's own list says of it. Where it can't be listed the bare name has to do.
    static QCoro::Task<WatchedQueue> find(std::shared_ptr<Office> office)
    {
        WatchedQueue found;
        found.id = office->deadSet;
        found.displayName = office->deadSet.name;
        found.isDeadLetterQueue = true;
        if (!office->queue && office->provider->metrics()) {
            // A reader knows what its provider has learnt at first contact: which parameters there are, how fields are
            // called. If that fails, so will what follows, and says why.
            if (!std::exchange(office->isProbed, true))
                co_await office->provider->metrics()->probe();
            Result<QVector<WatchedQueue>> listed = co_await office->provider->metrics()->list();
            office->takeFrom(listed);
            // Some systems tell only with a queue's figures where its dead letters land.
            if (listed && office->queue && office->queue->origins.isEmpty()) {
                co_await office->provider->metrics()->sample(*listed);
                listed = co_await office->provider->metrics()->list();
                office->takeFrom(listed);
            }
            if (office->queue)
                office->queue->id = office->deadSet;
        }
        co_return office->queue.value_or(found);
    }
};

class LetterDesk::Worker : public QObject
{
public:
    explicit Worker(ConnectionTester::MakeProvider make) : m_make(std::move(make)) {}

    std::shared_ptr<Office> office(const QueueId &deadSet)
    {
        std::shared_ptr<Office> &office = m_offices[deadSet];
        if (!office) {
            office = std::make_shared<Office>();
            office->deadSet = deadSet;
            office->make = m_make;
        }
        return office;
    }

    void put(const QueueId &deadSet, Question question)
    {
        const std::shared_ptr<Office> asked = office(deadSet);
        asked->isLeaving = asked->isLeaving || m_leaving;
        asked->questions.push_back(std::move(question));
        if (!asked->isAsking)
            begin(asked);
    }

    void leave()
    {
        m_leaving = true;
        QTimer::singleShot(longestLeave, this, [this] { giveUp(); });
        for (const std::shared_ptr<Office> &each : std::as_const(m_offices)) {
            each->isLeaving = true;
            if (each->isAsking)
                each->provider ? each->provider->cancelAll() : void();
            if (each->isSitting && each->provider) {
                each->questions.push_back(&Worker::giveBack);
                if (!each->isAsking)
                    begin(each);
            }
        }
        leaveWhenIdle();
    }

private:
    void begin(const std::shared_ptr<Office> &office)
    {
        office->isAsking = true;
        ++m_asking;
        QCoro::connect(ask(office), this, [this] {
            --m_asking;
            leaveWhenIdle();
        });
    }

    static QCoro::Task<> ask(std::shared_ptr<Office> office)
    {
        while (!office->questions.empty()) {
            Question question = std::move(office->questions.front());
            office->questions.pop_front();
            co_await question(office);
        }
        office->isAsking = false;
    }

    static QCoro::Task<> giveBack(std::shared_ptr<Office> office)
    {
        DeadLetterReader *reader = office->provider ? office->provider->deadLetterReader() : nullptr;
        if (!reader || !office->isSitting)
            co_return;
        const WatchedQueue queue = co_await Office::find(office);
        co_await reader->release(queue);
        office->isSitting = false;
    }

    void leaveWhenIdle()
    {
        if (m_leaving && m_asking == 0)
            thread()->quit();
    }

    /// What is held there comes back by itself; a window that does not close helps nobody.
    void giveUp()
    {
        for (const std::shared_ptr<Office> &each : std::as_const(m_offices)) {
            each->isSitting = false;
            if (each->provider)
                each->provider->cancelAll();
        }
        QTimer::singleShot(Millis(300), this, [this] { thread()->quit(); });
    }

    ConnectionTester::MakeProvider m_make;
    QHash<QueueId, std::shared_ptr<Office>> m_offices;
    int m_asking = 0;
    bool m_leaving = false;
};

namespace {

template<typename Office>
QCoro::Task<> askTerms(std::shared_ptr<Office> office, std::function<void(Result<LookTerms>)> answer)
{
    const Result<DeadLetterReader *> reader = office->reader();
    if (!reader) {
        answer(failure(reader.error()));
        co_return;
    }
    const WatchedQueue queue = co_await Office::find(office);
    Result<LookTerms> terms = co_await (*reader)->terms(queue);
    answer(std::move(terms));
}

template<typename Office>
QCoro::Task<> askPage(std::shared_ptr<Office> office, QByteArray cursor, int limit, bool override, std::function<void(Result<providers::DeadLetterPage>)> answer)
{
    const Result<DeadLetterReader *> reader = office->reader();
    if (!reader) {
        answer(failure(reader.error()));
        co_return;
    }
    const WatchedQueue queue = co_await Office::find(office);
    office->isSitting = true;
    Result<providers::DeadLetterPage> page = co_await (*reader)->page(queue, cursor, limit, override);
    answer(std::move(page));
}

template<typename Office>
QCoro::Task<> askWhole(std::shared_ptr<Office> office, DeadLetter part, std::function<void(Result<DeadLetter>)> answer)
{
    const Result<DeadLetterReader *> reader = office->reader();
    if (!reader) {
        answer(failure(reader.error()));
        co_return;
    }
    const WatchedQueue queue = co_await Office::find(office);
    Result<DeadLetter> letter = co_await (*reader)->whole(queue, std::move(part));
    answer(std::move(letter));
}

template<typename Office>
QCoro::Task<> askRelease(std::shared_ptr<Office> office, std::function<void(Result<void>)> answer)
{
    DeadLetterReader *reader = office->provider ? office->provider->deadLetterReader() : nullptr;
    if (!reader || !office->isSitting) {
        answer({});
        co_return;
    }
    const WatchedQueue queue = co_await Office::find(office);
    Result<void> released = co_await reader->release(queue);
    office->isSitting = false;
    answer(std::move(released));
}

} // namespace

LetterDesk::LetterDesk(ConnectionTester::MakeProvider make) : m_worker(new Worker(std::move(make)))
{
    m_thread.setObjectName(QStringLiteral("dead letters"));
    m_worker->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
}

LetterDesk::~LetterDesk()
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->leave(); }, Qt::QueuedConnection);
    m_thread.wait();
}

template<typename T>
std::function<void(Result<T>)> LetterDesk::onThreadOf(QObject *context, Done<T> done)
{
    return [guard = QPointer<QObject>(context), done = std::move(done)](Result<T> answer) {
        if (guard)
            QMetaObject::invokeMethod(guard.data(), [done, answer = std::move(answer)] { done(answer); }, Qt::QueuedConnection);
    };
}

void LetterDesk::put(const QueueId &deadSet, Question question)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, deadSet, question = std::move(question)] { worker->put(deadSet, question); }, Qt::QueuedConnection);
}

void LetterDesk::prepare(const QueueId &deadSet, const ConnectionConfig &config, Secret key)
{
    const auto carried = std::make_shared<Secret>(std::move(key));
    QMetaObject::invokeMethod(m_worker, [=, worker = m_worker] {
        const std::shared_ptr<Office> office = worker->office(deadSet);
        office->isStale = true;
        office->config = config;
        office->key = carried;
    }, Qt::QueuedConnection);
}

void LetterDesk::terms(const QueueId &deadSet, QObject *context, Done<LookTerms> done)
{
    put(deadSet, [answer = onThreadOf(context, std::move(done))](std::shared_ptr<Office> office) { return askTerms(std::move(office), answer); });
}

void LetterDesk::page(const QueueId &deadSet, const QByteArray &cursor, int limit, bool override, QObject *context, Done<providers::DeadLetterPage> done)
{
    put(deadSet, [=, answer = onThreadOf(context, std::move(done))](std::shared_ptr<Office> office) { return askPage(std::move(office), cursor, limit, override, answer); });
}

void LetterDesk::whole(const QueueId &deadSet, const DeadLetter &part, QObject *context, Done<DeadLetter> done)
{
    put(deadSet, [part, answer = onThreadOf(context, std::move(done))](std::shared_ptr<Office> office) { return askWhole(std::move(office), part, answer); });
}

void LetterDesk::release(const QueueId &deadSet, QObject *context, Done<void> done)
{
    put(deadSet, [answer = onThreadOf(context, std::move(done))](std::shared_ptr<Office> office) { return askRelease(std::move(office), answer); });
}

void LetterDesk::cancel(const QueueId &deadSet)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, deadSet] {
        const std::shared_ptr<Office> office = worker->office(deadSet);
        if (office->isAsking && office->provider)
            office->provider->cancelAll();
    }, Qt::QueuedConnection);
}

} // namespace holdwatch::operations
