// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/wire/QueueApi.h"

#include "app/practice/Uuid.h"
#include "app/practice/wire/Discovery.h"
#include "app/practice/wire/Handlers.h"

#include <QCryptographicHash>
#include <QLocale>

namespace holdwatch::practice {

namespace {

using Kind = Error::Kind;

int statusOf(const Error &error)
{
    if (error.httpStatus)
        return *error.httpStatus;
    switch (error.kind) {
    case Kind::Malformed: return 400;
    case Kind::Unauthorized: return 401;
    case Kind::PaymentRequired: return 402;
    case Kind::Forbidden: return 403;
    case Kind::NotFound: return 404;
    case Kind::Conflict: return 409;
    case Kind::TooLarge: return 413;
    case Kind::Invalid: return 422;
    case Kind::Throttled: return 429;
    case Kind::Storage: return 503;
    default: return 500;
    }
}

QByteArray httpDate(UtcTime time)
{
    return QLocale::c().toString(toQDateTime(time), QStringLiteral("ddd, dd MMM yyyy hh:mm:ss")).toLatin1() + " GMT";
}

/// Takes as long for a wrong key as for the right one.
bool isSame(const QByteArray &one, const QByteArray &other)
{
    const QByteArray left = QCryptographicHash::hash(one, QCryptographicHash::Sha256);
    const QByteArray right = QCryptographicHash::hash(other, QCryptographicHash::Sha256);
    char difference = 0;
    for (qsizetype i = 0; i < left.size(); ++i)
        difference |= char(left[i] ^ right[i]);
    return difference == 0;
}

void writeError(JsonWriter &to, const Error &error)
{
    to.beginObject()
        .name(QStringLiteral("code")).string(QString::fromLatin1(errorCodeOf(statusOf(error)).code))
        .name(QStringLiteral("message")).string(error.what);
    if (!error.next.isEmpty())
        to.name(QStringLiteral("hint")).string(error.next);
    if (error.kind == Kind::Invalid && !error.where.isEmpty())
        to.name(QStringLiteral("details")).beginObject().name(QStringLiteral("parameter")).string(error.where).endObject();
    to.endObject();
}

Result<QString> idempotencyKey(const Request &request, const Arguments &arguments, const Capability &capability)
{
    const QString inHeader = QString::fromUtf8(request.headers.value("idempotency-key"));
    const QString inBody = arguments.text("idempotency_key");
    if (!inHeader.isEmpty() && !inBody.isEmpty() && inHeader != inBody)
        return failure(Kind::Invalid, QStringLiteral("The Idempotency-Key header and idempotency_key differ."));
    const QString key = inHeader.isEmpty() ? inBody : inHeader;
    if (key.isEmpty() && capability.key == Capability::Key::Required)
        return failure(Kind::Invalid, QStringLiteral("%1 requires an Idempotency-Key.").arg(capability.id));
    return key;
}

} // namespace

QueueApi::QueueApi(QueueEngine &engine, const Clock &clock, Secret key, ApiOptions options)
    : m_engine(engine)
    , m_clock(clock)
    , m_key(std::move(key))
    , m_options(options)
{
}

Response QueueApi::answer(const Request &request)
{
    const Millis since = m_clock.monotonic();
    Response response;
    double cost = 0;
    if (const Result<void> turn = takeTurn(); !turn)
        response = enveloped(failure(turn.error()), cost, since);
    else if (request.path == QLatin1String("/v1/discovery") || request.path.startsWith(QLatin1String("/v1/discovery/"))) {
        const Result<Response> found = discover(request);
        response = found ? *found : enveloped(failure(found.error()), cost, since);
    } else {
        const Result<QByteArray> data = run(request, cost);
        response = enveloped(data, cost, since);
    }
    response.headers.emplaceBack("Content-Type", "application/json");
    response.headers.emplaceBack("Date", httpDate(m_clock.now()));
    return response;
}

Result<Response> QueueApi::discover(const Request &request) const
{
    if (request.method != "GET") {
        Error error = failure(Kind::Invalid, QStringLiteral("Discovery is read with GET.")).value();
        error.httpStatus = 405;
        return failure(std::move(error));
    }
    const WireFormat format(m_options.dialect, m_clock.now());
    const QString id = request.path.section(QLatin1Char('/'), 3);
    if (id.isEmpty())
        return Response{200, {}, discoveryIndex(format)};
    const auto detail = discoveryDetail(format, id);
    if (!detail)
        return failure(Kind::NotFound, QStringLiteral("There is no capability of that name."), QStringLiteral("GET /v1/discovery lists them."));
    return Response{200, {}, *detail};
}

Result<QByteArray> QueueApi::run(const Request &request, double &cost)
{
    if (const Result<void> allowed = authorise(request); !allowed)
        return failure(allowed.error());
    const Result<Route> found = route(request);
    if (!found)
        return failure(found.error());
    const Capability &capability = *found->capability;
    if (const Result<void> paid = checkCredit(capability); !paid)
        return failure(paid.error());
    if (request.body.size() > largestBody)
        return failure(Kind::TooLarge, QStringLiteral("The body is larger than %1 bytes.").arg(largestBody));
    const Result<Arguments> arguments = Arguments::read(capability, found->pathNames, request);
    if (!arguments)
        return failure(arguments.error());
    const Result<QString> key = idempotencyKey(request, *arguments, capability);
    if (!key)
        return failure(key.error());
    const Answers answers(WireFormat(m_options.dialect, m_clock.now()));
    const Call call{*arguments, answers, *key, QString::fromUtf8(request.headers.value("user-agent")).left(100)};
    Result<QByteArray> data = handlerOf(capability.id)(m_engine, call);
    if (data) {
        cost = capability.priceUsd;
        m_spentUsd += cost;
    }
    return data;
}

Result<void> QueueApi::takeTurn()
{
    if (m_options.requestsPerSecond <= 0)
        return {};
    const Millis now = m_clock.monotonic();
    if (now - m_secondStarted >= Seconds(1)) {
        m_secondStarted = now;
        m_inThisSecond = 0;
    }
    if (++m_inThisSecond <= m_options.requestsPerSecond)
        return {};
    Error error = failure(Kind::Throttled, QStringLiteral("More than %1 requests within a second.").arg(m_options.requestsPerSecond)).value();
    error.retryAfter = Seconds(1);
    return failure(std::move(error));
}

Result<void> QueueApi::authorise(const Request &request) const
{
    const QByteArray sent = request.headers.value("authorization");
    if (sent.startsWith("Bearer ") && isSame(sent.mid(7).trimmed(), m_key.expose()))
        return {};
    return failure(Kind::Unauthorized, QStringLiteral("The key was not accepted."),
                   QStringLiteral("Send the key that the practice queue printed as \"Authorization: Bearer …\"."));
}

Result<QueueApi::Route> QueueApi::route(const Request &request) const
{
    bool otherMethod = false;
    for (const Capability &capability : capabilities(m_options.dialect)) {
        const auto names = capability.match(request.path);
        if (names && capability.method == request.method)
            return Route{&capability, *names};
        otherMethod = otherMethod || names.has_value();
    }
    Error error = failure(Kind::NotFound, QStringLiteral("There is no such route.")).value();
    if (otherMethod)
        error.httpStatus = 405;
    return failure(std::move(error));
}

Result<void> QueueApi::checkCredit(const Capability &capability) const
{
    if (!m_options.creditUsd || m_spentUsd + capability.priceUsd <= *m_options.creditUsd)
        return {};
    return failure(Kind::PaymentRequired, QStringLiteral("The practice credit is used up."), QStringLiteral("Start the practice queue with more, or without a limit."));
}

Response QueueApi::enveloped(const Result<QByteArray> &data, double cost, Millis since) const
{
    JsonWriter to;
    to.beginObject().name(QStringLiteral("ok")).boolean(data.has_value());
    to.name(QStringLiteral("data"));
    if (data)
        to.raw(*data).name(QStringLiteral("error")).null();
    else
        writeError(to.null().name(QStringLiteral("error")), data.error());
    to.name(QStringLiteral("metadata"))
        .beginObject()
        .name(QStringLiteral("cost_usd")).number(cost)
        .name(QStringLiteral("latency_ms")).integer((m_clock.monotonic() - since).count())
        .name(QStringLiteral("vendor")).string(QStringLiteral("practice"))
        .name(QStringLiteral("cache_hit")).boolean(false)
        .name(QStringLiteral("request_id")).string(makeUuid7(m_clock.now()))
        .endObject()
        .endObject();
    Response response{data ? 200 : statusOf(data.error()), {}, to.text()};
    if (!data && data.error().retryAfter)
        response.headers.emplaceBack("Retry-After", QByteArray::number(qint64(data.error().retryAfter->count())));
    return response;
}

} // namespace holdwatch::practice
