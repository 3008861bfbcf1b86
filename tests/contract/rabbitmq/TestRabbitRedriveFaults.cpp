// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/rabbitmq/RedriveFixture.h"
#include "tests/support/FakeClock.h"
#include "tests/support/TestCertificates.h"

#include <QFile>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <QTemporaryDir>

#include <future>

using namespace holdwatch;
using namespace holdwatch::test;
using From = AmqpProxy::From;

namespace {

constexpr int basicClass = 60, publishMethod = 40, getMethod = 70, ackMethod = 80, returnedAck = 80;
constexpr int queueClass = 50, declareMethod = 10;

/// Speaks TLS and counts what it is told inside.
class Stranger : public QObject
{
public:
    explicit Stranger(const ServerCertificate &certificate)
    {
        QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
        tls.setLocalCertificate(QSslCertificate(certificate.certificate));
        tls.setPrivateKey(QSslKey(certificate.key, QSsl::Ec));
        m_server.setSslConfiguration(tls);
        connect(&m_server, &QSslServer::startedEncryptionHandshake, this, [this](QSslSocket *socket) {
            ++handshakes;
            connect(socket, &QSslSocket::readyRead, this, [this, socket] { told += socket->readAll(); });
        });
        m_server.listen(QHostAddress::LocalHost, 0);
    }
    QUrl url() const { return QUrl(QStringLiteral("amqps://localhost:%1").arg(m_server.serverPort())); }

    int handshakes = 0;
    QByteArray told;

private:
    QSslServer m_server;
};

} // namespace

/// What goes wrong under a redrive, at each place where it can.
class TestRabbitRedriveFaults : public QObject
{
    Q_OBJECT

    /// A run of `count` messages through a proxy whose gate says where it breaks; held and ready to be attempted.
    struct Run
    {
        WatchedQueue dead;
        std::unique_ptr<AmqpProxy> proxy;
        std::unique_ptr<Provider> provider;
        QVector<RedriveItem> items;

        ItemRedriver &redriver() { return *provider->itemRedriver(); }
        QString target() const { return dead.origins.first(); }
    };

    Run prepared(const char *name, int count, const QByteArray &deadArguments = "{}", const Clock *clock = nullptr)
    {
        Run run;
        run.dead = m_fixture.pair(QLatin1String(name), deadArguments);
        if (!m_fixture.judge.fillPlain(run.dead.id.name, count))
            return run;
        run.proxy = std::make_unique<AmqpProxy>(m_fixture.broker.amqpUrl());
        run.provider = m_fixture.provider(run.proxy->url(), Seconds(60), {}, clock);
        run.items = RedriveFixture::frozen(*run.provider, run.dead, run.target());
        const auto claim = awaited(run.redriver().claim(run.dead, run.items));
        if (!claim || claim->held.size() != count)
            run.items.clear();
        return run;
    }

    /// Cuts at the n-th of these frames, before it is passed on.
    static AmqpProxy::Gate cutAt(From from, int classId, int methodId, int nth)
    {
        const auto seen = std::make_shared<int>(0);
        return [=](From at, int frameClass, int frameMethod) { return !(at == from && frameClass == classId && frameMethod == methodId && ++*seen == nth); };
    }

private slots:
    void initTestCase()
    {
        HOLDWATCH_NEED_SERVER(RedriveFixture::missing());
        QVERIFY2(m_fixture.start(), qPrintable(m_fixture.broker.problem()));
    }

    void cutBeforeTheMessageLeftIsUnknownAndNothingIsLost()
    {
        Run run = prepared("cut-publish", 4);
        QCOMPARE(run.items.size(), 4);
        run.proxy->setGate(cutAt(From::Client, basicClass, publishMethod, 3));
        const auto results = awaited(run.redriver().attempt(run.dead, run.items, {}));
        QVERIFY2(outcomesOf(results) == (QVector<ItemOutcome>{ItemOutcome::Moved, ItemOutcome::Moved, ItemOutcome::Unknown}), qPrintable(detailsOf(results)));
        QTRY_COMPARE(m_fixture.count(run.dead.id.name), 2);
        QCOMPARE(m_fixture.count(run.target()), 2);
        const auto found = awaited(run.redriver().reconcile(run.dead, {run.items.at(2)}));
        QVERIFY2(found, qPrintable(sentence(found)));
        QCOMPARE(found->first().outcome, ItemOutcome::Skipped);
    }

    void cutBeforeTheConfirmIsUnknownAndInBoth()
    {
        Run run = prepared("cut-confirm", 3);
        run.proxy->setGate(cutAt(From::Server, basicClass, returnedAck, 2));
        const auto results = awaited(run.redriver().attempt(run.dead, run.items, {}));
        QVERIFY2(outcomesOf(results) == (QVector<ItemOutcome>{ItemOutcome::Moved, ItemOutcome::Unknown}), qPrintable(detailsOf(results)));
        QTRY_COMPARE(m_fixture.count(run.dead.id.name), 2);
        QCOMPARE(m_fixture.count(run.target()), 2);
    }

    void cutBetweenConfirmAndAckIsUnknownAndInBoth()
    {
        Run run = prepared("cut-ack", 3);
        run.proxy->setGate(cutAt(From::Client, basicClass, ackMethod, 2));
        const auto results = awaited(run.redriver().attempt(run.dead, run.items, {}));
        QVERIFY2(outcomesOf(results) == (QVector<ItemOutcome>{ItemOutcome::Moved, ItemOutcome::Unknown}), qPrintable(detailsOf(results)));
        QVERIFY2(results.last().detail.startsWith(QStringLiteral("The target has it")), qPrintable(results.last().detail));
        QTRY_COMPARE(m_fixture.count(run.dead.id.name), 2);
        QCOMPARE(m_fixture.count(run.target()), 2);
        const auto found = awaited(run.redriver().reconcile(run.dead, {run.items.at(1)}));
        QVERIFY2(found, qPrintable(sentence(found)));
        QCOMPARE(found->first().outcome, ItemOutcome::Unknown);
        QVERIFY2(found->first().detail.contains(QStringLiteral("in both")), qPrintable(found->first().detail));
    }

    void cutAfterTheAckIsUnknownAlthoughItMoved()
    {
        FakeClock clock;
        Run run = prepared("cut-flush", 2, "{}", &clock);
        run.proxy->setGate(cutAt(From::Server, queueClass, declareMethod + 1, 2)); // the first one told that the target is there
        const auto results = awaited(run.redriver().attempt(run.dead, run.items, {}));
        QVERIFY2(outcomesOf(results) == QVector<ItemOutcome>{ItemOutcome::Unknown}, qPrintable(detailsOf(results)));
        QTRY_COMPARE(m_fixture.count(run.dead.id.name), 1);
        QCOMPARE(m_fixture.count(run.target()), 1);
        // What the lost connection may still hold is no proof yet.
        const auto found = awaited(run.redriver().reconcile(run.dead, {run.items.at(0)}));
        QVERIFY2(found, qPrintable(sentence(found)));
        QCOMPARE(found->first().outcome, ItemOutcome::Unknown);
        clock.advance(Seconds(60));
        QTRY_COMPARE_WITH_TIMEOUT(awaited(run.redriver().reconcile(run.dead, {run.items.at(0)}))->first().outcome, ItemOutcome::Moved, 60'000);
    }

    void cutWhileTakingLosesNothing()
    {
        Run run = prepared("cut-get", 3);
        QVERIFY(awaited(run.redriver().release(run.dead)));
        run.proxy->setGate(cutAt(From::Client, basicClass, getMethod, 2));
        const auto claim = awaited(run.redriver().claim(run.dead, run.items));
        QVERIFY(!claim);
        QTRY_COMPARE(AmqpJudge::ids(m_fixture.judge.peek(run.dead.id.name)).join(QLatin1Char(' ')), QStringLiteral("m-0 m-1 m-2"));
        run.proxy->setGate({});
        const auto again = awaited(run.redriver().claim(run.dead, run.items));
        QVERIFY2(again, qPrintable(sentence(again)));
        QCOMPARE(again->held.size(), 3);
        QVERIFY(awaited(run.redriver().release(run.dead)));
    }

    void whatWasHeldByALostConnectionIsNotSent()
    {
        Run run = prepared("lost-hold", 2);
        run.proxy->cut();
        QTRY_COMPARE(m_fixture.count(run.dead.id.name), 2);
        run.proxy->setGate([](From from, int classId, int methodId) { return !(from == From::Client && classId == basicClass && methodId == publishMethod); });
        const auto results = awaited(run.redriver().attempt(run.dead, run.items, {}));
        QVERIFY2(!results.isEmpty() && results.first().outcome != ItemOutcome::Moved, qPrintable(detailsOf(results)));
        QCOMPARE(m_fixture.count(run.target()), 0);
        QCOMPARE(AmqpJudge::ids(m_fixture.judge.take(run.dead.id.name)).size(), 2);
    }

    void stopsWithinOneMessage()
    {
        Run run = prepared("stop", 20);
        std::stop_source stop;
        int published = 0;
        run.proxy->setGate([&](From from, int classId, int methodId) {
            if (from == From::Client && classId == basicClass && methodId == publishMethod && ++published == 5)
                stop.request_stop();
            return true;
        });
        const auto results = awaited(run.redriver().attempt(run.dead, run.items, stop.get_token()));
        QCOMPARE(results.size(), 5);
        QCOMPARE(outcomesOf(results), QVector<ItemOutcome>(5, ItemOutcome::Moved));
        QVERIFY(awaited(run.redriver().release(run.dead)));
        QCOMPARE(m_fixture.count(run.dead.id.name), 15);
        QCOMPARE(m_fixture.count(run.target()), 5);
    }

    void whatIsHeldStaysHeldWhileNothingIsAsked()
    {
        Run run = prepared("patient", 1);
        // The broker gives a silent client up after two heartbeats of 15 s.
        constexpr int longerThanThat = 5;
        QTRY_VERIFY_WITH_TIMEOUT(run.proxy->heartbeats() >= longerThanThat, 120'000);
        QCOMPARE(outcomesOf(awaited(run.redriver().attempt(run.dead, run.items, {}))), QVector<ItemOutcome>{ItemOutcome::Moved});
        QVERIFY(awaited(run.redriver().release(run.dead)));
    }

    void aSilentBrokerIsUnknownByTheDeadline()
    {
        const WatchedQueue dead = m_fixture.pair(QStringLiteral("silent"));
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 2));
        AmqpProxy proxy(m_fixture.broker.amqpUrl());
        const auto provider = m_fixture.provider(proxy.url(), Seconds(3));
        const auto items = RedriveFixture::frozen(*provider, dead, QStringLiteral("silent"));
        QVERIFY(awaited(provider->itemRedriver()->claim(dead, items)));
        proxy.hold();
        const auto results = awaited(provider->itemRedriver()->attempt(dead, items, {}));
        QVERIFY2(results.size() == 1 && results.first().outcome != ItemOutcome::Moved, qPrintable(detailsOf(results)));
        proxy.cut();
        QTRY_COMPARE(m_fixture.count(dead.id.name), 2);
    }

    void cancellingEndsWhatIsUnderWay()
    {
        Run run = prepared("cancel", 2);
        run.proxy->setGate([&](From from, int classId, int methodId) {
            if (from == From::Client && classId == basicClass && methodId == publishMethod)
                run.provider->cancelAll();
            return true;
        });
        const auto results = awaited(run.redriver().attempt(run.dead, run.items, {}));
        QVERIFY2(outcomesOf(results) == QVector<ItemOutcome>{ItemOutcome::Unknown}, qPrintable(detailsOf(results)));
        QTRY_COMPARE(m_fixture.count(run.dead.id.name), 2);
    }

    void anotherCertificateGetsNoByteOfTheLogin_data()
    {
        QTest::addColumn<QByteArray>("names");
        QTest::addColumn<bool>("isTrusted");
        QTest::newRow("unknown authority") << QByteArray("DNS:localhost") << false;
        QTest::newRow("another name") << QByteArray("DNS:other.example") << true;
        QTest::newRow("control: believed") << QByteArray("DNS:localhost") << true;
    }

    void anotherCertificateGetsNoByteOfTheLogin()
    {
        QFETCH(QByteArray, names);
        QFETCH(bool, isTrusted);
        const bool isBelieved = isTrusted && names == "DNS:localhost";
        const TestAuthority authority;
        TestAuthority::Wish wish;
        wish.alternativeNames = names;
        Stranger stranger(authority.issue(wish));
        const QTemporaryDir folder;
        QFile ca(folder.filePath(QStringLiteral("ca.pem")));
        QVERIFY(ca.open(QIODevice::WriteOnly));
        ca.write(authority.pem());
        ca.close();
        net::ConnectionOptions options;
        if (isTrusted)
            options.trust = net::TlsTrust::withCaFile(ca.fileName()).value();
        const net::Credential credential{net::Credential::Scheme::Basic, "ops", Secret("hw_canary")};
        const QUrl url = stranger.url();
        const amqp::Address address{{url.host(), static_cast<quint16>(url.port()), true}, vhost(), Seconds(3)};
        auto opening = std::async(std::launch::async, [&] { return amqp::AmqpSession::open(options, address, credential); });
        QTRY_VERIFY(opening.wait_for(Millis(0)) == std::future_status::ready);
        const auto opened = opening.get();
        QVERIFY(!opened);
        QCOMPARE(stranger.handshakes, 1);
        if (isBelieved) {
            QCOMPARE(opened.error().kind, Error::Kind::Timeout);
            QCOMPARE(stranger.told, QByteArray("AMQP\0\0\x09\x01", 8));
            return;
        }
        QCOMPARE(opened.error().kind, Error::Kind::TlsRefused);
        QCOMPARE(stranger.told, QByteArray());
        QVERIFY(!sentence(opened.error()).contains(QStringLiteral("hw_canary")));
    }

    void anAddressIsVerifiedToo()
    {
        const WatchedQueue dead = m_fixture.pair(QStringLiteral("by-number"));
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 1));
        QUrl byNumber = m_fixture.broker.amqpsUrl();
        byNumber.setHost(QStringLiteral("127.0.0.1"));
        const auto provider = m_fixture.provider(byNumber);
        const auto items = RedriveFixture::frozen(*provider, dead, QStringLiteral("by-number"));
        const auto claim = awaited(provider->itemRedriver()->claim(dead, items));
        QVERIFY2(claim, qPrintable(sentence(claim)));
        QVERIFY(awaited(provider->itemRedriver()->release(dead)));
    }

    void aWrongPasswordMovesNothingAndIsNotRepeated()
    {
        const WatchedQueue dead = m_fixture.pair(QStringLiteral("password"));
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 1));
        const auto provider = m_fixture.provider(m_fixture.broker.amqpsUrl(), Seconds(20), "hw_canary_wrong");
        const auto items = RedriveFixture::frozen(*provider, dead, QStringLiteral("password"));
        const auto claim = awaited(provider->itemRedriver()->claim(dead, items));
        QVERIFY(!claim);
        QCOMPARE(claim.error().kind, Error::Kind::Unauthorized);
        QVERIFY(!sentence(claim).contains(QStringLiteral("hw_canary")));
        QCOMPARE(m_fixture.count(dead.id.name), 1);
    }

    void aPortThatSpeaksNoTlsIsSaid()
    {
        QUrl plain = m_fixture.broker.amqpUrl();
        plain.setScheme(QStringLiteral("amqps"));
        const WatchedQueue dead = m_fixture.pair(QStringLiteral("no-tls"));
        const auto provider = m_fixture.provider(plain);
        const auto claim = awaited(provider->itemRedriver()->claim(dead, {RedriveItem()}));
        QVERIFY(!claim);
        QCOMPARE(claim.error().kind, Error::Kind::TlsRefused);
    }

    void aQuorumQueueNearItsLimitIsLeftAlone()
    {
        const QByteArray limited(QByteArrayLiteral("{\"x-queue-type\":\"quorum\",\"x-delivery-limit\":2}"));
        const WatchedQueue dead = m_fixture.pair(QStringLiteral("worn"), limited);
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 2));
        const auto provider = m_fixture.provider(m_fixture.broker.amqpUrl());
        const auto items = RedriveFixture::frozen(*provider, dead, QStringLiteral("worn")); // the first of two looks
        QCOMPARE(items.size(), 2);
        const auto terms = awaited(provider->itemRedriver()->itemTerms(dead, QStringLiteral("worn")));
        QVERIFY2(terms, qPrintable(sentence(terms)));
        QVERIFY(terms->looksLeft && *terms->looksLeft <= 1);
        QVERIFY(!terms->refusals.isEmpty());
        const auto claim = awaited(provider->itemRedriver()->claim(dead, items));
        QVERIFY(!claim);
        QCOMPARE(claim.error().kind, Error::Kind::Unsupported);
        QCOMPARE(m_fixture.count(dead.id.name), 2);
    }

    void aQuorumQueueWithRoomIsServedAndCounted()
    {
        const QByteArray limited(QByteArrayLiteral("{\"x-queue-type\":\"quorum\",\"x-delivery-limit\":6}"));
        Run run = prepared("roomy", 4, limited);
        QCOMPARE(run.items.size(), 4);
        const auto results = awaited(run.redriver().attempt(run.dead, {run.items.at(2)}, {}));
        QVERIFY2(outcomesOf(results) == QVector<ItemOutcome>{ItemOutcome::Moved}, qPrintable(detailsOf(results)));
        QVERIFY(awaited(run.redriver().release(run.dead)));
        const auto terms = awaited(run.redriver().itemTerms(run.dead, run.target()));
        QVERIFY(terms);
        QCOMPARE(terms->looksLeft, std::optional(4)); // one look over HTTP, one claim given back
        QCOMPARE(m_fixture.count(run.dead.id.name), 3);
        QCOMPARE(m_fixture.count(run.target()), 1);
    }

    void aBrokerThatDiesMidRunLosesNothing()
    {
        Run run = prepared("killed", 30);
        QCOMPARE(run.items.size(), 30);
        int published = 0;
        run.proxy->setGate([&](From from, int classId, int methodId) {
            if (from == From::Client && classId == basicClass && methodId == publishMethod && ++published == 10)
                m_fixture.broker.kill();
            return true;
        });
        const auto results = awaited(run.redriver().attempt(run.dead, run.items, {}));
        QVERIFY2(results.size() <= 10 && !results.isEmpty(), qPrintable(detailsOf(results)));
        QCOMPARE(results.last().outcome, ItemOutcome::Unknown);
        for (qsizetype i = 0; i + 1 < results.size(); ++i)
            QCOMPARE(results.at(i).outcome, ItemOutcome::Moved);
        QVERIFY2(m_fixture.broker.start(), qPrintable(m_fixture.broker.problem()));
        QStringList everywhere = AmqpJudge::ids(m_fixture.judge.take(run.dead.id.name)) + AmqpJudge::ids(m_fixture.judge.take(run.target()));
        // Killed at once, a broker may forget acknowledgements it took: what had moved is then in both places, and nothing is in none.
        QVERIFY(everywhere.removeDuplicates() <= results.size());
        QCOMPARE(everywhere.size(), 30);
    }

private:
    RedriveFixture m_fixture;
};

QTEST_GUILESS_MAIN(TestRabbitRedriveFaults)
#include "TestRabbitRedriveFaults.moc"
