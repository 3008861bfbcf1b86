// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/api/Redriver.h"
#include "app/providers/infrai/LetterReader.h"
#include "app/providers/infrai/RedriveAnswer.h"

#include <QHash>

namespace holdwatch::providers::infrai {

/// Moves dead letters back by queue.dlq.redrive: chosen ones, one request each, where discovery publishes a parameter for
/// that; else by count. Nothing can be held there: a claim reads and compares, and remembers what it found. Same
/// thread and lifetime as its provider; everything given to it must outlive it. See README.md.
class Redriver final : public ItemRedriver, public BulkRedriver
{
public:
    Redriver(std::shared_ptr<net::HttpClient> client, const Clock &clock, const ConnectionConfig &config, const Requests &requests,
             Knowledge &knowledge, const net::Credential &writeCredential);

    QCoro::Task<Result<RedriveTerms>> itemTerms(WatchedQueue deadSet, QString target) override;
    QCoro::Task<Result<Claim>> claim(WatchedQueue deadSet, QVector<RedriveItem> items) override;
    QCoro::Task<QVector<ItemResult>> attempt(WatchedQueue deadSet, QVector<RedriveItem> items, std::stop_token stop) override;
    QCoro::Task<Result<void>> release(WatchedQueue deadSet) override;
    QCoro::Task<Result<QVector<ItemResult>>> reconcile(WatchedQueue deadSet, QVector<RedriveItem> items) override;

    QCoro::Task<Result<RedriveTerms>> bulkTerms(WatchedQueue deadSet) override;
    bool hasBound() const override { return m_knowledge.redrive.hasBound; }
    QCoro::Task<BulkMove> move(WatchedQueue deadSet, qint64 atMost, QByteArray idempotencyKey) override;

    void cancelAll();

private:
    struct Found
    {
        QHash<MessageId, DeadLetter> letters; ///< of those asked for; without payload
        QHash<MessageId, QByteArray> digests;
        QVector<QByteArray> others;
        qint64 seen = 0;
        bool isWhole = false; ///< every dead letter was looked at
    };

    Result<Route> offered() const;  ///< else why nothing can be moved at all
    Result<Route> writable() const; ///< and there is a key for writing at hand
    Result<void> mayChoose(const QVector<RedriveItem> &items) const;
    QCoro::Task<Result<Found>> look(WatchedQueue deadSet, QVector<RedriveItem> items);
    QCoro::Task<Result<void>> learnAgain();
    QCoro::Task<Result<void>> askQueues(QStringList origins, std::shared_ptr<RedriveTerms> terms);
    QCoro::Task<Verdict> moveOne(QString origin, RedriveItem item);
    void describe(RedriveTerms &terms) const;
    ItemResult reconciled(const RedriveItem &item, const Found &found) const;

    Caller m_caller;
    LetterReader m_reader; ///< of its own: a sitting of the screen must not be disturbed
    const Requests &m_requests;
    Knowledge &m_knowledge;
    const FieldMap::Mapping m_mapping;
    const net::Credential &m_credential;
    QHash<QueueId, QHash<MessageId, QString>> m_found; ///< dead set → claimed message → the queue it came from
};

} // namespace holdwatch::providers::infrai
