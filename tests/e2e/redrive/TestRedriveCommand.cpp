// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/redrive/Desk.h"
#include "tests/support/AmqpJudge.h"
#include "tests/support/Servers.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace holdwatch::test;

namespace {

QString word(const char *text)
{
    return QString::fromLatin1(text);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void copyFolder(const QString &from, const QString &to)
{
    QDir().mkpath(to);
    for (const QFileInfo &each : QDir(from).entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)) {
        if (each.isDir())
            copyFolder(each.filePath(), to + QLatin1Char('/') + each.fileName());
        else
            QFile::copy(each.filePath(), to + QLatin1Char('/') + each.fileName());
    }
}

/// What a redrive may add to a message's headers, and nothing else.
QJsonObject withoutRedriveHeaders(const QJsonObject &message)
{
    QJsonObject headers = message[QStringLiteral("headers")].toObject();
    headers.remove(QStringLiteral("x-redrive-count"));
    headers.remove(QStringLiteral("x-redrive-id"));
    return headers;
}

} // namespace

/// `holdwatch redrive`, as it is built, against a real broker; another AMQP client and the broker's own tool are the judges.
class TestRedriveCommand : public QObject
{
    Q_OBJECT

    RabbitBroker m_broker;
    AmqpJudge m_judge;

    qint64 lying(const QString &queue) { return m_broker.countsByCtl(word("/")).value(queue, -1); }
    /// A desk that is connected over TLS, and dead letters for it alone.
    std::unique_ptr<Desk> deskFor(const char *name, int count, const QByteArrayList &errors = {"connection reset by the vendor"})
    {
        if (!stageDead(m_broker, word(name), count, errors))
            return nullptr;
        auto desk = std::make_unique<Desk>();
        desk->connectTo(m_broker, m_broker.amqpsUrl());
        return desk;
    }

private slots:
    void initTestCase()
    {
        HOLDWATCH_NEED_SERVER(RabbitBroker::missing());
        HOLDWATCH_NEED_SERVER(AmqpJudge::missing());
        QVERIFY2(m_broker.start(), qPrintable(m_broker.problem()));
        m_judge = AmqpJudge(m_broker.amqpUrl(), m_broker.user(), m_broker.password());
    }

    void aDryRunShowsTheRequestsAndSignsNothing()
    {
        const auto desk = deskFor("dry", 3);
        QVERIFY(desk);
        const Ended planned = desk->plan(word("dry.dlq"), {word("--dry-run"), word("--json")});
        QVERIFY2(planned.code == 0, planned.all().constData());
        const QJsonObject plan = planned.document()[word("plan")].toObject();
        QCOMPARE(plan[word("items")].toArray().size(), 3);
        QVERIFY(!plan[word("requests")].toArray().isEmpty());
        QVERIFY(!planned.out.contains(m_broker.password()));
        QVERIFY(desk->redrive({word("list"), word("--json")}).document()[word("redrives")].toArray().isEmpty());
        QCOMPARE(lying(word("dry.dlq")), 3);
    }

    void whatBreaksARuleIsRefusedAndEndsWithThree_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("not fixed yet") << QStringList{word("--diagnosis"), word("class=*; cause=unknown; not-fixed; consumer=1; seen")} << QByteArray("not-fixed");
        QTest::newRow("faster than downstream bears") << QStringList{word("--rate"), word("1000")} << QByteArray("rate-above-capacity");
        QTest::newRow("more than selected") << QStringList{word("--max"), word("99")} << QByteArray("most-above-selection");
        QTest::newRow("into itself") << QStringList{word("--to"), word("rules.dlq")} << QByteArray("system-refuses");
        QTest::newRow("to nowhere") << QStringList{word("--to"), word("nowhere")} << QByteArray("target-missing");
        QTest::newRow("no reference") << QStringList{word("--reference"), QString()} << QByteArray("reference-missing");
        QTest::newRow("glass where there is none") << QStringList{word("--break-glass"), word("INC-2"), word("--asked"), word("bo"), word("--asked-at"), word("2020-01-01T00:00:00Z")} << QByteArray("glass-not-needed");
    }
    void whatBreaksARuleIsRefusedAndEndsWithThree()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, code);
        static const auto desk = deskFor("rules", 2);
        QVERIFY(desk);
        const Ended planned = desk->plan(word("rules.dlq"), options + QStringList(word("--dry-run")));
        QCOMPARE(planned.code, 3);
        QVERIFY2(planned.out.contains(code), planned.all().constData());
        QCOMPARE(desk->plan(word("rules.dlq"), options).code, 3);
        QCOMPARE(lying(word("rules.dlq")), 2);
    }

    void movesWhatWasApprovedByteForByteAndNothingElse()
    {
        const auto desk = deskFor("whole", 9, {"connection reset by the vendor", "unsupported schema version 3", "rate limit: slow down"});
        QVERIFY(desk);
        QVERIFY(m_broker.publishBytes(word("/"), word("whole.dlq"), "left behind", R"({"message_id":"other","headers":{"x-exception-message":"malformed payload"}})"));
        const QVector<QJsonObject> before = m_judge.peek(word("whole.dlq"));
        QCOMPARE(before.size(), 10);

        const Ended planned = desk->plan(word("whole.dlq"), {word("--where"), word("id:whole-*")});
        QVERIFY2(planned.code == 0, planned.all().constData());
        const QString plan = planned.text();
        QCOMPARE(desk->start(plan).code, 3); // nobody has approved it
        const Ended wrong = desk->redrive({word("approve"), plan, word("--phrase"), word("redrive 10 on Orders")});
        QVERIFY2(wrong.code == 3, wrong.all().constData());
        QCOMPARE(desk->start(plan).code, 3);
        QCOMPARE(lying(word("whole.dlq")), 10);

        const Ended approved = desk->approve(plan);
        QVERIFY2(approved.code == 0, approved.all().constData());
        const Ended locked = desk->redrive({word("run"), plan});
        QVERIFY2(locked.code == 3 && locked.err.contains("--unlock"), locked.all().constData());
        const Ended ran = desk->start(plan);
        QVERIFY2(ran.code == 0, ran.all().constData());

        const auto left = m_broker.countsByCtl(word("/"));
        QCOMPARE(left.value(word("whole.dlq")), 1);
        QCOMPARE(left.value(word("whole")), 9);
        QHash<QString, QJsonObject> was;
        for (const QJsonObject &each : before)
            was.insert(each[word("properties")][word("message_id")].toString(), each);
        for (const QJsonObject &now : m_judge.take(word("whole"))) {
            const QJsonObject then = was.take(now[word("properties")][word("message_id")].toString());
            QCOMPARE(now[word("body")], then[word("body")]);
            QCOMPARE(now[word("properties")], then[word("properties")]);
            QCOMPARE(withoutRedriveHeaders(now), withoutRedriveHeaders(then));
        }
        QCOMPARE(was.keys(), QStringList(word("other")));

        const QJsonObject counts = desk->counts(plan);
        QCOMPARE(counts[word("confirmed")].toInt(), 9);
        QVERIFY(closes(counts));
        QVERIFY(desk->recordHolds());
        const Ended again = desk->start(plan);
        QVERIFY2(again.code == 3, again.all().constData());
        reportsAreWritten(*desk, plan);
    }

private:
    void reportsAreWritten(const Desk &desk, const QString &plan)
    {
        for (const char *format : {"html", "pdf", "json"}) {
            const QString path = desk.file(word("report.") + word(format));
            const Ended written = desk.redrive({word("report"), plan, word("--format"), word(format), word("--out"), path});
            QVERIFY2(written.code == 0, written.all().constData());
            QVERIFY2(!contentOf(path).isEmpty(), format);
        }
        QVERIFY(contentOf(desk.file(word("report.pdf"))).startsWith("%PDF"));
        QVERIFY(contentOf(desk.file(word("report.html"))).contains(plan.toUtf8()));
        QVERIFY(QJsonDocument::fromJson(contentOf(desk.file(word("report.json")))).isObject());
        QVERIFY(desk.recordHolds());
    }

private slots:
    void aProfileThatWasPutBackDoesNotSendAgain()
    {
        const auto desk = deskFor("back", 3);
        QVERIFY(desk);
        const QString plan = desk->plan(word("back.dlq")).text();
        QCOMPARE(desk->approve(plan).code, 0);
        QTemporaryDir kept;
        copyFolder(desk->profile(), kept.path());
        QCOMPARE(desk->start(plan).code, 0);
        QCOMPARE(lying(word("back")), 3);

        QDir(desk->profile()).removeRecursively();
        copyFolder(kept.path(), desk->profile());
        const Ended again = desk->start(plan);
        // Nothing outside the profile remembers a run outside production; but what was moved is not there to be moved again.
        QVERIFY2(again.code != -1, again.all().constData());
        QCOMPARE(lying(word("back")), 3);
        QVERIFY(closes(desk->counts(plan)));
        QCOMPARE(desk->counts(plan)[word("confirmed")].toInt(), 0);
    }

    void aPlanThatWasChangedByOneByteIsNotRun()
    {
        const auto desk = deskFor("byte", 3);
        QVERIFY(desk);
        const QString plan = desk->plan(word("byte.dlq")).text();
        QCOMPARE(desk->approve(plan).code, 0);
        const QString path = word("redrives/") + plan + word("/plan.json");
        QByteArray content = contentOf(desk->file(path));
        QVERIFY(content.size() > 100);
        char &middle = content[content.size() / 2];
        middle = middle == 'a' ? 'b' : 'a';
        QVERIFY(desk->write(path, content));
        const Ended ran = desk->start(plan);
        QVERIFY2(ran.code == 3, ran.all().constData());
        QCOMPARE(lying(word("byte.dlq")), 3);
        QCOMPARE(lying(word("byte")), 0);
    }

    void aPlanIsOfNoUseOnAnotherServerOrConnection_data()
    {
        QTest::addColumn<QJsonObject>("other");
        QTest::newRow("another address") << QJsonObject{{word("url"), word("https://localhost:1")}};
        QTest::newRow("another name") << QJsonObject{{word("name"), word("Orders 2")}};
        QTest::newRow("another environment") << QJsonObject{{word("environment"), word("staging")}};
    }
    void aPlanIsOfNoUseOnAnotherServerOrConnection()
    {
        QFETCH(QJsonObject, other);
        static int count = 0;
        const QByteArray name = "elsewhere" + QByteArray::number(++count);
        const auto desk = deskFor(name.constData(), 2);
        QVERIFY(desk);
        const QString plan = desk->plan(word(name.constData()) + word(".dlq")).text();
        QCOMPARE(desk->approve(plan).code, 0);
        desk->connectTo(m_broker, m_broker.amqpsUrl(), word("development"), other);
        const Ended ran = desk->start(plan);
        QVERIFY2(ran.code == 3, ran.all().constData());
        QCOMPARE(lying(word(name.constData()) + word(".dlq")), 2);
    }

    void twoProgramsOnOneProfileAreRefusedPolitely()
    {
        const auto desk = deskFor("two", 2);
        QVERIFY(desk);
        const QString plan = desk->plan(word("two.dlq"), {word("--after-watch"), word("1h")}).text();
        QCOMPARE(desk->approve(plan).code, 0);
        const auto running = desk->started({word("redrive"), word("run"), plan, word("--unlock"), word("--json")});
        QVERIFY(running->waitForReadyRead(60'000));
        const Ended second = desk->start(plan);
        QVERIFY2(second.code == 3, second.all().constData());
        QVERIFY2(second.err.contains("holdwatch"), second.err.constData());
        running->terminate();
        QVERIFY(running->waitForFinished(60'000));
        QCOMPARE(running->exitStatus(), QProcess::NormalExit);
        QVERIFY(desk->recordHolds());
    }
};

QTEST_GUILESS_MAIN(TestRedriveCommand)
#include "TestRedriveCommand.moc"
