// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/FieldFinder.h"

#include <QTest>

using namespace holdwatch::payload;

namespace {

std::vector<FoundField> keyIn(const Headers &headers, const QByteArray &body)
{
    return FieldFinder::ofIdempotencyKey().find(headers, JsonTree(body));
}

} // namespace

class TestFields : public QObject
{
    Q_OBJECT
private slots:
    void findsTheKeyAtItsCommonSpots_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("where");
        const auto row = [](const char *header, const char *body, const char *where) { QTest::addRow("%s", where) << QByteArray(header) << QByteArray(body) << QString::fromUtf8(where); };
        row("Idempotency-Key", "", "header Idempotency-Key");
        row("x-idempotency-key", "", "header x-idempotency-key");
        row("idempotency_key", "{}", "header idempotency_key");
        row("", "{\"idempotency_key\":\"k\"}", "/idempotency_key");
        row("", "{\"idempotencyKey\":\"k\"}", "/idempotencyKey");
        row("", "{\"Idempotency-Key\":\"k\"}", "/Idempotency-Key");
        row("", "{\"dedup_id\":\"k\"}", "/dedup_id");
        row("", "{\"message_id\":\"k\"}", "/message_id");
        row("", "{\"metadata\":{\"idempotency_key\":\"k\"}}", "/metadata/idempotency_key");
        row("MessageDeduplicationId", "", "header MessageDeduplicationId");
    }
    void findsTheKeyAtItsCommonSpots()
    {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, body);
        const auto found = keyIn(header.isEmpty() ? Headers{} : Headers{{header, "k"}}, body);
        QCOMPARE(found.size(), 1u);
        QCOMPARE(found[0].value, "k");
        QTEST(found[0].whereText(), "where");
    }

    void findsNothingWhereNothingIsSaid_data()
    {
        QTest::addColumn<QByteArray>("body");
        for (const char *body : {"", "{}", "[]", "\"k\"", "{\"idempotency_key\":null}", "{\"idempotency_key\":\"\"}", "{\"idempotency_key\":{\"a\":1}}", "{\"key\":\"k\"}",
                                 "{\"deep\":{\"deeper\":{\"idempotency_key\":\"k\"}}}", "not json"})
            QTest::addRow("%s", body) << QByteArray(body);
    }
    void findsNothingWhereNothingIsSaid()
    {
        QFETCH(QByteArray, body);
        QVERIFY(keyIn({}, body).empty());
        QVERIFY(keyIn({{"idempotency-key", ""}}, body).empty());
    }

    void tellsAllPlacesAndThatTheyDisagree()
    {
        const auto found = keyIn({{"idempotency-key", "a"}}, "{\"idempotency_key\":\"b\",\"message_id\":\"c\"}");
        QCOMPARE(found.size(), 3u);
        QCOMPARE(found[0].value, "a");
        QVERIFY(FieldFinder::disagree(found));
        QVERIFY(!FieldFinder::mayNameADelivery(found[1]));
        QVERIFY(FieldFinder::mayNameADelivery(found[2]));
        QVERIFY(!FieldFinder::disagree(keyIn({{"idempotency-key", "a"}}, "{\"idempotency_key\":\"a\"}")));
        QVERIFY(!FieldFinder::disagree({}));
    }

    void saysWhenAPlaceOccursMoreThanOnce()
    {
        const auto member = keyIn({}, "{\"idempotency_key\":\"a\",\"idempotencyKey\":\"b\"}");
        QCOMPARE(member[0].value, "b");
        QVERIFY(member[0].whereText().contains(QStringLiteral("more than once")));
        const auto header = keyIn({{"idempotency-key", "a"}, {"Idempotency-Key", "b"}}, "");
        QCOMPARE(header.size(), 1u);
        QCOMPARE(header[0].value, "a");
        QVERIFY(header[0].isAmbiguous);
    }

    void findsTheSchemaVersion_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("pointer");
        const auto row = [](const char *body, const char *value, const char *pointer) { QTest::addRow("%s", pointer) << QByteArray(body) << QByteArray(value) << QByteArray(pointer); };
        row("{\"schema_version\":3}", "3", "/schema_version");
        row("{\"schemaVersion\":\"3.1\"}", "3.1", "/schemaVersion");
        row("{\"version\":1.10}", "1.10", "/version");
        row("{\"$schema\":\"https://x.y/z.json\"}", "https://x.y/z.json", "/$schema");
        row("{\"v\":2}", "2", "/v");
        row("{\"meta\":{\"schema_version\":7},\"v\":2}", "7", "/meta/schema_version");
    }
    void findsTheSchemaVersion()
    {
        QFETCH(QByteArray, body);
        const auto found = FieldFinder::ofSchemaVersion().find({}, JsonTree(body));
        QVERIFY(!found.empty());
        QTEST(found[0].value, "value");
        QTEST(found[0].place.name, "pointer");
    }

    void readsPlacesAsTheyAreWritten()
    {
        QCOMPARE(FieldPlace::parse(QStringLiteral("/order/key"))->kind, FieldPlace::Kind::Pointer);
        QCOMPARE(FieldPlace::parse(QStringLiteral("header: X-Key"))->name, "X-Key");
        QCOMPARE(FieldPlace::parse(QStringLiteral("header:X-Key"))->text(), QStringLiteral("header:X-Key"));
        QCOMPARE(FieldPlace::parse(QStringLiteral("order_key"))->kind, FieldPlace::Kind::Name);
        QVERIFY(!FieldPlace::parse(QStringLiteral("/a~x")));
        QVERIFY(!FieldPlace::parse(QString()));
        QVERIFY(!FieldPlace::parse(QStringLiteral("header:")));
    }

    void followsAConfiguredPlaceExactly()
    {
        const FieldFinder finder({*FieldPlace::parse(QStringLiteral("/order/Key")), *FieldPlace::parse(QStringLiteral("header:x-mine"))});
        const auto found = finder.find({{"X-Mine", "h"}}, JsonTree("{\"order\":{\"key\":\"no\",\"Key\":\"p\"},\"x-mine\":\"no\"}"));
        QCOMPARE(found.size(), 2u);
        QCOMPARE(found[0].value, "p");
        QCOMPARE(found[1].value, "h");
    }

    void standsTenThousandHeaders()
    {
        Headers headers;
        for (int i = 0; i < 10'000; ++i)
            headers.push_back({"x-header-" + QByteArray::number(i), "v"});
        headers.push_back({"idempotency-key", "k"});
        QCOMPARE(keyIn(headers, "")[0].value, "k");
    }
};

QTEST_GUILESS_MAIN(TestFields)
#include "TestFields.moc"
