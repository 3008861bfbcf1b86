// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/DemoStory.h"
#include "tests/support/FakeClock.h"
#include "tests/support/WindowFixture.h"
#include "ui/shell/MainWindow.h"

#include <QAbstractButton>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

class TestOverview : public QObject
{
    Q_OBJECT

    FakeClock m_clock;
    std::unique_ptr<WindowFixture> m_fixture;
    FakeMonitor *m_monitor = nullptr;
    MemorySettings *m_settings = nullptr;
    ui::MainWindow *m_window = nullptr;

    template<typename T>
    T *find(const char *name) const
    {
        return m_window->findChild<T *>(QString::fromLatin1(name));
    }
    QTableView *table() const { return find<QTableView>("queueTable"); }
    QString nameAt(int row) const { return table()->model()->index(row, int(QueueCell::Name)).data().toString(); }
    int rowOf(const QString &name) const
    {
        for (int row = 0; row < table()->model()->rowCount(); ++row) {
            if (nameAt(row) == name)
                return row;
        }
        return -1;
    }
    QPoint pointIn(int row) const { return table()->visualRect(table()->model()->index(row, int(QueueCell::Name))).center(); }
    void click(int row) const { QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, pointIn(row)); }

    void tell(int extra = 0) const
    {
        for (const ConnectionStatus &status : demoConnections(m_clock.now()))
            emit m_monitor->connectionChanged(status);
        emit m_monitor->statusesChanged(demoQueues(m_clock.now(), extra));
        for (const Alert &alert : demoAlerts(m_clock.now()))
            emit m_monitor->alertChanged(alert);
    }

private slots:
    void init()
    {
        m_fixture = std::make_unique<WindowFixture>(m_clock);
        m_monitor = &m_fixture->monitor;
        m_settings = &m_fixture->settings;
        m_window = m_fixture->makeWindow();
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window));
    }

    void cleanup()
    {
        delete m_window;
        m_fixture.reset();
    }

    void saysWhatToDoWhenThereIsNothing()
    {
        QCOMPARE(find<QLabel>("emptyTitle")->text(), QStringLiteral("No connection yet"));
        emit m_monitor->connectionChanged(demoConnections(m_clock.now()).first());
        QTRY_COMPARE(find<QLabel>("emptyTitle")->text(), QStringLiteral("Waiting for the first answer"));
        QTest::mouseClick(find<QAbstractButton>("emptyAction"), Qt::LeftButton);
        QCOMPARE(m_monitor->refreshes, 1);
    }

    void saysWhyWhenEveryConnectionFails()
    {
        emit m_monitor->connectionChanged(demoConnections(m_clock.now()).last());
        QTRY_COMPARE(find<QLabel>("emptyTitle")->text(), QStringLiteral("No queue can be read"));
    }

    void showsWorstFirst()
    {
        tell();
        QCOMPARE(nameAt(0), QStringLiteral("checkout-capture"));
        QCOMPARE(nameAt(1), QStringLiteral("reservation-expiry"));
    }

    void asksForAPersonOnlyWhenOneIsNeeded()
    {
        QVERIFY(!find<QWidget>("needCard")->isVisible());
        tell();
        QTRY_VERIFY(find<QWidget>("needCard")->isVisible());
        QVector<QueueStatus> calm = demoQueues(m_clock.now());
        for (QueueStatus &status : calm)
            status.assessment.verdict = Verdict::Healthy;
        emit m_monitor->statusesChanged(calm);
        QTRY_VERIFY(!find<QWidget>("needCard")->isVisible());
        QCOMPARE(find<QLabel>("needsYouTitle")->text(), QStringLiteral("Nothing needs you"));
        calm.last().assessment.verdict = Verdict::Stale;
        emit m_monitor->statusesChanged(calm);
        QTRY_COMPARE(find<QLabel>("needsYouTitle")->text(), QStringLiteral("Nothing known needs you; 1 queue is stale"));
    }

    void nothingMovesTheRowsByComingOrGoing()
    {
        const auto place = [this] { return table()->viewport()->mapTo(m_window, QPoint()); };
        QVector<QueueStatus> calm = demoQueues(m_clock.now());
        for (QueueStatus &status : calm)
            status.assessment.verdict = Verdict::Healthy;
        emit m_monitor->statusesChanged(calm);
        QTRY_VERIFY(table()->isVisible());
        const QPoint before = place();
        const QRect feed = find<QWidget>("alertFeed")->geometry();
        tell(); // a connection fails, queues need a person
        QTRY_VERIFY(find<QWidget>("noticeBar")->isVisible());
        QTRY_VERIFY(find<QWidget>("needCard")->isVisible());
        QCOMPARE(place(), before);
        QCOMPARE(find<QWidget>("alertFeed")->geometry(), feed);
        emit m_monitor->pausedChanged(true);
        QCOMPARE(place(), before);
    }

    void keepsSelectionAndScrollThroughAPoll()
    {
        tell(200);
        table()->scrollToBottom();
        const int row = rowOf(QStringLiteral("tenant-0190-jobs"));
        click(row);
        const int scrolled = table()->verticalScrollBar()->value();
        QSignalSpy resets(table()->model(), &QAbstractItemModel::modelReset);
        m_clock.advance(Seconds(15));
        tell(200);
        QCOMPARE(table()->verticalScrollBar()->value(), scrolled);
        QCOMPARE(nameAt(table()->currentIndex().row()), QStringLiteral("tenant-0190-jobs"));
        QCOMPARE(resets.count(), 0);
    }

    void holdsTheOrderWhileTheMouseMovesOverTheRows()
    {
        tell();
        const int row = rowOf(QStringLiteral("access-cleanup"));
        QTest::mouseMove(table()->viewport(), pointIn(row));
        QTest::mouseMove(table()->viewport(), pointIn(row) + QPoint(3, 3));
        QueueStatus worse = demoQueue(QStringLiteral("access-cleanup"), Verdict::Breached, Seconds(5000), m_clock.now());
        emit m_monitor->statusesChanged({worse});
        QCOMPARE(rowOf(QStringLiteral("access-cleanup")), row);
        auto *reorder = find<QAbstractButton>("reorderButton");
        QVERIFY(reorder->isVisible());
        QTest::mouseClick(reorder, Qt::LeftButton);
        QVERIFY(rowOf(QStringLiteral("access-cleanup")) < row);
    }

    void filtersByTypingAndClearsByEscape()
    {
        tell();
        const int all = table()->model()->rowCount();
        QTest::keyClick(table(), Qt::Key_Slash);
        QVERIFY(find<QLineEdit>("queueFilter")->hasFocus());
        QTest::keyClicks(find<QLineEdit>("queueFilter"), QStringLiteral("refund"));
        QCOMPARE(table()->model()->rowCount(), 1);
        QTest::keyClick(find<QLineEdit>("queueFilter"), Qt::Key_Escape);
        QCOMPARE(table()->model()->rowCount(), all);
    }

    void offersToClearAFilterThatHidesEverything()
    {
        tell();
        find<QLineEdit>("queueFilter")->setText(QStringLiteral("no such queue"));
        QCOMPARE(find<QLabel>("emptyTitle")->text(), QStringLiteral("No queue matches"));
        QTest::mouseClick(find<QAbstractButton>("emptyAction"), Qt::LeftButton);
        QVERIFY(table()->model()->rowCount() > 0);
    }

    void filtersByAVerdictCount()
    {
        tell();
        QTRY_VERIFY(find<QAbstractButton>("count-stale")->isVisible());
        QTest::mouseClick(find<QAbstractButton>("count-stale"), Qt::LeftButton);
        QCOMPARE(table()->model()->rowCount(), 1);
        QCOMPARE(nameAt(0), QStringLiteral("orders"));
    }

    void explainsTheSelectedQueueAndAcknowledgesItsAlert()
    {
        tell();
        QTRY_VERIFY(table()->isVisible()); // news is shown in the event loop's next turn
        click(rowOf(QStringLiteral("reservation-expiry")));
        QVERIFY(find<QWidget>("queueDetails")->isVisible());
        QVERIFY(find<QLabel>("detailsReason")->text().contains(QStringLiteral("rising 0.9 s/s")));
        QTRY_VERIFY(find<QAbstractButton>("acknowledgeButton")->width() > 0); // laid out
        QTest::mouseClick(find<QAbstractButton>("acknowledgeButton"), Qt::LeftButton);
        QCOMPARE(m_monitor->notes.size(), 1);
        QCOMPARE(m_monitor->notes.first().what, QStringLiteral("acknowledge"));
        QCOMPARE(m_monitor->notes.first().whom, QStringLiteral("reservation-expiry/age"));
        QTest::mouseClick(find<QAbstractButton>("closeDetailsButton"), Qt::LeftButton);
        QVERIFY(!find<QWidget>("queueDetails")->isVisible());
    }

    void neverSqueezesTheDetailsHoweverLongTheSentenceIs()
    {
        m_window->resize(960, 600);
        tell();
        QTRY_VERIFY(table()->isVisible());
        QueueStatus wordy = *demoQueues(m_clock.now()).cbegin();
        for (const QueueStatus &status : demoQueues(m_clock.now())) {
            if (status.queue.id.name == QLatin1String("reservation-expiry"))
                wordy = status;
        }
        wordy.assessment.reason = QStringLiteral("age 1:00 of 1:30, rising 0.91 s/s for 62 s; earliest breach in 0:29, ").repeated(4);
        wordy.notes = QStringList(QStringLiteral("the message at the head carries no timestamp, or is not in memory ").repeated(3));
        emit m_monitor->statusesChanged({wordy});
        click(rowOf(QStringLiteral("reservation-expiry")));
        const auto *reason = find<QLabel>("detailsReason");
        QTRY_VERIFY(reason->text().contains(QStringLiteral("0.91")));
        QTRY_VERIFY(reason->width() > 0 && reason->height() >= reason->heightForWidth(reason->width()));
        for (const QLabel *label : reason->parentWidget()->findChildren<QLabel *>())
            QTRY_VERIFY2(!label->isVisible() || label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
    }

    void opensTheQueueByEnterAndComesBackByEscape()
    {
        tell();
        click(rowOf(QStringLiteral("inventory-reservations")));
        QTest::keyClick(table(), Qt::Key_Return);
        QCOMPARE(m_window->currentPage(), QStringLiteral("queue"));
        QTest::keyClick(m_window, Qt::Key_Escape);
        QTRY_COMPARE(m_window->currentPage(), QStringLiteral("overview"));
    }

    void remembersOrderAndColumns()
    {
        tell();
        auto *header = table()->horizontalHeader();
        const int x = header->sectionViewportPosition(int(QueueCell::Depth)) + 10;
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(x, 10));
        QCOMPARE(nameAt(0), QStringLiteral("reservation-expiry"));
        const std::unique_ptr<ui::MainWindow> second(m_fixture->makeWindow());
        ui::MainWindow &again = *second;
        emit m_monitor->statusesChanged(demoQueues(m_clock.now()));
        auto *other = again.findChild<QTableView *>(QStringLiteral("queueTable"));
        QCOMPARE(other->model()->index(0, int(QueueCell::Name)).data().toString(), QStringLiteral("reservation-expiry"));
    }

    void marksAStaleRowNeverGreen()
    {
        tell();
        const int row = rowOf(QStringLiteral("orders"));
        const QModelIndex cell = table()->model()->index(row, int(QueueCell::Verdict));
        QCOMPARE(cell.data().toString(), QStringLiteral("stale"));
        const QImage image = table()->viewport()->grab(table()->visualRect(cell)).toImage();
        int green = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const QColor color = image.pixelColor(x, y);
                green += color.green() > color.red() + 40 && color.green() > color.blue() + 20;
            }
        }
        QCOMPARE(green, 0);
    }

    void namesTheFailingConnectionBesideTheRows()
    {
        tell();
        auto *notice = find<QWidget>("noticeBar");
        QTRY_VERIFY(notice->isVisible());
        QVERIFY(notice->accessibleName().contains(QStringLiteral("rabbit-staging unreachable, next try in 0:47")));
    }
};

QTEST_MAIN(TestOverview)
#include "TestOverview.moc"
