// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/practice/JsonSchema.h"
#include "tests/support/FakeClock.h"
#include "tests/support/practice/RunningPractice.h"

#include <QTest>

#include <utility>

using namespace holdwatch;
using namespace holdwatch::practice;
using namespace holdwatch::test;
using nlohmann::json;

namespace {

/// JSON without the backslashes.
QByteArray quoted(QByteArray text)
{
    return text.replace('\'', '"');
}

} // namespace

/// The practice server over real TLS, the same in each dialect.
class TestPracticeServer : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase_data()
    {
        QTest::addColumn<int>("dialect");
        QTest::newRow("dialect A") << int(Dialect::A);
        QTest::newRow("dialect B") << int(Dialect::B);
        QTest::newRow("dialect C") << int(Dialect::C);
    }
    void init()
    {
        // The rows of one test share a server; every test starts with an empty one.
        const QByteArray test = QTest::currentTestFunction() + QByteArray::number(dialect());
        if (std::exchange(m_test, test) == test) {
            begin(*m_practice);
            return;
        }
        m_options = {};
        m_options.dialect = Dialect(dialect());
        begin();
    }

    void answersEveryCapabilityAsItsSchemaSays()
    {
        createQueues();
        check("queue.publish", ask("POST", "/v1/queue/publish", quoted("{'queue':'jobs/1','payload':{'n':1},'priority':5}")));
        check("queue.publish_batch", ask("POST", "/v1/queue/publish_batch", quoted("{'queue':'jobs/1','messages':[{'payload':1},{'payload':'x','delay_seconds':60}]}")));
        check("queue.list", ask("GET", "/v1/queue/list"));
        check("queue.stats", ask("GET", "/v1/queue/stats/jobs%2F1"));
        const WireAnswer lent = ask("POST", "/v1/queue/consume", quoted("{'queue':'jobs/1','max_messages':2,'visibility_timeout':60,'consumer':'w1'}"));
        check("queue.consume", lent);
        const QVector<QByteArray> receipts = receiptsIn(lent);
        QCOMPARE(receipts.size(), 2);
        check("queue.stats", ask("GET", "/v1/queue/stats/jobs%2F1"));
        check("queue.ack", ask("POST", "/v1/queue/ack", quoted("{'queue':'jobs/1','receipt_handle':'") + receipts[0] + quoted("'}")));
        check("queue.nack", ask("POST", "/v1/queue/nack", quoted("{'queue':'jobs/1','reason':'no','receipt_handle':'") + receipts[1] + quoted("'}")));
        check("queue.stats", ask("GET", "/v1/queue/stats/jobs%2F1"));
        check("queue.dlq.list", ask("GET", "/v1/queue/dlq/list/jobs%2F1?limit=10"));
        check("queue.dlq.redrive", ask("POST", "/v1/queue/dlq/redrive/jobs%2F1", quoted("{'max_messages':5}")));
        check("account.whoami", ask("GET", "/v1/account/whoami"));
        check("queue.delete", ask("DELETE", "/v1/queue/delete/jobs%2F1"));
    }

    void publishesSchemasThatDescribeEveryField()
    {
        for (const auto &entry : get("/v1/discovery")["capabilities"]) {
            const json detail = get("/v1/discovery/" + QByteArray::fromStdString(entry["id"]));
            QVERIFY(detail["path"] == entry["path"]);
            for (const auto &[name, schema] : detail["params"]["properties"].items())
                QVERIFY2(schema.contains("description"), name.c_str());
            QVERIFY(responseSchema(detail).is_object());
            QVERIFY(detail["errors"][0].contains("retryable"));
            QVERIFY(detail["billing"]["price_usd"].is_number());
        }
    }

    void publishesTheUnitOfTheOldestAge()
    {
        const json fields = dataProperties(get("/v1/discovery/queue.stats"));
        const char *names[] = {"oldest_message_age_seconds", "oldest_message_age_ms", "oldest_message_at"};
        const json field = fields[names[dialect()]];
        if (dialect() == int(Dialect::C))
            QVERIFY(field["format"] == "date-time");
        else
            QVERIFY(field["x-unit"] == (dialect() == int(Dialect::A) ? "seconds" : "milliseconds"));
        QVERIFY(field["description"].get<std::string>().find("in flight") != std::string::npos);
    }

    void leavesOutWhatTheDialectDoesNotReport()
    {
        createQueues();
        const json stats = data(ask("GET", "/v1/queue/stats/jobs%2F1"));
        const bool poor = dialect() == int(Dialect::C);
        QCOMPARE(stats.contains("in_flight") || stats.contains("not_visible"), !poor);
        QCOMPARE(stats.contains("redelivered_total") || stats.contains("retry_count"), !poor);
    }

    void saysNullAndNotZeroWhereThereIsNoFigure()
    {
        createQueues();
        const char *ages[] = {"oldest_message_age_seconds", "oldest_message_age_ms", "oldest_message_at"};
        const char *dead[] = {"dead_letter_count", "dlq_depth", "dlq_count"};
        QVERIFY(data(ask("GET", "/v1/queue/stats/jobs%2F1"))[ages[dialect()]].is_null());
        QVERIFY(data(ask("GET", "/v1/queue/stats/dead"))[dead[dialect()]].is_null());
    }

    void servesDiscoveryWithoutAKeyAndOutsideTheEnvelope()
    {
        const WireAnswer index = m_client->askWithoutKey("GET", "/v1/discovery");
        QCOMPARE(index.status, 200);
        QVERIFY(index.json().contains("capabilities"));
        QVERIFY(!index.json().contains("ok"));
        QCOMPARE(m_client->askWithoutKey("GET", "/v1/discovery/queue.unheard_of").status, 404);
        QCOMPARE(m_client->askWithoutKey("POST", "/v1/discovery").status, 405);
    }

    void refusesAnyoneWithoutTheKey()
    {
        const WireAnswer none = m_client->askWithoutKey("GET", "/v1/queue/list");
        QCOMPARE(none.status, 401);
        checkRefusal(none);
        QCOMPARE(m_client->askWithoutKey("GET", "/v1/queue/list", {"Authorization: Bearer ifr_practice_wrong"}).status, 401);
        QCOMPARE(m_client->askWithoutKey("GET", "/v1/queue/unheard_of").status, 401);
    }

    void isNotTrustedWithoutItsAuthority()
    {
        QVERIFY(!WireClient(m_practice->access(), false).isConnected());
    }

    void keepsPayloadsByteForByte()
    {
        createQueues();
        const QByteArray payload = "{ \"b\" : 1.10,\t\"a\":[1E400, \"\\u00e4\\/\xc3\xa4\", 12345678901234567890123],\n \"a\":null }";
        QCOMPARE(ask("POST", "/v1/queue/publish", "{\"payload\": " + payload + " ,\"queue\":\"jobs/1\"}").status, 200);
        QCOMPARE(ask("POST", "/v1/queue/publish_batch", "{\"queue\":\"jobs/1\",\"messages\":[{\"payload\":" + payload + "}]}").status, 200);
        const WireAnswer lent = ask("POST", "/v1/queue/consume", quoted("{'queue':'jobs/1','max_messages':2}"));
        QCOMPARE(lent.body.count(payload), 2);
    }

    void refusesBrokenRequestsAndGoesOn_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        QTest::newRow("no JSON") << QByteArray("hello") << 400;
        QTest::newRow("half") << quoted("{'queue':'jobs/1','pay") << 400;
        QTest::newRow("two values") << QByteArray("{}{}") << 400;
        QTest::newRow("trailing comma") << quoted("{'queue':'jobs/1',}") << 400;
        QTest::newRow("bad UTF-8") << QByteArray("{\"queue\":\"jobs/1\",\"payload\":\"\xff\xfe\"}") << 400;
        QTest::newRow("control character") << QByteArray("{\"queue\":\"jobs/1\",\"payload\":\"a\nb\"}") << 400;
        QTest::newRow("NUL") << QByteArray("{\"queue\":\"jobs/1\",\"payload\":\"a\0b\"}", 36) << 400;
        QTest::newRow("bad escape") << quoted("{'queue':'jobs/1','payload':'\\x'}") << 400;
        QTest::newRow("100000 brackets") << QByteArray(100'000, '[') << 400;
        QTest::newRow("deep payload") << QByteArray("{\"queue\":\"jobs/1\",\"payload\":" + QByteArray(100, '[') + QByteArray(100, ']') + "}") << 400;
        QTest::newRow("array") << QByteArray("[]") << 422;
        QTest::newRow("no queue") << quoted("{'payload':1}") << 422;
        QTest::newRow("number for queue") << quoted("{'queue':7,'payload':1}") << 422;
        QTest::newRow("lone surrogate") << quoted("{'queue':'\\ud800','payload':1}") << 422;
        QTest::newRow("no payload") << quoted("{'queue':'jobs/1'}") << 422;
        QTest::newRow("text for delay") << quoted("{'queue':'jobs/1','payload':1,'delay_seconds':'soon'}") << 422;
        QTest::newRow("endless delay") << quoted("{'queue':'jobs/1','payload':1,'delay_seconds':1e400}") << 422;
        QTest::newRow("8 days") << quoted("{'queue':'jobs/1','payload':1,'delay_seconds':691200}") << 422;
        QTest::newRow("negative delay") << quoted("{'queue':'jobs/1','payload':1,'delay_seconds':-1}") << 422;
        QTest::newRow("half a priority") << quoted("{'queue':'jobs/1','payload':1,'priority':1.5}") << 422;
        QTest::newRow("unknown parameter") << quoted("{'queue':'jobs/1','payload':1,'colour':'red'}") << 422;
        QTest::newRow("group on a standard queue") << quoted("{'queue':'jobs/1','payload':1,'group':'g'}") << 422;
        QTest::newRow("unknown queue") << quoted("{'queue':'nowhere','payload':1}") << 404;
        QTest::newRow("too large") << QByteArray("{\"queue\":\"jobs/1\",\"payload\":\"" + QByteArray(256 * 1024, 'x') + "\"}") << 413;
    }
    void refusesBrokenRequestsAndGoesOn()
    {
        QFETCH(QByteArray, body);
        createQueues();
        const WireAnswer answer = ask("POST", "/v1/queue/publish", body);
        QTEST(answer.status, "status");
        checkRefusal(answer);
        QCOMPARE(ask("GET", "/v1/account/whoami").status, 200);
    }

    void acceptsAPayloadOfExactly256KiB()
    {
        createQueues();
        QCOMPARE(ask("POST", "/v1/queue/publish", "{\"queue\":\"jobs/1\",\"payload\":\"" + QByteArray(256 * 1024 - 2, 'x') + "\"}").status, 200);
    }

    void survivesWhatIsNotHttp_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("noise") << QByteArray("\x00\x01\xff\xfe hello\r\n\r\n", 15);
        QTest::newRow("unknown method") << QByteArray("BREW /v1/queue/list HTTP/1.1\r\n\r\n");
        QTest::newRow("endless header") << QByteArray("GET /v1/queue/list HTTP/1.1\r\nX: " + QByteArray(1'000'000, 'x') + "\r\n\r\n");
        QTest::newRow("strange path") << QByteArray("GET /v1/queue/stats/%zz%00%ff HTTP/1.1\r\nHost: x\r\n\r\n");
        QTest::newRow("long path") << QByteArray("GET /" + QByteArray(100'000, 'a') + " HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    void survivesWhatIsNotHttp()
    {
        QFETCH(QByteArray, bytes);
        QVERIFY(m_client->sendRaw(bytes + "\r\n\r\n").status != 200);
        QCOMPARE(WireClient(m_practice->access()).ask("GET", "/v1/account/whoami").status, 200);
    }

    void tellsRoutesMethodsAndNamesApart()
    {
        QCOMPARE(ask("GET", "/v1/queue/nonsense").status, 404);
        QCOMPARE(ask("GET", "/v1/queue/publish").status, 405);
        QCOMPARE(ask("GET", "/v1/queue/stats/nowhere").status, 404);
        QCOMPARE(ask("GET", "/v1/queue/list?colour=red").status, 422);
    }

    void takesTheIdempotencyKeyFromHeaderOrBody()
    {
        createQueues();
        const QByteArray body = quoted("{'queue':'jobs/1','payload':1}");
        const json first = data(ask("POST", "/v1/queue/publish", body, {"Idempotency-Key: k1"}));
        QVERIFY(data(ask("POST", "/v1/queue/publish", body, {"Idempotency-Key: k1"})) == first);
        QVERIFY(data(ask("POST", "/v1/queue/publish", quoted("{'queue':'jobs/1','payload':1,'idempotency_key':'k1'}"))) == first);
        QCOMPARE(ask("POST", "/v1/queue/publish", quoted("{'queue':'jobs/1','payload':2}"), {"Idempotency-Key: k1"}).status, 409);
        QCOMPARE(ask("POST", "/v1/queue/publish", quoted("{'queue':'jobs/1','payload':1,'idempotency_key':'k2'}"), {"Idempotency-Key: k1"}).status, 422);
        QCOMPARE(ask("POST", "/v1/queue/create", quoted("{'name':'more'}")).status, 422);
    }

    void refusesToCreateAQueueTwiceDifferently()
    {
        createQueues();
        QCOMPARE(ask("POST", "/v1/queue/create", quoted("{'name':'dead','idempotency_key':'again'}")).status, 200);
        QCOMPARE(ask("POST", "/v1/queue/create", quoted("{'name':'dead','type':'fifo','idempotency_key':'other'}")).status, 409);
        QCOMPARE(ask("POST", "/v1/queue/create", quoted("{'name':'x','dead_letter_queue':'nowhere','idempotency_key':'x'}")).status, 404);
        QCOMPARE(ask("DELETE", "/v1/queue/delete/dead").status, 409);
    }

    void asksForPaymentWhenTheCreditIsUsedUp()
    {
        m_options.creditUsd = 0.0000005;
        begin();
        QCOMPARE(ask("POST", "/v1/queue/create", quoted("{'name':'dead','idempotency_key':'1'}")).status, 200);
        const WireAnswer refused = ask("POST", "/v1/queue/create", quoted("{'name':'more','idempotency_key':'2'}"));
        QCOMPARE(refused.status, 402);
        QVERIFY(refused.json()["error"]["code"] == "INSUFFICIENT_CREDIT");
        QCOMPARE(ask("GET", "/v1/account/whoami").status, 200);
    }

    void asksToWaitWhenThereAreTooManyRequests()
    {
        m_options.requestsPerSecond = 2;
        const auto clock = std::make_shared<FakeClock>();
        begin(clock);
        QCOMPARE(ask("GET", "/v1/account/whoami").status, 200);
        QCOMPARE(ask("GET", "/v1/account/whoami").status, 200);
        const WireAnswer refused = ask("GET", "/v1/account/whoami");
        QCOMPARE(refused.status, 429);
        QCOMPARE(refused.headers.value("retry-after"), QByteArray("1"));
        checkRefusal(refused);
        m_practice->withEngine([&](QueueEngine &) { clock->advance(Seconds(1)); });
        QCOMPARE(ask("GET", "/v1/account/whoami").status, 200);
    }

    void datesItsAnswersByItsOwnClock()
    {
        begin(std::make_shared<FakeClock>());
        QCOMPARE(ask("GET", "/v1/account/whoami").headers.value("date"), QByteArray("Sun, 30 Nov 2025 10:53:20 GMT"));
    }

    void pagesDeadLettersByAnOpaqueCursor()
    {
        createQueues();
        for (int i = 0; i < 5; ++i)
            kill(i);
        QByteArrayList seen;
        QByteArray cursor;
        do {
            const json page = data(ask("GET", "/v1/queue/dlq/list/jobs%2F1?limit=2" + (cursor.isEmpty() ? QByteArray() : "&cursor=" + cursor)));
            const char *containers[] = {"messages", "items", "dead_letters"};
            const char *cursors[] = {"next_cursor", "cursor", "next"};
            const char *payloads[] = {"payload", "body", "payload"};
            for (const json &item : page[containers[dialect()]])
                seen.append(QByteArray::fromStdString(item[payloads[dialect()]].dump()));
            const json next = page[cursors[dialect()]];
            cursor = next.is_null() ? QByteArray() : QByteArray::fromStdString(next);
        } while (!cursor.isEmpty());
        QCOMPARE(seen, (QByteArrayList{"0", "1", "2", "3", "4"}));
        QCOMPARE(ask("GET", "/v1/queue/dlq/list/jobs%2F1?cursor=made-up").status, 422);
        QCOMPARE(ask("GET", "/v1/queue/dlq/list/jobs%2F1?limit=many").status, 422);
    }

    void redrivesOnceForOneKey()
    {
        createQueues();
        for (int i = 0; i < 3; ++i)
            kill(i);
        const json first = data(ask("POST", "/v1/queue/dlq/redrive/jobs%2F1", quoted("{'max_messages':2}"), {"Idempotency-Key: r1"}));
        QVERIFY(data(ask("POST", "/v1/queue/dlq/redrive/jobs%2F1", quoted("{'max_messages':2}"), {"Idempotency-Key: r1"})) == first);
        const char *moved[] = {"redriven", "moved", "redriven"};
        QVERIFY(first[moved[dialect()]] == 2);
        m_practice->withEngine([](QueueEngine &engine) {
            QCOMPARE(engine.stats(QStringLiteral("jobs/1"))->deadLetters, 1);
            QCOMPARE(engine.stats(QStringLiteral("jobs/1"))->ready, 2);
        });
    }

    void redrivesChosenMessagesWhereItSaysSo()
    {
        createQueues();
        for (int i = 0; i < 3; ++i)
            kill(i);
        const json detail = get("/v1/discovery/queue.dlq.redrive");
        const std::string choices = detail["choices"].dump();
        if (dialect() == int(Dialect::C)) {
            QVERIFY(!detail["params"]["properties"].contains("message_ids"));
            QVERIFY(choices.find("message_ids") == std::string::npos);
            QCOMPARE(ask("POST", "/v1/queue/dlq/redrive/jobs%2F1", quoted("{'message_ids':['x']}")).status, 422);
            return;
        }
        QVERIFY(detail["params"]["properties"]["message_ids"]["uniqueItems"] == true);
        QVERIFY(choices.find("message_ids") != std::string::npos);
        const QVector<QByteArray> ids = deadIds();
        const QByteArray body = "{\"message_ids\":[\"" + ids[2] + "\",\"gone\"]}";
        const WireAnswer first = ask("POST", "/v1/queue/dlq/redrive/jobs%2F1", body, {"Idempotency-Key: r2"});
        check("queue.dlq.redrive", first);
        const bool isA = dialect() == int(Dialect::A);
        const json each = data(first)[isA ? "messages" : "items"];
        QVERIFY(each[0][isA ? "redriven" : "moved"] == true);
        QVERIFY(each[1][isA ? "redriven" : "moved"] == false);
        QVERIFY(each[1][isA ? "reason" : "why"] == "not_found");
        QVERIFY(data(ask("POST", "/v1/queue/dlq/redrive/jobs%2F1", body, {"Idempotency-Key: r2"})) == data(first));
        QCOMPARE(deadIds(), (QVector<QByteArray>{ids[0], ids[1]}));
        QCOMPARE(ask("POST", "/v1/queue/dlq/redrive/jobs%2F1", "{\"message_ids\":[\"" + ids[0] + "\"]}", {"Idempotency-Key: r2"}).status, 409);
    }

    void refusesAChoiceThatIsNone()
    {
        createQueues();
        QByteArrayList many;
        for (int i = 0; i < 101; ++i)
            many << "'" + QByteArray::number(i) + "'";
        for (const QByteArray &ids : {QByteArray("[]"), QByteArray("'x'"), QByteArray("[1]"), QByteArray("['x','x']"), QByteArray("['x'],'max_messages':1"), '[' + many.join(',') + ']'})
            QVERIFY2(ask("POST", "/v1/queue/dlq/redrive/jobs%2F1", quoted("{'message_ids':" + ids + "}")).status == 422, ids.constData());
    }

    void canLoseAnAnswerAfterActing()
    {
        createQueues();
        m_practice->faults().stageAfterActing(QStringLiteral("/v1/queue/publish"), StagedFaults::dropped());
        QCOMPARE(ask("POST", "/v1/queue/publish", quoted("{'queue':'jobs/1','payload':1}"), {"Idempotency-Key: lost"}).status, 0);
        begin(*m_practice);
        QCOMPARE(ask("POST", "/v1/queue/publish", quoted("{'queue':'jobs/1','payload':1}"), {"Idempotency-Key: lost"}).status, 200);
        m_practice->withEngine([](QueueEngine &engine) { QCOMPARE(engine.stats(QStringLiteral("jobs/1"))->publishedTotal, 1); });
    }

    void canMisbehaveOnWish()
    {
        StagedFaults &faults = m_practice->faults();
        const QString list = QStringLiteral("/v1/queue/list");
        faults.stage(list, StagedFaults::throttled(7));
        QCOMPARE(ask("GET", "/v1/queue/list").headers.value("retry-after"), QByteArray("7"));
        faults.stage(list, StagedFaults::html());
        QVERIFY(ask("GET", "/v1/queue/list").body.startsWith("<!doctype"));
        faults.stage(list, StagedFaults::huge(3'000'000));
        QCOMPARE(ask("GET", "/v1/queue/list").body.size(), 3'000'000);
        faults.stageHalfAnswer(list);
        const WireAnswer half = ask("GET", "/v1/queue/list");
        QVERIFY(!half.body.isEmpty() && half.body.size() < half.headers.value("content-length").toLongLong());
        QCOMPARE(faults.requests().size(), 4);
    }

    void keepsKeyCertificateAndMessagesOverARestart()
    {
        createQueues();
        QCOMPARE(ask("POST", "/v1/queue/publish", quoted("{'queue':'jobs/1','payload':{'n':1}}")).status, 200);
        const PracticeAccess before = m_practice->access();
        m_practice->restart();
        QVERIFY2(m_practice->isRunning(), qPrintable(m_practice->error()));
        QCOMPARE(m_practice->access().key.expose(), before.key.expose());
        begin(*m_practice);
        QVERIFY(ask("POST", "/v1/queue/consume", quoted("{'queue':'jobs/1'}")).body.contains(quoted("{'n':1}")));
    }

    void letsOnlyOneProcessServeAFolder()
    {
        PracticeHost second;
        QString refusal;
        QEventLoop loop;
        connect(&second, &PracticeHost::failed, &loop, [&](const Error &error) {
            refusal = toSentence(error);
            loop.quit();
        });
        connect(&second, &PracticeHost::started, &loop, &QEventLoop::quit);
        second.start(m_practice->folder(), {});
        loop.exec();
        QVERIFY2(refusal.contains(QStringLiteral("served already")), qPrintable(refusal));
        QCOMPARE(ask("GET", "/v1/account/whoami").status, 200);
    }

private:
    static int dialect()
    {
        QFETCH_GLOBAL(int, dialect);
        return dialect;
    }
    void begin(std::shared_ptr<const Clock> clock = {})
    {
        m_client.reset();
        m_practice = std::make_unique<RunningPractice>(m_options, std::move(clock));
        QVERIFY2(m_practice->isRunning(), qPrintable(m_practice->error()));
        begin(*m_practice);
    }
    void begin(RunningPractice &practice)
    {
        m_client = std::make_unique<WireClient>(practice.access());
        QVERIFY(m_client->isConnected());
    }
    WireAnswer ask(const QByteArray &method, const QByteArray &path, const QByteArray &body = {}, const QByteArrayList &headers = {})
    {
        return m_client->ask(method, path, body, headers);
    }
    json get(const QByteArray &path) { return m_client->askWithoutKey("GET", path).json(); }
    static json data(const WireAnswer &answer) { return answer.json().value("data", json()); }

    void createQueues()
    {
        check("queue.create", ask("POST", "/v1/queue/create", quoted("{'name':'dead','idempotency_key':'c1'}")));
        check("queue.create", ask("POST", "/v1/queue/create", quoted("{'name':'jobs/1','dead_letter_queue':'dead','max_retries':0,'enable_priority':true}"),
                                  {"Idempotency-Key: c2"}));
    }
    void kill(int n)
    {
        ask("POST", "/v1/queue/publish", "{\"queue\":\"jobs/1\",\"payload\":" + QByteArray::number(n) + "}");
        const QByteArray receipt = receiptsIn(ask("POST", "/v1/queue/consume", quoted("{'queue':'jobs/1'}"))).value(0);
        QCOMPARE(ask("POST", "/v1/queue/nack", quoted("{'queue':'jobs/1','receipt_handle':'") + receipt + quoted("'}")).status, 200);
    }
    QVector<QByteArray> deadIds()
    {
        const json page = data(ask("GET", "/v1/queue/dlq/list/jobs%2F1"));
        QVector<QByteArray> ids;
        for (const json &letter : page[dialect() == int(Dialect::A) ? "messages" : "items"])
            ids.append(QByteArray::fromStdString(letter["message_id"]));
        return ids;
    }
    static QVector<QByteArray> receiptsIn(const WireAnswer &answer)
    {
        const json found = data(answer);
        const json list = found.is_array() ? found : found.contains("messages") ? found["messages"] : found["items"];
        QVector<QByteArray> receipts;
        for (const json &message : list)
            receipts.append(QByteArray::fromStdString(message.contains("receipt") ? message["receipt"] : message["receipt_handle"]));
        return receipts;
    }

    json responseSchema(const json &detail)
    {
        switch (Dialect(dialect())) {
        case Dialect::A: return detail["response"];
        case Dialect::B: return detail["returns"]["schema"];
        case Dialect::C: return detail["responses"]["200"]["schema"];
        }
        return {};
    }
    json dataProperties(const json &detail)
    {
        const json schema = responseSchema(detail);
        return dialect() == int(Dialect::C) ? schema["properties"]["data"]["properties"] : schema["properties"];
    }
    void check(const QByteArray &capability, const WireAnswer &answer)
    {
        QVERIFY2(answer.status == 200, (capability + ": " + answer.body).constData());
        const json body = answer.json();
        const json schema = responseSchema(get("/v1/discovery/" + capability));
        const QString offence = offenceAgainst(schema, dialect() == int(Dialect::C) ? body : body["data"]);
        QVERIFY2(offence.isEmpty(), qPrintable(QString::fromLatin1(capability) + QStringLiteral(" ") + offence));
        QVERIFY(body["ok"] == true);
        QVERIFY(body["metadata"]["cost_usd"].is_number());
        QCOMPARE(body["metadata"]["request_id"].get<std::string>()[14], '7');
    }
    static void checkRefusal(const WireAnswer &answer)
    {
        const json body = answer.json();
        QCOMPARE(body.value("ok", true), false);
        QVERIFY(body["error"]["code"].is_string());
        QVERIFY(body["error"]["message"].is_string());
        QVERIFY(body["metadata"]["request_id"].is_string());
    }

    QByteArray m_test;
    ApiOptions m_options;
    std::unique_ptr<RunningPractice> m_practice;
    std::unique_ptr<WireClient> m_client;
};

QTEST_GUILESS_MAIN(TestPracticeServer)
#include "TestPracticeServer.moc"
