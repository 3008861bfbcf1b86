// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/LetterReader.h"

#include <algorithm>

namespace holdwatch::providers::infrai {

namespace {

using Kind = Error::Kind;

constexpr int usualMost = 100;

void note(DeadLetterPage &page, const QString &sentence)
{
    page.note += page.note.isEmpty() ? sentence : QLatin1Char(' ') + sentence;
}

} // namespace

QStringList originsOf(const WatchedQueue &deadSet)
{
    return deadSet.origins.isEmpty() ? QStringList{deadSet.id.name} : deadSet.origins;
}

bool isGuess(const WatchedQueue &deadSet)
{
    return deadSet.isDeadLetterQueue && deadSet.origins.isEmpty();
}

/// Where a sitting stands. Travels inside the cursor, so that the reader itself holds nothing that matters.
struct LetterReader::Place
{
    QStringList origins;
    qsizetype at = 0;     ///< index of the origin
    QString cursor;       ///< the server's own
    qint64 seen = 0;      ///< of this origin
    qint64 seenBefore = 0; ///< of the origins before
    bool isWhole = true;  ///< nothing was left out so far

    const QString &origin() const { return origins.at(at); }
    bool isLast() const { return at + 1 >= origins.size(); }
    void toNextOrigin()
    {
        ++at;
        cursor.clear();
        seenBefore += std::exchange(seen, 0);
    }

    QByteArray encoded() const
    {
        return QByteArrayList{QUrl::toPercentEncoding(origin()), QUrl::toPercentEncoding(cursor), QByteArray::number(seen), QByteArray::number(seenBefore),
                              QByteArray::number(int(isWhole))}
            .join('&');
    }

    static Result<Place> from(const WatchedQueue &deadSet, const QByteArray &cursor)
    {
        Place place;
        place.origins = originsOf(deadSet);
        if (cursor.isEmpty())
            return place;
        const QByteArrayList parts = cursor.split('&');
        place.at = place.origins.indexOf(QUrl::fromPercentEncoding(parts.first()));
        if (parts.size() != 5 || place.at < 0)
            return failure(Kind::Invalid, QStringLiteral("This place in the list of dead letters is not known any more."), QStringLiteral("Read it again from the start."));
        place.cursor = QUrl::fromPercentEncoding(parts.at(1));
        place.seen = parts.at(2).toLongLong();
        place.seenBefore = parts.at(3).toLongLong();
        place.isWhole = parts.at(4) == "1";
        return place;
    }
};

LetterReader::LetterReader(std::shared_ptr<net::HttpClient> client, const Clock &clock, Millis deadline, const Requests &requests, const Knowledge &knowledge)
    : m_caller(std::move(client), clock, deadline), m_requests(requests), m_knowledge(knowledge)
{
}

Result<Route> LetterReader::route() const
{
    const Routes &routes = m_knowledge.routes;
    if (routes.usable.contains(Call::DeadLetterList))
        return routes.usable.value(Call::DeadLetterList);
    return failure(Kind::Unsupported, routes.refused.value(Call::DeadLetterList), QStringLiteral("Compare the server's discovery with its documentation."));
}

int LetterReader::pageSize(int limit) const
{
    const int most = std::min(m_knowledge.deadLetterPage.value_or(usualMost), m_mostThatFits.value_or(usualMost));
    return std::clamp(limit, 1, std::max(1, most));
}

QCoro::Task<Result<LookTerms>> LetterReader::terms(WatchedQueue deadSet)
{
    LookTerms terms;
    const Result<Route> list = route();
    if (!list) {
        terms.effect = LookTerms::Effect::Refused;
        terms.sentence = list.error().what;
        co_return terms;
    }
    terms.effect = LookTerms::Effect::None;
    terms.canPage = m_knowledge.deadLettersHavePages;
    terms.mostAtOnce = m_knowledge.deadLetterPage.value_or(0);
    terms.sentence = QStringLiteral("The list of dead letters is read; nothing is leased, counted or changed there.");
    if (originsOf(deadSet).size() > 1)
        terms.sentence += QStringLiteral(" It is asked for each of the %1 queues whose dead letters land here.").arg(originsOf(deadSet).size());
    if (list->priceUsd.value_or(0) > 0)
        terms.sentence += QStringLiteral(" Each page costs %1 USD.").arg(QString::number(*list->priceUsd, 'g', 6));
    co_return terms;
}

Result<LetterListing> LetterReader::understood(net::Response response, const net::ReadRequest &request, const Place &place, const QueueId &deadSet) const
{
    const LetterMap &map = m_knowledge.letters;
    const QByteArray body = response.body;
    const json::Cut cut = json::cutOut(body, map.payloadNames());
    response.body = cut.rest;
    const Result<Answer> answer = readAnswer(response, request, m_caller.now());
    if (!answer)
        return failure(answer.error());
    return readLetters(answer->data, body, cut, map, deadSet, place.origin());
}

QCoro::Task<Result<LetterListing>> LetterReader::listed(Route route, Place place, QueueId deadSet, int limit)
{
    for (;;) {
        const int size = pageSize(limit);
        const net::ReadRequest request = m_requests.deadLetters(route, place.origin(), place.cursor, m_knowledge.deadLetterPage ? size : 0);
        const Result<net::Response> response = co_await m_caller.send(request);
        if (response)
            co_return understood(*response, request, place, deadSet);
        // Reading costs nothing there, so fewer at a time are asked for again.
        if (response.error().kind != Kind::TooLarge || !m_knowledge.deadLetterPage || size == 1)
            co_return failure(response.error());
        m_mostThatFits = size / 2;
    }
}

/// Moves `place` behind what was listed; false where this origin has no more.
bool LetterReader::goesOn(const LetterListing &listing, Place &place, DeadLetterPage &page)
{
    place.seen += listing.letters.size();
    const bool isCounted = listing.total && *listing.total <= place.seen;
    if (listing.nextCursor.value_or(QString()).isEmpty()) {
        if (!listing.nextCursor && !isCounted) {
            place.isWhole = false;
            note(page, QStringLiteral("The server does not say whether \u201c%1\u201d has more.").arg(place.origin().left(80)));
        }
        return false;
    }
    if (!m_knowledge.deadLettersHavePages) {
        place.isWhole = false;
        note(page, QStringLiteral("There are more, but queue.dlq.list publishes no parameter \u201ccursor\u201d to ask for them."));
        return false;
    }
    if (m_cursors.contains(*listing.nextCursor)) {
        place.isWhole = false;
        note(page, QStringLiteral("The server sent a cursor that it had sent before; reading ends here."));
        return false;
    }
    m_cursors.insert(*listing.nextCursor);
    place.cursor = *listing.nextCursor;
    return true;
}

QCoro::Task<Result<DeadLetterPage>> LetterReader::page(WatchedQueue deadSet, QByteArray cursor, int limit, bool)
{
    m_caller.begin();
    const Result<Route> list = route();
    if (!list)
        co_return failure(list.error());
    Result<Place> from = Place::from(deadSet, cursor);
    if (!from)
        co_return failure(from.error());
    Place place = *std::move(from);
    if (cursor.isEmpty())
        m_cursors.clear();
    DeadLetterPage page;
    bool more = true;
    while (more && page.letters.isEmpty()) {
        const Result<LetterListing> listing = co_await listed(*list, place, deadSet.id, limit);
        if (!listing && (listing.error().kind != Kind::NotFound || place.origins.size() == 1))
            co_return failure(listing.error());
        if (listing) {
            page.letters = listing->letters;
            more = goesOn(*listing, place, page);
            if (place.isLast() && listing->total)
                page.total = place.seenBefore + std::max(*listing->total, place.seen);
        } else {
            place.isWhole = false;
            note(page, QStringLiteral("The queue \u201c%1\u201d is gone; its dead letters can't be listed.").arg(place.origin().left(80)));
            more = false;
        }
        if (!more && !place.isLast()) {
            place.toNextOrigin();
            m_cursors.clear();
            more = true;
        }
    }
    page.totalIsApproximate = !page.total.has_value();
    if (more)
        page.next = place.encoded();
    // Asked for under its own name it lists nothing where the server wants the queue that the letters came from.
    const bool isGuessed = isGuess(deadSet);
    if (!more && isGuessed && place.seen == 0)
        note(page, QStringLiteral("Which queues' dead letters land here is not known; asked for by its own name, the server lists none."));
    page.isWhole = !more && place.isWhole && !(isGuessed && place.seen == 0);
    co_return page;
}

QCoro::Task<Result<DeadLetter>> LetterReader::whole(WatchedQueue, DeadLetter part)
{
    if (part.payloadIsWhole)
        co_return part;
    co_return failure(Kind::Unsupported, QStringLiteral("The server's list of dead letters has no field with the message body."),
                      QStringLiteral("Name it in the connection's field mapping as letter_payload."));
}

QCoro::Task<Result<void>> LetterReader::release(WatchedQueue)
{
    m_cursors.clear();
    co_return {};
}

} // namespace holdwatch::providers::infrai
