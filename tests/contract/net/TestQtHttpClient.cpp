// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/QtHttpClient.h"
#include "tests/support/Awaited.h"
#include "tests/support/ScriptedServer.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::net;
using namespace holdwatch::test;

namespace {

const QByteArray canary = QByteArrayLiteral("ifr_canary_5f1c");

Credential bearer()
{
    return {Credential::Scheme::Bearer, {}, Secret(QByteArray(canary.constData(), canary.size()))};
}

template<typename R>
R request(const QUrl &url, const QByteArray &method, const QByteArray &body = {})
{
    R request;
    request.url = url;
    request.method = method;
    request.body = body;
    return request;
}

WriteRequest writeTo(const QUrl &url, const QByteArray &method = "POST", const QByteArray &body = "{\"a\":1}")
{
    auto write = request<WriteRequest>(url, method, body);
    write.idempotencyKey = "key-1";
    return write;
}

} // namespace

class TestQtHttpClient : public QObject
{
    Q_OBJECT

    struct House
    {
        TestAuthority authority;
        ScriptedServer server{authority.issue()};
        SystemClock clock;
        QtHttpClient client{options(), clock};

        ConnectionOptions options() const
        {
            ConnectionOptions options;
            options.origin = server.url();
            options.trust = *TlsTrust::withCaPem(authority.pem(), QStringLiteral("test"));
            return options;
        }
    };

    std::unique_ptr<House> m_house;
    ScriptedServer &server() { return m_house->server; }
    QtHttpClient &client() { return m_house->client; }

    /// Twice: the connection that offered HTTP/2 is not kept once the server has answered over HTTP/1.1.
    void keepAConnection()
    {
        QVERIFY(awaited(client().read(request<ReadRequest>(server().url(), "GET"))));
        QVERIFY(awaited(client().read(request<ReadRequest>(server().url(), "GET"))));
    }

private slots:
    void init() { m_house = std::make_unique<House>(); }
    void cleanup() { m_house.reset(); }

    void readsAnAnswerOverTls()
    {
        server().enqueue(play::json("{\"x\":1}", {{"X-Kind", "a"}, {"Date", "Mon, 01 Dec 2025 10:00:00 GMT"}}));
        const auto answer = awaited(client().read(request<ReadRequest>(server().url(QStringLiteral("/v1/x")), "GET")));
        QVERIFY2(answer, answer ? "" : qPrintable(toSentence(answer.error())));
        QCOMPARE(answer->status, 200);
        QCOMPARE(answer->body, QByteArray("{\"x\":1}"));
        QCOMPARE(answer->header("x-kind"), QByteArray("a"));
        QCOMPARE(toIso(answer->serverTime.value()), QStringLiteral("2025-12-01T10:00:00.000Z"));
        QCOMPARE(server().requests().size(), 1);
        QCOMPARE(server().requests().first().target, QByteArray("/v1/x"));
    }

    void anyStatusIsAnAnswer_data()
    {
        QTest::addColumn<int>("status");
        for (int status : {204, 301, 302, 307, 400, 401, 402, 403, 404, 407, 409, 413, 418, 422, 429, 500, 502, 503, 504})
            QTest::addRow("%d", status) << status;
    }
    void anyStatusIsAnAnswer()
    {
        QFETCH(int, status);
        server().enqueue(play::answer(status, status == 204 ? QByteArray() : QByteArrayLiteral("{\"why\":1}"),
                                      {{"WWW-Authenticate", "Basic realm=\"x\""}, {"Location", "/elsewhere"}}));
        const auto answer = awaited(client().read(request<ReadRequest>(server().url(), "GET")));
        QVERIFY2(answer, answer ? "" : qPrintable(toSentence(answer.error())));
        QCOMPARE(answer->status, status);
        QCOMPARE(server().requests().size(), 1);
        if (status >= 400)
            QCOMPARE(answer->body, QByteArray("{\"why\":1}"));
    }

    void sendsTheKeyInTheAuthorizationHeaderOnly()
    {
        server().enqueue(play::json("{}"));
        const Credential credential = bearer();
        auto read = request<ReadRequest>(server().url(), "GET");
        read.credential = &credential;
        QVERIFY(awaited(client().read(read)));
        QCOMPARE(server().requests().first().headers.value("authorization"), "Bearer " + canary);
        QCOMPARE(server().bytesReceived().count(canary), 1);
    }

    void doesNotFollowARedirectToAnotherHost()
    {
        ScriptedServer elsewhere;
        server().enqueue(play::redirect(elsewhere.url(QStringLiteral("/steal"))));
        const Credential credential = bearer();
        auto write = writeTo(server().url());
        write.credential = &credential;
        const auto answer = awaited(client().write(write));
        QVERIFY(answer);
        QCOMPARE(answer->status, 307);
        QCOMPARE(elsewhere.connections(), 0);
        QCOMPARE(elsewhere.bytesReceived(), QByteArray());
    }

    void refusesToSendTheKeyToAnotherOrigin()
    {
        ScriptedServer elsewhere(m_house->authority.issue());
        const Credential credential = bearer();
        auto read = request<ReadRequest>(elsewhere.url(), "GET");
        read.credential = &credential;
        const auto answer = awaited(client().read(read));
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, Error::Kind::Internal);
        QCOMPARE(elsewhere.connections(), 0);
    }

    void writesExactlyOnceWhenTheConnectionDrops_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<bool>("oldConnection");
        for (const char *method : {"POST", "PUT", "DELETE"}) {
            QTest::addRow("%s on a fresh connection", method) << QByteArray(method) << QByteArray("{}") << false;
            QTest::addRow("%s on a kept connection", method) << QByteArray(method) << QByteArray("{}") << true;
            QTest::addRow("%s without body on a kept connection", method) << QByteArray(method) << QByteArray() << true;
        }
    }
    void writesExactlyOnceWhenTheConnectionDrops()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, body);
        QFETCH(bool, oldConnection);
        server().setHandler([](const SeenRequest &seen) { return seen.method == "GET" ? play::json("{}") : play::drop(); });
        if (oldConnection)
            keepAConnection();
        server().clear();
        const auto answer = awaited(client().write(writeTo(server().url(), method, body)));
        QVERIFY(!answer);
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::OutcomeUnknown));
        QCOMPARE(server().requests().size(), 1);
        QCOMPARE(server().requests().first().headers.value("idempotency-key"), QByteArray("key-1"));
    }

    void repeatsAReadOnceWhenAKeptConnectionDies()
    {
        server().enqueue(play::json("{}"));
        server().enqueue(play::json("{}"));
        keepAConnection();
        server().enqueue(play::drop());
        server().enqueue(play::json("{\"second\":true}"));
        const auto answer = awaited(client().read(request<ReadRequest>(server().url(), "GET")));
        QVERIFY2(answer, answer ? "" : qPrintable(toSentence(answer.error())));
        QCOMPARE(answer->body, QByteArray("{\"second\":true}"));
        QCOMPARE(server().requests().size(), 4);
    }

    void doesNotRepeatAReadOnAFreshConnection()
    {
        server().setHandler([](const SeenRequest &) { return play::drop(); });
        const auto answer = awaited(client().read(request<ReadRequest>(server().url(), "GET")));
        QVERIFY(!answer);
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::Unreachable));
        QCOMPARE(server().requests().size(), 1);
    }

    void neverRepeatsALook_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::newRow("GET") << QByteArray("GET");
        QTest::newRow("POST") << QByteArray("POST");
    }
    void neverRepeatsALook()
    {
        QFETCH(QByteArray, method);
        server().enqueue(play::json("{}"));
        server().enqueue(play::json("{}"));
        keepAConnection();
        server().clear();
        server().setHandler([](const SeenRequest &) { return play::drop(); });
        QVERIFY(!awaited(client().look(request<LookRequest>(server().url(), method))));
        QCOMPARE(server().requests().size(), 1);
    }

    void endsAtTheDeadline_data()
    {
        QTest::addColumn<int>("how");
        QTest::addColumn<bool>("write");
        QTest::newRow("silence") << 0 << false;
        QTest::newRow("an answer that drips") << 1 << false;
        QTest::newRow("silence after a write") << 0 << true;
        QTest::newRow("a write's answer that drips") << 1 << true;
    }
    void endsAtTheDeadline()
    {
        QFETCH(int, how);
        QFETCH(bool, write);
        server().enqueue(play::json("{}"));
        server().enqueue(play::json("{}"));
        keepAConnection(); // it stands before the short time begins
        server().clear();
        server().enqueue(how == 0 ? play::hang() : play::drip());
        WriteRequest asked = writeTo(server().url());
        asked.deadline = Millis(300);
        ReadRequest question;
        static_cast<Request &>(question) = asked;
        const auto answer = write ? awaited(client().write(asked)) : awaited(client().read(question));
        QVERIFY(!answer);
        QCOMPARE(toWord(answer.error().kind), toWord(write ? Error::Kind::OutcomeUnknown : Error::Kind::Timeout));
        QVERIFY(answer.error().what.contains(QStringLiteral("within 300 ms")));
        QCOMPARE(server().requests().size(), 1);
    }

    void readsNoMoreThanTheCap_data()
    {
        QTest::addColumn<bool>("announced");
        QTest::newRow("announced") << true;
        QTest::newRow("not announced") << false;
    }
    void readsNoMoreThanTheCap()
    {
        QFETCH(bool, announced);
        server().enqueue(play::huge(200, announced));
        auto read = request<ReadRequest>(server().url(), "GET");
        read.maxBody = 1024 * 1024;
        const auto answer = awaited(client().read(read));
        QVERIFY(!answer);
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::TooLarge));
        QVERIFY2(server().bytesSent() < 40 * 1024 * 1024, qPrintable(QString::number(server().bytesSent())));
    }

    void takesABodyOfExactlyTheCap()
    {
        server().enqueue(play::json(QByteArray(1000, ' ')));
        auto read = request<ReadRequest>(server().url(), "GET");
        read.maxBody = 1000;
        const auto answer = awaited(client().read(read));
        QVERIFY(answer);
        QCOMPARE(answer->body.size(), 1000);
    }

    void takesAnAnswerThatEndsWithItsConnection_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<qsizetype>("size");
        for (const char *version : {"HTTP/1.0", "HTTP/1.1"}) {
            for (qsizetype size : {0, 8, 70'000, 500'000})
                QTest::addRow("%s, %d bytes", version, int(size)) << QByteArray(version) << size;
        }
    }
    void takesAnAnswerThatEndsWithItsConnection()
    {
        QFETCH(QByteArray, version);
        QFETCH(qsizetype, size);
        server().enqueue(play::raw(version + " 200 ok\r\nContent-Type: text/html\r\n\r\n" + QByteArray(size, 'x'), true));
        const auto answer = awaited(client().read(request<ReadRequest>(server().url(), "GET")));
        QVERIFY2(answer, answer ? "" : qPrintable(toSentence(answer.error())));
        QCOMPARE(answer->body, QByteArray(size, 'x'));
    }

    void reportsAnAnswerThatBreaksOff()
    {
        server().enqueue(play::truncated("{\"data\":", 500));
        const auto answer = awaited(client().read(request<ReadRequest>(server().url(), "GET")));
        QVERIFY(!answer);
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::Malformed));
        QVERIFY2(answer.error().what.contains(QStringLiteral("broke off")), qPrintable(answer.error().what));
    }

    void callsAWriteUnknownWhenItsAnswerBreaksOff()
    {
        server().enqueue(play::truncated("{\"data\":", 500));
        const auto answer = awaited(client().write(writeTo(server().url())));
        QVERIFY(!answer);
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::OutcomeUnknown));
        QCOMPARE(server().requests().size(), 1);
    }

    void saysWhenTheOtherSideDoesNotSpeakHttp()
    {
        server().enqueue(play::raw("SSH-2.0-OpenSSH_9.2\r\n", true));
        const auto answer = awaited(client().read(request<ReadRequest>(server().url(), "GET")));
        QVERIFY(!answer);
        QVERIFY2(!answer.error().what.isEmpty(), qPrintable(answer.error().what));
    }

    void nothingListeningIsUnreachableForAWriteToo()
    {
        const QUrl url = server().url();
        server().stop();
        const auto answer = awaited(client().write(writeTo(url)));
        QVERIFY(!answer);
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::Unreachable));
    }

    void cancelsEverythingUnderWayOnce()
    {
        server().setHandler([](const SeenRequest &) { return play::hang(); });
        Running first(client().read(request<ReadRequest>(server().url(), "GET")));
        Running second(client().look(request<LookRequest>(server().url(), "GET")));
        client().cancelAll();
        QCOMPARE(first.wait().error().kind, Error::Kind::Cancelled);
        QCOMPARE(second.wait().error().kind, Error::Kind::Cancelled);
    }

    void aCancelledWriteThatWasSentIsUnknown()
    {
        server().setHandler([](const SeenRequest &) { return play::hang(); });
        connect(&server(), &ScriptedServer::requested, this, [this] { client().cancelAll(); });
        const auto answer = awaited(client().write(writeTo(server().url())));
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::OutcomeUnknown));
    }

    void tasksFinishWhenTheClientDiesFirst()
    {
        server().setHandler([](const SeenRequest &) { return play::hang(); });
        auto mortal = std::make_unique<QtHttpClient>(m_house->options(), m_house->clock);
        Running task(mortal->read(request<ReadRequest>(server().url(), "GET")));
        mortal.reset();
        QCOMPARE(task.wait().error().kind, Error::Kind::Cancelled);
    }

    void refusesBadAddressesWithoutARequest_data()
    {
        QTest::addColumn<QString>("url");
        QTest::newRow("user information") << QStringLiteral("https://me:pw@localhost/");
        QTest::newRow("user name alone") << QStringLiteral("https://me@localhost/");
        QTest::newRow("plain http") << QStringLiteral("http://example.invalid/");
        QTest::newRow("plain http on loopback, not allowed") << QStringLiteral("http://127.0.0.1/");
        QTest::newRow("file") << QStringLiteral("file:///etc/passwd");
        QTest::newRow("no host") << QStringLiteral("https:///x");
        QTest::newRow("empty") << QString();
    }
    void refusesBadAddressesWithoutARequest()
    {
        QFETCH(QString, url);
        const auto answer = awaited(client().read(request<ReadRequest>(QUrl(url), "GET")));
        QVERIFY(!answer);
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::Configuration));
        QVERIFY(!toSentence(answer.error()).contains(QStringLiteral("pw")));
    }

    void speaksPlainHttpToThisMachineWhenAllowed()
    {
        ScriptedServer plain;
        plain.enqueue(play::json("{}"));
        ConnectionOptions options;
        options.origin = plain.url();
        options.allowPlainLoopback = true;
        QtHttpClient plainClient(options, m_house->clock);
        QVERIFY(awaited(plainClient.read(request<ReadRequest>(plain.url(), "GET"))));
        QVERIFY(!awaited(plainClient.read(request<ReadRequest>(QUrl(QStringLiteral("http://192.0.2.1/")), "GET"))));
    }

    void refusesAKeyWithALineBreak()
    {
        const Credential credential{Credential::Scheme::Bearer, {}, Secret(QByteArrayLiteral("ifr_x\r\nX-Evil: 1"))};
        auto read = request<ReadRequest>(server().url(), "GET");
        read.credential = &credential;
        const auto answer = awaited(client().read(read));
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::Configuration));
        QCOMPARE(server().connections(), 0);
    }

    void refusesAWriteWithoutAKey()
    {
        auto write = writeTo(server().url());
        write.idempotencyKey.clear();
        QCOMPARE(awaited(client().write(write)).error().kind, Error::Kind::Internal);
        QCOMPARE(server().connections(), 0);
    }

    void keepsNoCookies()
    {
        server().setHandler([](const SeenRequest &) { return play::json("{}", {{"Set-Cookie", "session=1"}}); });
        QVERIFY(awaited(client().read(request<ReadRequest>(server().url(), "GET"))));
        QVERIFY(awaited(client().read(request<ReadRequest>(server().url(), "GET"))));
        QVERIFY(!server().requests().last().headers.contains("cookie"));
    }
};

QTEST_GUILESS_MAIN(TestQtHttpClient)
#include "TestQtHttpClient.moc"
