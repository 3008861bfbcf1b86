// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/QtHttpClient.h"
#include "tests/support/Awaited.h"
#include "tests/support/ScriptedServer.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::net;
using namespace holdwatch::test;

namespace {

const QByteArray canary = QByteArrayLiteral("ifr_canary_9e44");
constexpr Millis brief{400};
constexpr qint64 cap = 1024 * 1024;

Play withHead(const QByteArray &head, const QByteArray &body, bool close = false)
{
    return play::raw("HTTP/1.1 200 OK\r\n" + head + "\r\n\r\n" + body, close);
}

Play flood(const QByteArray &first, const QByteArray &again)
{
    Play play = play::raw(first);
    play.repeated = again;
    play.repetitions = -1;
    return play;
}

/// Grows two-hundredfold when it is unpacked.
Play bomb()
{
    const QByteArray packed = qCompress(QByteArray(64 * cap, ' '), 9).mid(4);
    return withHead("Content-Encoding: deflate\r\nContent-Length: " + QByteArray::number(packed.size()), packed);
}

} // namespace

Q_DECLARE_METATYPE(holdwatch::test::Play)

/// Whatever the right server does with our request: one plain error (or answer), bounded in time and size,
/// the write once, and the key in one place only.
class TestHostileServers : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_server = std::make_unique<ScriptedServer>(m_authority.issue());
        m_client = client(m_server->url());
    }

    void survives_data()
    {
        QTest::addColumn<Play>("play");
        QTest::addColumn<QStringList>("kinds"); // that a read may end with; "" is an answer
        QTest::addColumn<bool>("ends");         // by itself; otherwise the deadline is short
        const QUrl elsewhere = m_elsewhere.url(QStringLiteral("/steal"));
        const QStringList gone{QStringLiteral("unreachable")};
        const QStringList broken{QStringLiteral("malformed")};
        const QStringList large{QStringLiteral("too-large")};
        const QStringList late{QStringLiteral("timeout")};
        const QStringList either{QString(), QStringLiteral("malformed"), QStringLiteral("unreachable")};
        QTest::newRow("drops after the request") << play::drop() << gone << true;
        QTest::newRow("hangs") << play::hang() << late << false;
        QTest::newRow("drips") << play::drip() << late << false;
        QTest::newRow("hangs inside the status line") << play::raw("HTTP/1.1 20") << late << false;
        QTest::newRow("hangs inside the headers") << play::raw("HTTP/1.1 200 OK\r\nContent-Le") << late << false;
        QTest::newRow("closes inside the headers") << play::raw("HTTP/1.1 200 OK\r\nContent-Le", true) << QStringList{QStringLiteral("malformed"), QStringLiteral("unreachable")} << true;
        QTest::newRow("announces more than it sends, closes") << play::truncated("{\"a\":", 500) << broken << true;
        QTest::newRow("announces more than it sends, hangs") << withHead("Content-Length: 500", "{\"a\":") << late << false;
        QTest::newRow("announces less than it sends") << withHead("Content-Length: 2", "{}, and more of it") << QStringList{QString()} << true;
        QTest::newRow("announces more than is read") << withHead("Content-Length: 999999999999999", "{}") << large << true;
        QTest::newRow("announces a negative length") << withHead("Content-Length: -5", "{}", true) << either << true;
        QTest::newRow("announces a length that is no number") << withHead("Content-Length: lots", "{}", true) << either << true;
        QTest::newRow("announces two lengths") << withHead("Content-Length: 2\r\nContent-Length: 500", "{}", true) << either << true;
        QTest::newRow("chunks that break off") << withHead("Transfer-Encoding: chunked", "5\r\nhel", true) << either << true;
        QTest::newRow("chunks without a number") << withHead("Transfer-Encoding: chunked", "zz\r\nhello\r\n0\r\n\r\n", true) << either << true;
        QTest::newRow("a chunk that is larger than memory") << withHead("Transfer-Encoding: chunked", "7fffffffffffffff\r\nhello", true) << either << true;
        QTest::newRow("200 MB, announced") << play::huge(200, true) << large << true;
        QTest::newRow("200 MB, not announced") << play::huge(200, false) << large << true;
        QTest::newRow("64 MB packed into little") << bomb() << QStringList{QStringLiteral("too-large"), QStringLiteral("malformed")} << true;
        QTest::newRow("100,000 brackets") << play::deep(100'000) << QStringList{QString()} << true;
        QTest::newRow("another protocol") << play::raw("220 mail.example ESMTP\r\n", true) << either << true;
        QTest::newRow("binary noise") << play::raw(QByteArray(5000, '\xff'), true) << either << true;
        QTest::newRow("redirects to another host") << play::redirect(elsewhere) << QStringList{QString()} << true;
        QTest::newRow("redirects by 303") << play::redirect(elsewhere, 303) << QStringList{QString()} << true;
        QTest::newRow("asks for a login") << play::answer(401, "{}", {{"WWW-Authenticate", "Basic realm=\"x\""}}) << QStringList{QString()} << true;
        QTest::newRow("repeats the key in the status line") << play::raw("HTTP/1.1 500 " + canary + "\r\nContent-Length: 0\r\n\r\n") << QStringList{QString()} << true;
        QTest::newRow("repeats the key and breaks off") << play::truncated(canary, 500) << broken << true;
    }
    void survives()
    {
        QFETCH(Play, play);
        QFETCH(QStringList, kinds);
        QFETCH(bool, ends);
        prepare(play, ends);
        const auto read = awaited(m_client->read(asked<ReadRequest>(ends)));
        const QString kind = read ? QString() : toWord(read.error().kind);
        QVERIFY2(kinds.contains(kind), qPrintable(kind));
        checkTraces(read);

        m_client = client(m_server->url());
        prepare(play, ends);
        auto write = asked<WriteRequest>(ends);
        write.method = "POST";
        write.body = "{\"a\":1}";
        write.idempotencyKey = "key-1";
        const auto written = awaited(m_client->write(write));
        QCOMPARE(written.has_value(), read.has_value());
        if (!written)
            QCOMPARE(toWord(written.error().kind), toWord(Error::Kind::OutcomeUnknown));
        checkTraces(written);
    }

    void whatIsTooMuchDoesNotBecomeTheNextAnswer()
    {
        m_server->enqueue(withHead("Content-Length: 2", "{}HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{\"stale\":1}"));
        m_server->enqueue(play::json("{\"fresh\":1}"));
        const auto first = awaited(m_client->read(asked<ReadRequest>(true)));
        QVERIFY(first);
        QCOMPARE(first->body, QByteArray("{}"));
        const auto second = awaited(m_client->read(asked<ReadRequest>(true)));
        QVERIFY2(second, second ? "" : qPrintable(toSentence(second.error())));
        QCOMPARE(second->body, QByteArray("{\"fresh\":1}"));
    }

    void sendsNothingToAServerThatHangsUpFirst()
    {
        m_server->refuseConnections();
        auto write = asked<WriteRequest>(true);
        write.method = "POST";
        write.body = "{}";
        write.idempotencyKey = "key-1";
        const auto answer = awaited(m_client->write(write));
        QVERIFY(!answer);
        QVERIFY2(answer.error().kind == Error::Kind::TlsRefused || answer.error().kind == Error::Kind::Unreachable, qPrintable(toSentence(answer.error())));
        QCOMPARE(m_server->bytesReceived(), QByteArray());
        QVERIFY(m_server->connections() > 0);
    }

    // Qt 6.4 reads headers without a bound of its own, and hands none of them out before their end.
    void endlessHeadersEndAtTheDeadline_data()
    {
        QTest::addColumn<Play>("play");
        QTest::newRow("many") << flood("HTTP/1.1 200 OK\r\n", QByteArray("X-Flood: 1\r\n").repeated(5000));
        QTest::newRow("one that never ends") << flood("HTTP/1.1 200 OK\r\nX-Flood: ", QByteArray(64 * 1024, 'x'));
        QTest::newRow("a status line that never ends") << flood("HTTP/1.1 200 ", QByteArray(64 * 1024, 'x'));
    }
    void endlessHeadersEndAtTheDeadline()
    {
        QFETCH(Play, play);
        prepare(play, false);
        const auto answer = awaited(m_client->read(asked<ReadRequest>(false)));
        QVERIFY(!answer);
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::Timeout));
        checkTraces(answer);
    }

    void aTlsServerOnAPlainPortIsNoAnswer()
    {
        QUrl url = m_server->url();
        url.setScheme(QStringLiteral("http"));
        ConnectionOptions options;
        options.origin = url;
        options.allowPlainLoopback = true;
        QtHttpClient plain(options, m_clock);
        ReadRequest read;
        read.url = url;
        read.deadline = Seconds(5);
        const auto answer = awaited(plain.read(read));
        QVERIFY(!answer);
        QVERIFY2(!answer.error().what.isEmpty(), qPrintable(toSentence(answer.error())));
        QCOMPARE(m_server->requests().size(), 0);
    }

    void namesAPlainServerOnATlsPort()
    {
        ScriptedServer plain;
        plain.answerAnythingWith("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        QUrl url = plain.url();
        url.setScheme(QStringLiteral("https"));
        const Credential credential = bearer();
        ReadRequest read;
        read.url = url;
        read.credential = &credential;
        const auto answer = awaited(client(url)->read(read));
        QVERIFY(!answer);
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::TlsRefused));
        QVERIFY2(answer.error().what.contains(QStringLiteral("does not speak TLS")), qPrintable(toSentence(answer.error())));
        QVERIFY(!plain.bytesReceived().contains(canary));
        QVERIFY(!plain.bytesReceived().isEmpty());
    }

private:
    std::unique_ptr<QtHttpClient> client(const QUrl &origin)
    {
        ConnectionOptions options;
        options.origin = origin;
        options.trust = *TlsTrust::withCaPem(m_authority.pem(), QStringLiteral("test"));
        return std::make_unique<QtHttpClient>(options, m_clock);
    }

    template<typename R>
    R asked(bool endsByItself) const
    {
        R request;
        request.url = m_server->url();
        request.credential = &m_credential;
        request.maxBody = cap;
        request.deadline = endsByItself ? Millis(Minutes(1)) : brief;
        return request;
    }

    /// Where only the deadline ends it, the connection stands already: the short time is for the answer alone.
    void prepare(const Play &play, bool endsByItself)
    {
        m_server->setHandler([](const SeenRequest &) { return play::json("{}"); });
        if (!endsByItself)
            QVERIFY(awaited(m_client->read(asked<ReadRequest>(true))));
        m_server->clear();
        m_server->setHandler([play](const SeenRequest &) { return play; });
    }

    /// Of the key: once, in its header, at the right server. Of the request: one.
    void checkTraces(const Result<Response> &outcome)
    {
        QCOMPARE(m_server->requests().size(), 1);
        QCOMPARE(m_server->requests().first().headers.value("authorization"), "Bearer " + canary);
        QCOMPARE(m_server->bytesReceived().count(canary), 1);
        QCOMPARE(m_elsewhere.connections(), 0);
        if (outcome)
            return;
        const Error &error = outcome.error();
        for (const QString &text : {error.what, error.kept, error.next, error.where, toSentence(error)})
            QVERIFY2(!text.contains(QString::fromLatin1(canary)), qPrintable(text));
        QVERIFY(!error.what.isEmpty());
        QCOMPARE(error.where, hostAndPort(m_server->url()));
    }

    static Credential bearer() { return {Credential::Scheme::Bearer, {}, Secret(QByteArray(canary.constData(), canary.size()))}; }

    TestAuthority m_authority;
    ScriptedServer m_elsewhere{m_authority.issue()}; ///< trusted too, and still no place for the key
    SystemClock m_clock;
    const Credential m_credential = bearer();
    std::unique_ptr<ScriptedServer> m_server;
    std::unique_ptr<QtHttpClient> m_client;
};

QTEST_GUILESS_MAIN(TestHostileServers)
#include "TestHostileServers.moc"
