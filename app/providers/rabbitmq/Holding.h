// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/amqp/AmqpSession.h"
#include "app/providers/api/Redriver.h"
#include "app/providers/rabbitmq/DeadSetRow.h"

#include <QHash>
#include <QSet>

#include <atomic>
#include <mutex>
#include <vector>

namespace holdwatch::providers::rabbitmq {

/// What an attempt adds to its result.
struct Attempted
{
    ItemResult result;
    bool isConfirmed = false; ///< the target has it, whatever else happened
};

/// Messages of one dead-letter queue that are held over AMQP: one connection and what it took and has not acknowledged.
/// Blocks; used on one thread, except for `stop`.
class Holding
{
public:
    struct Setup
    {
        net::ConnectionOptions options;
        amqp::Address address;
        net::Credential credential;
        QueueId deadSet;
        DeadSetRow row;
        const Clock *clock = nullptr;
        std::optional<qint64> mostGivenBack; ///< of a message that may still be given back; unset: no limit
    };
    explicit Holding(Setup setup);

    Result<Claim> claim(const QVector<RedriveItem> &items);
    QVector<Attempted> attempt(const QVector<RedriveItem> &items, const std::stop_token &stop);
    /// Takes the rest of the queue too; ordinals that lie there.
    Result<QSet<int>> find(const QVector<RedriveItem> &items);
    Result<amqp::QueueState> count(const QByteArray &queue); ///< exact, and takes nothing
    Result<void> release();
    void keepAlive();
    void stop(); ///< any thread; whatever is under way ends

    bool isOpen() const { return m_session && m_session->isOpen(); }
    std::optional<qint64> highestGivenBack() const { return m_highest; } ///< as the messages said when they were taken
    bool sawAll() const { return m_sawAll; }

private:
    struct Held
    {
        quint64 tag = 0;
        MessageId id;
        QByteArray digest; ///< empty: it can't be told apart, nor sent again as it is
        QByteArray otherDigest;
        QString origin;
        amqp::Message message; ///< its body only while `hasBody`
        bool hasBody = true;
        int ordinal = -1; ///< of the item it was claimed for

        bool is(const RedriveItem &item) const;
    };

    Result<void> open();
    Result<bool> takeNext();
    Result<void> claimIfWanted(Held &held, QVector<RedriveItem> &wanted, Claim &claim) const;
    Held *heldFor(int ordinal);
    Attempted attemptOne(const RedriveItem &item);
    std::optional<QString> targetProblem(const QString &target);
    ItemResult result(const RedriveItem &item, ItemOutcome outcome, const QString &detail) const;
    Error ended() const;

    Setup m_setup;
    QString m_vhost;
    QByteArray m_queue;
    std::mutex m_mutex; ///< for m_session and m_isStopped between `stop` and the rest
    std::shared_ptr<amqp::AmqpSession> m_session;
    std::atomic<bool> m_isStopped = false;
    std::vector<Held> m_held; ///< in queue order
    QHash<QString, QString> m_targets; ///< of this attempt: name → what is wrong with it; empty: nothing
    qint64 m_keptBytes = 0;
    std::optional<qint64> m_highest;
    bool m_sawAll = false;
};

} // namespace holdwatch::providers::rabbitmq
