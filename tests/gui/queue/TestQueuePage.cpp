// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/DemoStory.h"
#include "tests/support/PageFixture.h"
#include "tests/support/QueueStory.h"
#include "ui/charts/ChartStack.h"
#include "ui/common/Labels.h"
#include "ui/queue/QueuePage.h"

#include <QAbstractScrollArea>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>
#include <memory>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace holdwatch::ui;

namespace {

bool hasGap(const QVector<QPointF> &line)
{
    return std::any_of(line.begin(), line.end(), [](const QPointF &point) { return std::isnan(point.y()); });
}

void movePointer(QWidget *plot, const QPointF &to, Qt::MouseButtons held)
{
    QMouseEvent move(QEvent::MouseMove, to, plot->mapToGlobal(to), Qt::NoButton, held, Qt::NoModifier);
    QCoreApplication::sendEvent(plot, &move);
}

} // namespace

class TestQueuePage : public QObject
{
    Q_OBJECT

    std::unique_ptr<PageFixture> m_fixture;
    std::unique_ptr<QueueStory> m_story;
    std::unique_ptr<QueuePage> m_page;

    void tell(QueueStory::Kind kind)
    {
        m_story = std::make_unique<QueueStory>(kind, m_fixture->clock.now());
        m_fixture->monitor.story = [this](const HistoryQuery &query) { return m_story->slice(query); };
        m_fixture->queues.update({m_story->status()});
    }

    void open(QueueStory::Kind kind = QueueStory::Kind::Breach)
    {
        tell(kind);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        QTRY_VERIFY(!chart(QueueChart::Depth)->picture().line.isEmpty());
        settle();
    }

    /// Lets every question that is under way be answered.
    void settle()
    {
        qsizetype before = -1;
        while (before != m_fixture->monitor.queries.size()) {
            before = m_fixture->monitor.queries.size();
            for (int i = 0; i < 5; ++i)
                QCoreApplication::processEvents();
        }
    }

    void nextSample()
    {
        m_fixture->clock.advance(Seconds(5));
        m_story->setNow(m_fixture->clock.now());
        m_fixture->queues.update({m_story->status()});
    }

    ChartStack *stack() const { return m_page->findChild<ChartStack *>(QStringLiteral("charts")); }
    TimeChart *chart(QueueChart which) const { return stack()->charts()[int(which)]; }
    QWidget *plotOf(QueueChart which) const { return chart(which)->findChild<QAbstractScrollArea *>()->viewport(); }
    QString banner() const { return m_page->findChild<ui::ElidedLabel *>(QStringLiteral("queueBanner"))->text(); }
    QString text(const char *name) const { return m_page->findChild<QLabel *>(QLatin1String(name))->text(); }
    void click(const char *name) const { m_page->findChild<QAbstractButton *>(QLatin1String(name))->click(); }

private slots:
    void init()
    {
        m_fixture = std::make_unique<PageFixture>();
        m_page = std::make_unique<QueuePage>(m_fixture->context());
        m_page->resize(1000, 700);
        m_page->setScope({});
    }
    void cleanup()
    {
        m_page.reset();
        m_fixture.reset();
    }

    void saysWhatToDoWhileThereIsNoQueue()
    {
        m_page->show();
        QVERIFY(m_page->findChild<QLabel *>(QStringLiteral("queueEmpty"))->isVisible());
        QVERIFY(!m_page->canExport());
        QVERIFY(m_fixture->monitor.queries.isEmpty());
    }

    void asksForNothingWhileItIsNotSeen()
    {
        tell(QueueStory::Kind::Breach);
        m_page->showQueue(m_story->status().queue.id);
        nextSample();
        settle();
        QVERIFY(m_fixture->monitor.queries.isEmpty());
    }

    void asksOneQuestionAtATimeHoweverManySamplesCome()
    {
        open();
        const auto before = m_fixture->monitor.queries.size();
        for (int i = 0; i < 20; ++i)
            nextSample();
        QCOMPARE(m_fixture->monitor.queries.size(), before + 1);
        settle();
        QCOMPARE(m_fixture->monitor.queries.size(), before + 2);
    }

    void neverAsksForMoreDetailThanItHasPixels()
    {
        open();
        click("range10080");
        settle();
        QVERIFY(m_fixture->monitor.queries.constLast().maxBuckets <= m_page->width());
        QVERIFY(chart(QueueChart::Age)->picture().line.size() <= 2 * m_page->width() + 8);
    }

    void aBrokenHistoryIsSaidAndTheOldPictureStays()
    {
        open();
        const auto before = chart(QueueChart::Age)->picture().line;
        Error error;
        error.kind = Error::Kind::Storage;
        error.what = QStringLiteral("The history file is locked by another program.");
        m_fixture->monitor.nextFailure = error;
        nextSample();
        settle();
        QVERIFY(banner().contains(error.what));
        QVERIFY(!chart(QueueChart::Age)->picture().line.isEmpty());
    }

    void historyInMemoryOnlyIsSaid()
    {
        tell(QueueStory::Kind::Breach);
        m_fixture->monitor.story = [this](const HistoryQuery &query) {
            HistorySlice slice = m_story->slice(query);
            slice.inMemoryOnly = true;
            return slice;
        };
        m_page->show();
        settle();
        QVERIFY(banner().contains(QStringLiteral("memory")));
    }

    void aBannerMovesNoChart()
    {
        open();
        const QRect before = m_page->findChild<QWidget *>(QStringLiteral("charts"))->geometry();
        Error error;
        error.what = QStringLiteral("The disk is full.");
        m_fixture->monitor.nextFailure = error;
        m_page->exportTo(QStringLiteral("/somewhere/history.json"));
        QTRY_VERIFY(banner().contains(error.what));
        QVERIFY(m_page->findChild<QWidget *>(QStringLiteral("queueBanner"))->isVisible());
        m_page->layout()->activate();
        QCOMPARE(m_page->findChild<QWidget *>(QStringLiteral("charts"))->geometry(), before);
    }

    void anAgeThatIsNotReportedIsNeverAZero()
    {
        open(QueueStory::Kind::NoAge);
        const ChartPicture &age = chart(QueueChart::Age)->picture();
        QVERIFY(age.line.isEmpty());
        QVERIFY(age.bands.isEmpty());
        QVERIFY(age.note.contains(QStringLiteral("Not reported: the head message carries no timestamp")));
        QCOMPARE(chart(QueueChart::Age)->valueText(), QStringLiteral("–"));
        QVERIFY(!chart(QueueChart::Depth)->picture().line.isEmpty());
    }

    void aGapStaysAGap()
    {
        open();
        QVERIFY(hasGap(chart(QueueChart::Age)->picture().line));
        QVERIFY(!chart(QueueChart::Age)->picture().gaps.isEmpty());
        QVERIFY(chart(QueueChart::Age)->accessibleDescription().contains(QStringLiteral("1 gap")));
    }

    void aStaleQueueIsNotProjected()
    {
        open();
        QVERIFY(!chart(QueueChart::Age)->picture().projection.middle.isEmpty());
        QueueStatus stale = m_story->status();
        stale.assessment.verdict = Verdict::Stale;
        m_fixture->queues.update({stale});
        settle();
        QVERIFY(chart(QueueChart::Age)->picture().projection.middle.isEmpty());
    }

    void wherePictureAndWordsSpeakOfTheBreachTheyAgree()
    {
        open();
        QueueStatus status = m_story->status();
        const auto dots = [&] {
            m_fixture->queues.update({status});
            settle();
            return chart(QueueChart::Age)->picture().projection.middle;
        };
        const QVector<QPointF> towards = dots();
        const double meets = towards.first().x() + toSeconds(*status.assessment.projectedBreach);
        const double slope = (towards.last().y() - towards.first().y()) / (towards.last().x() - towards.first().x());
        const double there = towards.first().y() + slope * (meets - towards.first().x());
        QVERIFY(std::abs(there - toSeconds(status.tolerance.rulingWindow())) < 1);
        status.assessment.projectedBreach.reset(); // it still rises, but the backlog is being worked off in time
        QVERIFY(dots().isEmpty());
        QCOMPARE(text("figureProjected"), QStringLiteral("not heading there"));
        status.assessment.verdict = Verdict::Stale;
        QVERIFY(dots().isEmpty());
        QCOMPARE(text("figureProjected"), QStringLiteral("unknown"));
        status.assessment.verdict = Verdict::Breached;
        QVERIFY(!dots().isEmpty());
        QCOMPARE(text("figureProjected"), QStringLiteral("past the window"));
    }

    void aMarkerCarriesTheReasonFromTheLog()
    {
        open();
        const auto breach = [this] {
            const auto &markers = chart(QueueChart::Age)->picture().markers;
            return *std::find_if(markers.begin(), markers.end(), [](const ChartMarker &marker) { return marker.verdict == Verdict::Breached; });
        };
        QCOMPARE(breach().text, QStringLiteral("became breached"));
        m_fixture->alertLog.append({1, breach().at + Seconds(3), AlertLogEntry::Kind::VerdictChanged, m_story->status().queue.id, QStringLiteral("practice"),
                                    Verdict::Approaching, Verdict::Breached, Cause::AgeInWindow, QStringLiteral("age 15:02 of 15:00")});
        nextSample();
        settle();
        QCOMPARE(breach().text, QStringLiteral("became breached: age 15:02 of 15:00"));
    }

    void pressingWhereNothingIsDrawnDoesNoHarm()
    {
        open();
        for (const QPoint place : {QPoint(2, 2), QPoint(300, 5), QPoint(990, 60), QPoint(500, 40)}) {
            QTest::mousePress(plotOf(QueueChart::Age), Qt::LeftButton, {}, place);
            QTest::mouseRelease(plotOf(QueueChart::Age), Qt::LeftButton, {}, place);
            QTest::mouseClick(plotOf(QueueChart::DeadLetters), Qt::RightButton, {}, place);
        }
        QTest::mouseDClick(plotOf(QueueChart::Depth), Qt::LeftButton, {}, QPoint(400, 30));
        QVERIFY(stack()->view().isLive());
    }

    void oneCrosshairReadsAllFourCharts()
    {
        open();
        movePointer(plotOf(QueueChart::Retries), QPointF(700, 40), Qt::NoButton);
        QVERIFY(stack()->crosshair());
        QVERIFY(text("readout").contains(QStringLiteral("UTC")));
        for (const char *title : {"oldest message age", "depth", "retries per minute", "dead letters"})
            QVERIFY2(text("readout").contains(QLatin1String(title)), title);
    }

    void insideAGapTheCrosshairReadsNoSample()
    {
        open();
        const UtcTime inGap = m_fixture->clock.now() - Minutes(38);
        emit chart(QueueChart::Age)->hovered(inGap);
        QVERIFY(text("readout").endsWith(QStringLiteral("no sample")));
        QCOMPARE(chart(QueueChart::DeadLetters)->valueText(), QStringLiteral("no sample"));
    }

    void theKeyboardPansZoomsAndComesBack()
    {
        open();
        stack()->setFocus();
        QTest::keyClick(stack(), Qt::Key_Left);
        QVERIFY(!stack()->view().isLive());
        QVERIFY(m_page->findChild<QPushButton *>(QStringLiteral("backToNow"))->isEnabled());
        const Millis span = stack()->view().span();
        QTest::keyClick(stack(), Qt::Key_Plus);
        QVERIFY(stack()->view().span() < span);
        QTest::keyClick(stack(), Qt::Key_Minus);
        QTest::keyClick(stack(), Qt::Key_Home);
        QVERIFY(stack()->view().isLive());
        QTest::keyClick(stack(), Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY(stack()->crosshair());
        QVERIFY(m_page->stepBack());
        QVERIFY(!stack()->crosshair());
        QVERIFY(!m_page->stepBack());
    }

    void theWheelZoomsAboutThePointer()
    {
        open();
        QWidget *plot = plotOf(QueueChart::Age);
        const Millis span = stack()->view().span();
        QWheelEvent turn(QPointF(200, 60), plot->mapToGlobal(QPointF(200, 60)), {}, QPoint(0, 240), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(plot, &turn);
        QVERIFY(stack()->view().span() < span);
        QVERIFY(!stack()->view().isLive());
    }

    void draggingMovesAlongTheTimeAxis()
    {
        open();
        QWidget *plot = plotOf(QueueChart::Depth);
        const TimeRange before = stack()->range();
        QTest::mousePress(plot, Qt::LeftButton, {}, QPoint(300, 40));
        movePointer(plot, QPointF(500, 40), Qt::LeftButton);
        QTest::mouseRelease(plot, Qt::LeftButton, {}, QPoint(500, 40));
        QVERIFY(stack()->range().until < before.until);
    }

    void aRangeButtonShowsThatStretchLive()
    {
        open();
        click("range360");
        QCOMPARE(stack()->view().span(), Millis(Minutes(360)));
        QVERIFY(m_page->findChild<QToolButton *>(QStringLiteral("range360"))->isChecked());
        QVERIFY(!m_page->findChild<QToolButton *>(QStringLiteral("range60"))->isChecked());
        stack()->setFocus();
        QTest::keyClick(stack(), Qt::Key_Plus);
        QVERIFY(!m_page->findChild<QToolButton *>(QStringLiteral("range360"))->isChecked());
    }

    void theHeaderShowsBothBreachFiguresAndWhy()
    {
        open();
        QVERIFY(text("figureAge").endsWith(QStringLiteral("of 15:00")));
        QVERIFY(text("figureProjected").contains(QStringLiteral("82 % sure")));
        QVERIFY(text("figureEarliest") != text("figureProjected"));
        QVERIFY(text("queueReason").contains(QStringLiteral("rising")));
    }

    void picksTheQueueThatNeedsAPersonMost()
    {
        m_fixture->queues.update(demoQueues(m_fixture->clock.now()));
        m_page->show();
        QVERIFY(m_page->queue());
        QCOMPARE(m_page->queue()->name, QStringLiteral("checkout-capture"));
    }

    void showsWhatTheSourceSays()
    {
        open();
        ConnectionStatus connection = demoConnections(m_fixture->clock.now()).constFirst();
        connection.meanings = {{QStringLiteral("depth"), Obtained::Reported, QStringLiteral("ready to deliver"), QStringLiteral("ready"), {}, {}}};
        m_fixture->connections.apply(connection);
        click("sourceToggle");
        auto *table = m_page->findChild<QTableWidget *>(QStringLiteral("sourceTable"));
        QVERIFY(table->isVisible());
        QCOMPARE(table->item(1, 0)->text(), QStringLiteral("Depth"));
        QVERIFY(table->item(1, 3)->text().contains(QStringLiteral("ready to deliver")));
        QVERIFY(text("sourceFacts").contains(QStringLiteral("Bookings on call")));
    }

    void exportsThroughTheMonitorAndSaysSo()
    {
        open();
        QSignalSpy notes(m_page.get(), &Page::noteRaised);
        m_page->exportTo(QStringLiteral("/somewhere/history.json"));
        QTRY_COMPARE(notes.size(), 1);
        QVERIFY(notes.constFirst().constFirst().toString().contains(QStringLiteral("history.json")));
        QCOMPARE(m_fixture->monitor.notes.constLast().what, QStringLiteral("export"));
    }

    void aFailedExportIsSaid()
    {
        open();
        Error error;
        error.what = QStringLiteral("The disk is full.");
        m_fixture->monitor.nextFailure = error;
        m_page->exportTo(QStringLiteral("/somewhere/history.json"));
        QTRY_VERIFY(banner().contains(error.what));
    }
};

QTEST_MAIN(TestQueuePage)
#include "TestQueuePage.moc"
