// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/Throttling.h"

#include <QByteArrayList>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace holdwatch::net {

namespace {

constexpr qsizetype longestBody = 64 * 1024; // no error that only carries a code is longer
constexpr qsizetype longestCode = 128;

bool isIdentifier(const QByteArray &text)
{
    return !text.isEmpty() && text.size() <= longestCode
        && std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
}

QByteArrayList codesIn(const QJsonObject &object)
{
    QByteArrayList codes;
    for (const char *key : {"__type", "code", "Code"})
        codes << object.value(QLatin1String(key)).toString().toUtf8();
    return codes;
}

QByteArrayList codesInJson(const QByteArray &body)
{
    const QJsonObject object = QJsonDocument::fromJson(body).object();
    return codesIn(object) + codesIn(object.value(QLatin1String("error")).toObject()) + codesIn(object.value(QLatin1String("Error")).toObject());
}

QByteArrayList codesInXml(const QByteArray &body)
{
    const QByteArray opening = "<Code>";
    const qsizetype from = body.indexOf(opening);
    const qsizetype to = body.indexOf("</Code>", from);
    if (from < 0 || to < 0)
        return {};
    return {body.mid(from + opening.size(), to - from - opening.size()).trimmed()};
}

QByteArrayList codesInBody(const QByteArray &body)
{
    if (body.size() > longestBody)
        return {};
    const QByteArray text = body.trimmed();
    if (text.startsWith('{'))
        return codesInJson(text);
    return text.startsWith('<') ? codesInXml(text) : QByteArrayList();
}

bool anyThrottles(const QByteArrayList &codes)
{
    return std::any_of(codes.begin(), codes.end(), isThrottlingCode);
}

} // namespace

bool isThrottlingCode(QByteArray code)
{
    code = code.left(2 * longestCode);
    code = code.mid(code.indexOf('#') + 1);
    const auto end = std::find_if(code.begin(), code.end(), [](char c) { return c == ':' || c == ';'; });
    code.truncate(end - code.begin());
    code = code.mid(code.lastIndexOf('.') + 1).trimmed();
    if (!isIdentifier(code))
        return false;
    static constexpr std::array<const char *, 7> others{"SlowDown", "TooManyRequests", "TooManyRequestsException", "RequestLimitExceeded",
                                                        "RequestLimitExceededException", "BandwidthLimitExceeded",
                                                        "ProvisionedThroughputExceededException"};
    return code.toLower().contains("throttl") || std::find(others.begin(), others.end(), code) != others.end();
}

bool asksForFewerRequests(const Response &response)
{
    if (response.status == 429 || response.status == 503)
        return true;
    const bool mayMeanIt = response.status == 400 || response.status == 403 || (response.status >= 500 && response.status < 600);
    if (!mayMeanIt)
        return false;
    return anyThrottles({response.header("x-amzn-errortype"), response.header("x-amzn-query-error")}) || anyThrottles(codesInBody(response.body));
}

} // namespace holdwatch::net
