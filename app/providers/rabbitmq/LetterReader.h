// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/api/DeadLetterReader.h"
#include "app/providers/rabbitmq/Caller.h"
#include "app/providers/rabbitmq/LetterParser.h"
#include "app/providers/rabbitmq/LookRules.h"
#include "app/providers/rabbitmq/Requests.h"

#include <QHash>

namespace holdwatch::providers::rabbitmq {

/// Reads a dead-letter queue by looks at its head: `get` with ack_requeue_true and nothing else. There is no
/// paging and no asking for one message. Remembers for as long as it lives how often each queue was looked at. Same thread
/// and lifetime as its provider; everything given to it must outlive it. See README.md.
class LetterReader final : public DeadLetterReader
{
public:
    /// `version`: of the broker, as the provider last learnt it; asked for here while it is empty.
    LetterReader(std::shared_ptr<net::HttpClient> client, const net::Credential &credential, const Clock &clock, const Requests &requests, const QString &version);

    QCoro::Task<Result<LookTerms>> terms(WatchedQueue deadSet) override;
    QCoro::Task<Result<DeadLetterPage>> page(WatchedQueue deadSet, QByteArray cursor, int limit, bool override) override;
    QCoro::Task<Result<DeadLetter>> whole(WatchedQueue deadSet, DeadLetter part) override;
    QCoro::Task<Result<void>> release(WatchedQueue deadSet) override;

    /// What the broker says of a queue now; asks for the broker's version too while that is not known. Reads only.
    QCoro::Task<Result<DeadSetRow>> freshRow(QueueId deadSet);
    QString version() const { return m_version.isEmpty() ? m_ownVersion : m_version; }
    /// Looks of any kind count together.
    Wear &wearOf(const QueueId &deadSet) { return m_sittings[deadSet].wear; }

private:
    struct Sitting
    {
        std::optional<DeadSetRow> row; ///< as it was when its terms were last told
        Wear wear;
    };

    QCoro::Task<Result<LookAnswer>> look(QueueId deadSet, DeadSetRow row, LookPlan plan);
    std::optional<Error> refusal(const QueueId &deadSet, bool override) const;

    Caller m_caller;
    const Requests &m_requests;
    const QString &m_version;
    QString m_ownVersion;
    QHash<QueueId, Sitting> m_sittings;
};

} // namespace holdwatch::providers::rabbitmq
