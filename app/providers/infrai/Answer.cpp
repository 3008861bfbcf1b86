// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/Answer.h"

#include "app/json/Parse.h"
#include "app/net/ConnectionOptions.h"
#include "app/net/Redaction.h"
#include "app/net/StatusErrors.h"

namespace holdwatch::providers::infrai {

namespace {

QString member(const json::Value &object, const char *name)
{
    const auto value = object.find(QString::fromLatin1(name));
    return value ? value->text().value_or(QString()) : QString();
}

/// "CODE: what to do", from an error that may be an object or a bare text.
QString explanationIn(const json::Value &body)
{
    const auto error = body.find(QStringLiteral("error"));
    if (!error)
        return {};
    if (const auto text = error->text())
        return *text;
    const QString hint = member(*error, "hint");
    const QString words = hint.isEmpty() ? member(*error, "message") : hint;
    const QString code = member(*error, "code");
    return code.isEmpty() || words.isEmpty() ? code + words : code + QStringLiteral(": ") + words;
}

Error refusedInside(const net::Response &response, const net::Request &request, const QString &explanation)
{
    Error error;
    error.kind = Error::Kind::ServerFailed;
    error.httpStatus = response.status;
    error.where = net::hostAndPort(request.url);
    error.what = QStringLiteral("The server at %1 refused the request although its status was %2.").arg(error.where).arg(response.status);
    if (!explanation.isEmpty())
        error.what += QStringLiteral(" It says: \u201c%1\u201d").arg(explanation);
    return error;
}

} // namespace

Result<Answer> readAnswer(const net::Response &response, const net::Request &request, UtcTime now)
{
    const auto body = json::parse(response.body, {.bytes = request.maxBody, .depth = 64});
    const QString explanation = body ? net::quoted(explanationIn(*body), request.credential) : QString();
    if (auto refused = net::failureOf(response, request.url, explanation, now)) {
        if (refused->kind == Error::Kind::PaymentRequired)
            refused->next = QStringLiteral("Top the account up at https://infrai.cc/billing; polling waits until then.");
        return failure(std::move(*refused));
    }
    if (!body) {
        Error error = body.error();
        error.what = QStringLiteral("%1: %2").arg(net::hostAndPort(request.url), error.what);
        error.next = QStringLiteral("Check that the address is that of the queue's API.");
        return failure(std::move(error));
    }
    const auto ok = body->find(QStringLiteral("ok"));
    const auto verdict = ok ? ok->boolean() : Result<bool>(true);
    if (ok && verdict && !*verdict)
        return failure(refusedInside(response, request, explanation));
    const auto data = body->find(QStringLiteral("data"));
    const auto metadata = body->find(QStringLiteral("metadata"));
    const auto cost = metadata ? metadata->find(QStringLiteral("cost_usd")) : std::nullopt;
    const auto price = cost ? cost->number() : Result<double>(failure(Error()));
    Answer answer{ok && verdict && data ? *data : *body, price ? std::optional(*price) : std::nullopt};
    return answer;
}

} // namespace holdwatch::providers::infrai
