// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/api/Provider.h"
#include "models/deadletters/DeadLetter.h"

#include <QCoroSignal>

#include <map>
#include <set>

namespace holdwatch::test {

/// A dead-letter queue and a work queue in memory, with faults that can be switched on. Shared by the providers made over it,
/// which all live on one thread.
struct FakeSystem
{
    QVector<DeadLetter> dead;
    QVector<DeadLetter> work;                 ///< what arrived in the target, in order
    std::map<QString, ItemOutcome> fates;     ///< by id: what the next attempt of it gives instead of Moved
    std::set<QString> comesBack;              ///< ids that are dead again as soon as they have moved
    std::map<QString, bool> lostAnswers;      ///< by id: the answer is lost; true: it had moved
    std::optional<Error> claimFails;
    std::optional<Error> termsFail;
    std::optional<Error> readFails;
    providers::RedriveTerms terms;
    bool hasItems = true;
    bool hasBulk = false;
    std::optional<qint64> bulkMovesInstead;
    bool givesNoCount = false;                ///< of a bulk move: it moves, and does not say how many
    bool hangsInAttempt = false;
    QStringList asked;                        ///< "claim 3", "attempt id", "release", "page", "move 5 key"
    std::function<void(const QString &id)> beforeEach;

    static DeadLetter letter(const QString &id, const QString &key, const QByteArray &payload)
    {
        DeadLetter made;
        made.id = MessageId(id);
        made.deadSet = QueueId{ConnectionId(QStringLiteral("shop")), QStringLiteral("orders.dlq")};
        made.originQueue = QStringLiteral("orders");
        made.payload = payload;
        made.payloadSize = payload.size();
        made.headers = {{QStringLiteral("Idempotency-Key"), key, QStringLiteral("string"), key.toUtf8()}};
        made.error = QStringLiteral("vendor said no");
        return made;
    }
    void put(int count)
    {
        for (int i = 0; i < count; ++i)
            dead.append(letter(QStringLiteral("m%1").arg(i), QStringLiteral("key-%1").arg(i), QByteArray("{\"order\":") + QByteArray::number(i) + '}'));
    }
    int indexOf(const MessageId &id) const
    {
        for (int i = 0; i < dead.size(); ++i) {
            if (dead.at(i).id == id)
                return i;
        }
        return -1;
    }
    void move(int index)
    {
        const DeadLetter letter = dead.takeAt(index);
        work.append(letter);
        if (comesBack.contains(letter.id.text()))
            dead.append(letter);
    }
};

class FakeRedriveProvider final : public QObject, public providers::Provider, public providers::Metrics, public providers::DeadLetterReader, public providers::ItemRedriver, public providers::BulkRedriver
{
    Q_OBJECT
public:
    explicit FakeRedriveProvider(std::shared_ptr<FakeSystem> system) : m_system(std::move(system)) {}

    providers::Description describe() const override { return {}; }
    providers::Metrics *metrics() override { return nullptr; }
    providers::DeadLetterReader *deadLetterReader() override { return this; }
    providers::ItemRedriver *itemRedriver() override { return m_system->hasItems ? this : nullptr; }
    providers::BulkRedriver *bulkRedriver() override { return m_system->hasBulk ? this : nullptr; }
    void cancelAll() override { emit cancelled(); }

    QCoro::Task<Result<providers::ProbeReport>> probe() override { co_return failure(Error::Kind::Unsupported, QString()); }
    QCoro::Task<Result<QVector<WatchedQueue>>> list() override { co_return failure(Error::Kind::Unsupported, QString()); }
    QCoro::Task<Result<providers::SampleBatch>> sample(QVector<WatchedQueue>) override { co_return failure(Error::Kind::Unsupported, QString()); }

    QCoro::Task<Result<LookTerms>> terms(WatchedQueue) override { co_return LookTerms{}; }
    QCoro::Task<Result<providers::DeadLetterPage>> page(WatchedQueue, QByteArray, int limit, bool) override
    {
        m_system->asked << QStringLiteral("page");
        if (m_system->readFails)
            co_return failure(*m_system->readFails);
        providers::DeadLetterPage page;
        page.letters = m_system->dead.mid(0, limit);
        page.total = m_system->dead.size();
        page.isWhole = page.letters.size() == m_system->dead.size();
        co_return page;
    }
    QCoro::Task<Result<DeadLetter>> whole(WatchedQueue, DeadLetter part) override { co_return part; }

    QCoro::Task<Result<providers::RedriveTerms>> itemTerms(WatchedQueue, QString) override { co_return answered(); }
    QCoro::Task<Result<providers::RedriveTerms>> bulkTerms(WatchedQueue) override { co_return answered(); }
    bool hasBound() const override { return true; }

    QCoro::Task<Result<providers::Claim>> claim(WatchedQueue, QVector<providers::RedriveItem> items) override
    {
        m_system->asked << QStringLiteral("claim %1").arg(items.size());
        if (m_system->claimFails)
            co_return failure(*m_system->claimFails);
        providers::Claim claim;
        claim.looks = 1;
        claim.seen = m_system->dead.size();
        for (const providers::RedriveItem &each : items) {
            const int index = m_system->indexOf(each.id);
            const bool isThere = index >= 0 && contentDigest(m_system->dead.at(index)) == each.digest;
            (isThere ? claim.held : claim.missing).append(each.ordinal);
        }
        co_return claim;
    }
    QCoro::Task<QVector<ItemResult>> attempt(WatchedQueue, QVector<providers::RedriveItem> items, std::stop_token stop) override
    {
        QVector<ItemResult> results;
        for (const providers::RedriveItem &each : items) {
            if (m_system->beforeEach)
                m_system->beforeEach(each.id.text());
            if (stop.stop_requested())
                break;
            m_system->asked << QStringLiteral("attempt ") + each.id.text();
            if (m_system->hangsInAttempt) {
                co_await qCoro(this, &FakeRedriveProvider::cancelled);
                ItemResult lost;
                lost.ordinal = each.ordinal;
                lost.outcome = ItemOutcome::Unknown;
                results.append(lost);
                break;
            }
            results.append(attemptOne(each));
        }
        co_return results;
    }
    QCoro::Task<Result<void>> release(WatchedQueue) override
    {
        m_system->asked << QStringLiteral("release");
        co_return Result<void>();
    }
    QCoro::Task<Result<QVector<ItemResult>>> reconcile(WatchedQueue, QVector<providers::RedriveItem> items) override
    {
        QVector<ItemResult> results;
        for (const providers::RedriveItem &each : items) {
            ItemResult result;
            result.ordinal = each.ordinal;
            result.outcome = m_system->indexOf(each.id) >= 0 ? ItemOutcome::Skipped : ItemOutcome::Moved;
            results.append(result);
        }
        co_return results;
    }
    QCoro::Task<providers::BulkMove> move(WatchedQueue, qint64 atMost, QByteArray key) override
    {
        m_system->asked << QStringLiteral("move %1 %2").arg(atMost).arg(QString::fromUtf8(key));
        providers::BulkMove moved;
        moved.moved = std::min<qint64>(m_system->bulkMovesInstead.value_or(atMost), m_system->dead.size());
        for (qint64 i = 0; i < *moved.moved; ++i)
            m_system->move(0);
        moved.outcome = ItemOutcome::Moved;
        moved.remaining = m_system->dead.size();
        if (m_system->givesNoCount)
            moved.moved.reset();
        co_return moved;
    }

signals:
    void cancelled();

private:
    Result<providers::RedriveTerms> answered() const
    {
        if (m_system->termsFail)
            return failure(*m_system->termsFail);
        providers::RedriveTerms terms = m_system->terms;
        terms.target = QStringLiteral("orders");
        terms.targetExists = true;
        terms.deadDepth = m_system->dead.size();
        return terms;
    }
    ItemResult attemptOne(const providers::RedriveItem &item)
    {
        ItemResult result;
        result.ordinal = item.ordinal;
        const int index = m_system->indexOf(item.id);
        if (const auto lost = m_system->lostAnswers.find(item.id.text()); lost != m_system->lostAnswers.end()) {
            if (lost->second)
                m_system->move(index);
            result.outcome = ItemOutcome::Unknown;
            return result;
        }
        if (const auto fate = m_system->fates.find(item.id.text()); fate != m_system->fates.end()) {
            result.outcome = fate->second;
            return result;
        }
        result.outcome = index < 0 ? ItemOutcome::Skipped : ItemOutcome::Moved;
        if (index >= 0)
            m_system->move(index);
        return result;
    }

    std::shared_ptr<FakeSystem> m_system;
};

} // namespace holdwatch::test
