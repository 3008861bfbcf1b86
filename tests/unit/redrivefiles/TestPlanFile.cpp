// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/Parse.h"
#include "app/storage/redrive/PlanFile.h"
#include "tests/support/redrive/RedriveSamples.h"

#include <QCryptographicHash>
#include <QTest>

#include <limits>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::test;

class TestPlanFile : public QObject
{
    Q_OBJECT

private slots:
    void refusesEveryOtherSpelling_data();
    void refusesEveryOtherSpelling();
    void noOtherBytesAreTheSamePlan();
    void refusesNumbersThatArePutDifferently_data();
    void refusesNumbersThatArePutDifferently();
    void refusesMoreMessagesThanAPlanMayHave();
    void refusesAPlanThatWouldNotComeBack_data();
    void refusesAPlanThatWouldNotComeBack();
    void refusesIdsThatAreNone_data();
    void refusesIdsThatAreNone();
    void refusesTenMegabytesOfJunk();
    void onlyTheRequesterSigns();
    void signatureDoesNotHoldWhenAByteChanged();
    void signatureIsMissing();
    void aPlanWithoutKeyMayBeUnsigned();
    void aStatementIsNoPlan();
    void everythingInAPlanComesBack();
    void theSameOnEachMachine();
    void keysAreSorted();
    void digestIsThatOfTheBytes();
    void newIdsHaveTheirShape();
};

namespace {

QByteArray full()
{
    return *canonicalForm(fullPlan());
}

void walkKeys(const json::Value &value)
{
    if (value.isObject()) {
        const QStringList keys = value.keys();
        QStringList sorted = keys;
        std::sort(sorted.begin(), sorted.end());
        QCOMPARE(keys, sorted);
        for (const QString &key : keys)
            walkKeys(*value.find(key));
    } else if (value.isArray()) {
        const auto items = value.items();
        for (const json::Value &each : *items)
            walkKeys(each);
    }
}

} // namespace

void TestPlanFile::refusesEveryOtherSpelling_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray good = full();
    const auto changed = [&good](const char *from, const QByteArray &to) {
        const QByteArray made = QByteArray(good).replace(from, to);
        return made == good ? QByteArray("nothing was replaced") : made;
    };
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("empty object") << QByteArrayLiteral("{}");
    QTest::newRow("list") << "[" + good + "]";
    QTest::newRow("line break behind") << good + '\n';
    QTest::newRow("twice") << good + good;
    QTest::newRow("broken off") << good.chopped(1);
    QTest::newRow("byte-order mark") << "\xef\xbb\xbf" + good;
    QTest::newRow("space after a colon") << changed("\"kind\":", "\"kind\": ");
    QTest::newRow("unknown field") << changed("\"kind\":", "\"joker\":1,\"kind\":");
    QTest::newRow("unknown field at the end") << good.chopped(1) + ",\"z\":1}";
    QTest::newRow("unknown field in a message") << changed("\"size\":", "\"sighs\":1,\"size\":");
    QTest::newRow("field twice") << changed("\"kind\":\"selected\",", "\"kind\":\"selected\",\"kind\":\"selected\",");
    QTest::newRow("optional field twice") << changed("\"died_at\":", "\"died_at\":1,\"died_at\":");
    QTest::newRow("fields swapped") << changed("\"provider\":\"rabbitmq\",\"reason\"", "\"reason\":\"x\",\"provider\"");
    QTest::newRow("field missing") << changed("\"provider\":\"rabbitmq\",", "");
    QTest::newRow("other field's name") << changed("\"rule\":", "\"role\":");
    QTest::newRow("null for an optional") << changed("\"latest_start\":", "\"latest_start\":null,\"x\":");
    QTest::newRow("usual value said aloud") << changed("\"earlier_redrives\":1", "\"earlier_redrives\":0");
    QTest::newRow("unknown word") << changed("\"kind\":\"selected\"", "\"kind\":\"sneaky\"");
    QTest::newRow("word in capitals") << changed("\"kind\":\"selected\"", "\"kind\":\"Selected\"");
    QTest::newRow("unknown environment") << changed("\"production\"", "\"prod\"");
    QTest::newRow("newer schema") << changed("\"schema\":1", "\"schema\":2");
    QTest::newRow("schema as text") << changed("\"schema\":1", "\"schema\":\"1\"");
    QTest::newRow("boolean as number") << changed("\"on_throttled\":true", "\"on_throttled\":1");
    QTest::newRow("number as text") << changed("\"errors\":3", "\"errors\":\"3\"");
    QTest::newRow("fraction") << changed("\"errors\":3", "\"errors\":3.0");
    QTest::newRow("number out of its range") << changed("\"errors\":3", "\"errors\":4294967299");
    QTest::newRow("escaped letter") << changed("\"rabbitmq\"", "\"r\\u0061bbitmq\"");
    QTest::newRow("escaped slash") << changed("https://", "https:\\/\\/");
    QTest::newRow("long escape") << changed("\\n", "\\u000a");
    QTest::newRow("capital escape") << changed("\\n", "\\u000A");
    QTest::newRow("bad UTF-8") << changed("rabbitmq", "rabbit\xff");
    QTest::newRow("overlong UTF-8") << changed("rabbitmq", "rabbit\xc0\xaf");
    QTest::newRow("half a character") << changed("rabbitmq", "rabbit\xed\xa0\xbd");
    QTest::newRow("escaped half a character") << changed("rabbitmq", "rabbit\\ud83d");
    QTest::newRow("digest too short") << changed("\"digest\":\"ZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZAA=\"", "\"digest\":\"ZGRk\"");
    QTest::newRow("base64 without padding") << changed("ZAA=\"", "ZAA\"");
    QTest::newRow("URL base64") << changed("ZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZAA=", "_GRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZAA=");
    QTest::newRow("decimal put differently") << changed("0.30000000000000004", "0.300000000000000040");
    QTest::newRow("decimal with exponent") << changed("0.30000000000000004", "3.0000000000000004e-1");
    QTest::newRow("not a number") << changed("0.30000000000000004", "nan");
    QTest::newRow("endless") << changed("0.30000000000000004", "inf");
    QTest::newRow("id that leads elsewhere") << changed("rd-20251130-110000-00aa", "../../../../tmp/evil");
    QTest::newRow("adopted id that leads elsewhere") << changed("rd-20251129-090000-beef", "../rd-1");
    QTest::newRow("negative size") << changed("\"size\":0", "\"size\":-1");
    QTest::newRow("text too long") << changed("rabbitmq", QByteArray(70000, 'x'));
}

void TestPlanFile::refusesEveryOtherSpelling()
{
    QFETCH(QByteArray, bytes);
    const auto plan = readPlan(bytes);
    QVERIFY(!plan);
    QCOMPARE(plan.error().kind, Error::Kind::Malformed);
    QVERIFY2(plan.error().what.startsWith(QStringLiteral("The plan can't be read: ")), qPrintable(plan.error().what));
}

void TestPlanFile::noOtherBytesAreTheSamePlan()
{
    // A byte less or more may still be a plan (a shorter text, another figure), but then it is the one form of *that* plan.
    const QByteArray good = *canonicalForm(smallPlan(1));
    for (qsizetype i = 0; i < good.size(); ++i) {
        for (const QByteArray &made : {QByteArray(good).remove(i, 1), QByteArray(good).insert(i, good[i])}) {
            const auto plan = readPlan(made);
            if (plan)
                QCOMPARE(*canonicalForm(*plan), made);
        }
    }
}

void TestPlanFile::refusesNumbersThatArePutDifferently_data()
{
    QTest::addColumn<QByteArray>("number");
    for (const char *each : {"+2", "02", "-0", "2.", "2e0", " 2", "2 ", "0x2", "99999999999999999999", "-"})
        QTest::newRow(each) << QByteArray(each);
}

void TestPlanFile::refusesNumbersThatArePutDifferently()
{
    QFETCH(QByteArray, number);
    QByteArray bytes = full();
    QVERIFY(bytes.contains("\"max_messages\":2,"));
    bytes.replace("\"max_messages\":2,", "\"max_messages\":" + number + ',');
    QVERIFY(!readPlan(bytes));
}

void TestPlanFile::refusesMoreMessagesThanAPlanMayHave()
{
    RedrivePlan plan = smallPlan(1);
    const PlanItem item = plan.items.first();
    plan.items.fill(item, 100001);
    for (int i = 0; i < plan.items.size(); ++i)
        plan.items[i].ordinal = i;
    QVERIFY(!canonicalForm(plan));
    plan.items.removeLast();
    QVERIFY(canonicalForm(plan));
}

void TestPlanFile::refusesAPlanThatWouldNotComeBack_data()
{
    QTest::addColumn<RedrivePlan>("plan");
    const auto row = [](const char *name, const std::function<void(RedrivePlan &)> &change) {
        RedrivePlan plan = fullPlan();
        change(plan);
        QTest::newRow(name) << plan;
    };
    row("half a character", [](RedrivePlan &plan) { plan.reason = QString(QChar(0xd83d)); });
    row("not a number", [](RedrivePlan &plan) { plan.capacity.workers.value = std::numeric_limits<double>::quiet_NaN(); });
    row("endless", [](RedrivePlan &plan) { plan.capacity.workers.value = std::numeric_limits<double>::infinity(); });
    row("out of order", [](RedrivePlan &plan) { plan.items.swapItemsAt(0, 1); });
    row("digest of another length", [](RedrivePlan &plan) { plan.items[0].digest.chop(1); });
    row("no id", [](RedrivePlan &plan) { plan.id = {}; });
    row("key of another length", [](RedrivePlan &plan) { plan.requester.publicKey.chop(1); });
}

void TestPlanFile::refusesAPlanThatWouldNotComeBack()
{
    QFETCH(RedrivePlan, plan);
    QVERIFY(!canonicalForm(plan));
}

void TestPlanFile::refusesIdsThatAreNone_data()
{
    QTest::addColumn<QString>("id");
    const QStringList ids = {QString(), QStringLiteral("."), QStringLiteral(".."), QStringLiteral("../rd-20251130-110000-00aa"), QStringLiteral("rd-20251130-110000-00aa/.."),
                             QStringLiteral("rd-20251130-110000-00aa\n"), QStringLiteral("rd-20251130-110000-00AA"), QStringLiteral("rd-2025113-110000-00aa"), QStringLiteral("/etc/passwd"),
                             QStringLiteral("rd-20251130-110000-00aa\u0000x"), QStringLiteral("rd-\u0662\u06600251130-110000-00aa"), QStringLiteral(" rd-20251130-110000-00aa")};
    for (const QString &id : ids)
        QTest::newRow(qPrintable(QStringLiteral("'%1'").arg(id.simplified()))) << id;
}

void TestPlanFile::refusesIdsThatAreNone()
{
    QFETCH(QString, id);
    QVERIFY(!isPlanId(id));
    QVERIFY(!isStatementId(id));
}

void TestPlanFile::refusesTenMegabytesOfJunk()
{
    for (const char junk : {'[', '{', '"', '\0', '9', '\\'}) {
        QVERIFY(!readPlan(QByteArray(10 * 1024 * 1024, junk)));
        QVERIFY(!readPlan(QByteArrayLiteral("{\"adopts\":\"") + QByteArray(10 * 1024 * 1024, junk)));
    }
}

void TestPlanFile::onlyTheRequesterSigns()
{
    const auto refused = SignedPlan::sign(fullPlan(), keyOf('b'));
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, Error::Kind::Invalid);
    QVERIFY(SignedPlan::sign(fullPlan(), keyOf('a')));
}

void TestPlanFile::signatureDoesNotHoldWhenAByteChanged()
{
    signing::Envelope envelope = signedPlan(fullPlan()).envelope();
    QVERIFY(SignedPlan::open(envelope)->signatureProblem().isEmpty());
    QVERIFY(envelope.payload.contains("\"max_messages\":2,"));
    envelope.payload.replace("\"max_messages\":2,", "\"max_messages\":3,");
    const auto changed = SignedPlan::open(envelope);
    QVERIFY(changed);
    QVERIFY(!changed->signatureProblem().isEmpty());
    QVERIFY(changed->digest() != signedPlan(fullPlan()).digest());
}

void TestPlanFile::signatureIsMissing()
{
    signing::Envelope envelope = signedPlan(fullPlan()).envelope();
    envelope.signature.clear();
    QVERIFY(!SignedPlan::open(envelope)->signatureProblem().isEmpty());
}

void TestPlanFile::aPlanWithoutKeyMayBeUnsigned()
{
    RedrivePlan plan = fullPlan();
    QVERIFY(!SignedPlan::withoutSignature(plan));
    plan.requester.publicKey.clear();
    const auto made = SignedPlan::withoutSignature(plan);
    QVERIFY(made);
    QVERIFY(SignedPlan::open(made->envelope())->signatureProblem().isEmpty());
    const auto signedForNobody = SignedPlan::open(signing::Envelope::signedBy(keyOf('x'), SignedPlan::payloadType, made->envelope().payload));
    QVERIFY(!signedForNobody->signatureProblem().isEmpty());
}

void TestPlanFile::aStatementIsNoPlan()
{
    const auto plan = signedPlan(fullPlan());
    QVERIFY(!SignedPlan::open(signedStatement(approvalOf(plan, {})).envelope()));
    QVERIFY(!SignedPlan::open(signing::Envelope::signedBy(keyOf('a'), QStringLiteral("text/plain"), plan.envelope().payload)));
}

void TestPlanFile::everythingInAPlanComesBack()
{
    for (const RedrivePlan &plan : {fullPlan(), smallPlan(), smallPlan(0)}) {
        const auto bytes = canonicalForm(plan);
        QVERIFY(bytes);
        QCOMPARE(*readPlan(*bytes), plan);
    }
    const RedrivePlan full = fullPlan();
    QVERIFY(full.breakGlass && full.adopts && full.correction && full.latestStart && full.deadDepth);
}

void TestPlanFile::theSameOnEachMachine()
{
    // Pinned: should this change, plans that are under way lose their approvals.
    QCOMPARE(planDigest(*canonicalForm(smallPlan(1))).toHex(), QByteArrayLiteral("96ee45ebfe1143342bdbb61d280694fb91382a549cee3287a8639d20f858002c"));
}

void TestPlanFile::keysAreSorted()
{
    const auto parsed = json::parse(full());
    QVERIFY(parsed);
    walkKeys(*parsed);
}

void TestPlanFile::digestIsThatOfTheBytes()
{
    const auto plan = signedPlan(fullPlan());
    QCOMPARE(plan.digest(), QCryptographicHash::hash(full(), QCryptographicHash::Sha256));
    QCOMPARE(SignedPlan::open(plan.envelope())->digest(), plan.digest());
}

void TestPlanFile::newIdsHaveTheirShape()
{
    const PlanId id = newPlanId(fromEpochMillis(1'796'047'392'000));
    QVERIFY(isPlanId(id.text()));
    QVERIFY2(id.text().startsWith(QStringLiteral("rd-20261130-140312-")), qPrintable(id.text()));
}

QTEST_GUILESS_MAIN(TestPlanFile)
#include "TestPlanFile.moc"
