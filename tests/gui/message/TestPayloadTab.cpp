// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/message/ViewFixture.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>

#include <memory>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace holdwatch::ui;
using View = PayloadTab::View;

class TestPayloadTab : public QObject
{
    Q_OBJECT

    std::unique_ptr<ViewFixture> m_fixture;

private slots:
    void sideBySideTheSamePlaceStaysInSight()
    {
        QByteArray body = "{";
        for (int i = 0; i < 400; ++i)
            body += (i ? "," : "") + QByteArray("\"field-") + QByteArray::number(i) + "\":\"some words that take a little room\"";
        m_fixture->openBytes(body + "}");
        m_fixture->payload().setView(PayloadTab::View::Both);
        TextPane &pretty = m_fixture->pretty();
        TextPane &raw = m_fixture->raw();
        pretty.verticalScrollBar()->setValue(200);
        const qsizetype top = pretty.topSource();
        QVERIFY(top > body.size() / 4);
        QVERIFY(std::abs(raw.topSource() - top) < 400);
        raw.verticalScrollBar()->setValue(0);
        QCOMPARE(pretty.verticalScrollBar()->value(), 0);
        raw.verticalScrollBar()->setValue(raw.verticalScrollBar()->maximum());
        QCOMPARE(pretty.verticalScrollBar()->value(), pretty.verticalScrollBar()->maximum());
        m_fixture->payload().setView(PayloadTab::View::Pretty);
    }

    void aStringInsideIsDecodedStepByStepAndBack()
    {
        const QByteArray inner = "{\"note\":\"in\",\"password\":\"hunter2\"}";
        m_fixture->openBytes("{\"id\":7,\"data\":{\"blob\":\"" + inner.toBase64().replace("/", "\\/") + "\"}}");
        QVERIFY(!m_fixture->raw().toPlainText().contains(QString::fromLatin1(inner.toBase64().left(16)))); // it holds something sensitive
        auto &button = m_fixture->part<QToolButton>("decodeValue");
        QVERIFY(!button.isVisible());
        m_fixture->payload().setView(PayloadTab::View::Tree);
        auto &document = m_fixture->payload().document();
        m_fixture->part<TreePane>("payloadTree").showNode(document.json().at("/data/blob").node);
        QVERIFY(button.isVisible());
        button.click();
        QCOMPARE(document.body(), inner);
        QCOMPARE(m_fixture->chips(), (QStringList{QStringLiteral("as sent"), QStringLiteral("/data/blob"), QStringLiteral("base64"), QStringLiteral("JSON")}));
        QVERIFY(!m_fixture->raw().toPlainText().contains(QStringLiteral("hunter2")));
        document.revealAll();
        QCOMPARE(m_fixture->revealed.last().first().toString(), QStringLiteral("/data/blob, decoded: /password"));
        document.returnTo(0, 0);
        QCOMPARE(m_fixture->chips(), (QStringList{QStringLiteral("as sent"), QStringLiteral("JSON")}));
        QVERIFY(!document.openValue(document.json().at("/id").node));
    }

    void init() { m_fixture = std::make_unique<ViewFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void everyNastyMessageIsDrawnInEveryView_data()
    {
        QTest::addColumn<QString>("sample");
        for (const QString &name : messageSampleNames())
            QTest::newRow(qPrintable(name)) << name;
    }

    void everyNastyMessageIsDrawnInEveryView()
    {
        QFETCH(QString, sample);
        m_fixture->open(sample);
        if (sample == QLatin1String("large"))
            QVERIFY(!m_fixture->isScanned()); // every view is there before fifty megabytes are read
        else
            QTRY_VERIFY_WITH_TIMEOUT(m_fixture->isScanned(), 120'000);
        for (const View view : {View::Both, View::Pretty, View::Raw, View::Tree, View::Hex}) {
            m_fixture->payload().setView(view);
            QVERIFY(!m_fixture->draw().isEmpty());
        }
        m_fixture->view.resize(420, 700);
        QVERIFY(!m_fixture->draw().isEmpty());
    }

    void bytesThatAreNoUtf8AreShownAndSaidWhere()
    {
        m_fixture->open(QStringLiteral("broken-utf8"));
        QVERIFY(m_fixture->raw().toPlainText().contains(QStringLiteral("M‹FC›ller")));
        QVERIFY(m_fixture->raw().toPlainText().contains(QStringLiteral("‹E2›‹82›")));
        QVERIFY2(m_fixture->remarks().contains(QStringLiteral("no UTF-8, the first at byte 10")), qPrintable(m_fixture->remarks()));
    }

    void nulsAndControlsAreVisible()
    {
        m_fixture->open(QStringLiteral("nuls"));
        QVERIFY(m_fixture->raw().toPlainText().contains(QStringLiteral("x‹U+0000›y‹U+0000›")));
        QVERIFY(m_fixture->raw().toPlainText().contains(QStringLiteral("‹U+001B›[31m")));
        QVERIFY(m_fixture->remarks().contains(QStringLiteral("2 NUL bytes")));
    }

    void markupIsTextAndReadingDirectionIsVisible()
    {
        m_fixture->open(QStringLiteral("hostile"));
        QVERIFY(m_fixture->raw().toPlainText().contains(QStringLiteral("<img src=x onerror=alert(1)><b>bold</b>")));
        QVERIFY(m_fixture->raw().toPlainText().contains(QStringLiteral("invoice‹U+202E›fdp.exe")));
        QVERIFY(m_fixture->remarks().contains(QStringLiteral("reading direction")));
    }

    void everyUnitShownLeadsToItsByte()
    {
        m_fixture->openBytes("[\"\xC3\xA9\xFF\xF0\x9F\x98\x80\",1.10]");
        const PaneText &pretty = m_fixture->pretty().paneText();
        const auto at = pretty.text.indexOf(QStringLiteral("1.10"));
        QCOMPARE(pretty.toSource({at, at + 4}), (payload::ByteRange{11, 15}));
        const PaneText &raw = m_fixture->raw().paneText();
        QCOMPARE(raw.toSource({0, raw.text.size()}), (payload::ByteRange{0, 16}));
    }

    void prettyChangesNothingButTheSpaceBetween()
    {
        m_fixture->openBytes("{\"b\":1.10,\"a\":1E400,\"b\":123456789012345678901234567890}");
        QCOMPARE(m_fixture->pretty().toPlainText(), QStringLiteral("{\n  \"b\": 1.10,\n  \"a\": 1E400,\n  \"b\": 123456789012345678901234567890\n}"));
    }

    void anEmptyBodyIsSaid()
    {
        m_fixture->open(QStringLiteral("empty"));
        QVERIFY(m_fixture->remarks().contains(QStringLiteral("The body is empty: 0 bytes.")));
        QCOMPARE(m_fixture->chips(), QStringList({QStringLiteral("as sent"), QStringLiteral("empty")}));
    }

    void whereJsonStopsIsSaidAndTheRestIsShown()
    {
        m_fixture->openBytes("{\"a\":1} trailing words");
        QVERIFY2(m_fixture->remarks().contains(QStringLiteral("No JSON from byte 8 on")), qPrintable(m_fixture->remarks()));
        QVERIFY(m_fixture->pretty().toPlainText().endsWith(QStringLiteral("trailing words")));
    }

    void aBodyThatTheSystemCutIsSaid()
    {
        m_fixture->open(QStringLiteral("part"));
        QVERIFY2(m_fixture->remarks().contains(QStringLiteral("The system gave out the first 300 B of 45.8 MB.")), qPrintable(m_fixture->remarks()));
    }

    void fieldsAreMaskedEverywhereAndRevealedOneByOne()
    {
        m_fixture->open(QStringLiteral("order"));
        for (TextPane *pane : {&m_fixture->raw(), &m_fixture->pretty()}) {
            QVERIFY(!pane->toPlainText().contains(QStringLiteral("tok_live")));
            QVERIFY(pane->toPlainText().contains(payload::maskDots));
        }
        HexPane &hex = m_fixture->part<HexPane>("payloadHex");
        QString dump;
        for (int row = 0; row < 60; ++row)
            dump += hex.textOfRow(row).right(16);
        QVERIFY(!dump.contains(QStringLiteral("tok_live")));

        PayloadDocument &document = m_fixture->payload().document();
        const qsizetype token = document.body().indexOf("tok_live");
        emit m_fixture->raw().maskActivated(token);
        QCOMPARE(m_fixture->revealed.size(), 1);
        QCOMPARE(m_fixture->revealed.first().first().toString(), QStringLiteral("/api_token"));
        QVERIFY(m_fixture->raw().toPlainText().contains(QStringLiteral("tok_live")));
        QVERIFY(m_fixture->pretty().toPlainText().contains(QStringLiteral("tok_live")));
        QVERIFY(!m_fixture->raw().toPlainText().contains(QStringLiteral("4111111111111111")));
        emit m_fixture->raw().maskActivated(token); // what is open is not recorded again
        QCOMPARE(m_fixture->revealed.size(), 1);
    }

    void revealingAllTellsEachFieldAndMaskingAgainHides()
    {
        m_fixture->open(QStringLiteral("order"));
        PayloadDocument &document = m_fixture->payload().document();
        const int masked = document.maskedCount();
        QVERIFY(masked >= 3);
        document.revealAll();
        QCOMPARE(m_fixture->revealed.size(), masked);
        QVERIFY(m_fixture->raw().toPlainText().contains(QStringLiteral("4111111111111111")));
        document.hideAll();
        QVERIFY(!m_fixture->raw().toPlainText().contains(QStringLiteral("4111111111111111")));
    }

    void aNewMessageIsMaskedAnew()
    {
        m_fixture->open(QStringLiteral("order"));
        m_fixture->payload().document().revealAll();
        m_fixture->open(QStringLiteral("order"));
        QVERIFY(!m_fixture->raw().toPlainText().contains(QStringLiteral("tok_live")));
    }

    void whatIsSensitiveCanBeChosen()
    {
        m_fixture->open(QStringLiteral("order"));
        m_fixture->view.setSensitiveNames({QStringLiteral("sku")});
        QVERIFY(!m_fixture->raw().toPlainText().contains(QStringLiteral("KB-4410")));
        QVERIFY(m_fixture->raw().toPlainText().contains(QStringLiteral("tok_live")));
    }

    void copyingTextRespectsMasksAndSaysSo()
    {
        m_fixture->open(QStringLiteral("order"));
        m_fixture->payload().setView(View::Raw);
        m_fixture->raw().selectAll();
        QTest::keyClick(&m_fixture->raw(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(!ViewFixture::clipboard().contains(QStringLiteral("tok_live")));
        QVERIFY(ViewFixture::clipboard().contains(payload::maskDots));
        QVERIFY2(m_fixture->lastNote().contains(QStringLiteral("masked fields stand as")), qPrintable(m_fixture->lastNote()));
    }

    void copiedTextHasTheMessagesOwnCharacters()
    {
        m_fixture->openBytes("[\"a\xE2\x80\xAE" "b\tc\x01\xFF\"]");
        m_fixture->payload().setView(View::Raw);
        m_fixture->payload().copyText();
        QCOMPARE(ViewFixture::clipboard(), QStringLiteral("[\"a\u202Eb\tc\u0001‹FF›\"]"));
        QVERIFY(m_fixture->lastNote().contains(QStringLiteral("no UTF-8")));
    }

    void exactBytesAreExactAndRefusedWhileMasked()
    {
        m_fixture->open(QStringLiteral("order"));
        QGuiApplication::clipboard()->setText(QStringLiteral("before"));
        m_fixture->payload().copyBytes();
        QVERIFY(m_fixture->lastNote().startsWith(QStringLiteral("Not copied")));
        QCOMPARE(ViewFixture::clipboard(), QStringLiteral("before"));

        const QByteArray bytes("a\0\xFF\r\n\xE2\x80\xAE", 8);
        m_fixture->openBytes(bytes);
        m_fixture->payload().copyBytes();
        QCOMPARE(QGuiApplication::clipboard()->mimeData()->data(QStringLiteral("application/octet-stream")), bytes);
    }

    void searchCountsStepsAndNeverFindsWhatIsMasked()
    {
        m_fixture->open(QStringLiteral("order"));
        m_fixture->raw().setFocus();
        QTest::keyClick(&m_fixture->view, Qt::Key_F, Qt::ControlModifier);
        QLineEdit &words = m_fixture->part<QLineEdit>("payloadSearch");
        QLabel &count = m_fixture->part<QLabel>("payloadMatches");
        QVERIFY(words.isVisible());
        words.setText(QStringLiteral("SKU"));
        QCOMPARE(count.text(), QStringLiteral("1 of 2"));
        QTest::keyClick(&m_fixture->view, Qt::Key_F3);
        QCOMPARE(count.text(), QStringLiteral("2 of 2"));
        QTest::keyClick(&m_fixture->view, Qt::Key_F3);
        QCOMPARE(count.text(), QStringLiteral("1 of 2"));
        QTest::keyClick(&m_fixture->view, Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(count.text(), QStringLiteral("2 of 2"));
        for (const View view : {View::Both, View::Raw, View::Tree, View::Hex}) {
            m_fixture->payload().setView(view);
            words.setText(QStringLiteral("tok_live"));
            QCOMPARE(count.text(), QStringLiteral("not found"));
        }
        m_fixture->payload().setView(View::Tree);
        words.setText(QStringLiteral("api_token"));
        QCOMPARE(count.text(), QStringLiteral("1 of 1"));
    }

    void thePointerOfAPlaceIsShownAndCopied()
    {
        m_fixture->open(QStringLiteral("order"));
        TextPane &pretty = m_fixture->pretty();
        const int at = int(pretty.toPlainText().indexOf(QStringLiteral("MS-0092")));
        pretty.select(at, at + 1);
        QCOMPARE(m_fixture->payload().pointer(), QStringLiteral("/order/lines/1/sku"));
        m_fixture->payload().copyPointer();
        QCOMPARE(ViewFixture::clipboard(), QStringLiteral("/order/lines/1/sku"));
        QVERIFY(!m_fixture->raw().echo().isEmpty()); // the pane beside shows the same place
        QCOMPARE(m_fixture->raw().toPlainText().mid(m_fixture->raw().echo().from, 1), QStringLiteral("M"));
        m_fixture->payload().setView(View::Tree);
        QCOMPARE(m_fixture->payload().pointer(), QStringLiteral("/order/lines/1/sku"));
    }

    void theSuggestedChainIsFollowedAndUndone()
    {
        m_fixture->open(QStringLiteral("packed"));
        QAbstractButton &suggestion = m_fixture->part<QAbstractButton>("decodeSuggestion");
        QTRY_VERIFY(suggestion.isVisible());
        QCOMPARE(suggestion.text(), QStringLiteral("Decode base64 › gzip"));
        suggestion.click();
        QCOMPARE(m_fixture->chips(), QStringList({QStringLiteral("as sent"), QStringLiteral("base64"), QStringLiteral("gzip"), QStringLiteral("JSON")}));
        QVERIFY(m_fixture->pretty().toPlainText().contains(QStringLiteral("\"sku\": \"KB-4410\"")));
        QVERIFY(!m_fixture->pretty().toPlainText().contains(QStringLiteral("tok_live")));
        m_fixture->payload().document().undoTo(0);
        QCOMPARE(m_fixture->chips().size(), 2);
        QVERIFY(!m_fixture->raw().toPlainText().contains(QStringLiteral("H4s"))); // packed, so nobody has looked what is in it
        m_fixture->payload().document().revealAll();
        QVERIFY(m_fixture->raw().toPlainText().startsWith(QStringLiteral("H4s")));
    }

    void aWrongStepChangesNothingAndIsSaid()
    {
        m_fixture->open(QStringLiteral("order"));
        const QString before = m_fixture->raw().toPlainText();
        m_fixture->payload().document().decode({payload::Encoding::Gzip});
        QCOMPARE(m_fixture->raw().toPlainText(), before);
        QVERIFY2(m_fixture->remarks().contains(QStringLiteral("Could not be decoded.")), qPrintable(m_fixture->remarks()));
    }

    void aGzipBombIsSaidAndNotRun()
    {
        m_fixture->open(QStringLiteral("bomb"));
        m_fixture->payload().document().decode({payload::Encoding::Gzip});
        const auto &steps = m_fixture->payload().document().chain().steps();
        QCOMPARE(steps.size(), size_t(1));
        QVERIFY(!steps.front().result.isWhole);
        QVERIFY(m_fixture->payload().document().body().size() <= 16 * 1024 * 1024);
        QVERIFY2(m_fixture->remarks().contains(steps.front().result.remark), qPrintable(m_fixture->remarks()));
    }

    void withoutADecompressorTheMessageSaysSo()
    {
        MessageView view({nullptr, nullptr, {}});
        const MessageSample sample = messageSample(QStringLiteral("bomb"), m_fixture->clock.now());
        view.show(sample.letter, sample.row);
        auto *tab = view.findChild<PayloadTab *>();
        tab->document().decode({payload::Encoding::Gzip});
        QVERIFY(view.findChild<QLabel *>(QStringLiteral("payloadRemarks"))->text().contains(QStringLiteral("not available")));
    }

    void aLargeMessageOpensWithItsBeginningAndLoadsMore()
    {
        m_fixture->open(QStringLiteral("one-line"));
        QAbstractButton &more = m_fixture->part<QAbstractButton>("loadMore");
        QVERIFY(m_fixture->raw().toPlainText().size() <= payload::previewBytes);
        QVERIFY(!m_fixture->isScanned());
        QVERIFY(!more.isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->isScanned(), 60'000);
        QCOMPARE(more.text(), QStringLiteral("Load more (4.8 MB in all)"));
        const auto before = m_fixture->raw().toPlainText();
        QSignalSpy rendered(&m_fixture->payload().document(), &PayloadDocument::rendered);
        more.click();
        QTRY_VERIFY_WITH_TIMEOUT(!rendered.isEmpty(), 60'000);
        QVERIFY(m_fixture->raw().toPlainText().size() > 3 * before.size());
        QVERIFY(m_fixture->raw().toPlainText().startsWith(before));
    }

    void oneLineOfMegabytesIsWrappedSoThatItScrolls()
    {
        m_fixture->open(QStringLiteral("one-line"));
        m_fixture->payload().setView(View::Raw);
        QVERIFY(m_fixture->raw().verticalScrollBar()->maximum() > 1000);
        m_fixture->raw().verticalScrollBar()->setValue(m_fixture->raw().verticalScrollBar()->maximum());
        QVERIFY(!m_fixture->draw().isEmpty());
    }

    void aHundredThousandBracketsCanBeWalked()
    {
        m_fixture->open(QStringLiteral("deep"));
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->isScanned(), 60'000);
        m_fixture->payload().setView(View::Raw);
        m_fixture->raw().select(90'000, 90'001);
        QCOMPARE(m_fixture->payload().pointer().count(QLatin1Char('/')), 90'000);
        m_fixture->payload().setView(View::Tree); // too deep to be opened at once: stays where it is
        QTest::keyClick(&m_fixture->part<TreePane>("payloadTree"), Qt::Key_Asterisk);
        QVERIFY(!m_fixture->draw().isEmpty());
    }

    void theCursorNeverStandsInsideAMark()
    {
        m_fixture->openBytes(QByteArray("a\0b", 3));
        m_fixture->payload().setView(View::Raw);
        TextPane &raw = m_fixture->raw();
        raw.select(1, 1);
        QTest::keyClick(&raw, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(raw.selection(), (payload::ByteRange{1, 9}));
        QTest::keyClick(&raw, Qt::Key_Right);
        QCOMPARE(raw.cursor(), 10);
        QTest::keyClick(&raw, Qt::Key_Left);
        QTest::keyClick(&raw, Qt::Key_Left);
        QCOMPARE(raw.cursor(), 1);
    }

    void theChosenViewStaysWithTheNextMessage()
    {
        m_fixture->open(QStringLiteral("order"));
        m_fixture->part<QAbstractButton>("viewHex").click();
        m_fixture->open(QStringLiteral("hostile"));
        QCOMPARE(m_fixture->payload().view(), View::Hex);
    }

    void narrowPanesStandOneAtATime()
    {
        m_fixture->open(QStringLiteral("order"));
        QVERIFY(m_fixture->raw().isVisible() && m_fixture->pretty().isVisible());
        m_fixture->view.resize(420, 700);
        QVERIFY(!m_fixture->raw().isVisible() && m_fixture->pretty().isVisible());
        m_fixture->view.resize(900, 700);
        QVERIFY(m_fixture->raw().isVisible() && m_fixture->pretty().isVisible());
    }
};

QTEST_MAIN(TestPayloadTab)
#include "TestPayloadTab.moc"
