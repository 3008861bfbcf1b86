// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QDeadlineTimer>
#include <QTest>

#include <cmath>

namespace {

struct Ended
{
    int code = -1;
    QByteArray out;
    QByteArray err;
    QJsonObject document() const { return QJsonDocument::fromJson(out).object(); }
    QJsonArray letters() const { return document()[QStringLiteral("letters")].toArray(); }
};

} // namespace

/// The built program beside a practice server that serves poison messages.
class TestDeadLettersCommand : public QObject
{
    Q_OBJECT
private:
    QString m_program = qEnvironmentVariable("HOLDWATCH_PROGRAM");
    QTemporaryDir m_served;
    QTemporaryDir m_profile;
    QTemporaryDir m_out;
    QProcess m_server;
    QString m_key;
    QString m_deadSet;

    Ended run(const QStringList &arguments)
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("SHOP_KEY"), m_key);
        process.setProcessEnvironment(environment);
        process.start(m_program, QStringList{QStringLiteral("deadletters"), QStringLiteral("--profile"), m_profile.path()} + arguments);
        if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
            return {};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }
    QString out(const char *name) const { return m_out.filePath(QString::fromLatin1(name)); }
    static QByteArray bytesOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void initTestCase()
    {
        QVERIFY2(!m_program.isEmpty(), "HOLDWATCH_PROGRAM must name the program");
        m_server.start(m_program, {QStringLiteral("practice"), QStringLiteral("--json"), QStringLiteral("--data"), m_served.path(), QStringLiteral("--scenario"),
                                   QStringLiteral("poison")}); // at its own pace: sped up, the retries outlast the poison
        QVERIFY(m_server.waitForReadyRead(60'000));
        const QJsonObject access = QJsonDocument::fromJson(m_server.readLine()).object();
        m_key = access[QStringLiteral("key")].toString();
        QVERIFY2(!m_key.isEmpty(), m_server.readAllStandardError().constData());
        const QJsonObject connection{{QStringLiteral("name"), QStringLiteral("Shop")}, {QStringLiteral("provider"), QStringLiteral("infrai")},
                                     {QStringLiteral("url"), access[QStringLiteral("url")]}, {QStringLiteral("key_env"), QStringLiteral("SHOP_KEY")},
                                     {QStringLiteral("ca_file"), access[QStringLiteral("ca_file")]}};
        QFile file(m_profile.filePath(QStringLiteral("connections.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(QJsonObject{{QStringLiteral("schema"), 1}, {QStringLiteral("connections"), QJsonArray{connection}}}).toJson());
        file.close();
        // The scenario's poison needs its retries before it is there; each run is one more look, which changes nothing.
        const QStringList deadSets{QStringLiteral("reservation-expiry-dlq"), QStringLiteral("inventory-reservations-dlq"), QStringLiteral("access-cleanup-dlq")};
        const QDeadlineTimer patience(400'000); // however fast or slow the looks are
        for (int look = 0; m_deadSet.isEmpty() && !patience.hasExpired(); ++look) {
            const QString &each = deadSets[look % deadSets.size()];
            if (!run({each, QStringLiteral("--json")}).letters().isEmpty())
                m_deadSet = each;
        }
        QVERIFY2(!m_deadSet.isEmpty(), "the scenario has no dead letter");
    }

    void cleanupTestCase()
    {
        m_server.terminate();
        QVERIFY(m_server.waitForFinished(10'000));
    }

    void theDocumentTellsWhatIsThereAndWhatALookDoes()
    {
        const Ended ended = run({m_deadSet, QStringLiteral("--json")});
        QCOMPARE(ended.code, 0);
        const QJsonObject document = ended.document();
        QCOMPARE(document[QStringLiteral("connection")].toString(), QStringLiteral("Shop"));
        QVERIFY(document[QStringLiteral("look")].toString().contains(QStringLiteral("nothing is leased")));
        QCOMPARE(document[QStringLiteral("looks")].toInt(-1), 0);
        const QJsonObject letter = ended.letters().first().toObject();
        QVERIFY(!letter[QStringLiteral("idempotency_key")].toString().isEmpty());
        QVERIFY(!letter[QStringLiteral("error")].toString().isEmpty());
    }

    void groupsCloseToTheNumberOfLetters()
    {
        const Ended ended = run({m_deadSet, QStringLiteral("--json"), QStringLiteral("--groups")});
        int letters = 0;
        double share = 0;
        for (const QJsonValue &group : ended.document()[QStringLiteral("groups")].toArray()) {
            letters += group[QStringLiteral("letters")].toInt();
            share += group[QStringLiteral("share")].toDouble();
            QVERIFY(!group[QStringLiteral("error")].toString().isEmpty());
        }
        QVERIFY(std::abs(share - 1) < 0.01);
        QVERIFY(letters > 0);
        QCOMPARE(letters, ended.document()[QStringLiteral("seen")].toInt());
    }

    void aGroupsLineHasAllThatAPersonAsksFor()
    {
        const QByteArray table = run({m_deadSet, QStringLiteral("--groups")}).out;
        for (const char *title : {"LETTERS", "SHARE", "CLASS", "VERSION", "FIRST DIED", "LAST DIED", "RETENTION", "ERROR"})
            QVERIFY2(table.contains(title), table.constData());
    }

    void aFilterOnAMaskedFieldIsSaid()
    {
        const Ended ended = run({m_deadSet, QStringLiteral("--json"), QStringLiteral("--where"), QStringLiteral("customer.email:x")});
        QVERIFY2(ended.err.contains("customer.email is masked"), ended.err.constData());
    }

    void aFilterChoosesAlsoByWhatStandsInTheMessage()
    {
        const QString id = run({m_deadSet, QStringLiteral("--json")}).letters().first().toObject()[QStringLiteral("id")].toString();
        const Ended one = run({m_deadSet, QStringLiteral("--json"), QStringLiteral("--where"), QStringLiteral("id:\"%1\"").arg(id)});
        QCOMPARE(one.letters().size(), 1);
        QCOMPARE(run({m_deadSet, QStringLiteral("--json"), QStringLiteral("--where"), QStringLiteral("no.such.place:17")}).letters().size(), 0);
        QVERIFY(!run({m_deadSet, QStringLiteral("--json"), QStringLiteral("--where"), QStringLiteral("schema_version:>=0")}).letters().isEmpty());
    }

    void exportsAreWrittenAndNothingElseHoldsAPayload()
    {
        const Ended preserved = run({m_deadSet, QStringLiteral("--export"), QStringLiteral("preserve"), out("kept")});
        QVERIFY2(preserved.code == 0, preserved.err.constData());
        const QStringList files = QDir(out("kept")).entryList({QStringLiteral("*.bin")});
        QVERIFY(!files.isEmpty());
        const QByteArray payload = bytesOf(out("kept") + QLatin1Char('/') + files.front());
        QVERIFY(payload.size() > 8);
        const Ended again = run({m_deadSet, QStringLiteral("--export"), QStringLiteral("preserve"), out("kept")});
        QCOMPARE(again.code, 3);
        for (const char *format : {"jsonl", "html", "pdf", "csv"}) {
            QCOMPARE(run({m_deadSet, QStringLiteral("--export"), QString::fromLatin1(format), out(format)}).code, 0);
            QVERIFY2(!bytesOf(out(format)).isEmpty(), format);
        }
        for (const QString &name : QDir(m_profile.path()).entryList(QDir::Files | QDir::Hidden))
            QVERIFY2(!bytesOf(m_profile.filePath(name)).contains(payload), qPrintable(name));
    }

    void whatIsWrongIsSaidAndEndsWithThree_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("no queue") << QStringList() << QByteArray("the name of one queue");
        QTest::newRow("unknown queue") << QStringList{QStringLiteral("nowhere-dlq")} << QByteArray("404");
        QTest::newRow("unknown connection") << QStringList{QStringLiteral("x"), QStringLiteral("--connection"), QStringLiteral("Nobody")} << QByteArray("no connection");
        QTest::newRow("wrong filter") << QStringList{QStringLiteral("x"), QStringLiteral("--where"), QStringLiteral("age:>banana")} << QByteArray("^^^^^^");
        QTest::newRow("wrong format") << QStringList{QStringLiteral("x"), QStringLiteral("--export"), QStringLiteral("docx"), QStringLiteral("y")} << QByteArray("jsonl, html, pdf, csv or preserve");
        QTest::newRow("wrong limit") << QStringList{QStringLiteral("x"), QStringLiteral("--limit"), QStringLiteral("0")} << QByteArray("--limit");
    }
    void whatIsWrongIsSaidAndEndsWithThree()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const Ended ended = run(arguments);
        QCOMPARE(ended.code, 3);
        QVERIFY2(ended.err.contains(says), ended.err.constData());
    }

    void theKeyIsInNoOutput()
    {
        const Ended ended = run({m_deadSet, QStringLiteral("--json"), QStringLiteral("--log"), QStringLiteral("debug")});
        QVERIFY(!ended.out.contains(m_key.toLatin1()) && !ended.err.contains(m_key.toLatin1()));
    }
};

QTEST_GUILESS_MAIN(TestDeadLettersCommand)
#include "TestDeadLettersCommand.moc"
