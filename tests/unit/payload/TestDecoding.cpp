// SPDX-License-Identifier: GPL-3.0-or-later
#include "NastySamples.h"
#include "Packing.h"
#include "app/decode/Unpacker.h"

#include <QTest>

using namespace holdwatch::payload;
using holdwatch::decode::Unpacker;

namespace {

Decoded decoded(Encoding encoding, QByteArrayView bytes, const DecodeLimits &limits = {})
{
    return isCompression(encoding) ? Unpacker().decompress(encoding, bytes, limits) : decodeText(encoding, bytes, limits);
}

const QByteArray order = "{\"order\":\"A-17\",\"price\":1.10,\"note\":\"\xC3\xA9t\xC3\xA9\"}";

} // namespace

class TestDecoding : public QObject
{
    Q_OBJECT
private slots:
    void givesBackWhatWasPacked()
    {
        for (const Encoding encoding : allEncodings) {
            for (const Sample &sample : nastySamples()) {
                const Decoded result = decoded(encoding, packed(encoding, sample.bytes));
                QVERIFY2(result.isWhole, sample.name);
                QVERIFY2(result.bytes == sample.bytes, sample.name);
                QVERIFY(result.remark.isEmpty());
            }
        }
    }

    void readsBase64AsPeopleWriteIt_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("isWhole");
        QTest::addRow("line breaks") << QByteArray("aGVs\r\nbG8=\n") << QByteArray("hello") << true;
        QTest::addRow("no padding") << QByteArray("aGVsbG8") << QByteArray("hello") << true;
        QTest::addRow("url alphabet") << QByteArray("-_8=") << QByteArray("\xFB\xFF") << true;
        QTest::addRow("standard alphabet") << QByteArray("+/8=") << QByteArray("\xFB\xFF") << true;
        QTest::addRow("nothing") << QByteArray() << QByteArray() << true;
        QTest::addRow("foreign character") << QByteArray("aGVs*") << QByteArray("hel") << false;
        QTest::addRow("behind padding") << QByteArray("aGVsbG8=x") << QByteArray("hello") << false;
        QTest::addRow("one too many") << QByteArray("aGVsb") << QByteArray("hel") << false;
        QTest::addRow("bits of no byte") << QByteArray("aGVsbG9=") << QByteArray("hello") << false;
        QTest::addRow("padding alone") << QByteArray("====") << QByteArray() << false;
    }
    void readsBase64AsPeopleWriteIt()
    {
        QFETCH(QByteArray, text);
        const Decoded result = decoded(Encoding::Base64, text);
        QTEST(result.bytes, "bytes");
        QTEST(result.isWhole, "isWhole");
        QCOMPARE(result.remark.isEmpty(), result.isWhole);
    }

    void readsHexAndPercent()
    {
        QCOMPARE(decoded(Encoding::HexText, "0x48 65\n6C6c 6F").bytes, "Hello");
        QVERIFY(!decoded(Encoding::HexText, "486").isWhole);
        QVERIFY(!decoded(Encoding::HexText, "48g6").isWhole);
        QCOMPARE(decoded(Encoding::Percent, "a%20b+c%C3%A9").bytes, "a b+c\xC3\xA9");
        const Decoded broken = decoded(Encoding::Percent, "100%&a%2&b%2");
        QCOMPARE(broken.bytes, "100%&a%2&b%2");
        QVERIFY(!broken.isWhole && broken.remark.contains(QStringLiteral("3 percent signs")));
    }

    void stopsABombAndSaysHowMuchWasSeen_data()
    {
        QTest::addColumn<Encoding>("encoding");
        QTest::addRow("gzip") << Encoding::Gzip;
        QTest::addRow("zlib") << Encoding::Zlib;
        QTest::addRow("raw deflate") << Encoding::RawDeflate;
        QTest::addRow("zstd") << Encoding::Zstd;
    }
    void stopsABombAndSaysHowMuchWasSeen()
    {
        QFETCH(Encoding, encoding);
        const QByteArray bomb = packed(encoding, QByteArray(100 * 1024 * 1024, '\0'));
        QVERIFY(bomb.size() < 200'000);
        const Decoded result = decoded(encoding, bomb);
        QVERIFY(!result.isWhole);
        QVERIFY(result.bytes.size() >= 8 * 1024 * 1024 && result.bytes.size() < 9 * 1024 * 1024);
        QVERIFY2(result.remark.contains(QStringLiteral("bomb")) && result.remark.contains(QStringLiteral("Seen so far")), qPrintable(result.remark));
    }

    void stopsAtTheLimitOfAStep()
    {
        QByteArray noise(2'000'000, '\0');
        QRandomGenerator random(4);
        for (char &byte : noise)
            byte = char(random.bounded(256));
        for (const Encoding encoding : allEncodings) {
            const Decoded result = decoded(encoding, packed(encoding, noise), {1'000'000, 250, 1'000'000});
            QCOMPARE(result.bytes, noise.first(1'000'000));
            QVERIFY(!result.isWhole && !result.remark.isEmpty());
            QVERIFY(decoded(encoding, packed(encoding, noise), {2'000'000, 250, 1'000'000}).isWhole);
        }
    }

    void showsWhatComesBeforeDamage()
    {
        for (const Encoding encoding : {Encoding::Gzip, Encoding::Zlib, Encoding::RawDeflate, Encoding::Zstd}) {
            const QByteArray whole = packed(encoding, oneLongLine());
            const Decoded cut = decoded(encoding, whole.chopped(whole.size() / 3));
            QVERIFY2(!cut.isWhole && cut.remark.contains(QStringLiteral("ends before its end")), qPrintable(cut.remark));
            QVERIFY(oneLongLine().startsWith(cut.bytes));
            QByteArray damaged = whole;
            damaged[whole.size() / 2] = char(~damaged[whole.size() / 2]);
            damaged[whole.size() / 2 + 1] = char(~damaged[whole.size() / 2 + 1]);
            QVERIFY(!decoded(encoding, damaged).isWhole || encoding == Encoding::RawDeflate || encoding == Encoding::Zstd);
            QVERIFY(!decoded(encoding, "rubbish").isWhole);
            QVERIFY(!decoded(encoding, "").isWhole);
        }
    }

    void readsMembersBehindOneAnotherAndNamesWhatFollows()
    {
        for (const Encoding encoding : {Encoding::Gzip, Encoding::Zstd}) {
            const QByteArray two = packed(encoding, "one ") + packed(encoding, "two");
            QCOMPARE(decoded(encoding, two).bytes, "one two");
            const Decoded followed = decoded(encoding, two + "tail");
            QCOMPARE(followed.bytes, "one two");
            QVERIFY(!followed.isWhole && followed.remark.startsWith(QStringLiteral("4 bytes follow")));
        }
    }

    void guessesByContent_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("guess");
        const auto row = [](const char *name, const QByteArray &bytes, const char *guess) { QTest::addRow("%s", name) << bytes << QString::fromLatin1(guess); };
        row("gzip", packed(Encoding::Gzip, order), "gzip");
        row("zlib", packed(Encoding::Zlib, order), "zlib");
        row("zstd", packed(Encoding::Zstd, order), "zstd");
        row("base64", order.toBase64(), "base64");
        row("base64 of gzip", packed(Encoding::Gzip, order).toBase64(), "base64");
        row("hex", order.toHex(), "hex text");
        row("percent", order.toPercentEncoding(), "percent-encoding");
        row("json", order, "");
        row("words", "the order was rejected", "");
        row("one word", "reservation", "");
        row("a number", "12345678901234567890", "");
        row("a uuid", "550e8400-e29b-41d4-a716-446655440000", "");
        row("a digest", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "");
        row("text that begins like zlib", "x^2 + y^2", "");
        row("nothing", "", "");
        row("a price cut", "100% off today", "");
    }
    void guessesByContent()
    {
        QFETCH(QByteArray, bytes);
        const auto guesses = guessEncodings(bytes);
        const QString first = guesses.empty() ? QString() : toWord(guesses.front().encoding);
        QTEST(first, "guess");
    }

    void suggestsSeveralStepsAndAppliesThemOnRequest()
    {
        const Unpacker unpacker;
        const QByteArray original = packed(Encoding::Gzip, order).toBase64();
        DecodingChain chain(original, &unpacker);
        const auto steps = chain.suggestion();
        QCOMPARE(steps, (std::vector<Encoding>{Encoding::Base64, Encoding::Gzip}));
        QVERIFY(chain.steps().empty());
        for (const Encoding step : steps)
            QVERIFY(chain.apply(step));
        QCOMPARE(chain.result(), order);
        QCOMPARE(chain.original(), original);
        QVERIFY(chain.steps()[1].text().startsWith(QStringLiteral("gzip: ")));
        QVERIFY(chain.suggestion().empty());
        chain.undo();
        chain.undo();
        chain.undo();
        QCOMPARE(chain.result(), original);
    }

    void refusesAStepThatGivesNothing()
    {
        const Unpacker unpacker;
        DecodingChain chain(order, &unpacker);
        QVERIFY(!chain.apply(Encoding::Gzip));
        QVERIFY(!chain.refusal().isEmpty());
        QVERIFY(chain.steps().empty());
        QVERIFY(chain.suggestion().empty());
        DecodingChain without(packed(Encoding::Gzip, order));
        QVERIFY(!without.apply(Encoding::Gzip));
        QVERIFY(without.refusal().contains(QStringLiteral("not available")));
    }

    void endsAfterEightSteps()
    {
        QByteArray onion = order;
        for (int i = 0; i < 12; ++i)
            onion = onion.toBase64();
        DecodingChain chain(onion);
        QCOMPARE(chain.suggestion().size(), DecodingChain::mostSteps);
        while (chain.apply(Encoding::Base64)) { }
        QCOMPARE(chain.steps().size(), DecodingChain::mostSteps);
        QVERIFY(!chain.canGoOn());
    }

    void survivesRandomBytes()
    {
        QRandomGenerator random(31);
        const Unpacker unpacker;
        for (int i = 0; i < 400; ++i) {
            const Encoding encoding = allEncodings[size_t(i) % std::size(allEncodings)];
            QByteArray bytes = packed(encoding, order.repeated(1 + random.bounded(5)));
            for (int flips = random.bounded(4); flips >= 0; --flips)
                bytes[random.bounded(int(bytes.size()))] = char(random.bounded(256));
            const Decoded result = decoded(encoding, bytes, {100'000, 250, 10'000});
            QVERIFY(result.bytes.size() <= 100'000);
            QCOMPARE(result.isWhole, result.remark.isEmpty());
            DecodingChain(bytes, &unpacker).suggestion();
        }
    }
};

QTEST_GUILESS_MAIN(TestDecoding)
#include "TestDecoding.moc"
