// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/message/ViewFixture.h"
#include "ui/common/Labels.h"
#include "ui/common/PlainTable.h"
#include "ui/message/AttemptsTab.h"
#include "ui/message/CompareTab.h"
#include "ui/message/PaneColors.h"
#include "ui/message/ValueText.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QTabWidget>

#include <memory>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace holdwatch::ui;

class TestMessageView : public QObject
{
    Q_OBJECT

    std::unique_ptr<ViewFixture> m_fixture;

    QString value(const char *name) { return m_fixture->part<ValueText>(name).toPlainText(); }
    QString stateTitle() { return m_fixture->part<QLabel>("emptyTitle").text(); }

    static bool isPlain(const QWidget *widget)
    {
        const auto *label = qobject_cast<const QLabel *>(widget);
        return !label || label->textFormat() == Qt::PlainText || label->text().isEmpty();
    }

private slots:
    void init() { m_fixture = std::make_unique<ViewFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void itSaysWhatToDoBeforeAndAfterAMessage()
    {
        QCOMPARE(stateTitle(), QStringLiteral("No message selected"));
        m_fixture->view.setLoading();
        QCOMPARE(stateTitle(), QStringLiteral("Fetching the message"));
        m_fixture->open(QStringLiteral("order"));
        QVERIFY(m_fixture->raw().isVisible());
        Error gone;
        gone.what = QStringLiteral("The message is gone: <b>somebody</b> took it.");
        gone.kept = QStringLiteral("Its row stays.");
        m_fixture->view.setFailure(gone);
        QCOMPARE(stateTitle(), gone.what);
        QVERIFY(!m_fixture->raw().isVisible());
        QCOMPARE(m_fixture->raw().toPlainText(), QString()); // nothing of the message before is left behind it
    }

    void errorsAndReasonsAreMaskedUntilRevealed()
    {
        MessageSample made = messageSample(QStringLiteral("order"), m_fixture->clock.now());
        made.letter.error = QStringLiteral("could not sign in with password=hunter2");
        made.letter.attempts = {{m_fixture->clock.now(), QStringLiteral("worker"), QStringLiteral("Authorization: Bearer hunter2hunter2"), 1, QStringLiteral("attempts[0]")}};
        m_fixture->view.show(made.letter, made.row);
        m_fixture->view.openTab(MessageView::Tab::Attempts);
        auto &error = m_fixture->part<TextPane>("letterError");
        auto &timeline = m_fixture->part<Timeline>("attemptTimeline");
        auto &reveal = m_fixture->part<QAbstractButton>("revealAttempts");
        QVERIFY(!error.toPlainText().contains(QStringLiteral("hunter")));
        QVERIFY(!timeline.lines().join(QString()).contains(QStringLiteral("hunter")));
        QVERIFY(!m_fixture->part<ElidedLabel>("messageError").text().contains(QStringLiteral("hunter")));
        QVERIFY(reveal.isVisible());
        reveal.click();
        QCOMPARE(error.toPlainText(), made.letter.error);
        QVERIFY(timeline.lines().join(QString()).contains(QStringLiteral("hunter2")));
        QVERIFY(!m_fixture->part<ElidedLabel>("messageError").text().contains(QStringLiteral("hunter")));
        QCOMPARE(m_fixture->revealed.size(), 2);
        m_fixture->open(QStringLiteral("order"));
        m_fixture->view.show(made.letter, made.row);
        QVERIFY(!error.toPlainText().contains(QStringLiteral("hunter"))); // masked anew
    }

    void noLabelTakesTextForMarkup()
    {
        m_fixture->open(QStringLiteral("hostile"));
        for (int tab = 0; tab < 4; ++tab) {
            m_fixture->view.openTab(MessageView::Tab(tab));
            QVERIFY(!m_fixture->draw().isEmpty());
        }
        for (const QLabel *label : m_fixture->view.findChildren<QLabel *>())
            QVERIFY2(isPlain(label), qPrintable(label->objectName() + label->text()));
    }

    void tenThousandHeadersAreListedAndFiltered()
    {
        m_fixture->open(QStringLiteral("headers"));
        m_fixture->view.openTab(MessageView::Tab::Headers);
        HeaderModel &model = m_fixture->part<HeadersTab>("headersTab").model();
        QCOMPARE(model.rowCount(), 10'006);
        QVERIFY(!m_fixture->draw().isEmpty());
        m_fixture->part<QLineEdit>("headerFilter").setText(QStringLiteral("hop-999"));
        QCOMPARE(model.rowCount(), 11);
        QCOMPARE(m_fixture->part<QLabel>("headerCount").text(), QStringLiteral("11 of 10\u202F006"));
    }

    void headersAreMaskedAndEachRevealIsTold()
    {
        m_fixture->open(QStringLiteral("order"));
        HeaderModel &model = m_fixture->part<HeadersTab>("headersTab").model();
        const QModelIndex value = model.index(2, HeaderModel::ValueColumn);
        QCOMPARE(value.data().toString(), payload::maskDots.toString());
        m_fixture->part<QLineEdit>("headerFilter").setText(QStringLiteral("eyJhbGci")); // searching finds nothing masked
        QCOMPARE(model.rowCount(), 0);
        m_fixture->part<QLineEdit>("headerFilter").clear();
        emit m_fixture->part<PlainTable>("headerTable").rowActivated(2);
        QCOMPARE(m_fixture->revealed.size(), 1);
        QCOMPARE(m_fixture->revealed.first().first().toString(), QStringLiteral("header Authorization"));
        QCOMPARE(model.index(2, HeaderModel::ValueColumn).data().toString(), QStringLiteral("Bearer eyJhbGciOi.J9.secret"));
    }

    void aHeadersOddCharactersAreVisible()
    {
        m_fixture->open(QStringLiteral("hostile"));
        HeaderModel &model = m_fixture->part<HeadersTab>("headersTab").model();
        const int last = model.rowCount() - 1;
        QCOMPARE(model.index(last, HeaderModel::NameColumn).data().toString(), QStringLiteral("<i>x</i>"));
        QCOMPARE(model.index(last, HeaderModel::ValueColumn).data().toString(), QStringLiteral("<img src=x>‹U+202E›‹U+000A›2nd"));
    }

    void theTimelineTellsEachStepInOrder()
    {
        m_fixture->open(QStringLiteral("order"));
        const QStringList lines = m_fixture->part<Timeline>("attemptTimeline").lines();
        QCOMPARE(lines.size(), 7);
        QVERIFY(lines[0].contains(QStringLiteral("Published")));
        QVERIFY(lines[1].contains(QStringLiteral("payment gateway answered 503 ×4")));
        QVERIFY(lines[1].contains(QStringLiteral("in orders-worker-2")));
        QVERIFY(lines[3].contains(QStringLiteral("x-death[0]")));
        QVERIFY(lines[5].contains(QStringLiteral("First seen by Holdwatch")));
        QVERIFY(lines[6].contains(QStringLiteral("Retention deletes it")));
    }

    void anAttemptWithoutATimeStaysInItsPlace()
    {
        MessageSample sample = messageSample(QStringLiteral("order"), m_fixture->clock.now());
        sample.letter.attempts[1].at.reset();
        const QVector<LetterEvent> events = eventsOf(sample.letter, sample.row);
        QCOMPARE(events[2].title, sample.letter.attempts[1].reason);
        QVERIFY(!events[2].at);
    }

    void historySaysKeyVersionAndDeadline()
    {
        m_fixture->open(QStringLiteral("order"));
        QCOMPARE(value("historyKey"), QStringLiteral("ord-8812-c1"));
        QCOMPARE(value("historyVersion"), QStringLiteral("3"));
        QVERIFY2(value("historyDeadline").startsWith(QStringLiteral("In 3 d 4 h")), qPrintable(value("historyDeadline")));
        QCOMPARE(value("historyDigest"), QStringLiteral("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"));
        QSignalSpy followed(&m_fixture->view, &MessageView::followRequested);
        m_fixture->part<QAbstractButton>("followKey").click();
        QCOMPARE(followed.first().first().toString(), QStringLiteral("ord-8812-c1"));
    }

    void withoutAKeyThePlacesLookedAtAreNamed()
    {
        m_fixture->open(QStringLiteral("empty"));
        m_fixture->view.openTab(MessageView::Tab::History);
        QCOMPARE(value("historyKey"), QStringLiteral("None found"));
        QVERIFY(m_fixture->part<QAbstractButton>("followKey").isHidden());
        QStringList notes;
        for (const QLabel *label : m_fixture->part<QWidget>("historyTab").findChildren<QLabel *>())
            notes << label->text();
        QVERIFY(notes.join(QLatin1Char(' ')).contains(QStringLiteral("Looked at: ")));
        QVERIFY(notes.join(QLatin1Char(' ')).contains(QStringLiteral("idempotency"), Qt::CaseInsensitive));
        QCOMPARE(value("historyDeliveries"), noFigure());
    }

    void anotherMessageIsComparedByStructureAndMasked()
    {
        m_fixture->open(QStringLiteral("order"));
        DeadLetter other = messageSample(QStringLiteral("order"), m_fixture->clock.now()).letter;
        other.payload.replace("1249.10", "1249.1").replace("tok_live_51Hx9", "tok_test_00000").replace("\"vip\":true,", "");
        CompareTab &tab = m_fixture->part<CompareTab>("compareTab");
        QSignalSpy compared(&tab, &CompareTab::compared);
        m_fixture->view.compareWith(other, QStringLiteral("a <b>healthy</b> one"));
        QTRY_VERIFY(!compared.isEmpty());
        QVERIFY(m_fixture->part<QTabWidget>("messageTabs").isTabVisible(4));
        QCOMPARE(m_fixture->part<QLabel>("compareTitle").text(), QStringLiteral("Compared with a <b>healthy</b> one"));
        QString all;
        for (int row = 0; row < tab.model().rowCount(); ++row) {
            for (int column = 0; column < DiffModel::ColumnCount; ++column)
                all += tab.model().index(row, column).data().toString() + QLatin1Char('|');
        }
        QVERIFY2(all.contains(QStringLiteral("/order/total")) && all.contains(QStringLiteral("1249.10|1249.1")), qPrintable(all));
        QVERIFY(all.contains(QStringLiteral("only here|/customer/vip")));
        QVERIFY2(!all.contains(QStringLiteral("tok_")), qPrintable(all));
        m_fixture->open(QStringLiteral("order"));
        QVERIFY(!m_fixture->part<QTabWidget>("messageTabs").isTabVisible(4));
    }

    void comparingIsAskedForByTheButton()
    {
        m_fixture->open(QStringLiteral("order"));
        QSignalSpy asked(&m_fixture->view, &MessageView::compareRequested);
        m_fixture->part<QAbstractButton>("compareMessage").click();
        QCOMPARE(asked.size(), 1);
    }

    void tabsTurnByKeysAndSearchOpensWhereItBelongs()
    {
        m_fixture->open(QStringLiteral("order"));
        auto &tabs = m_fixture->part<QTabWidget>("messageTabs");
        m_fixture->raw().setFocus();
        QTest::keyClick(&m_fixture->view, Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(tabs.currentIndex(), 1);
        QTest::keyClick(&m_fixture->view, Qt::Key_PageUp, Qt::ControlModifier);
        QTest::keyClick(&m_fixture->view, Qt::Key_PageUp, Qt::ControlModifier); // Compare is not there
        QCOMPARE(tabs.currentIndex(), 3);
        QTest::keyClick(&m_fixture->view, Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(tabs.currentIndex(), 0);
        QVERIFY(m_fixture->view.leaveSearch());
        QVERIFY(!m_fixture->view.leaveSearch());
    }

    void itFitsIntoANarrowPlace()
    {
        QVERIFY2(m_fixture->view.minimumSizeHint().width() <= 420, qPrintable(QString::number(m_fixture->view.minimumSizeHint().width())));
        m_fixture->open(QStringLiteral("packed"));
        m_fixture->view.resize(420, 700);
        QVERIFY2(m_fixture->view.minimumSizeHint().width() <= 420, qPrintable(QString::number(m_fixture->view.minimumSizeHint().width())));
    }

    void allInksCanBeReadInBothThemes()
    {
        for (const Theme *theme : {&Theme::light(), &Theme::darkTheme()}) {
            const PaneColors colors = paneColors(*theme);
            for (const QColor &ink : {colors.key, colors.string, colors.number, colors.word, colors.punctuation})
                QVERIFY2(contrast(ink, theme->surface) >= 4.5 && contrast(ink, colors.echo) >= 4.5, qPrintable(ink.name()));
            QVERIFY(contrast(colors.mark, colors.markGround) >= 4.5);
            QVERIFY(contrast(theme->text, colors.match) >= 4.5);
        }
    }

    void everyPaneAndButtonHasAName()
    {
        m_fixture->open(QStringLiteral("order"));
        for (const char *name : {"payloadPretty", "payloadRaw", "payloadTree", "payloadHex", "headerTable", "attemptTimeline", "compareTable", "payloadSearch"})
            QVERIFY2(!m_fixture->part<QWidget>(name).accessibleName().isEmpty(), name);
        for (const auto *button : m_fixture->part<QWidget>("payloadTab").findChildren<QAbstractButton *>())
            QVERIFY2(qobject_cast<QLineEdit *>(button->parentWidget()) || !button->text().isEmpty() || !button->accessibleName().isEmpty(), qPrintable(button->objectName()));
    }
};

QTEST_MAIN(TestMessageView)
#include "TestMessageView.moc"
