// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/MessageSamples.h"

#include "tests/unit/payload/Packing.h"

#include <functional>
#include <map>

namespace holdwatch::test {

namespace {

const QByteArray orderJson = R"({"meta":{"v":3,"idempotency_key":"ord-8812-c1","published":"2026-11-30T14:02:11.120Z"},"order":{"id":"A-17","total":1249.10,"currency":"EUR","lines":[{"sku":"KB-4410","qty":2,"price":349.00},{"sku":"MS-0092","qty":1,"price":551.10}],"ship_to":{"name":"M. Okafor","city":"Lagos","note":"ring twice, then wait"}},"customer":{"id":90071992547409931234,"email":"m.okafor@example.com","vip":true,"phone":null},"card":{"number":"4111111111111111","cvv":"123"},"api_token":"tok_live_51Hx9","retries":[1.10,1E400,-0]})";

MessageSample base(UtcTime now)
{
    MessageSample sample;
    DeadLetter &letter = sample.letter;
    letter.id = MessageId(QStringLiteral("01J8Z6K3Q2-0042"));
    letter.deadSet = {ConnectionId(QStringLiteral("shop")), QStringLiteral("shop/orders.dead")};
    letter.originQueue = QStringLiteral("shop/orders");
    letter.contentType = QStringLiteral("application/json");
    letter.headers = {{QStringLiteral("Idempotency-Key"), QStringLiteral("ord-8812-c1"), QStringLiteral("string"), {}},
                      {QStringLiteral("x-schema"), QStringLiteral("3"), QStringLiteral("long"), {}},
                      {QStringLiteral("Authorization"), QStringLiteral("Bearer eyJhbGciOi.J9.secret"), QStringLiteral("string"), {}},
                      {QStringLiteral("traceparent"), QStringLiteral("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), QStringLiteral("string"), {}},
                      {QStringLiteral("signature"), QStringLiteral("8F 03 A1 00 7C"), QStringLiteral("binary"), QByteArray::fromHex("8F03A1007C")},
                      {QStringLiteral("x-first-death-queue"), QStringLiteral("shop/orders"), QStringLiteral("string"), {}}};
    letter.publishedAt = now - Minutes(212);
    letter.attempts = {{now - Minutes(211), QStringLiteral("orders-worker-2"), QStringLiteral("payment gateway answered 503"), 4, QStringLiteral("attempts[0]")},
                       {now - Minutes(198), QStringLiteral("orders-worker-5"), QStringLiteral("payment gateway answered 503"), 1, QStringLiteral("attempts[1]")},
                       {now - Minutes(187), QStringLiteral("shop/orders"), QStringLiteral("rejected"), 1, QStringLiteral("x-death[0]")}};
    letter.error = QStringLiteral("HTTP 503 from payments.example.com: upstream connect error or disconnect/reset before headers. reset reason: connection timeout\n  at charge (/srv/app/pay.js:118:11)\n  at async OrderHandler.run (/srv/app/order.js:41:5)");
    letter.errorClass = QStringLiteral("UpstreamError");
    letter.httpStatus = 503;
    letter.deliveries = Metric<int>::reported(6);
    letter.diedAt = now - Minutes(187);
    letter.expiresAt = now + std::chrono::hours(76);
    letter.expiryNote = QStringLiteral("queue x-message-ttl of 7 d, from when it died");
    sample.row.number = 41;
    sample.row.key = QStringLiteral("ord-8812-c1");
    sample.row.keyPlace = QStringLiteral("header Idempotency-Key");
    sample.row.version = QStringLiteral("3");
    sample.row.versionPlace = QStringLiteral("/meta/v");
    sample.row.failureClass = QStringLiteral("transient-dependency");
    sample.row.firstSeenAt = now - Minutes(180);
    sample.row.redrives = 1;
    sample.row.digest = QByteArray::fromHex("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");
    return sample;
}

QByteArray brokenUtf8()
{
    return QByteArray("{\"name\":\"M\xFCller\",\"city\":\"K\xF6ln\",\"cut\":\"\xE2\x82\"}");
}

using Maker = std::function<void(MessageSample &)>;

Maker payload(const QByteArray &bytes)
{
    return [bytes](MessageSample &sample) { sample.letter.payload = bytes; };
}

void manyHeaders(MessageSample &sample)
{
    sample.letter.payload = orderJson;
    for (int i = 0; i < 10'000; ++i)
        sample.letter.headers << LetterHeader{QStringLiteral("x-hop-%1").arg(i), QString::number(i * 7919), QStringLiteral("long"), {}};
}

void hostile(MessageSample &sample)
{
    sample.letter.payload = "{\"error\":\"<img src=x onerror=alert(1)><b>bold</b>\",\"file\":\"invoice\xE2\x80\xAE" "fdp.exe\",\"zero\":\"a\xE2\x80\x8B" "b\",\"tab\":\"\\t\"}";
    sample.letter.error = QStringLiteral("<img src='file:///etc/passwd'> could not parse invoice\u202Efdp.exe");
    sample.letter.attempts[0].reason = QStringLiteral("<b>rejected</b>\u202E");
    sample.letter.headers << LetterHeader{QStringLiteral("<i>x</i>"), QStringLiteral("<img src=x>\u202E\n2nd"), QStringLiteral("string"), {}};
}

void nameless(MessageSample &sample)
{
    const DeadLetter whole = sample.letter;
    sample = {};
    sample.letter.deadSet = whole.deadSet;
}

const std::map<QString, Maker> &makers()
{
    static const std::map<QString, Maker> all{
        {QStringLiteral("order"), payload(orderJson)},
        {QStringLiteral("packed"), payload(payload::packed(payload::Encoding::Gzip, orderJson).toBase64())},
        {QStringLiteral("bomb"), payload(gzipBomb())},
        {QStringLiteral("empty"), nameless},
        {QStringLiteral("broken-utf8"), payload(brokenUtf8())},
        {QStringLiteral("hostile"), hostile},
        {QStringLiteral("nuls"), payload(QByteArray("{\"a\":\"x\0y\0\",\"b\":\"\x1B[31mred\"}", 27))},
        {QStringLiteral("cut"), payload(orderJson.left(420))},
        {QStringLiteral("text"), payload("the order was rejected: password=hunter2, see https://example.com\nline two\twith a tab\n")},
        {QStringLiteral("deep"), payload(QByteArray(100'000, '[') + QByteArray(100'000, ']'))},
        {QStringLiteral("deep-open"), payload(QByteArray("{\"a\":").repeated(100'000))},
        {QStringLiteral("one-line"), payload(jsonOfSize(5'000'000, true))},
        {QStringLiteral("large"), payload(jsonOfSize(50'000'000, false))},
        {QStringLiteral("headers"), manyHeaders},
        {QStringLiteral("part"), [](MessageSample &sample) {
             sample.letter.payload = orderJson.left(300);
             sample.letter.payloadSize = 48'000'000;
             sample.letter.payloadIsWhole = false;
             sample.row.digest.clear();
         }},
    };
    return all;
}

} // namespace

QByteArray gzipBomb()
{
    return payload::packed(payload::Encoding::Gzip, QByteArray(64 * 1024 * 1024, '\0'));
}

QByteArray jsonOfSize(qsizetype bytes, bool inOneLine)
{
    const QByteArray end = inOneLine ? "," : ",\n";
    QByteArray text = "{\"rows\":[";
    text.reserve(bytes + 100);
    for (int i = 0; text.size() < bytes; ++i)
        text += "{\"sku\":\"A-" + QByteArray::number(i) + "\",\"price\":1.10,\"note\":\"two pieces, one box\"}" + end;
    text.chop(end.size());
    return text + "]}";
}

QStringList messageSampleNames()
{
    QStringList names;
    for (const auto &[name, make] : makers())
        names << name;
    return names;
}

MessageSample messageSample(const QString &name, UtcTime now)
{
    MessageSample sample = base(now);
    if (const auto make = makers().find(name); make != makers().end())
        make->second(sample);
    if (sample.letter.payloadIsWhole)
        sample.letter.payloadSize = sample.letter.payload.size();
    sample.row.id = sample.letter.id;
    sample.row.size = sample.letter.payloadSize;
    return sample;
}

} // namespace holdwatch::test
