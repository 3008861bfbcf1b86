// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/QtHttpClient.h"
#include "tests/support/Awaited.h"
#include "tests/support/Http2Server.h"
#include "tests/support/NghttpServer.h"
#include "tests/support/ScriptedServer.h"
#include "tests/support/Servers.h"

#include <QHostInfo>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::net;
using namespace holdwatch::test;

/// The connection's HTTP/2 switch, and that a write is sent once over HTTP/2 too.
class TestHttp2 : public QObject
{
    Q_OBJECT

    using Manner = Http2Server::Manner;

private slots:
    void init()
    {
        m_server = std::make_unique<Http2Server>(m_authority.issue());
        m_client = client(true);
    }
    void cleanup()
    {
        m_client.reset();
        m_server.reset();
    }

    void negotiatesWhatTheSwitchSays_data()
    {
        QTest::addColumn<bool>("http2");
        QTest::addColumn<QByteArrayList>("offered");
        QTest::addColumn<QByteArray>("chosen");
        QTest::newRow("on, both offered") << true << QByteArrayList{"h2", "http/1.1"} << QByteArray("h2");
        QTest::newRow("on, only HTTP/1.1 offered") << true << QByteArrayList{"http/1.1"} << QByteArray("http/1.1");
        QTest::newRow("off, both offered") << false << QByteArrayList{"h2", "http/1.1"} << QByteArray();
    }
    void negotiatesWhatTheSwitchSays()
    {
        QFETCH(bool, http2);
        QFETCH(QByteArrayList, offered);
        m_server = std::make_unique<Http2Server>(m_authority.issue(), offered);
        m_client = client(http2);
        const auto answer = awaited(m_client->read(question()));
        QVERIFY2(answer, answer ? "" : qPrintable(toSentence(answer.error())));
        QCOMPARE(answer->status, 200);
        QCOMPARE(answer->body, QByteArray("{}"));
        QCOMPARE(m_server->chosen().size(), 1);
        QTEST(m_server->chosen().first(), "chosen");
        QCOMPARE(m_server->requests(), 1);
    }

    void stopsOfferingHttp2ToAServerThatAnswersWithoutIt()
    {
        m_server = std::make_unique<Http2Server>(m_authority.issue(), QByteArrayList{"http/1.1"});
        m_client = client(true);
        for (int request = 0; request < 3; ++request)
            QVERIFY(awaited(m_client->read(question())));
        QCOMPARE(m_server->requests(), 3);
        // The second connection is kept for the third request.
        QCOMPARE(m_server->chosen(), (QByteArrayList{QByteArray("http/1.1"), QByteArray()}));
        m_server = std::make_unique<Http2Server>(m_authority.issue(), QByteArrayList{"h2", "http/1.1"}); // another origin
        QVERIFY(awaited(m_client->read(question())));
        QCOMPARE(m_server->chosen(), QByteArrayList{QByteArray("h2")});
    }

    /// Only a name with addresses of both families takes the path through Qt on which this was missed.
    void noticesACloseInMidAnswerBehindANameWithTwoAddresses()
    {
        const auto addresses = QHostInfo::fromName(QStringLiteral("localhost")).addresses();
        const auto has = [&](QAbstractSocket::NetworkLayerProtocol family) { return std::any_of(addresses.begin(), addresses.end(), [&](const QHostAddress &each) { return each.protocol() == family; }); };
        if (!has(QAbstractSocket::IPv4Protocol) || !has(QAbstractSocket::IPv6Protocol))
            QSKIP("Here localhost has addresses of one family only.");
        ScriptedServer server(m_authority.issue());
        server.enqueue(play::json("{}"));
        server.enqueue(play::truncated("{\"half\":", 4000));
        ReadRequest read;
        read.url = server.url({}, QStringLiteral("localhost"));
        read.deadline = Minutes(1);
        m_client = client(true, read.url);
        QVERIFY(awaited(m_client->read(read)));
        const auto answer = awaited(m_client->read(read));
        QVERIFY(!answer);
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::Malformed));
    }

    void writesExactlyOnce_data()
    {
        QTest::addColumn<int>("manner");
        QTest::addColumn<bool>("oldConnection");
        QTest::addColumn<QByteArray>("body");
        const QList<QPair<const char *, Manner>> manners{{"dropped", Manner::Drop}, {"refused", Manner::Refuse}, {"sent away", Manner::GoAway}};
        for (const auto &[name, manner] : manners) {
            QTest::addRow("%s on a fresh connection", name) << int(manner) << false << QByteArray("{\"a\":1}");
            QTest::addRow("%s on a kept connection", name) << int(manner) << true << QByteArray("{\"a\":1}");
            QTest::addRow("%s on a kept connection, without a body", name) << int(manner) << true << QByteArray();
        }
    }
    void writesExactlyOnce()
    {
        QFETCH(int, manner);
        QFETCH(bool, oldConnection);
        QFETCH(QByteArray, body);
        if (oldConnection)
            QVERIFY(awaited(m_client->read(question())));
        const int before = m_server->requests();
        m_server->setManner(Manner(manner));
        const auto answer = awaited(m_client->write(command(body)));
        QVERIFY(!answer);
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::OutcomeUnknown));
        QCOMPARE(m_server->requests() - before, 1);
        QCOMPARE(m_server->bodies(), body);
        QCOMPARE(m_server->chosen().last(), QByteArray("h2"));
    }

    void aWriteArrivesWhole()
    {
        const QByteArray body(60'000, 'x'); // fits the first window; the server never opens a second one
        const auto answer = awaited(m_client->write(command(body)));
        QVERIFY2(answer, answer ? "" : qPrintable(toSentence(answer.error())));
        QCOMPARE(m_server->bodies(), body);
        QCOMPARE(m_server->requests(), 1);
    }

    void worksAgainAfterADeadConnection()
    {
        m_server->setManner(Manner::Drop);
        QVERIFY(!awaited(m_client->write(command("{}"))));
        m_server->setManner(Manner::Answer);
        const auto answer = awaited(m_client->read(question()));
        QVERIFY2(answer, answer ? "" : qPrintable(toSentence(answer.error())));
        QCOMPARE(answer->status, 200);
    }

    void cancelsAWriteThatWasSentAsUnknown()
    {
        m_server->setManner(Manner::Silence);
        connect(m_server.get(), &Http2Server::requested, this, [this] { m_client->cancelAll(); });
        const auto answer = awaited(m_client->write(command("{}")));
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::OutcomeUnknown));
        QCOMPARE(m_server->requests(), 1);
    }

    void writesOnceToARealServer()
    {
        NghttpServer real(m_authority.issue());
        HOLDWATCH_NEED_SERVER(real.whyMissing());
        m_client = client(true, real.url());
        const QByteArray body = QByteArray("{\"a\":1}").repeated(100'000); // several windows of flow control
        WriteRequest write = command(body);
        write.url = real.url();
        const auto answer = awaited(m_client->write(write));
        QVERIFY2(answer, answer ? "" : qPrintable(toSentence(answer.error())));
        QCOMPARE(answer->status, 200);
        QCOMPARE(answer->body, body);
        QTRY_VERIFY(real.output().contains("idempotency-key: key-1"));
        QCOMPARE(real.output().count("recv HEADERS frame"), 1);
        ReadRequest read = question();
        read.url = real.url();
        const auto missing = awaited(m_client->read(read));
        QVERIFY2(missing, missing ? "" : qPrintable(toSentence(missing.error())));
        QCOMPARE(missing->status, 404);
    }

private:
    std::unique_ptr<QtHttpClient> client(bool http2, const QUrl &origin = {})
    {
        ConnectionOptions options;
        options.origin = origin.isEmpty() ? m_server->url() : origin;
        options.trust = *TlsTrust::withCaPem(m_authority.pem(), QStringLiteral("test"));
        options.http2 = http2;
        return std::make_unique<QtHttpClient>(options, m_clock);
    }

    ReadRequest question() const
    {
        ReadRequest read;
        read.url = m_server->url();
        return read;
    }

    WriteRequest command(const QByteArray &body) const
    {
        WriteRequest write;
        write.method = "POST";
        write.url = m_server->url();
        write.body = body;
        write.idempotencyKey = "key-1";
        return write;
    }

    TestAuthority m_authority;
    SystemClock m_clock;
    std::unique_ptr<Http2Server> m_server;
    std::unique_ptr<QtHttpClient> m_client;
};

QTEST_GUILESS_MAIN(TestHttp2)
#include "TestHttp2.moc"
