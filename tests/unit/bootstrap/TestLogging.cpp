// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Logging.h"

#include <QDir>
#include <QLoggingCategory>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using holdwatch::bootstrap::Logging;
using holdwatch::bootstrap::LogLevels;

namespace {

Q_LOGGING_CATEGORY(netLog, "holdwatch.net")
Q_LOGGING_CATEGORY(historyLog, "holdwatch.history")
Q_LOGGING_CATEGORY(qtLog, "qt.something")

const QByteArray canary("c4nary/key+\"of ours");

} // namespace

class TestLogging : public QObject
{
    Q_OBJECT
private:
    Redactor m_redactor;

    static QByteArray contentOf(const QTemporaryDir &dir, const char *name = "holdwatch.log")
    {
        QFile file(dir.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// What the log holds after `talk`.
    template<typename Talk>
    QByteArray logOf(Talk talk)
    {
        const QTemporaryDir dir;
        {
            const Logging logging(dir.path(), m_redactor);
            talk();
        }
        return contentOf(dir);
    }
    static LogLevels levels(const char *text)
    {
        const auto parsed = LogLevels::parse(QString::fromLatin1(text));
        return parsed.value_or(LogLevels());
    }

private slots:
    void init() { Logging::setLevels(std::nullopt); }

    void writesOneLineAMessage()
    {
        const QByteArray content = logOf([] { qInfo("watching %d connections", 3); });
        QVERIFY2(content.endsWith(" info default: watching 3 connections\n"), content.constData());
    }

    void isForItsOwnerAlone()
    {
        const QTemporaryDir dir;
        const Logging logging(dir.path(), m_redactor);
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(!(QFile::permissions(dir.filePath(QStringLiteral("holdwatch.log"))) & others));
    }

    void cannotBeForgedFromOutside_data()
    {
        QTest::addColumn<QString>("break_");
        QTest::addColumn<QByteArray>("escaped");
        QTest::newRow("line feed") << QStringLiteral("\n") << QByteArray("\\x0a");
        QTest::newRow("carriage return") << QStringLiteral("\r") << QByteArray("\\x0d");
        QTest::newRow("escape") << QStringLiteral("\x1b[2J") << QByteArray("\\x1b[2J");
        QTest::newRow("C1 control") << QStringLiteral("\u009b2J") << QByteArray("\\x9b2J");
        QTest::newRow("line separator") << QStringLiteral("\u2028") << QByteArray("\\u2028");
        QTest::newRow("right to left") << QStringLiteral("\u202e") << QByteArray("\\u202e");
    }
    void cannotBeForgedFromOutside()
    {
        QFETCH(QString, break_);
        QFETCH(QByteArray, escaped);
        const QByteArray content = logOf([&] { qInfo().noquote() << QStringLiteral("queue a") + break_ + QStringLiteral("2026-01-01T00:00:00.000Z info default: all is well"); });
        QCOMPARE(content.count('\n'), 1);
        QVERIFY2(content.contains("queue a" + escaped + "2026"), content.constData());
    }

    void keepsAKnownKeyOutInEveryForm_data()
    {
        QTest::addColumn<QByteArray>("form");
        QTest::newRow("as it is") << canary;
        QTest::newRow("percent-encoded") << canary.toPercentEncoding();
        QTest::newRow("base64") << canary.toBase64();
        QTest::newRow("Basic") << ("user:" + canary).toBase64();
        QTest::newRow("in a URL") << "https://h.example/?q=" + canary.toPercentEncoding() + "&x=1";
        QTest::newRow("with a forged line") << "\n2026-01-01T00:00:00.000Z info default: " + canary + '\n';
    }
    void keepsAKnownKeyOutInEveryForm()
    {
        QFETCH(QByteArray, form);
        m_redactor.know(Secret(QByteArray(canary.constData(), canary.size())));
        const QByteArray content = logOf([&form] {
            qWarning("%s", form.constData());
            qDebug() << QString::fromUtf8(form) << QStringLiteral("end");
        });
        QVERIFY(!content.contains("4nary"));
        QVERIFY(!content.contains(form));
        QCOMPARE(content.count(Redactor::dots()), 2);
        QCOMPARE(content.count('\n'), 2);
    }

    void keepsAStrangersKeyOutByItsShape()
    {
        const QByteArray content = logOf([] { qWarning("the server said: Authorization: Bearer hunter2hunter2\nand amqps://u:hunter2@h/"); });
        QVERIFY2(!content.contains("hunter2"), content.constData());
    }

    void neverKeepsMoreThanThreeFilesAndAllAreClean()
    {
        m_redactor.know(Secret(QByteArray("swordfish")));
        const QTemporaryDir dir;
        {
            const Logging logging(dir.path(), m_redactor, 1000);
            for (int i = 0; i < 200; ++i)
                qInfo("message %d with swordfish and some length to it", i);
        }
        const QStringList files = QDir(dir.path()).entryList(QDir::Files);
        QCOMPARE(files.size(), 3);
        QVERIFY(contentOf(dir).size() <= 1000);
        QVERIFY(contentOf(dir).contains("message 199"));
        for (const QString &file : files) {
            QVERIFY(contentOf(dir, qPrintable(file)).contains(Redactor::dots()));
            QVERIFY(!contentOf(dir, qPrintable(file)).contains("swordfish"));
        }
    }

    void cutsAnEndlessMessageAfterCleaningIt()
    {
        m_redactor.know(Secret(QByteArray("swordfish")));
        const QByteArray before(Logging::longestLine - 4, 'x'); // the key lies across the cut
        const QByteArray content = logOf([&before] { qInfo("%s swordfish %s", before.constData(), QByteArray(1024 * 1024, 'y').constData()); });
        QVERIFY(content.size() < Logging::longestLine + 100);
        QVERIFY(content.endsWith("[cut]\n"));
        QVERIFY(!content.contains("swo"));
        QCOMPARE(QString::fromUtf8(content).count(QChar(QChar::ReplacementCharacter)), 0);
    }

    void goesOnWithoutAFile()
    {
        const Logging logging(QStringLiteral("/nonexistent/folder"), m_redactor);
        qInfo("still here");
    }

    void tellsNoDebugLinesUnlessAsked()
    {
        const auto talk = [] {
            qCDebug(netLog) << "a request";
            qCInfo(netLog) << "an answer";
        };
        QVERIFY(!logOf(talk).contains("a request"));
        QVERIFY(logOf(talk).contains("info holdwatch.net: an answer"));
        Logging::setLevels(levels("debug"));
        QVERIFY(logOf(talk).contains("debug holdwatch.net: a request"));
    }

    void setsEachCategoryByItself()
    {
        Logging::setLevels(levels("warning, net=debug,history=error,qt=info"));
        const QByteArray content = logOf([] {
            qCDebug(netLog) << "net-debug";
            qCInfo(historyLog) << "history-info";
            qCWarning(historyLog) << "history-warning";
            qCCritical(historyLog) << "history-error";
            qCDebug(qtLog) << "qt-debug";
            qCInfo(qtLog) << "qt-info";
        });
        for (const char *there : {"net-debug", "history-error", "qt-info"})
            QVERIFY2(content.contains(there), there);
        for (const char *missing : {"history-info", "history-warning", "qt-debug"})
            QVERIFY2(!content.contains(missing), missing);
    }

    void refusesLevelsItDoesNotKnow_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("mentions");
        QTest::newRow("level") << QStringLiteral("loud") << QStringLiteral("debug, info");
        QTest::newRow("level of a category") << QStringLiteral("net=loud") << QStringLiteral("debug, info");
        QTest::newRow("category") << QStringLiteral("nett=debug") << QStringLiteral("engine, history");
        QTest::newRow("no level") << QStringLiteral("net=") << QStringLiteral("debug, info");
    }
    void refusesLevelsItDoesNotKnow()
    {
        QFETCH(QString, text);
        QFETCH(QString, mentions);
        const auto parsed = LogLevels::parse(text);
        QVERIFY(!parsed);
        QVERIFY2(toSentence(parsed.error()).contains(mentions), qPrintable(toSentence(parsed.error())));
    }

    void theOptionBeatsTheEnvironmentAndIsTakenOut()
    {
        qputenv("HOLDWATCH_LOG", "warning");
        QStringList words{QStringLiteral("holdwatch"), QStringLiteral("status"), QStringLiteral("--log"), QStringLiteral("debug"), QStringLiteral("--json")};
        const auto asked = bootstrap::takeLogLevels(words);
        QVERIFY(asked && *asked);
        QVERIFY((*asked)->filterRules().contains(QStringLiteral("holdwatch.*.debug=true")));
        QCOMPARE(words, (QStringList{QStringLiteral("holdwatch"), QStringLiteral("status"), QStringLiteral("--json")}));
        QVERIFY((**bootstrap::takeLogLevels(words)).filterRules().contains(QStringLiteral("holdwatch.*.info=false")));
        qunsetenv("HOLDWATCH_LOG");
        QVERIFY(!*bootstrap::takeLogLevels(words));
        words << QStringLiteral("--log");
        QVERIFY(!bootstrap::takeLogLevels(words));
    }
};

QTEST_GUILESS_MAIN(TestLogging)
#include "TestLogging.moc"
