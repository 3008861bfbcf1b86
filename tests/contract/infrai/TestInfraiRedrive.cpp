// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/InfraiProvider.h"
#include "tests/contract/provider/HttpProviderFixture.h"
#include "tests/contract/provider/RedriverContract.h"
#include "tests/support/Awaited.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace holdwatch::test {

namespace {

/// How the server's discovery describes redrive, and how it answers.
struct Style
{
    QByteArray params = R"({"max_messages":{"type":"integer"},"message_ids":{"type":"array","items":{"type":"string"}},"idempotency_key":{"type":"string"}})";
    QByteArray required = "[]";
    QByteArray choices = R"(["A redrive keeps the id; the delivery count starts anew."])";
    std::function<QByteArray(const QStringList &moved, const QStringList &missing)> answer; ///< of the data; unset: one entry a message
};

/// A small Infrai-like server that really moves what it is asked to.
class InfraiMoves final : public HttpProviderFixture, public RedriverFixture
{
public:
    InfraiMoves()
    {
        const QByteArrayList bodies{R"({"n":12345678901234567890.10})", R"({"b":1,"a":2,"b":3})", "{ \"spaced\" :\t[1 ] }", R"("<img src=\"x\">")", "{\"pad\":\"" + QByteArray(100'000, 'x') + "\"}"};
        for (qsizetype i = 0; i < bodies.size(); ++i)
            m_dead.append({QStringLiteral("m%1").arg(i), bodies.at(i), "order-" + QByteArray::number(i)});
    }

    Style style;
    bool hasSecondOrigin = false;

    QString full() const override { return QStringLiteral("orders"); }
    QString sparse() const override { return QStringLiteral("mail/eu"); }
    providers::Provider &provider() override { return HttpProviderFixture::provider(); }
    QByteArray secret() const override { return HttpProviderFixture::secret(); }
    WatchedQueue deadSet() const override
    {
        WatchedQueue queue;
        queue.id = {ConnectionId(QStringLiteral("staged")), QStringLiteral("dead")};
        queue.isDeadLetterQueue = true;
        queue.origins = hasSecondOrigin ? QStringList{full(), sparse()} : QStringList{full()};
        return queue;
    }
    QString target() const override { return full(); }
    QVector<StoredMessage> dead() override { return m_dead; }
    QVector<StoredMessage> alive() override { return m_alive; }
    void takeAway(const QByteArray &payload) override
    {
        m_dead.removeIf([&](const StoredMessage &message) { return message.payload == payload; });
    }
    bool stageWrites(Fault fault, bool afterActing) override
    {
        stageWhileWriting(fault, afterActing);
        return true;
    }
    bool stageConflict() override
    {
        m_isKeyUsed = true;
        return true;
    }
    void stageHealthy() override { HttpProviderFixture::stageHealthy(); }
    void stageWrongCertificate() override { HttpProviderFixture::stageWrongCertificate(); }
    QVector<Arrival> arrivals() const override { return HttpProviderFixture::arrivals(); }
    QByteArray bytesReceived() const override { return HttpProviderFixture::bytesReceived(); }
    void waitForWrite() override { HttpProviderFixture::waitForWrite(); }
    QList<QByteArray> bodies() const { return m_bodies; }

protected:
    QString basePath() const override { return QStringLiteral("/v1"); }

    Play healthy(const SeenRequest &request, const QString &) const override
    {
        const QByteArray path = request.target.split('?').first();
        if (path == "/v1/discovery")
            return json(R"({"generated_at":"2026-11-30T00:00:00Z","capabilities":[{"id":"queue.list","method":"GET","path":"/v1/queue/list"},)"
                        R"({"id":"queue.stats","method":"GET","path":"/v1/queue/stats/{queue}"},{"id":"queue.dlq.list","method":"GET","path":"/v1/queue/dlq/list/{queue}"},)"
                        R"({"id":"queue.dlq.redrive","method":"POST","path":"/v1/queue/dlq/redrive/{queue}"}]})");
        if (path == "/v1/discovery/queue.dlq.redrive")
            return json(R"({"params":{"type":"object","properties":)" + style.params + ",\"required\":" + style.required + "},\"choices\":" + style.choices + '}');
        if (path == "/v1/discovery/queue.dlq.list")
            return json(R"({"params":{"type":"object","properties":{"limit":{"type":"integer","maximum":2},"cursor":{"type":"string"}}}})");
        if (path.startsWith("/v1/discovery/"))
            return json(R"({"response":{"type":"object","properties":{"depth":{"type":"integer"},"dlq_depth":{"type":"integer"},"consumers":{"type":"integer"}}}})");
        if (request.headers.value("authorization") != "Bearer " + secret())
            return play::answer(401, "{\"ok\":false,\"error\":\"no key\"}", dated());
        if (path.startsWith("/v1/queue/stats/") && path.endsWith("orders"))
            return enveloped("{\"depth\":0,\"consumers\":2,\"dlq_depth\":" + QByteArray::number(m_dead.size()) + '}');
        if (path == "/v1/queue/dlq/list/orders")
            return enveloped(pageFrom(request.target));
        if (path == "/v1/queue/dlq/redrive/orders" && request.method == "POST")
            return redrive(request);
        if (path.startsWith("/v1/queue/dlq/list/"))
            return enveloped(R"({"messages":[],"next_cursor":null})");
        return path == "/v1/account/whoami" ? enveloped("{}") : play::answer(404, "{\"ok\":false,\"error\":\"no such thing\"}", dated());
    }

    Play wrongTyped(const SeenRequest &) const override { return enveloped(R"({"redriven":"two","messages":[{"message_id":"m0","redriven":"yes"}]})"); }

    std::unique_ptr<providers::Provider> make(const ConnectionConfig &config, net::Credential credential, std::unique_ptr<net::HttpClient> client, const Clock &time) override
    {
        return std::make_unique<providers::infrai::InfraiProvider>(config, std::move(credential), std::move(client), time);
    }

private:
    Play enveloped(const QByteArray &data) const { return json("{\"ok\":true,\"data\":" + data + ",\"error\":null,\"metadata\":{\"cost_usd\":0.000001}}"); }

    QByteArray pageFrom(const QByteArray &target) const
    {
        const qsizetype at = target.indexOf("cursor=m");
        const QString from = at < 0 ? QString() : QString::fromLatin1(target.mid(at + 7));
        QByteArrayList items;
        QByteArray next = "null";
        for (const StoredMessage &message : m_dead) {
            if (message.id < from)
                continue;
            if (items.size() == 2) {
                next = '"' + message.id.toLatin1() + '"';
                break;
            }
            items << "{\"message_id\":\"" + message.id.toLatin1() + "\",\"payload\":" + message.payload + ",\"idempotency_key\":\"" + message.headers + "\"}";
        }
        return "{\"messages\":[" + items.join(',') + "],\"next_cursor\":" + next + '}';
    }

    Play redrive(const SeenRequest &request) const
    {
        m_bodies << request.body;
        if (m_isKeyUsed)
            return play::answer(409, "{\"ok\":false,\"error\":{\"code\":\"CONFLICT\",\"message\":\"this key was used\"}}", dated());
        const QJsonObject body = QJsonDocument::fromJson(request.body).object();
        QStringList wanted;
        for (const QJsonValue &id : body.value(QStringLiteral("message_ids")).toArray())
            wanted << id.toString();
        const bool isChosen = body.contains(QStringLiteral("message_ids"));
        const qint64 most = body.value(QStringLiteral("max_messages")).toInteger(m_dead.size());
        QStringList moved;
        for (const StoredMessage &message : QVector<StoredMessage>(m_dead)) {
            if (isChosen ? wanted.contains(message.id) : moved.size() < most) {
                moved << message.id;
                wanted.removeOne(message.id);
                m_alive.append(message);
                m_dead.removeOne(message);
            }
        }
        if (style.answer)
            return enveloped(style.answer(moved, wanted));
        QByteArrayList entries;
        for (const QString &id : std::as_const(moved))
            entries << "{\"message_id\":\"" + id.toLatin1() + "\",\"redriven\":true,\"reason\":null}";
        for (const QString &id : std::as_const(wanted))
            entries << "{\"message_id\":\"" + id.toLatin1() + "\",\"redriven\":false,\"reason\":\"not_found\"}";
        return enveloped("{\"redriven\":" + QByteArray::number(moved.size()) + ",\"remaining\":" + QByteArray::number(m_dead.size())
                         + (isChosen ? ",\"messages\":[" + entries.join(',') + ']' : QByteArray()) + '}');
    }

    mutable QVector<StoredMessage> m_dead, m_alive;
    mutable QList<QByteArray> m_bodies;
    bool m_isKeyUsed = false;
};

} // namespace

class TestInfraiRedrive final : public RedriverContract
{
    Q_OBJECT
protected:
    std::unique_ptr<RedriverFixture> makeFixture() override { return std::make_unique<InfraiMoves>(); }

private slots:
    void sendsOnlyWhatDiscoveryPublishesInOneCanonicalForm_data()
    {
        QTest::addColumn<QByteArray>("params");
        QTest::addColumn<QByteArray>("one");
        QTest::addColumn<QByteArray>("many");
        const QByteArray list = R"("message_ids":{"type":"array","items":{"type":"string"}})";
        QTest::newRow("all of it") << QByteArray("{" + list + R"(,"max_messages":{"type":"integer"},"idempotency_key":{"type":"string"}})")
                                   << QByteArray("{\"idempotency_key\":\"k\",\"message_ids\":[\"m1\"]}\n") << QByteArray("{\"idempotency_key\":\"k\",\"max_messages\":2}\n");
        QTest::newRow("ids alone") << QByteArray("{" + list + "}") << QByteArray("{\"message_ids\":[\"m1\"]}\n") << QByteArray("{}\n");
        QTest::newRow("no params") << QByteArray("{}") << QByteArray() << QByteArray("{}\n");
        QTest::newRow("ids of another type") << QByteArray(R"({"message_ids":{"type":"integer"}})") << QByteArray() << QByteArray("{}\n");
    }
    void sendsOnlyWhatDiscoveryPublishesInOneCanonicalForm()
    {
        QFETCH(QByteArray, params);
        QFETCH(QByteArray, one);
        QFETCH(QByteArray, many);
        InfraiMoves &staged = moves();
        staged.style.params = params;
        connectFirst();
        QCOMPARE(staged.provider().itemRedriver() == nullptr, one.isEmpty());
        auto *bulk = staged.provider().bulkRedriver();
        QVERIFY(bulk);
        if (!one.isEmpty())
            QVERIFY(!attempt("m1").isEmpty());
        (void)awaited(bulk->move(staged.deadSet(), bulk->hasBound() ? 2 : providers::BulkRedriver::wholeQueue, "k"));
        QCOMPARE(staged.bodies(), one.isEmpty() ? QList<QByteArray>{many} : (QList<QByteArray>{one, many}));
    }

    void aParameterThatIsRequiredAndUnknownIsRefused()
    {
        moves().style.required = "[\"reason_code\"]";
        connectFirst();
        QVERIFY(!moves().provider().itemRedriver());
        QVERIFY(!moves().provider().bulkRedriver());
        QVERIFY(moves().provider().describe().absent.value(QStringLiteral("bulk-redriver")).contains(QStringLiteral("reason_code")));
    }

    void whatIsNotDocumentedIsSaidToBeUnknown()
    {
        moves().style.choices = "[]";
        connectFirst();
        const auto terms = awaited(moves().provider().itemRedriver()->itemTerms(moves().deadSet(), {}));
        QVERIFY(terms);
        QCOMPARE(terms->changes.size(), 1);
        QVERIFY(terms->changes.first().contains(QStringLiteral("not documented")));
        QCOMPARE(terms->targetConsumers, std::optional(2));
        QVERIFY(terms->requests.first().startsWith(QStringLiteral("POST https://")));
        QVERIFY(terms->lookEffect.isEmpty());
    }

    void aBoundThatIsGoneFromDiscoveryMovesNothing()
    {
        connectFirst();
        auto *bulk = moves().provider().bulkRedriver();
        QVERIFY(bulk->hasBound());
        moves().style.params = "{}";
        QVERIFY(awaited(bulk->bulkTerms(moves().deadSet())));
        QVERIFY(!bulk->hasBound());
        QVERIFY(awaited(bulk->move(moves().deadSet(), 2, "k")).outcome == ItemOutcome::Failed);
        QVERIFY(!moves().provider().itemRedriver());
        QCOMPARE(moves().writes(), 0);
    }

    void judgesWhatTheAnswerSaysOfTheMessage_data()
    {
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<QString>("outcome");
        QTest::newRow("entry true") << QByteArray(R"({"items":[{"id":"m1","moved":true}]})") << "moved";
        QTest::newRow("gone") << QByteArray(R"({"results":[{"id":"m1","moved":false,"why":"not_found"}]})") << "skipped";
        QTest::newRow("held") << QByteArray(R"({"results":[{"id":"m1","moved":false,"why":"in_flight"}]})") << "failed";
        QTest::newRow("count of one") << QByteArray(R"({"redriven":1})") << "moved";
        QTest::newRow("count of none") << QByteArray(R"({"redriven":0})") << "skipped";
        QTest::newRow("more than was asked") << QByteArray(R"({"redriven":7,"messages":[{"message_id":"m1","redriven":true}]})") << "unknown";
        QTest::newRow("of another message") << QByteArray(R"({"messages":[{"message_id":"m2","redriven":true}]})") << "unknown";
        QTest::newRow("yes") << QByteArray(R"({"redriven":true})") << "moved";
        QTest::newRow("wrong types") << QByteArray(R"({"redriven":"1"})") << "unknown";
        QTest::newRow("nothing") << QByteArray("{}") << "unknown";
        QTest::newRow("null") << QByteArray("null") << "unknown";
    }
    void judgesWhatTheAnswerSaysOfTheMessage()
    {
        QFETCH(QByteArray, data);
        QFETCH(QString, outcome);
        moves().style.answer = [data](const QStringList &, const QStringList &) { return data; };
        connectFirst();
        const QVector<ItemResult> results = attempt("m1");
        QCOMPARE(results.size(), 1);
        QCOMPARE(toWord(results.first().outcome), outcome);
    }

    void aRefusalMovedNothing_data()
    {
        QTest::addColumn<Fault>("fault");
        QTest::newRow("401") << Fault::Unauthorized;
        QTest::newRow("403") << Fault::Forbidden;
    }
    void aRefusalMovedNothing()
    {
        QFETCH(Fault, fault);
        connectFirst();
        moves().stageWrites(fault, false);
        const QVector<ItemResult> results = attempt("m1");
        QCOMPARE(toWord(results.first().outcome), QStringLiteral("failed"));
        QVERIFY(!results.first().isThrottled);
        QCOMPARE(moves().dead().size(), 5);
    }

    void aCorrectedCopyIsRefused()
    {
        connectFirst();
        providers::RedriveItem item = itemOf("m1");
        item.payload = "{}";
        const auto claim = awaited(moves().provider().itemRedriver()->claim(moves().deadSet(), {item}));
        QCOMPARE(claim.error().kind, Error::Kind::Unsupported);
        QCOMPARE(moves().writes(), 0);
    }

    void aSharedDeadLetterQueueIsRedrivenByItemOnly()
    {
        moves().hasSecondOrigin = true;
        connectFirst();
        QVERIFY(!awaited(moves().provider().bulkRedriver()->bulkTerms(moves().deadSet()))->refusals.isEmpty());
        QVERIFY(awaited(moves().provider().bulkRedriver()->move(moves().deadSet(), 2, "k")).outcome == ItemOutcome::Failed);
        QCOMPARE(moves().writes(), 0);
        QCOMPARE(toWord(attempt("m1").first().outcome), QStringLiteral("moved"));
    }

    void aMessageThatDiedAgainWasMoved()
    {
        connectFirst();
        providers::RedriveItem item = itemOf("m1");
        const auto before = awaited(moves().provider().itemRedriver()->reconcile(moves().deadSet(), {item}));
        QCOMPARE(toWord(before->first().outcome), QStringLiteral("skipped"));
        item.digest = QByteArray(32, 'x');
        const auto changed = awaited(moves().provider().itemRedriver()->reconcile(moves().deadSet(), {item}));
        QCOMPARE(toWord(changed->first().outcome), QStringLiteral("unknown"));
    }

private:
    InfraiMoves &moves() { return static_cast<InfraiMoves &>(fixture()); }
    providers::RedriveItem itemOf(const QByteArray &id)
    {
        const auto page = awaited(moves().provider().deadLetterReader()->page(moves().deadSet(), {}, 10, false));
        providers::RedriveItem item;
        item.id = MessageId(QString::fromLatin1(id));
        item.idempotencyKey = "k";
        for (const DeadLetter &letter : page->letters) {
            if (letter.id == item.id)
                item.digest = contentDigest(letter);
        }
        return item;
    }
    QVector<ItemResult> attempt(const QByteArray &id)
    {
        const providers::RedriveItem item = itemOf(id);
        auto *items = moves().provider().itemRedriver();
        const auto claim = awaited(items->claim(moves().deadSet(), {item}));
        return claim ? awaited(items->attempt(moves().deadSet(), {item}, {})) : QVector<ItemResult>();
    }
};

} // namespace holdwatch::test

using holdwatch::test::TestInfraiRedrive;
Q_DECLARE_METATYPE(holdwatch::test::Fault)
QTEST_GUILESS_MAIN(TestInfraiRedrive)
#include "TestInfraiRedrive.moc"
