// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/connections/ConnectionForm.h"

#include <QTest>

using namespace holdwatch;

namespace {

ConnectionConfig everything()
{
    ConnectionConfig config;
    config.id = ConnectionId(QStringLiteral("shop"));
    config.name = QStringLiteral("Shop");
    config.provider = QStringLiteral("rabbitmq");
    config.baseUrl = QUrl(QStringLiteral("https://rabbit.example.com:15671/prefix"));
    config.username = QStringLiteral("monitor");
    config.keyVariable = QStringLiteral("SHOP_KEY");
    config.separateWriteKey = true;
    config.writeUsername = QStringLiteral("redriver");
    config.environment = Environment::Staging;
    config.pollInterval = Millis(2'500);
    config.deadline = Minutes(1);
    config.queueFilter = QStringLiteral("orders*, !*.tmp");
    config.caFile = QStringLiteral("/etc/ssl/orders.pem");
    config.clientCertificateFile = QStringLiteral("/etc/ssl/desk.pem");
    config.clientKeyFile = QStringLiteral("/etc/ssl/desk.key");
    config.proxyMode = ConnectionConfig::ProxyMode::Explicit;
    config.proxyUrl = QUrl(QStringLiteral("http://proxy.example.com:3128"));
    config.http2 = false;
    config.defaultTolerance.holdWindow = Minutes(10);
    config.defaultTolerance.reactionTime = Minutes(4);
    config.defaultTolerance.workClasses = {{QStringLiteral("urgent"), Minutes(2)}};
    config.defaultTolerance.owner = QStringLiteral("checkout");
    config.fieldMapping = {{QStringLiteral("oldest_age"), QStringLiteral("head_age_ms")}};
    config.webhook = QUrl(QStringLiteral("https://hooks.example.com/holdwatch"));
    config.hookCommand = {QStringLiteral("notify")};
    return config;
}

QString faultAt(const CheckedConnection &checked, const QString &field)
{
    for (const FieldFault &fault : checked.faults) {
        if (fault.field == field)
            return fault.sentence;
    }
    return {};
}

} // namespace

class TestConnectionForm : public QObject
{
    Q_OBJECT
private slots:
    void givesBackWhatItWasMadeFrom()
    {
        const CheckedConnection checked = check(ConnectionForm::from(everything()));
        QVERIFY(checked.faults.isEmpty());
        QCOMPARE(checked.config, everything()); // what the form does not show stays too
        QVERIFY(check(ConnectionForm::from(ConnectionConfig())).config.defaultTolerance == Tolerance());
    }

    void neverRepeatsAnAddressThatMayHoldAPassword()
    {
        ConnectionForm form = ConnectionForm::from(everything());
        form.address = QStringLiteral("monitor:hunter2@");
        form.proxyAddress = QStringLiteral("hunter2 ://");
        const CheckedConnection checked = check(form);
        for (const QString &field : {QStringLiteral("url"), QStringLiteral("proxy")}) {
            QVERIFY(!faultAt(checked, field).isEmpty());
            QVERIFY(!faultAt(checked, field).contains(QStringLiteral("hunter2")));
        }
    }

    void saysWhichFieldCannotBeRead_data()
    {
        QTest::addColumn<QString>("interval");
        QTest::addColumn<bool>("isFine");
        QTest::newRow("seconds") << QStringLiteral("15s") << true;
        QTest::newRow("empty: the default") << QString() << true;
        QTest::newRow("words") << QStringLiteral("often") << false;
        QTest::newRow("negative") << QStringLiteral("-3s") << false;
    }
    void saysWhichFieldCannotBeRead()
    {
        QFETCH(QString, interval);
        QFETCH(bool, isFine);
        ConnectionForm form = ConnectionForm::from(everything());
        form.pollInterval = interval;
        QCOMPARE(faultAt(check(form), QStringLiteral("poll_interval")).isEmpty(), isFine);
    }

    void putsAFaultOfTheToleranceAtItsField()
    {
        ConnectionForm form = ConnectionForm::from(everything());
        form.holdWindow = QStringLiteral("soon");
        QVERIFY(!faultAt(check(form), QStringLiteral("hold_window")).isEmpty());
        form.holdWindow = QStringLiteral("10m");
        form.reactionTime = QStringLiteral("20m"); // longer than the window
        QVERIFY(!faultAt(check(form), QStringLiteral("reaction_time")).isEmpty());
    }

    void aPracticeQueueKeepsNothingOfTheServerItWasBefore()
    {
        ConnectionConfig server = ConnectionConfig();
        server.provider = QStringLiteral("rabbitmq");
        server.environment = Environment::Production;
        server.defaultTolerance.holdWindow = Minutes(3);
        ConnectionForm form = ConnectionForm::from(server);
        form.provider = QStringLiteral("practice");
        form.address.clear();
        const ConnectionConfig practice = check(form).config;
        QCOMPARE(practice.environment, Environment::Practice);
        QCOMPARE(practice.pollInterval, practicePollInterval);
        QCOMPARE(practice.defaultTolerance, Tolerance());
        ConnectionConfig paced = practice;
        paced.pollInterval = Seconds(9);
        paced.defaultTolerance.holdWindow = Minutes(2);
        QCOMPARE(check(ConnectionForm::from(paced)).config, paced);
    }

    void forgetsWhatBelongsToAChoiceThatWasTakenBack()
    {
        ConnectionForm form = ConnectionForm::from(everything());
        form.separateWriteKey = false;
        form.proxyMode = ConnectionConfig::ProxyMode::None;
        const ConnectionConfig config = check(form).config;
        QVERIFY(config.writeUsername.isEmpty());
        QVERIFY(config.proxyUrl.isEmpty());
    }

    void standsBesideItsFieldWithoutItsKey()
    {
        QCOMPARE(besideField({QStringLiteral("url"), QStringLiteral("url must begin with https://")}), QStringLiteral("Must begin with https://."));
        QCOMPARE(besideField({QStringLiteral("name"), QStringLiteral("each connection needs a name")}), QStringLiteral("Each connection needs a name."));
    }
};

QTEST_GUILESS_MAIN(TestConnectionForm)
#include "TestConnectionForm.moc"
