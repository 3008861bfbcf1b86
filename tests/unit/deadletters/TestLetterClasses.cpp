// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/LetterRowMaker.h"

#include <QRandomGenerator>
#include <QTest>

using namespace holdwatch;

class TestLetterClasses : public QObject
{
    Q_OBJECT

    static DeadLetter letter(const QString &error, const QString &errorClass = {}, std::optional<int> status = {})
    {
        DeadLetter made;
        made.error = error;
        made.errorClass = errorClass;
        made.httpStatus = status;
        return made;
    }
    static ClassRule ownRule(const QString &classId)
    {
        ClassRule rule;
        rule.classId = classId;
        return rule;
    }
    static LetterHeader header(const char *name, const char *text) { return {QString::fromLatin1(name), QString::fromLatin1(text), {}, {}}; }

private slots:
    void knowsTheUsualFailures_data()
    {
        QTest::addColumn<QString>("error");
        QTest::addColumn<QString>("errorClass");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("wanted");
        const auto row = [](const char *error, const char *errorClass, int status, const char *wanted) {
            QTest::newRow(qPrintable(QStringLiteral("%1/%2/%3").arg(QLatin1String(error), QLatin1String(errorClass)).arg(status)))
                << QString::fromLatin1(error) << QString::fromLatin1(errorClass) << status << QString::fromLatin1(wanted);
        };
        row("malformed payload: it is not JSON", "", 0, "malformed");
        row("unsupported schema version 3: this consumer knows up to 2", "", 0, "unsupported-version");
        row("transient failure: the handler failed after the claim; rolled back", "", 0, "transient-dependency");
        row("permanent rejection: there is no order 17", "", 0, "permanent-rejection");
        row("rate limit: the downstream answered 429 with Retry-After: 3000", "", 0, "rate-limit");
        row("", "rejected", 0, "unknown");
        row("", "delivery_limit", 0, "unknown");
        row("", "expired", 0, "transient-dependency");
        row("", "maxlen", 0, "transient-dependency");
        row("Expecting value: line 1 column 1 (char 0)", "JSONDecodeError", 0, "malformed");
        row("com.fasterxml.jackson.core.JsonParseException: Unrecognized token", "", 0, "malformed");
        row("SyntaxError: Unexpected token < in JSON at position 0", "", 0, "malformed");
        row("json: cannot unmarshal string into Go value of type int", "", 0, "malformed");
        row("", "org.apache.kafka.common.errors.SerializationException: Error deserializing", 0, "malformed");
        row("Unknown version 9 of OrderPlaced", "", 0, "unsupported-version");
        row("schema version 4 is not supported", "", 0, "unsupported-version");
        row("Read timed out", "java.net.SocketTimeoutException", 0, "transient-dependency");
        row("connect ECONNREFUSED 10.0.0.1:5432", "", 0, "transient-dependency");
        row("deadlock detected", "", 0, "transient-dependency");
        row("503 Service Unavailable", "", 503, "transient-dependency");
        row("whatever it was", "", 502, "transient-dependency");
        row("whatever it was", "", 429, "rate-limit");
        row("Request was throttled", "ThrottlingException", 400, "rate-limit");
        row("Validation failed for field email", "", 0, "permanent-rejection");
        row("whatever it was", "", 403, "permanent-rejection");
        row("whatever it was", "", 404, "permanent-rejection");
        row("whatever it was", "", 408, "transient-dependency");
        row("violates foreign key constraint", "", 0, "permanent-rejection");
        row("INVALID JSON", "", 0, "malformed");
        row("", "", 0, "unknown");
        row("something went wrong", "", 0, "unknown");
    }
    void knowsTheUsualFailures()
    {
        QFETCH(QString, error);
        QFETCH(QString, errorClass);
        QFETCH(int, status);
        QFETCH(QString, wanted);
        const auto each = letter(error, errorClass, status ? std::optional(status) : std::nullopt);
        QCOMPARE(classify(each, QStringLiteral("rabbitmq"), builtInRules()), wanted);
    }

    void deathReasonsBelongToTheirProvider()
    {
        QCOMPARE(classify(letter({}, QStringLiteral("maxlen")), QStringLiteral("practice"), builtInRules()), QStringLiteral("unknown"));
    }

    void everyBuiltInRuleLeadsToAKnownClass()
    {
        const ClassRules rules = builtInRules();
        for (const ClassRule &rule : rules.rules) {
            QVERIFY(rule.isBuiltIn);
            QVERIFY2(std::any_of(rules.classes.begin(), rules.classes.end(), [&](const FailureClass &each) { return each.id == rule.classId; }), qPrintable(rule.classId));
        }
        QVERIFY(ClassMatcher(rules, QStringLiteral("rabbitmq")).faults().empty());
    }

    void ownRulesComeFirstWhereverTheyStand()
    {
        ClassRules rules = builtInRules();
        ClassRule rule = ownRule(QStringLiteral("inventory"));
        rule.errorTextPattern = QStringLiteral("*inventory*timed out*");
        rules.rules.append(rule);
        QCOMPARE(classify(letter(QStringLiteral("Inventory-db: timed out")), {}, rules), QStringLiteral("inventory"));
        QCOMPARE(classify(letter(QStringLiteral("timed out: inventory")), {}, rules), QStringLiteral("transient-dependency"));
    }

    void allConditionsOfARuleHaveToHold()
    {
        ClassRules rules;
        ClassRule rule = ownRule(QStringLiteral("mine"));
        rule.provider = QStringLiteral("rabbitmq");
        rule.errorClassPattern = QStringLiteral("rej*");
        rule.errorTextPattern = QStringLiteral("*boom*");
        rule.queuePattern = QStringLiteral("shop/*");
        rule.httpFrom = 500;
        rule.filter = QStringLiteral("version:2 order.id:\"A-17\"");
        rules.rules = {rule};
        DeadLetter good = letter(QStringLiteral("a Boom here"), QStringLiteral("rejected"), 503);
        good.originQueue = QStringLiteral("shop/orders");
        good.payload = R"({"schema_version":2,"order":{"id":"A-17"}})";
        const auto classOf = [&](const DeadLetter &each, const char *provider = "rabbitmq") { return classify(each, QString::fromLatin1(provider), rules); };
        QCOMPARE(classOf(good), QStringLiteral("mine"));
        QCOMPARE(classOf(good, "sqs"), QStringLiteral("unknown"));
        const QVector<std::function<void(DeadLetter &)>> spoil{[](DeadLetter &each) { each.errorClass = QStringLiteral("expired"); }, [](DeadLetter &each) { each.error.clear(); },
                                                              [](DeadLetter &each) { each.originQueue = QStringLiteral("orders"); }, [](DeadLetter &each) { each.httpStatus.reset(); },
                                                              [](DeadLetter &each) { each.httpStatus = 499; }, [](DeadLetter &each) { each.payload.replace("17", "18"); },
                                                              [](DeadLetter &each) { each.payload.replace(":2", ":3"); }};
        for (const auto &each : spoil) {
            DeadLetter bad = good;
            each(bad);
            QCOMPARE(classOf(bad), QStringLiteral("unknown"));
        }
    }

    void aRuleWithoutConditionsNeverMatches()
    {
        ClassRules rules;
        rules.rules = {ownRule(QStringLiteral("all"))};
        QCOMPARE(classify(letter(QStringLiteral("x")), {}, rules), QStringLiteral("unknown"));
    }

    void aFilterThatIsNoneIsToldAndNeverMatches()
    {
        ClassRules rules;
        ClassRule rule = ownRule(QStringLiteral("broken"));
        rule.filter = QStringLiteral("size:>abc");
        rules.rules = {ownRule(QStringLiteral("empty")), rule};
        const ClassMatcher matcher(rules, {});
        QCOMPARE(matcher.faults().size(), std::size_t(1));
        QCOMPARE(matcher.faults().front().rule, qsizetype(1));
        QCOMPARE(matcher.classify(letter(QStringLiteral("x")), {}), QStringLiteral("unknown"));
    }

    void theScannerSkipsNoRuleThatWouldMatch()
    {
        QRandomGenerator random(7);
        const auto text = [&](int most) {
            QString made;
            for (int i = random.bounded(most + 1); i > 0; --i)
                made += QStringView(u"abAB\u00FC\u00DC")[random.bounded(6)];
            return made;
        };
        for (int step = 0; step < 400; ++step) {
            ClassRules rules;
            for (int i = 0; i < 12; ++i) {
                ClassRule rule = ownRule(QString::number(i));
                rule.errorTextPattern = QLatin1Char('*') + text(3) + QLatin1Char('*') + text(3) + QLatin1Char('*');
                rules.rules.append(rule);
            }
            const QString error = text(12);
            QString wanted = QStringLiteral("unknown");
            for (const ClassRule &rule : rules.rules) {
                if (filter::TextPattern(rule.errorTextPattern.split(QLatin1Char('*'))).matchesWhole(error)) {
                    wanted = rule.classId;
                    break;
                }
            }
            QCOMPARE(classify(letter(error), {}, rules), wanted);
        }
    }

    void aRowHasKeyAndVersionsWithTheirPlaces()
    {
        DeadLetter each = letter(QStringLiteral("timed out"));
        each.id = MessageId(QStringLiteral("m-1"));
        each.payload = R"({"idempotency_key":"reserve:1:2","schema_version":3})";
        each.payloadSize = each.payload.size();
        each.headers = {header("x-handler-version", "2.4.1")};
        const DeadLetterRow row = makeRow(each, 7, builtInRules(), {});
        QCOMPARE(row.number, LetterNumber(7));
        QCOMPARE(row.key, QStringLiteral("reserve:1:2"));
        QCOMPARE(row.keyPlace, QStringLiteral("/idempotency_key"));
        QCOMPARE(row.version, QStringLiteral("3"));
        QCOMPARE(row.handlerVersion, QStringLiteral("2.4.1"));
        QCOMPARE(row.failureClass, QStringLiteral("transient-dependency"));
        QCOMPARE(row.digest, contentDigest(each));
        QCOMPARE(row.deliveries, -1);
        QCOMPARE(row.httpStatus, 0);
    }

    void ownPlacesComeBeforeTheCommonOnes()
    {
        ClassRules rules = builtInRules();
        rules.places.version = {QStringLiteral("/envelope/v")};
        rules.places.key = {QStringLiteral("header:my-key")};
        DeadLetter each = letter({});
        each.payload = R"({"schema_version":3,"envelope":{"v":"7b"},"idempotency_key":"common"})";
        each.headers = {header("My-Key", "own")};
        const DeadLetterRow row = makeRow(each, 0, rules, {});
        QCOMPARE(row.version, QStringLiteral("7b"));
        QCOMPARE(row.versionPlace, QStringLiteral("/envelope/v"));
        QCOMPARE(row.key, QStringLiteral("own"));
    }

    void nastyLettersMakeRowsToo()
    {
        DeadLetter deep = letter(QString(100'000, QLatin1Char('x')));
        deep.payload = QByteArray(200'000, '[');
        deep.payloadIsWhole = false;
        const DeadLetterRow row = makeRow(deep, 0, builtInRules(), {});
        QCOMPARE(row.error.size(), LetterRowMaker::longestError);
        QVERIFY(row.error.endsWith(QChar(0x2026)));
        QVERIFY(row.digest.isEmpty());
        DeadLetter empty;
        QVERIFY(makeRow(empty, 0, builtInRules(), {}).key.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestLetterClasses)
#include "TestLetterClasses.moc"
