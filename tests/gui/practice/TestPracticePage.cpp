// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/DemoStory.h"
#include "tests/support/FakePractice.h"
#include "tests/support/PageFixture.h"
#include "ui/practice/PracticePage.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace holdwatch::ui;

class TestPracticePage : public QObject
{
    Q_OBJECT

    std::unique_ptr<PageFixture> m_fixture;
    std::unique_ptr<FakePractice> m_practice;
    std::unique_ptr<PracticePage> m_page;

    template<typename Widget>
    Widget *find(const char *name) const
    {
        return m_page->findChild<Widget *>(QLatin1String(name));
    }

private slots:
    void init()
    {
        m_fixture = std::make_unique<PageFixture>();
        m_fixture->queues.update(demoQueues(m_fixture->clock.now()));
        m_practice = std::make_unique<FakePractice>();
        m_page = std::make_unique<PracticePage>(m_fixture->context(), *m_practice);
        m_page->resize(1000, 700);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    }
    void cleanup()
    {
        m_page.reset();
        m_practice.reset();
        m_fixture.reset();
    }

    void aSecondEffectIsNotHidden()
    {
        PracticeState broken = m_practice->now;
        broken.secondEffects = 2;
        m_practice->say(broken);
        QCOMPARE(find<QLabel>("ledgerSeconds")->text(), QStringLiteral("2"));
        QVERIFY(find<QLabel>("ledgerVerdict")->text().contains(QStringLiteral("took effect twice. The consumer is broken")));
    }

    void saysWhatIsHappeningNow()
    {
        QCOMPARE(find<QLabel>("chapter")->text(), m_practice->now.chapter);
        PracticeState next = m_practice->now;
        next.chapter = QStringLiteral("All is well again.");
        m_practice->say(next);
        QCOMPARE(find<QLabel>("chapter")->text(), next.chapter);
    }

    void aSwitchIsOnlyAWishUntilTheWorkloadSaysSo()
    {
        auto *slow = find<QCheckBox>("fault-slow-consumer");
        slow->setFocus();
        QTest::keyClick(slow, Qt::Key_Space);
        QCOMPARE(m_practice->wishes, QStringList{QStringLiteral("slow-consumer on")});
        m_practice->say(m_practice->now); // it did not follow
        QVERIFY(!slow->isChecked());
    }

    void faultsOfTheScenarioMoveTheSwitchesWithoutWishingAnything()
    {
        PracticeState next = m_practice->now;
        next.faults[0].on = true;
        m_practice->say(next);
        QVERIFY(find<QCheckBox>("fault-slow-consumer")->isChecked());
        QVERIFY(m_practice->wishes.isEmpty());
    }

    void pausesAndGoesOn()
    {
        find<QPushButton>("practicePause")->click();
        PracticeState paused = m_practice->now;
        paused.paused = true;
        m_practice->say(paused);
        QCOMPARE(find<QPushButton>("practicePause")->text(), QStringLiteral("Go on"));
        find<QPushButton>("practicePause")->click();
        QCOMPARE(m_practice->wishes, (QStringList{QStringLiteral("pause"), QStringLiteral("go on")}));
    }

    void setsSpeedAndStartsAScenario()
    {
        auto *speed = find<QComboBox>("practiceSpeed");
        speed->setFocus();
        QTest::keyClick(speed, Qt::Key_Down);
        auto *scenario = find<QComboBox>("practiceScenario");
        scenario->setCurrentIndex(1);
        find<QPushButton>("practiceStart")->click();
        QCOMPARE(m_practice->wishes, (QStringList{QStringLiteral("speed 2"), QStringLiteral("start quiet-day")}));
    }

    void opensTheQueueToLookAt()
    {
        QSignalSpy opened(m_page.get(), &Page::queueRequested);
        auto *link = find<QAbstractButton>("open-reservation-expiry");
        QVERIFY(link);
        link->setFocus();
        QTest::keyClick(link, Qt::Key_Space);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened.constFirst().constFirst().value<QueueId>().name, QStringLiteral("reservation-expiry"));
    }

    void listsOnlyPracticeQueues()
    {
        QVERIFY(!find<QAbstractButton>("open-checkout-capture"));
    }
};

QTEST_MAIN(TestPracticePage)
#include "TestPracticePage.moc"
