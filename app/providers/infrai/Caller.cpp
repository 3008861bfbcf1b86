// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/Caller.h"

#include <algorithm>
#include <vector>

namespace holdwatch::providers::infrai {

namespace {

using Kind = Error::Kind;

constexpr int mostUnderWay = 16;

Error outOfTime(Millis deadline)
{
    Error error;
    error.kind = Kind::Timeout;
    error.what = QStringLiteral("The poll took longer than its %1 s.").arg(toSeconds(deadline));
    error.kept = QStringLiteral("The last known values stay on screen, marked stale.");
    return error;
}

Error cancelledHere()
{
    Error error;
    error.kind = Kind::Cancelled;
    error.what = QStringLiteral("The poll was cancelled here.");
    return error;
}

} // namespace

bool endsTheBatch(Kind kind)
{
    return kind == Kind::Unauthorized || kind == Kind::PaymentRequired || kind == Kind::Throttled || kind == Kind::TlsRefused || kind == Kind::Cancelled;
}

bool meansNobodyAnswered(Kind kind)
{
    return kind == Kind::Unreachable || kind == Kind::Timeout;
}

struct Caller::Round
{
    QVector<net::ReadRequest> requests;
    std::vector<std::optional<Outcome>> outcomes;
    qsizetype next = 0;
    int silentInARow = 0;       ///< answers that never came, since the last that did
    std::optional<Error> ended; ///< why nothing more is asked
};

Caller::Caller(std::shared_ptr<net::HttpClient> client, const Clock &clock, Millis deadline)
    : m_client(std::move(client)), m_clock(clock), m_deadline(deadline)
{
}

void Caller::begin()
{
    m_endsAt = m_clock.monotonic() + m_deadline;
    m_cancelled = false;
    m_sent = 0;
    m_costUsd.reset();
}

void Caller::cancelAll()
{
    m_cancelled = true;
    m_client->cancelAll();
}

QCoro::Task<Result<net::Response>> Caller::send(net::ReadRequest request)
{
    request.deadline = std::min(request.deadline, m_endsAt - m_clock.monotonic());
    if (m_cancelled)
        co_return failure(cancelledHere());
    if (request.deadline <= Millis(0))
        co_return failure(outOfTime(m_deadline));
    ++m_sent;
    Result<net::Response> response = co_await m_client->read(std::move(request));
    if (response && response->serverTime)
        m_serverClock.heard(*response->serverTime, m_clock.now());
    co_return response;
}

QCoro::Task<Result<net::Response>> Caller::write(net::WriteRequest request)
{
    if (m_cancelled)
        co_return failure(cancelledHere());
    ++m_sent;
    Result<net::Response> response = co_await m_client->write(std::move(request));
    if (response && response->serverTime)
        m_serverClock.heard(*response->serverTime, m_clock.now());
    co_return response;
}

QCoro::Task<Result<Answer>> Caller::ask(net::ReadRequest request)
{
    const Result<net::Response> response = co_await send(request);
    if (!response)
        co_return failure(response.error());
    Result<Answer> answer = readAnswer(*response, request, m_clock.now());
    if (answer && answer->costUsd)
        m_costUsd = m_costUsd.value_or(0) + *answer->costUsd;
    co_return answer;
}

QCoro::Task<Result<Caller::Outcomes>> Caller::askAll(QVector<net::ReadRequest> requests)
{
    const auto round = std::make_shared<Round>();
    round->outcomes.resize(static_cast<size_t>(requests.size()));
    round->requests = std::move(requests);
    std::vector<QCoro::Task<void>> workers;
    for (qsizetype i = 0; i < std::min<qsizetype>(mostUnderWay, round->requests.size()); ++i)
        workers.push_back(work(round));
    for (QCoro::Task<void> &worker : workers)
        co_await worker;
    if (round->ended && endsTheBatch(round->ended->kind))
        co_return failure(*round->ended);
    Outcomes outcomes;
    for (const std::optional<Outcome> &outcome : round->outcomes)
        outcomes.append(outcome ? *outcome : Outcome{failure(*round->ended), {}});
    co_return outcomes;
}

QCoro::Task<void> Caller::work(std::shared_ptr<Round> round)
{
    while (!round->ended && round->next < round->requests.size()) {
        const qsizetype mine = round->next++;
        const Result<Answer> answer = co_await ask(round->requests.at(mine));
        round->outcomes[static_cast<size_t>(mine)] = Outcome{answer, m_serverClock.serverNow(m_clock.now())};
        const bool silent = !answer && meansNobodyAnswered(answer.error().kind);
        round->silentInARow = silent ? round->silentInARow + 1 : 0;
        if (!answer && (endsTheBatch(answer.error().kind) || round->silentInARow >= mostUnderWay))
            round->ended = answer.error();
    }
}

} // namespace holdwatch::providers::infrai
