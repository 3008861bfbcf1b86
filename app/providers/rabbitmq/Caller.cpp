// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/Caller.h"

#include "app/net/Redaction.h"
#include "app/net/StatusErrors.h"
#include "app/providers/rabbitmq/Parser.h"

namespace holdwatch::providers::rabbitmq {

Caller::Caller(std::shared_ptr<net::HttpClient> client, const net::Credential &credential, const Clock &clock)
    : m_client(std::move(client)), m_credential(credential), m_clock(clock)
{
}

QCoro::Task<Result<net::Response>> Caller::ask(net::ReadRequest request)
{
    const QUrl url = request.url;
    ++m_sent;
    Result<net::Response> answer = co_await m_client->read(std::move(request));
    co_return judged(std::move(answer), url);
}

QCoro::Task<Result<net::Response>> Caller::look(net::LookRequest request)
{
    const QUrl url = request.url;
    ++m_sent;
    Result<net::Response> answer = co_await m_client->look(std::move(request));
    co_return judged(std::move(answer), url);
}

QCoro::Task<Result<net::Response>> Caller::write(net::WriteRequest request)
{
    const QUrl url = request.url;
    ++m_sent;
    Result<net::Response> answer = co_await m_client->write(std::move(request));
    co_return judged(std::move(answer), url);
}

Result<net::Response> Caller::judged(Result<net::Response> answer, const QUrl &url)
{
    if (!answer)
        return answer;
    // Date has whole seconds, cut off: half of one is the likeliest remainder.
    if (answer->serverTime)
        m_clockOffset = *answer->serverTime + Millis(500) - m_clock.now();
    if (answer->status >= 200 && answer->status < 300)
        return answer;
    const QString explanation = explanationOf(answer->body);
    auto error = net::failureOf(*answer, url, net::quoted(explanation, &m_credential), m_clock.now());
    if (!error)
        return answer;
    // A wrong login is spelt with a z. With an s the login was right and the rights are missing.
    if (error->kind == Error::Kind::Unauthorized && explanation.startsWith(QLatin1String("not_authorised")))
        error->kind = Error::Kind::Forbidden;
    return failure(*std::move(error));
}

} // namespace holdwatch::providers::rabbitmq
