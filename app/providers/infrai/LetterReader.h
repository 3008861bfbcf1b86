// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/api/DeadLetterReader.h"
#include "app/providers/infrai/Caller.h"
#include "app/providers/infrai/Knowledge.h"
#include "app/providers/infrai/LetterParser.h"
#include "app/providers/infrai/Requests.h"

#include <QSet>

namespace holdwatch::providers::infrai {

/// The queues whose dead letters lie there; each is asked for by its own name.
QStringList originsOf(const WatchedQueue &deadSet);
/// They are not known: the dead-letter queue's own name is only tried.
bool isGuess(const WatchedQueue &deadSet);

/// Reads dead letters by GETs of queue.dlq.list, which leases nothing. Its path wants the queue the messages
/// came from, so a dead set is read origin by origin. Same thread and lifetime as its provider; everything
/// given to it must outlive it. See README.md.
class LetterReader final : public DeadLetterReader
{
public:
    LetterReader(std::shared_ptr<net::HttpClient> client, const Clock &clock, Millis deadline, const Requests &requests, const Knowledge &knowledge);

    QCoro::Task<Result<LookTerms>> terms(WatchedQueue deadSet) override;
    QCoro::Task<Result<DeadLetterPage>> page(WatchedQueue deadSet, QByteArray cursor, int limit, bool override) override;
    QCoro::Task<Result<DeadLetter>> whole(WatchedQueue deadSet, DeadLetter part) override;
    QCoro::Task<Result<void>> release(WatchedQueue deadSet) override;
    void cancelAll() { m_caller.cancelAll(); }

private:
    struct Place;

    Result<Route> route() const;
    int pageSize(int limit) const;
    QCoro::Task<Result<LetterListing>> listed(Route route, Place place, QueueId deadSet, int limit);
    Result<LetterListing> understood(net::Response response, const net::ReadRequest &request, const Place &place, const QueueId &deadSet) const;
    bool goesOn(const LetterListing &listing, Place &place, DeadLetterPage &page);

    Caller m_caller;
    const Requests &m_requests;
    const Knowledge &m_knowledge;
    QSet<QString> m_cursors;          ///< asked for in this sitting at this origin
    std::optional<int> m_mostThatFits; ///< after an answer that was too large
};

} // namespace holdwatch::providers::infrai
