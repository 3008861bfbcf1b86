// SPDX-License-Identifier: GPL-3.0-or-later
#include "LetterSamples.h"
#include "models/deadletters/LetterLines.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

class TestLetterLines : public QObject
{
    Q_OBJECT

    static DeadLetterRow nasty()
    {
        DeadLetterRow row;
        row.number = 4;
        row.id = MessageId(QStringLiteral("=cmd|' /C calc'!A0"));
        row.key = QStringLiteral("k\"1\"");
        row.keyPlace = QStringLiteral("/meta/password");
        row.error = QStringLiteral("login failed, password=hunter2\u202E");
        row.failureClass = QStringLiteral("unknown");
        row.size = 12;
        row.digest = QByteArray(32, char(0xAB));
        return row;
    }

private slots:
    void noCellIsAFormula_data()
    {
        QTest::addColumn<QString>("text");
        for (const char16_t *text : {u"=1+1", u"+1", u"-1", u"@SUM(A1)", u"\t=1", u"\r=1", u"\n=1", u"  =1", u"\u00A0=1", u"\u200B=1", u"\uFEFF@x", u"\uFF1D1", u"\u22125"})
            QTest::newRow(qPrintable(QString::fromUtf16(text))) << QString::fromUtf16(text);
    }
    void noCellIsAFormula()
    {
        QFETCH(QString, text);
        QCOMPARE(csvCell(text), QByteArray("\"'") + text.toUtf8() + '"');
    }

    void plainTextsStayAsTheyAre()
    {
        QCOMPARE(csvCell(QStringLiteral("a=b")), QByteArray("\"a=b\""));
        QCOMPARE(csvCell(QStringLiteral("say \"x\", y;\nz")), QByteArray("\"say \"\"x\"\", y;\nz\""));
        QCOMPARE(csvCell({}), QByteArray("\"\""));
        QCOMPARE(csvNumber(-5), QByteArray("-5"));
        QCOMPARE(csvNumber({}), QByteArray());
    }

    void aLineHasACellForEachHeading()
    {
        DeadLetterRow plain;
        const QByteArray line = csvLine(plain);
        QCOMPARE(line.count(','), csvHeading().count(','));
        QVERIFY(line.endsWith("\r\n"));
        QVERIFY(csvLine(nasty()).contains("\"'=cmd|"));
        QVERIFY2(!csvLine(plain).contains("-1"), "not reported is no figure");
    }

    void aJsonLineReadsBackAsItWas()
    {
        const QByteArray line = jsonLine(nasty(), {QStringLiteral("prod"), QStringLiteral("orders.dlq"), sampleNow(), true, QStringLiteral("Holdwatch")}, nullptr, R"("raw")");
        QCOMPARE(line.count('\n'), 1);
        QVERIFY(line.endsWith('\n'));
        QJsonParseError error{};
        const QJsonObject object = QJsonDocument::fromJson(line, &error).object();
        QCOMPARE(error.error, QJsonParseError::NoError);
        QCOMPARE(object[QStringLiteral("id")].toString(), nasty().id.text());
        QCOMPARE(object[QStringLiteral("error")].toString(), nasty().error);
        QCOMPARE(object[QStringLiteral("content_digest")].toString(), QString(QStringLiteral("ab").repeated(32)));
        QCOMPARE(object[QStringLiteral("payload")].toString(), QStringLiteral("raw"));
        QVERIFY(object[QStringLiteral("deliveries")].isNull());
        QVERIFY(object[QStringLiteral("http_status")].isNull());
        QVERIFY(object[QStringLiteral("died_at")].isNull());
        const QJsonObject source = object[QStringLiteral("source")].toObject();
        QCOMPARE(source[QStringLiteral("dead_set")].toString(), QStringLiteral("orders.dlq"));
        QCOMPARE(source[QStringLiteral("captured_at")].toString(), toIso(sampleNow()));
        QVERIFY(source[QStringLiteral("whole")].toBool());
    }

    void jsonStringsHoldAnyUnits()
    {
        QCOMPARE(jsonString(QString::fromUtf16(u"a\"\\\n\0"  "b", 6)), QByteArray("\"a\\\"\\\\\\u000a\\u0000b\""));
        QCOMPARE(jsonString(QString(QChar(0xD800)) + QLatin1Char('x')), QByteArray("\"\\ud800x\""));
        QCOMPARE(jsonString(QStringLiteral("\U0001F600")), QByteArray("\"\xF0\x9F\x98\x80\""));
        QCOMPARE(jsonString(QStringLiteral("\u202E\u2028")), QByteArray("\"\\u202e\\u2028\""));
    }

    void sensitiveValuesAreMasked()
    {
        const payload::SensitiveNames names;
        for (const QByteArray &line : {csvLine(nasty(), &names), jsonLine(nasty(), {}, &names)}) {
            QVERIFY(!line.contains("hunter2"));
            QVERIFY(!line.contains("k\\\"1"));
            QVERIFY(!line.contains("k\"\"1"));
            QVERIFY(line.contains("\u25CF"));
        }
        QVERIFY(csvLine(nasty()).contains("hunter2"));
        QVERIFY(jsonLine(nasty(), {}, &names).contains("\"masked\":true"));
    }
};

QTEST_GUILESS_MAIN(TestLetterLines)
#include "TestLetterLines.moc"
