// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/Parse.h"
#include "app/providers/infrai/Discovery.h"
#include "app/providers/infrai/FieldMap.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::providers::infrai;

namespace {

Schema schemaOf(const QByteArray &properties)
{
    const auto root = json::parse("{\"type\":\"object\",\"properties\":" + properties + "}");
    Q_ASSERT(root);
    return Schema(*root, {*root});
}

FieldMap mapOf(const QByteArray &properties, const FieldMap::Mapping &mapping = {})
{
    return FieldMap::published(schemaOf(properties), mapping);
}

QString inWords(const FieldPlan &plan)
{
    if (plan.path.isEmpty())
        return QStringLiteral("none");
    const QString place = plan.path.join(QLatin1Char('.'));
    return plan.unit ? place + QLatin1Char(' ') + toWord(*plan.unit) : place;
}

} // namespace

class TestFieldMap : public QObject
{
    Q_OBJECT
private slots:
    void findsACountByItsNames_data()
    {
        QTest::addColumn<QByteArray>("properties");
        QTest::addColumn<QString>("depth");
        QTest::newRow("depth") << QByteArray(R"({"depth":{"type":"integer"}})") << QStringLiteral("depth");
        QTest::newRow("the first alias wins") << QByteArray(R"({"ready":{"type":"integer"},"message_count":{"type":"integer"}})") << QStringLiteral("message_count");
        QTest::newRow("camel case") << QByteArray(R"({"messageCount":{"type":"integer"}})") << QStringLiteral("messageCount");
        QTest::newRow("nested") << QByteArray(R"({"counts":{"type":"object","properties":{"ready":{"type":"integer"}}}})") << QStringLiteral("counts.ready");
        QTest::newRow("nullable") << QByteArray(R"({"depth":{"type":["integer","null"]}})") << QStringLiteral("depth");
        QTest::newRow("without a type") << QByteArray(R"({"depth":{}})") << QStringLiteral("depth");
        QTest::newRow("one of two shapes") << QByteArray(R"({"depth":{"anyOf":[{"type":"integer"},{"type":"null"}]}})") << QStringLiteral("depth");
        QTest::newRow("a text is no count") << QByteArray(R"({"depth":{"type":"string"}})") << QStringLiteral("none");
        QTest::newRow("a flag is skipped") << QByteArray(R"({"available":{"type":"boolean"},"ready":{"type":"integer"}})") << QStringLiteral("ready");
        QTest::newRow("a list is skipped") << QByteArray(R"({"messages":{"type":"array","items":{"type":"object","properties":{"depth":{"type":"integer"}}}}})") << QStringLiteral("none");
        QTest::newRow("unknown name") << QByteArray(R"({"profundity":{"type":"integer"}})") << QStringLiteral("none");
        QTest::newRow("two candidates") << QByteArray(R"({"a":{"type":"object","properties":{"depth":{"type":"integer"}}},"b":{"type":"object","properties":{"depth":{"type":"integer"}}}})")
                                        << QStringLiteral("none");
    }
    void findsACountByItsNames()
    {
        QFETCH(QByteArray, properties);
        const FieldMap map = mapOf(properties);
        const FieldPlan &plan = map.plan(Figure::Depth);
        QTEST(inWords(plan), "depth");
        QVERIFY(!plan.path.isEmpty() || !plan.note.isEmpty());
    }

    void takesATimesUnitFromWhatIsPublished_data()
    {
        QTest::addColumn<QByteArray>("properties");
        QTest::addColumn<QString>("age");
        const auto row = [](const char *tag, const char *properties, const char *age) {
            QTest::newRow(tag) << QByteArray(properties) << QString::fromLatin1(age);
        };
        row("suffix", R"({"oldest_message_age_seconds":{"type":"number"}})", "oldest_message_age_seconds s");
        row("suffix ms", R"({"oldestAgeMs":{"type":"integer"}})", "oldestAgeMs ms");
        row("unit keyword", R"({"oldest_age":{"type":"integer","unit":"minutes"}})", "oldest_age min");
        row("x-unit keyword", R"({"oldest_age":{"type":"integer","x-unit":"ms"}})", "oldest_age ms");
        row("description", R"({"oldest_age":{"type":"integer","description":"age in seconds of the head"}})", "oldest_age s");
        row("date-time", R"({"oldest_message_at":{"type":"string","format":"date-time"}})", "oldest_message_at a moment");
        row("epoch keyword", R"({"oldest_message_at":{"type":"integer","x-unit":"milliseconds since 1970-01-01T00:00:00Z"}})", "oldest_message_at ms since 1970");
        row("epoch by its name", R"({"oldest_message_at":{"type":"integer","description":"Unix time in seconds"}})", "oldest_message_at s since 1970");
        row("moment with a unit suffix", R"({"oldest_message_at_ms":{"type":"integer"}})", "oldest_message_at_ms ms since 1970");
        row("no unit at all", R"({"oldest_age":{"type":"integer"}})", "none");
        row("a unit of something else", R"({"oldest_age":{"type":"integer","description":"apples"}})", "none");
        row("two units", R"({"oldest_age":{"type":"integer","description":"seconds, or milliseconds on old queues"}})", "none");
        row("suffix against keyword", R"({"oldest_age_seconds":{"type":"integer","unit":"milliseconds"}})", "none");
        row("a text without format", R"({"oldest_age_seconds":{"type":"string"}})", "none");
        row("a date-time that is a number", R"({"oldest_message_at":{"type":"integer","format":"date-time"}})", "none");
        row("the usable one of two", R"({"oldest_message_age":{"type":"integer"},"oldest_message_at":{"type":"string","format":"date-time"}})", "oldest_message_at a moment");
    }
    void takesATimesUnitFromWhatIsPublished()
    {
        QFETCH(QByteArray, properties);
        const FieldMap map = mapOf(properties);
        const FieldPlan &plan = map.plan(Figure::OldestAge);
        QTEST(inWords(plan), "age");
        QVERIFY(!plan.path.isEmpty() || !plan.note.isEmpty());
    }

    void aPublishTimeOnlyBoundsTheAge()
    {
        const FieldMap map = mapOf(R"({"oldest_enqueued_at":{"type":"string","format":"date-time"}})");
        QCOMPARE(map.plan(Figure::OldestAge).obtained, Obtained::AtMost);
        QVERIFY(!map.plan(Figure::OldestAge).note.isEmpty());
    }

    void whatCallsItselfApproximateIsApproximate()
    {
        QCOMPARE(mapOf(R"({"approximate_depth":{"type":"integer"}})").plan(Figure::Depth).obtained, Obtained::Approximate);
        QCOMPARE(mapOf(R"({"depth":{"type":"integer","description":"Approximate number"}})").plan(Figure::Depth).obtained, Obtained::Approximate);
        QCOMPARE(mapOf(R"({"depth":{"type":"integer"}})").plan(Figure::Depth).obtained, Obtained::Reported);
    }

    void readsARatesPer()
    {
        QCOMPARE(inWords(mapOf(R"({"arrivals_per_second":{"type":"number"}})").plan(Figure::ArrivalRate)), QStringLiteral("arrivals_per_second s"));
        QCOMPARE(inWords(mapOf(R"({"publish_rate":{"type":"number","unit":"messages per minute"}})").plan(Figure::ArrivalRate)), QStringLiteral("publish_rate min"));
        QCOMPARE(inWords(mapOf(R"({"publish_rate":{"type":"number"}})").plan(Figure::ArrivalRate)), QStringLiteral("none"));
    }

    void theUsersMappingGoesFirstButTheSchemaDecides()
    {
        const QByteArray properties = R"({"depth":{"type":"integer"},"head":{"type":"object","properties":{"wait_ms":{"type":"integer"}}}})";
        const FieldMap map = mapOf(properties, {{QStringLiteral("oldest_age"), QStringLiteral("head.wait_ms")}, {QStringLiteral("depth"), QStringLiteral("waiting")}});
        QCOMPARE(inWords(map.plan(Figure::OldestAge)), QStringLiteral("head.wait_ms ms"));
        QVERIFY(map.plan(Figure::Depth).path.isEmpty());
        QVERIFY(map.plan(Figure::Depth).note.contains(QStringLiteral("waiting")));
    }

    void withoutASchemaOnlyTheUsersMappingCounts()
    {
        const auto answer = json::parse(R"({"depth":7,"wait_s":3})");
        const FieldMap map = FieldMap::withoutSchema(*answer, {{QStringLiteral("oldest_age"), QStringLiteral("wait_s")}}, QStringLiteral("no schema"));
        QCOMPARE(map.plan(Figure::Depth).note, QStringLiteral("no schema"));
        QCOMPARE(inWords(map.plan(Figure::OldestAge)), QStringLiteral("wait_s s"));
    }

    void undiscoveredNamesAreOnlyBelieved()
    {
        const auto answer = json::parse(R"({"depth":7,"oldest_message_age":12,"oldest_message_at":"2025-12-01T10:00:00Z"})");
        const FieldMap map = FieldMap::undiscovered(*answer, {});
        QCOMPARE(map.plan(Figure::Depth).obtained, Obtained::Approximate);
        QVERIFY(map.plan(Figure::Depth).note.startsWith(QStringLiteral("undiscovered")));
        QCOMPARE(inWords(map.plan(Figure::OldestAge)), QStringLiteral("oldest_message_at a moment"));
    }

    void followsReferencesAndEndsInACircle()
    {
        const auto root = json::parse(R"({"$ref":"#/$defs/Stats","$defs":{)"
                                      R"("Stats":{"allOf":[{"$ref":"#/$defs/Counts"},{"$ref":"#/$defs/Stats"}],"properties":{"self":{"$ref":"#/$defs/Stats"}}},)"
                                      R"("Counts":{"type":"object","properties":{"depth":{"$ref":"#/$defs/Count"}}},)"
                                      R"("Count":{"type":"integer","description":"ready"}}})");
        QVERIFY(root);
        const FieldMap map = FieldMap::published(Schema(*root, {*root}), {});
        QCOMPARE(inWords(map.plan(Figure::Depth)), QStringLiteral("depth"));
        QCOMPARE(map.plan(Figure::Depth).description, QStringLiteral("ready"));
    }

    void readsWhetherTheAgeCountsMessagesInFlight()
    {
        QCOMPARE(saysInFlightIsIncluded(QStringLiteral("includes messages in flight")), std::optional(true));
        QCOMPARE(saysInFlightIsIncluded(QStringLiteral("waiting messages, excluding in-flight ones")), std::optional(false));
        QCOMPARE(saysInFlightIsIncluded(QStringLiteral("seconds since it was due")), std::nullopt);
    }
};

QTEST_GUILESS_MAIN(TestFieldMap)
#include "TestFieldMap.moc"
