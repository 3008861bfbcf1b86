// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/LookRules.h"
#include "app/providers/rabbitmq/QueueRow.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::providers::rabbitmq;
using Effect = LookTerms::Effect;

Q_DECLARE_METATYPE(holdwatch::LookTerms::Effect)

namespace {

DeadSetRow rowOf(const QByteArray &members)
{
    const auto row = parseDeadSet("{\"name\":\"q\"," + members + '}');
    return row.value_or(DeadSetRow());
}

} // namespace

/// Whether a look at a queue may be sent, by what the broker and our own memory say.
class TestLookRules : public QObject
{
    Q_OBJECT
private slots:
    void judgesALookByTypeVersionAndLimit_data()
    {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<QString>("version");
        QTest::addColumn<Effect>("effect");
        QTest::addColumn<int>("left"); // −1: no limit is known
        const auto row = [](const char *name, const char *members, const char *version, Effect effect, int left) {
            QTest::newRow(name) << QByteArray(members) << QString::fromLatin1(version) << effect << left;
        };
        row("classic", R"("type":"classic")", "3.10.8", Effect::Declared, -1);
        row("classic with a limit that means nothing", R"("type":"classic","arguments":{"x-delivery-limit":1})", "4.1.0", Effect::Declared, -1);
        row("stream", R"("type":"stream")", "3.10.8", Effect::Refused, -1);
        row("type not said yet", R"("arguments":{})", "3.10.8", Effect::Refused, -1);
        row("type only among the arguments", R"("arguments":{"x-queue-type":"stream"})", "3.10.8", Effect::Refused, -1);
        row("a type of the future", R"("type":"delayed")", "5.0", Effect::Refused, -1);
        row("quorum before 4 without limit", R"("type":"quorum")", "3.13.7", Effect::Declared, -1);
        row("quorum of 4 has a limit of 20", R"("type":"quorum")", "4.0.1", Effect::Declared, 20);
        row("an unknown version counts as 4", R"("type":"quorum")", "", Effect::Declared, 20);
        row("limit switched off", R"("type":"quorum","arguments":{"x-delivery-limit":-1})", "4.0.1", Effect::Declared, -1);
        row("since 4.3 a look does not count", R"("type":"quorum","arguments":{"x-delivery-limit":1})", "4.3.0", Effect::Declared, -1);
        row("argument", R"("type":"quorum","arguments":{"x-delivery-limit":3})", "3.10.8", Effect::Declared, 3);
        row("policy", R"("type":"quorum","effective_policy_definition":{"delivery-limit":4})", "3.10.8", Effect::Declared, 4);
        row("the smaller one rules", R"("type":"quorum","arguments":{"x-delivery-limit":9},"effective_policy_definition":{"delivery-limit":4})", "3.10.8", Effect::Declared, 4);
        row("limit of 1", R"("type":"quorum","arguments":{"x-delivery-limit":1})", "3.10.8", Effect::Risky, 1);
        row("limit of 0", R"("type":"quorum","arguments":{"x-delivery-limit":0})", "3.10.8", Effect::Risky, 0);
        row("others looked", R"("type":"quorum","arguments":{"x-delivery-limit":5},"message_stats":{"deliver_get":7,"redeliver":3})", "3.10.8", Effect::Risky, 1);
        row("delivered once, never again", R"("type":"quorum","arguments":{"x-delivery-limit":5},"message_stats":{"deliver_get":7,"redeliver":0})", "3.10.8", Effect::Declared, 4);
    }
    void judgesALookByTypeVersionAndLimit()
    {
        QFETCH(QByteArray, row);
        QFETCH(QString, version);
        QFETCH(Effect, effect);
        QFETCH(int, left);
        const LookTerms terms = lookTerms(rowOf(row), version, {});
        QCOMPARE(terms.effect, effect);
        QCOMPARE(terms.looksLeft, left < 0 ? std::nullopt : std::optional(left));
        QVERIFY(!terms.sentence.isEmpty());
        QVERIFY(!terms.canPage);
    }

    void ourOwnLooksAreCountedUntilTheLastSafeOne()
    {
        const DeadSetRow row = rowOf(R"("type":"quorum","arguments":{"x-delivery-limit":5})");
        Wear wear;
        QList<int> left;
        for (int seen = 0; lookTerms(row, QStringLiteral("3.10.8"), wear).effect == Effect::Declared; ++seen) {
            left << *lookTerms(row, QStringLiteral("3.10.8"), wear).looksLeft;
            wear.looking();
            wear.looked(seen, true);
        }
        QCOMPARE(left, (QList<int>{5, 4, 3, 2}));
        QCOMPARE(lookTerms(row, QStringLiteral("3.10.8"), wear).looksLeft, std::optional(1));
    }

    void aLookWithoutAnAnswerCountsToo()
    {
        const DeadSetRow row = rowOf(R"("type":"quorum","arguments":{"x-delivery-limit":5})");
        Wear wear;
        for (int i = 0; i < 4; ++i)
            wear.looking();
        QCOMPARE(lookTerms(row, QStringLiteral("3.10.8"), wear).effect, Effect::Risky);
        wear.looked(0, true); // and when one is answered, what it shows is what counts
        QCOMPARE(lookTerms(row, QStringLiteral("3.10.8"), wear).looksLeft, std::optional(4));
    }

    void whatWasNotSeenMayBeMoreWorn()
    {
        Wear wear;
        wear.looking();
        wear.looked(3, true);
        wear.looking();
        wear.looked(0, false);
        QCOMPARE(wear.most, std::optional<qint64>(5));
        wear.looking();
        wear.looked(std::nullopt, true); // the queue is empty
        QCOMPARE(wear.most, std::optional<qint64>(0));
    }

    void saysThatConsumersGoWithoutForAMoment()
    {
        const auto sentence = lookTerms(rowOf(R"("type":"classic","consumers":9,"consumer_details":[{},{}])"), QStringLiteral("3.10.8"), {}).sentence;
        QVERIFY2(sentence.contains(QStringLiteral("attached (2)")), qPrintable(sentence));
        QVERIFY(!lookTerms(rowOf(R"("type":"classic","consumers":9,"consumer_details":[])"), QStringLiteral("3.10.8"), {}).sentence.contains(QStringLiteral("attached")));
    }

    void asksForAsManyAsFitByTheQueuesAverage()
    {
        const auto most = [](const QByteArray &members) { return lettersALook(rowOf(members), 10'000); };
        QCOMPARE(most(R"("messages":1000,"message_bytes":10000)"), mostLettersALook);
        QCOMPARE(most(R"("messages":10,"message_bytes":100000000)"), 1);
        QVERIFY(most(R"("messages":100,"message_bytes":10000000)") > 30 && most(R"("messages":100,"message_bytes":10000000)") < 60);
        QCOMPARE(most(R"("messages":1000)"), 50); // size not known
        QCOMPARE(lettersALook(rowOf(R"("messages":1)"), 0), 1);
        QVERIFY(answerCap(rowOf(R"("messages":10,"message_bytes":100000000)"), 1) >= 40'000'000);
    }

    void largeBodiesComeInPartRatherThanNotAtAll()
    {
        const DeadSetRow large = rowOf(R"("type":"classic","messages":210,"message_bytes":210000000)");
        const LookPlan all = planLook(large, 500);
        QCOMPARE(all.count, 210);
        QVERIFY(all.bodyBytes > 1024 && all.bodyBytes * all.count < 6 * 1024 * 1024);
        const LookPlan few = planLook(large, 3);
        QCOMPARE(few.count, 3);
        QCOMPARE(few.bodyBytes, 0);
        const LookTerms terms = lookTerms(large, QStringLiteral("3.10.8"), {});
        QCOMPARE(terms.mostAtOnce, 210);
        QVERIFY2(terms.sentence.contains(QStringLiteral("a look at 4 or fewer brings them whole")), qPrintable(terms.sentence));
        const LookPlan small = planLook(rowOf(R"("type":"classic","messages":210,"message_bytes":21000)"), 500);
        QCOMPARE(small.bodyBytes, 0);
        QVERIFY(small.count >= 210);
    }

    void knowsItsQueueByName()
    {
        for (const auto &[vhost, queue] : {std::pair("/", "orders"), std::pair("/", "a/b"), std::pair("shop", "a/b"), std::pair("a/b", "c"), std::pair("/", "a%2Fb"), std::pair("a%2Fb", "%2F")}) {
            const QueuePlace place = placeOf(queueName(QLatin1String(vhost), QLatin1String(queue)));
            QCOMPARE(place.vhost, QLatin1String(vhost));
            QCOMPARE(place.queue, QLatin1String(queue));
        }
    }
};

QTEST_GUILESS_MAIN(TestLookRules)
#include "TestLookRules.moc"
