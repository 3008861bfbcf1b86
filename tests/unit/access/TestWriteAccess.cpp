// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/access/WriteAccess.h"
#include "tests/support/FakeClock.h"

#include <QSignalSpy>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

class TestWriteAccess : public QObject
{
    Q_OBJECT

    FakeClock m_clock;
    const ConnectionId m_shop{QStringLiteral("shop")};
    const ConnectionId m_mail{QStringLiteral("mail")};

private slots:
    void isReadOnlyUntilUnlocked()
    {
        WriteAccess access(m_clock);
        QVERIFY(!access.isUnlocked(m_shop));
        QCOMPARE(access.remaining(m_shop), Millis(0));
        access.unlock(m_shop);
        QVERIFY(access.isUnlocked(m_shop));
        QVERIFY(!access.isUnlocked(m_mail)); // one connection, not all of them
        QCOMPARE(access.remaining(m_shop), WriteAccess::unlockedFor);
    }

    void countsDownAndLocksByItself()
    {
        WriteAccess access(m_clock);
        QSignalSpy changed(&access, &WriteAccess::changed);
        access.unlock(m_shop);
        m_clock.advance(WriteAccess::unlockedFor - Millis(1));
        access.tick();
        QVERIFY(access.isUnlocked(m_shop));
        QCOMPARE(changed.count(), 1);
        m_clock.advance(Millis(1));
        QVERIFY(!access.isUnlocked(m_shop)); // even before anybody ticks
        access.tick();
        QCOMPARE(changed.count(), 2);
        access.tick();
        QCOMPARE(changed.count(), 2);
    }

    void isNotProlongedByAClockThatIsSetBack()
    {
        WriteAccess access(m_clock);
        access.unlock(m_shop);
        m_clock.advance(Minutes(14));
        m_clock.setWallClock(m_clock.now() - Minutes(60));
        QCOMPARE(access.remaining(m_shop), Millis(Minutes(1)));
    }

    void locksOneOrAll()
    {
        WriteAccess access(m_clock);
        access.unlock(m_shop);
        access.unlock(m_mail);
        QCOMPARE(access.unlocked(), (QVector<ConnectionId>{m_mail, m_shop}));
        access.lock(m_mail);
        QCOMPARE(access.unlocked(), QVector<ConnectionId>{m_shop});
        access.lockAll();
        QVERIFY(access.unlocked().isEmpty());
    }

    void anotherUnlockBeginsAnew()
    {
        WriteAccess access(m_clock);
        access.unlock(m_shop);
        m_clock.advance(Minutes(10));
        access.unlock(m_shop);
        QCOMPARE(access.remaining(m_shop), WriteAccess::unlockedFor);
    }
};

QTEST_GUILESS_MAIN(TestWriteAccess)
#include "TestWriteAccess.moc"
