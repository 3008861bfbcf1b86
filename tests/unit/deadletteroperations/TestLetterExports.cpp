// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/deadletteroperations/Bench.h"
#include "tests/unit/storage/NoRoom.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

class TestLetterExports : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QTemporaryDir> m_out;
    std::unique_ptr<Bench> m_bench;

    void read(const QList<QByteArray> &payloads, const QString &error = QStringLiteral("refused"))
    {
        ReaderScript::Set set = m_bench->serve(int(payloads.size()));
        for (qsizetype i = 0; i < payloads.size(); ++i) {
            set.letters[i].payload = payloads[i];
            set.letters[i].payloadSize = payloads[i].size();
            set.letters[i].error = error;
        }
        m_bench->script->put(deadSet.name, set);
        QCOMPARE(m_bench->read().stage, ReadingState::Stage::Whole);
    }
    ExportOrder order(ExportFormat format, const QString &name, bool isMasked = true) const
    {
        ExportOrder each;
        each.format = format;
        each.path = m_out->filePath(name);
        each.isMasked = isMasked;
        for (const DeadLetterRow &row : m_bench->rows[deadSet])
            each.letters << row.number;
        return each;
    }
    QByteArray written(const QString &name) const
    {
        QFile file(m_out->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QJsonObject object(const QByteArray &line) { return QJsonDocument::fromJson(line).object(); }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_out = std::make_unique<QTemporaryDir>();
        m_bench = std::make_unique<Bench>(*m_folder);
    }
    void cleanup() { m_bench.reset(); }

    void jsonLinesHoldTheExactBytesAndWhereTheyCameFrom()
    {
        const QByteArray odd("{\"n\":123456789012345678901234567890,\"n\":1.10}");
        const QByteArray binary("\0\xff\xfe", 3);
        read({odd, binary, {}});
        const auto done = m_bench->exported(order(ExportFormat::JsonLines, QStringLiteral("a.jsonl"), false));
        QVERIFY2(done && done->startsWith(QStringLiteral("3 dead letters written to a.jsonl, not masked")), qPrintable(done ? *done : done.error().what));
        const QList<QByteArray> lines = written(QStringLiteral("a.jsonl")).split('\n');
        QCOMPARE(lines.size(), 4);
        const QJsonObject first = object(lines[0]);
        QCOMPARE(first[QStringLiteral("payload")][QStringLiteral("text")].toString().toUtf8(), odd);
        QCOMPARE(first[QStringLiteral("payload")][QStringLiteral("sha256")].toString().toLatin1(), QCryptographicHash::hash(odd, QCryptographicHash::Sha256).toHex());
        QCOMPARE(first[QStringLiteral("source")][QStringLiteral("connection")].toString(), QStringLiteral("Shop"));
        QCOMPARE(first[QStringLiteral("source")][QStringLiteral("dead_set")].toString(), deadSet.name);
        QCOMPARE(first[QStringLiteral("source")][QStringLiteral("captured_at")].toString(), toIso(m_bench->clock.now()));
        QCOMPARE(QByteArray::fromBase64(object(lines[1])[QStringLiteral("payload")][QStringLiteral("base64")].toString().toLatin1()), binary);
        QCOMPARE(QFile::permissions(m_out->filePath(QStringLiteral("a.jsonl"))) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }

    void maskedExportsHideSecretsInProseAndInWhatIsEncoded()
    {
        ReaderScript::Set set = m_bench->serve(1);
        DeadLetter &letter = set.letters[0];
        const QByteArray secret = "{\"password\":\"hunter2hunter2\"}";
        letter.payload = "{\"a\":\"" + secret.toBase64() + "\",\"b\":{\"name\":\"password\",\"value\":\"hunter2\"},\"mail\":\"hunter2\",\"note\":\"ask hunter2@example.com\"}";
        letter.payloadSize = letter.payload.size();
        letter.error = QStringLiteral("password=hunter2 was wrong for hunter2@example.com at https://bob:hunter2@pay.example.com");
        letter.errorClass = QStringLiteral("Denied: token=hunter2");
        letter.attempts = {{m_bench->clock.now(), QStringLiteral("worker"), QStringLiteral("Bearer hunter2hunter2 refused"), 1, QStringLiteral("attempts[0]")}};
        m_bench->script->put(deadSet.name, set);
        QCOMPARE(m_bench->read().stage, ReadingState::Stage::Whole);
        for (const ExportFormat format : {ExportFormat::JsonLines, ExportFormat::Html, ExportFormat::Csv}) {
            QVERIFY(m_bench->exported(order(format, QStringLiteral("masked"))));
            const QByteArray file = written(QStringLiteral("masked"));
            QVERIFY2(!file.contains("hunter2") && !file.contains(secret.toBase64().left(20)), file.constData());
            QVERIFY(file.contains("was wrong for"));
            QVERIFY(m_bench->exported(order(format, QStringLiteral("exact"), false)));
            QVERIFY(written(QStringLiteral("exact")).contains("password=hunter2 was wrong"));
        }
    }

    void aPdfIsMadeOfPagesAndHoldsNoMoreThanItCan()
    {
        read({"{\"password\":\"hunter2\",\"a\":\"<b>&amp;\"}", QByteArray(100'000, 'x'), "\x01\xff"});
        const auto done = m_bench->exported(order(ExportFormat::Pdf, QStringLiteral("a.pdf")));
        QVERIFY2(done && done->startsWith(QStringLiteral("3 dead letters written to a.pdf, masked")), qPrintable(done ? *done : done.error().what));
        const QByteArray file = written(QStringLiteral("a.pdf"));
        QVERIFY(file.startsWith("%PDF-") && file.trimmed().endsWith("%%EOF"));
        QVERIFY(file.count("/Type /Page\n") >= 2);
        ExportOrder tooMany = order(ExportFormat::Pdf, QStringLiteral("b.pdf"));
        tooMany.letters = QVector<LetterNumber>(1'001, 0);
        const auto refused = m_bench->exported(tooMany);
        QVERIFY(!refused && refused.error().kind == Error::Kind::Unsupported);
        QVERIFY(!QFile::exists(m_out->filePath(QStringLiteral("b.pdf"))));
    }

    void aFilterThatAsksForWhatIsMaskedIsRecorded()
    {
        read({"{}"});
        m_bench->service->recordReveal(deadSet, everyLetter, QStringLiteral("filter on order.password"), QStringLiteral("ada"));
        m_bench.reset();
        QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("reveals")).setDatabaseName(m_folder->filePath(QStringLiteral("deadletters.sqlite")));
        {
            QSqlDatabase database = QSqlDatabase::database(QStringLiteral("reveals"));
            QSqlQuery query(QStringLiteral("SELECT message, field, who FROM reveal"), database);
            QVERIFY(query.next());
            QCOMPARE(query.value(0).toString(), QString());
            QCOMPARE(query.value(1).toString(), QStringLiteral("filter on order.password"));
            QCOMPARE(query.value(2).toString(), QStringLiteral("ada"));
        }
        QSqlDatabase::removeDatabase(QStringLiteral("reveals"));
    }

    void maskedExportsGiveAwayNothing_data()
    {
        QTest::addColumn<ExportFormat>("format");
        QTest::newRow("json lines") << ExportFormat::JsonLines;
        QTest::newRow("html") << ExportFormat::Html;
        QTest::newRow("csv") << ExportFormat::Csv;
    }
    void maskedExportsGiveAwayNothing()
    {
        QFETCH(ExportFormat, format);
        // Compressed or odd bytes can't be masked, so they must be left out.
        read({R"({"password":"hunter2","ok":"plain"})", QByteArray("\xff\xfe password=hunter2")}, QStringLiteral("login failed: password=hunter2"));
        QVERIFY(m_bench->exported(order(format, QStringLiteral("masked"))).has_value());
        const QByteArray text = written(QStringLiteral("masked"));
        QVERIFY(!text.isEmpty());
        QVERIFY2(!text.contains("hunter2") && !text.contains(QByteArray("hunter2").toBase64().left(8)), text.constData());
        QVERIFY(m_bench->exported(order(format, QStringLiteral("exact"), false)).has_value());
        QVERIFY(written(QStringLiteral("exact")).contains("hunter2")); // else the above proves nothing
    }

    void whatCanNotBeMaskedIsLeftOutAndSaid()
    {
        ReaderScript::Set set = m_bench->serve(2);
        set.letters[0].payload = QByteArray("\x1f\x8b\xff\x00", 4);
        set.letters[1].payload = "aGlkZGVu";
        set.letters[1].contentEncoding = QStringLiteral("gzip");
        m_bench->script->put(deadSet.name, set);
        m_bench->read();
        QVERIFY(m_bench->exported(order(ExportFormat::JsonLines, QStringLiteral("a.jsonl"))).has_value());
        for (const QByteArray &line : written(QStringLiteral("a.jsonl")).trimmed().split('\n')) {
            const QJsonObject payload = object(line)[QStringLiteral("payload")].toObject();
            QVERIFY(payload.contains(QStringLiteral("left_out")) && !payload.contains(QStringLiteral("text")) && !payload.contains(QStringLiteral("base64")));
        }
    }

    void theReportRunsNothing()
    {
        read({"<script>alert(1)</script>"}, QStringLiteral("<img src=x onerror=alert(1)> \u202Egnp.exe"));
        QVERIFY(m_bench->exported(order(ExportFormat::Html, QStringLiteral("a.html"))).has_value());
        const QByteArray html = written(QStringLiteral("a.html"));
        QVERIFY(!html.contains("<script") && !html.contains("<img"));
        QVERIFY(!html.contains("\u202E"));
        QVERIFY(html.contains("U+202e"));
        QVERIFY(html.contains("default-src 'none'"));
    }

    void aSpreadsheetFindsNoFormula()
    {
        read({"x"}, QStringLiteral("=HYPERLINK(\"http://evil\")"));
        QVERIFY(m_bench->exported(order(ExportFormat::Csv, QStringLiteral("a.csv"))).has_value());
        QVERIFY(written(QStringLiteral("a.csv")).contains("\"'=HYPERLINK(\"\"http://evil\"\")\""));
    }

    void preservedMessagesAreTheExactBytes()
    {
        const QByteArray binary("\0\xff password=hunter2", 19);
        read({binary, {}});
        const auto done = m_bench->exported(order(ExportFormat::ExactBytes, QStringLiteral("kept")));
        QVERIFY2(done && *done == QStringLiteral("2 messages preserved in kept, exactly as they are."), qPrintable(done ? *done : done.error().what));
        QCOMPARE(written(QStringLiteral("kept/00000000.bin")), binary);
        QCOMPARE(QFile::exists(m_out->filePath(QStringLiteral("kept/00000001.bin"))), true);
        const QJsonObject first = object(written(QStringLiteral("kept/manifest.jsonl")).split('\n').front());
        QCOMPARE(first[QStringLiteral("payload")][QStringLiteral("file")].toString(), QStringLiteral("00000000.bin"));
        QCOMPARE(first[QStringLiteral("payload")][QStringLiteral("sha256")].toString().toLatin1(), QCryptographicHash::hash(binary, QCryptographicHash::Sha256).toHex());
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        for (const char *name : {"kept", "kept/00000000.bin", "kept/manifest.jsonl"})
            QVERIFY2((QFile::permissions(m_out->filePath(QString::fromLatin1(name))) & others) == 0, name);
    }

    void whatWasPreservedIsNeverWrittenOver()
    {
        read({"one"});
        QVERIFY(m_bench->exported(order(ExportFormat::ExactBytes, QStringLiteral("kept"))).has_value());
        read({"two"});
        const auto again = m_bench->exported(order(ExportFormat::ExactBytes, QStringLiteral("kept")));
        QVERIFY(!again && again.error().what.contains(QStringLiteral("never written over")));
        QCOMPARE(written(QStringLiteral("kept/00000000.bin")), QByteArray("one"));
        QCOMPARE(QDir(m_out->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(), 1);
    }

    void aFullDiskLeavesNothingHalf_data()
    {
        QTest::addColumn<ExportFormat>("format");
        QTest::newRow("preserve") << ExportFormat::ExactBytes;
        QTest::newRow("json lines") << ExportFormat::JsonLines;
    }
    void aFullDiskLeavesNothingHalf()
    {
        QFETCH(ExportFormat, format);
        read({"small", QByteArray(300'000, 'x'), "small"});
        {
            const storage::test::NoRoom none(200'000);
            const auto done = m_bench->exported(order(format, QStringLiteral("kept")));
            QVERIFY(!done);
            QCOMPARE(done.error().kind, Error::Kind::Storage);
        }
        QCOMPARE(QDir(m_out->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
    }

    void whatCanNotBeHadWholeIsSaid()
    {
        ReaderScript::Set set = m_bench->serve(3);
        set.wholes = {set.letters[2]};
        for (const int part : {1, 2}) {
            set.letters[part].payload.truncate(4);
            set.letters[part].payloadIsWhole = false;
        }
        m_bench->script->put(deadSet.name, set);
        m_bench->read();
        const auto done = m_bench->exported(order(ExportFormat::ExactBytes, QStringLiteral("kept")));
        QVERIFY2(done && done->contains(QStringLiteral("Of 1 only a part")), qPrintable(done ? *done : done.error().what));
        QCOMPARE(written(QStringLiteral("kept/00000002.bin")), set.wholes[0].payload);
        const QJsonObject part = object(written(QStringLiteral("kept/manifest.jsonl")).split('\n')[1]);
        QCOMPARE(part[QStringLiteral("payload")][QStringLiteral("is_whole")].toBool(true), false);
    }
};

QTEST_MAIN(TestLetterExports)
#include "TestLetterExports.moc"
