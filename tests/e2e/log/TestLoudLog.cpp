// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Ended
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

const QByteArray wrongKey("ifr_canary/4711+of");

} // namespace

/// The built program with its log as loud as it gets, Qt's own categories included: no key in it, in any form.
class TestLoudLog : public QObject
{
    Q_OBJECT
private:
    QString m_program = qEnvironmentVariable("HOLDWATCH_PROGRAM");
    QTemporaryDir m_served;
    QProcess m_server;
    QJsonObject m_access;

    QString access(const char *key) const { return m_access[QString::fromLatin1(key)].toString(); }
    QByteArray rightKey() const { return access("key").toLatin1(); }

    Ended run(const QStringList &arguments, const QByteArray &key = {}, const QByteArray &rules = "*=true")
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("SHOP_KEY"), QString::fromLatin1(key));
        environment.insert(QStringLiteral("QT_LOGGING_RULES"), QString::fromLatin1(rules));
        process.setProcessEnvironment(environment);
        process.start(m_program, arguments);
        if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit)
            return {};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }
    static void write(const QString &path, const QByteArray &content)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    void configure(const QTemporaryDir &profile) const
    {
        const QJsonObject connection{{QStringLiteral("name"), QStringLiteral("Shop")},
                                     {QStringLiteral("provider"), QStringLiteral("infrai")},
                                     {QStringLiteral("url"), access("url")},
                                     {QStringLiteral("key_env"), QStringLiteral("SHOP_KEY")},
                                     {QStringLiteral("ca_file"), access("ca_file")}};
        write(profile.filePath(QStringLiteral("connections.json")),
              QJsonDocument(QJsonObject{{QStringLiteral("schema"), 1}, {QStringLiteral("connections"), QJsonArray{connection}}}).toJson());
    }
    /// The form of `key` that `text` holds, or nothing.
    static QByteArray formIn(const QByteArray &text, const QByteArray &key)
    {
        for (const QByteArray &form : {key, key.toPercentEncoding(), key.toBase64(), key.toBase64(QByteArray::Base64UrlEncoding), key.toHex(), ("x:" + key).toBase64().mid(4, 16)}) {
            if (text.contains(form))
                return form;
        }
        return {};
    }

private slots:
    void initTestCase()
    {
        QVERIFY2(!m_program.isEmpty(), "HOLDWATCH_PROGRAM must name the program");
        m_server.start(m_program, {QStringLiteral("practice"), QStringLiteral("--json"), QStringLiteral("--data"), m_served.path()});
        QVERIFY(m_server.waitForReadyRead(30'000));
        m_access = QJsonDocument::fromJson(m_server.readLine()).object();
        QVERIFY2(!rightKey().isEmpty(), m_server.readAllStandardError().constData());
    }
    void cleanupTestCase()
    {
        m_server.terminate();
        QVERIFY(m_server.waitForFinished(10'000));
    }

    void tellsEachRequestAndNoKey_data()
    {
        QTest::addColumn<bool>("right");
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("accepted key") << true << QByteArray("/v1/queue/list -> 200, ");
        QTest::newRow("refused key") << false << QByteArray(" -> 401, ");
    }
    void tellsEachRequestAndNoKey()
    {
        QFETCH(bool, right);
        QFETCH(QByteArray, line);
        const QTemporaryDir profile;
        configure(profile);
        const QByteArray key = right ? rightKey() : wrongKey;
        const Ended ended = run({QStringLiteral("status"), QStringLiteral("--log"), QStringLiteral("debug"), QStringLiteral("--profile"), profile.path()}, key);
        QVERIFY2(ended.err.contains("debug holdwatch.net: GET localhost:"), ended.err.constData());
        QVERIFY2(ended.err.contains(line), ended.err.constData());
        QVERIFY2(formIn(ended.err + ended.out, key).isEmpty(), formIn(ended.err + ended.out, key).constData());
    }

    void noFileBelowTheProfileHoldsTheKey()
    {
        const QTemporaryDir profile;
        configure(profile);
        const Ended ended = run({QStringLiteral("--profile"), profile.path(), QStringLiteral("--log=debug"), QStringLiteral("--screenshot"), profile.filePath(QStringLiteral("shot.png")),
                                 QStringLiteral("--after"), QStringLiteral("3s")},
                                rightKey());
        QCOMPARE(ended.code, 0);
        bool logged = false;
        for (QDirIterator files(profile.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); files.hasNext();) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray content = file.readAll();
            logged = logged || content.contains("debug holdwatch.net: GET localhost:");
            QVERIFY2(formIn(content, rightKey()).isEmpty(), qPrintable(file.fileName()));
        }
        QVERIFY(logged);
        const Ended diagnostics = run({QStringLiteral("diagnostics"), QStringLiteral("--profile"), profile.path()}, rightKey(), {});
        QCOMPARE(diagnostics.code, 0);
        QVERIFY(diagnostics.out.contains("holdwatch.connections: Shop: ok"));
        QVERIFY(formIn(diagnostics.out + diagnostics.err, rightKey()).isEmpty());
    }

    void diagnosticsCleanAnOldLogAndLeaveOutWhatIsAsked()
    {
        const QTemporaryDir profile;
        configure(profile);
        QDir(profile.path()).mkpath(QStringLiteral("log"));
        write(profile.filePath(QStringLiteral("log/holdwatch.log")), "2026-11-30T14:00:00.000Z info default: plain " + wrongKey + " at mq.shop.example:443\n");
        const QStringList command{QStringLiteral("diagnostics"), QStringLiteral("--profile"), profile.path()};
        const Ended ended = run(command, wrongKey, {});
        QVERIFY2(ended.out.contains("1. Shop"), ended.out.constData());
        QVERIFY(ended.out.contains("at mq.shop.example:443"));
        QVERIFY(formIn(ended.out, wrongKey).isEmpty());
        QVERIFY(!run(command + QStringList{QStringLiteral("--no-hosts")}, wrongKey, {}).out.contains("shop.example"));
        QVERIFY(!run(command + QStringList{QStringLiteral("--no-log")}, wrongKey, {}).out.contains("info default"));
        QCOMPARE(run(command + QStringList{QStringLiteral("--nonsense")}, {}, {}).code, 3);
    }

    void aWrongLevelIsRefusedWithTheOnesThereAre()
    {
        const Ended ended = run({QStringLiteral("status"), QStringLiteral("--log"), QStringLiteral("net=loud")});
        QCOMPARE(ended.code, 3);
        QVERIFY2(ended.err.contains("debug, info, warning, error"), ended.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestLoudLog)
#include "TestLoudLog.moc"
