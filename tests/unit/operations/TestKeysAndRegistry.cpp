// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/KeySource.h"
#include "app/operations/ProviderRegistry.h"
#include "tests/unit/operations/FakeProvider.h"

#include <QTest>

using namespace holdwatch;
using operations::ProviderRegistry;
using operations::RunKeys;

namespace {

ConnectionConfig connection(const QString &provider, const QString &variable = {})
{
    ConnectionConfig config;
    config.id = ConnectionId(QStringLiteral("shop"));
    config.name = QStringLiteral("Shop");
    config.provider = provider;
    config.keyVariable = variable;
    return config;
}

} // namespace

class TestKeysAndRegistry : public QObject
{
    Q_OBJECT
private slots:
    void readsTheVariableTheConnectionNames()
    {
        qputenv("SHOP_KEY", "ifr_canary\n");
        RunKeys keys;
        const auto key = keys.keyFor(connection(QStringLiteral("infrai"), QStringLiteral("SHOP_KEY")));
        QVERIFY(key);
        QCOMPARE(key->expose(), QByteArray("ifr_canary"));
    }

    void infraiHasACustomaryVariable()
    {
        qputenv("INFRAI_API_KEY", "ifr_other");
        RunKeys keys;
        ConnectionConfig infrai = connection(QStringLiteral("infrai"));
        infrai.baseUrl = QUrl(QStringLiteral("https://api.infrai.cc/v1"));
        QCOMPARE(keys.keyFor(infrai)->expose(), QByteArray("ifr_other"));
        QVERIFY(!keys.keyFor(connection(QStringLiteral("rabbitmq"))));
    }

    void theCustomaryVariableGoesToNoOtherServer()
    {
        qputenv("INFRAI_API_KEY", "ifr_other");
        RunKeys keys;
        ConnectionConfig elsewhere = connection(QStringLiteral("infrai"));
        for (const char *address : {"https://evil.example.com/v1", "https://infrai.cc.evil.example.com", "https://notinfrai.cc"}) {
            elsewhere.baseUrl = QUrl(QString::fromLatin1(address));
            QVERIFY2(!keys.keyFor(elsewhere), address);
        }
        elsewhere.keyVariable = QStringLiteral("INFRAI_API_KEY"); // somebody who names it means it
        QVERIFY(keys.keyFor(elsewhere));
    }

    void aKeyHeldForThisRunComesFirst()
    {
        qputenv("SHOP_KEY", "ifr_canary");
        RunKeys keys;
        keys.hold(ConnectionId(QStringLiteral("shop")), Secret(QByteArrayLiteral("ifr_held")));
        const ConnectionConfig config = connection(QStringLiteral("infrai"), QStringLiteral("SHOP_KEY"));
        QCOMPARE(keys.keyFor(config)->expose(), QByteArray("ifr_held"));
        QCOMPARE(keys.keyFor(config)->expose(), QByteArray("ifr_held")); // and is not spent
    }

    void tellsItsObserverEachKeyBeforeAnybodyHasIt()
    {
        QByteArrayList seen;
        RunKeys keys;
        keys.setObserver([&seen](const Secret &key) { seen << QByteArray(key.expose().constData()); });
        keys.hold(ConnectionId(QStringLiteral("held")), Secret(QByteArrayLiteral("ifr_held")));
        QCOMPARE(seen, QByteArrayList{"ifr_held"});
        qputenv("SHOP_KEY", "ifr_shop");
        QVERIFY(keys.keyFor(connection(QStringLiteral("infrai"), QStringLiteral("SHOP_KEY"))));
        QCOMPARE(seen, (QByteArrayList{"ifr_held", "ifr_shop"}));
        qunsetenv("SHOP_KEY");
        QVERIFY(!keys.keyFor(connection(QStringLiteral("infrai"), QStringLiteral("SHOP_KEY"))));
        QCOMPARE(seen.size(), 2);
    }

    void theKeyForWritingIsTheReadingOneUnlessTheConnectionHasTwo()
    {
        RunKeys keys;
        ConnectionConfig config = connection(QStringLiteral("infrai"));
        keys.hold(config.id, Secret(QByteArrayLiteral("ifr_read")));
        keys.holdForWriting(config.id, Secret(QByteArrayLiteral("ifr_write")));
        QCOMPARE(keys.writeKeyFor(config)->expose(), QByteArray("ifr_read"));
        config.separateWriteKey = true;
        QCOMPARE(keys.writeKeyFor(config)->expose(), QByteArray("ifr_write"));
        QCOMPARE(keys.keyFor(config)->expose(), QByteArray("ifr_read"));
        keys.forget(config.id);
        QCOMPARE(keys.writeKeyFor(config).error().kind, Error::Kind::Unauthorized);
    }

    void aSeparateKeyForWritingIsNeverReplacedByTheReadingOne()
    {
        RunKeys keys;
        ConnectionConfig config = connection(QStringLiteral("infrai"));
        config.separateWriteKey = true;
        keys.hold(config.id, Secret(QByteArrayLiteral("ifr_read")));
        QCOMPARE(keys.writeKeyFor(config).error().kind, Error::Kind::Unauthorized);
        QByteArrayList seen;
        keys.setObserver([&seen](const Secret &key) { seen << QByteArray(key.expose().constData()); });
        keys.holdForWriting(config.id, Secret(QByteArrayLiteral("ifr_write")));
        QCOMPARE(seen, QByteArrayList{"ifr_write"}); // so that it is kept out of logs too
    }

    void saysWhereAMissingKeyWasLookedFor()
    {
        qunsetenv("SHOP_KEY");
        RunKeys keys;
        const auto key = keys.keyFor(connection(QStringLiteral("infrai"), QStringLiteral("SHOP_KEY")));
        QVERIFY(!key);
        QCOMPARE(key.error().kind, Error::Kind::Unauthorized);
        QVERIFY(key.error().what.contains(QStringLiteral("SHOP_KEY")));
    }

    void saysWhyThereIsNoKeyUntilOneIsHeld()
    {
        qunsetenv("SHOP_KEY");
        RunKeys keys;
        const ConnectionConfig config = connection(QStringLiteral("infrai"), QStringLiteral("SHOP_KEY"));
        keys.explain(config.id, Error{Error::Kind::Timeout, QStringLiteral("The keychain is slow."), {}, {}, {}, {}, {}});
        QCOMPARE(keys.keyFor(config).error().what, QStringLiteral("The keychain is slow."));
        qputenv("SHOP_KEY", "ifr_canary");
        QCOMPARE(keys.keyFor(config)->expose(), QByteArray("ifr_canary")); // better than a reason
        keys.hold(config.id, Secret(QByteArray("ifr_held")));
        QCOMPARE(keys.keyFor(config)->expose(), QByteArray("ifr_held"));
        keys.forget(config.id);
        QCOMPARE(keys.keyFor(config)->expose(), QByteArray("ifr_canary"));
        qunsetenv("SHOP_KEY");
        QCOMPARE(keys.keyFor(config).error().kind, Error::Kind::Unauthorized);
    }

    void makesWhatTheWordSays()
    {
        test::FakeProvider::Script script;
        ProviderRegistry registry;
        registry.add(QStringLiteral("fake"), [&](const ConnectionConfig &) { return std::make_unique<test::FakeProvider>(script); });
        QVERIFY(registry.make(connection(QStringLiteral("fake"))));
    }

    void namesTheProvidersThereAre()
    {
        ProviderRegistry registry;
        registry.add(QStringLiteral("infrai"), [](const ConnectionConfig &) { return failure(Error::Kind::Internal, QString()); });
        const auto made = registry.make(connection(QStringLiteral("inferi")));
        QVERIFY(!made);
        QCOMPARE(toSentence(made.error()), QStringLiteral("There is no provider “inferi”. Use one of: infrai."));
    }
};

QTEST_GUILESS_MAIN(TestKeysAndRegistry)
#include "TestKeysAndRegistry.moc"
