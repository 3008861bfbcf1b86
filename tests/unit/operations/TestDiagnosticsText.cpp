// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/diagnostics/DiagnosticsText.h"
#include "app/operations/diagnostics/HostNames.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::operations;

namespace {

const QString canary = QStringLiteral("canary4711");

DiagnosticsConnection shop()
{
    DiagnosticsConnection shop;
    shop.config.id = ConnectionId(QStringLiteral("shop"));
    shop.config.name = QStringLiteral("Shop (EU)");
    shop.config.provider = QStringLiteral("rabbitmq");
    shop.config.baseUrl = QUrl(QStringLiteral("https://mq.shop.example:15671/api/"));
    shop.config.keyVariable = QStringLiteral("SHOP_KEY");
    ConnectionStatus status;
    status.id = shop.config.id;
    status.state = ConnectionStatus::State::Unreachable;
    status.text = QStringLiteral("mq.shop.example:15671 did not answer within 20 s.");
    shop.status = status;
    shop.verdicts = {{Verdict::Healthy, 3}, {Verdict::Breached, 1}};
    return shop;
}

DiagnosticsFacts facts()
{
    DiagnosticsFacts facts;
    facts.environment = {{QStringLiteral("Qt"), QStringLiteral("6.4.2")}};
    facts.connections = {shop()};
    facts.home = QStringLiteral("/home/mira");
    facts.machine = QStringLiteral("miras-laptop");
    facts.log = QStringLiteral("2026-11-30T14:00:00.000Z warning holdwatch.engine: /home/mira/ca.pem on miras-laptop: mq.shop.example refused\n");
    return facts;
}

QString textOf(const DiagnosticsFacts &facts, const DiagnosticsOptions &options = {})
{
    return diagnosticsText(facts, options, Redactor());
}

} // namespace

class TestDiagnosticsText : public QObject
{
    Q_OBJECT
private slots:
    void saysWhatHelps()
    {
        DiagnosticsFacts all = facts();
        all.settings = {{QStringLiteral("window/localTime"), true}, {QStringLiteral("appearance/theme"), QStringLiteral("dark")}, {QStringLiteral("window/geometry"), QByteArray(66, 'x')}};
        all.storageProblem = QStringLiteral("The disk is full.");
        const QString text = textOf(all);
        for (const char *there : {"6.4.2", "window/localTime", "dark", "(66 bytes)", "The disk is full.", "1. Shop (EU)", "mq.shop.example:15671\n", "unreachable", "did not answer within 20 s.",
                                  "3 healthy, 1 breached", "environment variable SHOP_KEY", "Never in here: keys", "warning holdwatch.engine"})
            QVERIFY2(text.contains(QString::fromLatin1(there)), qPrintable(QString::fromLatin1(there) + QLatin1Char('\n') + text));
    }

    void aSecretInAnyFactIsNotInTheText_data()
    {
        QTest::addColumn<int>("place");
        int place = 0;
        for (const char *name : {"user information of the URL", "query of the URL", "webhook", "proxy", "user", "key variable", "hook", "name", "error text", "contract drift",
                                 "environment", "setting", "text of an unknown setting", "bytes of a setting", "list of a setting", "storage problem", "configuration problem", "log", "base64 in the log"})
            QTest::newRow(name) << place++;
    }
    void aSecretInAnyFactIsNotInTheText()
    {
        QFETCH(int, place);
        DiagnosticsFacts all = facts();
        ConnectionConfig &config = all.connections[0].config;
        ConnectionStatus &status = *all.connections[0].status;
        switch (place) {
        case 0: config.baseUrl.setUserInfo(QStringLiteral("user:") + canary); break;
        case 1: config.baseUrl.setQuery(QStringLiteral("x=") + canary); break;
        case 2: config.webhook = QUrl(QStringLiteral("https://hooks.example/") + canary); break;
        case 3: config.proxyMode = ConnectionConfig::ProxyMode::Explicit, config.proxyUrl = QUrl(QStringLiteral("http://u:%1@proxy.example:3128").arg(canary)); break;
        case 4: config.username = canary; break;
        case 5: config.keyVariable = canary; break;
        case 6: config.hookCommand = QStringList{QStringLiteral("page"), QStringLiteral("--x"), canary}; break;
        case 7: config.name += QStringLiteral(" token=") + canary; break;
        case 8: status.text = QStringLiteral("refused: password=") + canary; break;
        case 9: status.drift = QStringList{QStringLiteral("Authorization: Bearer ") + canary}; break;
        case 10: all.environment.append({QStringLiteral("Desktop"), QStringLiteral("https://u:%1@h/").arg(canary)}); break;
        case 11: all.settings.insert(QStringLiteral("window/token"), canary); break;
        case 12: all.settings.insert(QStringLiteral("unheard/of"), canary); break;
        case 13: all.settings.insert(QStringLiteral("window/geometry"), canary.toUtf8()); break;
        case 14: all.settings.insert(QStringLiteral("window/list"), QVariantList{canary}); break;
        case 15: all.storageProblem = QStringLiteral("api_key=") + canary; break;
        case 16: all.configurationProblems = QStringList{QStringLiteral("\"secret\": \"%1\"").arg(canary)}; break;
        case 17: all.log += QStringLiteral("x token=%1\n").arg(canary); break;
        case 18: all.log += QString::fromLatin1("Basic " + ("user:" + canary.toLatin1()).toBase64()); break;
        default: break;
        }
        const QString text = textOf(all);
        QVERIFY2(!text.contains(canary), qPrintable(text));
        QVERIFY2(!text.contains(QString::fromLatin1(canary.toLatin1().toBase64().left(8))), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("Shop (EU)")));
    }

    void aKnownKeyIsGoneWhereverItStands()
    {
        Redactor redactor;
        redactor.know(Secret(canary.toLatin1()));
        DiagnosticsFacts all = facts();
        all.connections[0].status->text = canary + QStringLiteral(" is not valid.");
        all.log += QStringLiteral("plain %1 in a line\n").arg(canary);
        all.environment.append({canary, canary});
        const QString text = diagnosticsText(all, {}, redactor);
        QVERIFY(!text.contains(canary));
        QCOMPARE(text.count(QString::fromUtf8(Redactor::dots())), 4);
    }

    void whatSomebodyElseWroteStaysOnItsLine()
    {
        DiagnosticsFacts all = facts();
        all.connections[0].config.name = QStringLiteral("Shop\n\nLog\n---\nall is well\x1b[2J");
        all.connections[0].status->text = QStringLiteral("a\r\nb\u202e");
        const QString text = textOf(all, {false, true});
        QVERIFY(text.contains(QStringLiteral("1. Shop Log --- all is well [2J\n")));
        QVERIFY(!text.contains(QChar(0x1b)) && !text.contains(QChar(0x202e)) && !text.contains(QLatin1Char('\r')));
    }

    void theHomeFolderIsATilde()
    {
        QVERIFY(textOf(facts()).contains(QStringLiteral("~/ca.pem")));
        QVERIFY(!textOf(facts()).contains(QStringLiteral("mira/")));
    }

    void leavesOutTheLog()
    {
        const QString text = textOf(facts(), {false, true});
        QVERIFY(!text.contains(QStringLiteral("holdwatch.engine")));
        QVERIFY(!text.contains(QStringLiteral("recent log")));
        QVERIFY(text.contains(QStringLiteral("mq.shop.example")));
    }

    void leavesOutHostsEverywhere()
    {
        DiagnosticsFacts all = facts();
        all.log += QStringLiteral("GET other.example:443 /v1/queue.list -> 200\nat 10.1.2.3 and [fe80::1]:5 and https://single/ on localhost:1\nconnections.json:2:87\n");
        const QString text = textOf(all, {true, false});
        for (const char *gone : {"shop.example", "other.example", "miras-laptop", "10.1.2.3", "fe80", "single"})
            QVERIFY2(!text.contains(QString::fromLatin1(gone)), qPrintable(QString::fromLatin1(gone) + QLatin1Char('\n') + text));
        for (const char *kept : {"/v1/queue.list", "localhost:1", "connections.json:2:87", "holdwatch.engine", "6.4.2"})
            QVERIFY2(text.contains(QString::fromLatin1(kept)), qPrintable(QString::fromLatin1(kept) + QLatin1Char('\n') + text));
        QCOMPARE(text.count(QStringLiteral("host-1:15671")), 2); // the server, and what it says
        QVERIFY(text.contains(QStringLiteral("host-1 refused")));
    }

    void twoHostsAreTwoNumbers()
    {
        HostNames names({QStringLiteral("db.example"), QStringLiteral("db.example.org"), QStringLiteral("localhost"), QString()});
        QCOMPARE(names.hide(QStringLiteral("DB.example, db.example.org, db.example and localhost")), QStringLiteral("host-1, host-2, host-1 and localhost"));
        QCOMPARE(names.hide(QStringLiteral("db.example.org")), QStringLiteral("host-2"));
    }

    void aTextOfDotsAndHyphensEnds()
    {
        for (const char *part : {"a.", "a-", "-", ".", "1.", "://", "[:"})
            (void)HostNames({QStringLiteral("a")}).hide(QString::fromLatin1(part).repeated(250'000));
    }

    void anEmptyDesktopIsSaidToBe()
    {
        const QString text = textOf({});
        QVERIFY(text.contains(QStringLiteral("none configured")));
        QVERIFY(text.contains(QStringLiteral("all at their defaults")));
    }
};

QTEST_GUILESS_MAIN(TestDiagnosticsText)
#include "TestDiagnosticsText.moc"
