// SPDX-License-Identifier: GPL-3.0-or-later
#include "NastySamples.h"
#include "models/payload/HexDump.h"
#include "models/payload/LineIndex.h"

#include <QTest>

using namespace holdwatch::payload;

class TestHexAndLines : public QObject
{
    Q_OBJECT
private slots:
    void writesSixteenBytesARow()
    {
        const QByteArray bytes = QByteArray("{\"id\":1}\0\xFF\x7F~AB", 14) + "CDEFG";
        const HexDump dump(bytes);
        QCOMPARE(dump.rowCount(), 2);
        QCOMPARE(dump.row(0).hex, QStringLiteral("7B 22 69 64 22 3A 31 7D  00 FF 7F 7E 41 42 43 44"));
        QCOMPARE(dump.row(0).printable, QStringLiteral("{\"id\":1}···~ABCD"));
        QCOMPARE(dump.row(1).offset, 16);
        QCOMPARE(dump.row(1).hex, QStringLiteral("45 46 47"));
        QCOMPARE(HexDump::offsetText(dump.row(1).offset), QStringLiteral("000010"));
        QCOMPARE(HexDump(QByteArrayView()).rowCount(), 0);
    }

    void rowsHoldAllBytes()
    {
        QByteArray bytes(1'000, '\0');
        QRandomGenerator random(1);
        for (char &byte : bytes)
            byte = char(random.bounded(256));
        const HexDump dump(bytes);
        QByteArray rebuilt;
        for (qsizetype row = 0; row < dump.rowCount(); ++row)
            rebuilt += QByteArray::fromHex(dump.row(row).hex.toLatin1());
        QCOMPARE(rebuilt, bytes);
    }

    void hidesMaskedBytes()
    {
        const HexDump dump("pw=secret", {{3, 9}});
        QCOMPARE(dump.row(0).hex, QStringLiteral("70 77 3D ●● ●● ●● ●● ●●  ●●"));
        QCOMPARE(dump.row(0).printable, QStringLiteral("pw=●●●●●●"));
    }

    void readsTheLastRowOfFiftyMegabytesWhereItLies()
    {
        QByteArray bytes(50 * 1024 * 1024, 'x');
        bytes.back() = 'y';
        const char *before = bytes.constData();
        const HexDump dump(bytes);
        QCOMPARE(dump.rowCount(), 3'276'800);
        QVERIFY(dump.row(dump.rowCount() - 1).printable.endsWith(QLatin1Char('y')));
        QCOMPARE(bytes.constData(), before);
    }

    void findsLinesBothWays_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addRow("nothing") << QByteArray();
        QTest::addRow("no feed") << QByteArray("abc");
        QTest::addRow("feed at the end") << QByteArray("abc\n");
        QTest::addRow("feeds only") << QByteArray(1'000, '\n');
        QTest::addRow("many") << QByteArray("one\ntwo\n\nfour").repeated(500);
    }
    void findsLinesBothWays()
    {
        QFETCH(QByteArray, bytes);
        QList<QByteArray> wanted = bytes.split('\n');
        if (wanted.back().isEmpty())
            wanted.removeLast();
        const LineIndex index(bytes);
        QCOMPARE(index.count(), wanted.size());
        for (qsizetype i = 0; i < wanted.size(); ++i) {
            QCOMPARE(index.line(i).of(bytes).toByteArray(), wanted[i]);
            QCOMPARE(index.lineAt(index.line(i).from), i);
            QCOMPARE(index.lineAt(index.line(i).until), std::min(i, index.count() - 1));
        }
        QVERIFY(index.line(index.count()).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestHexAndLines)
#include "TestHexAndLines.moc"
