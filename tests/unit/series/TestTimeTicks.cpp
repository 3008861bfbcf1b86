// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/series/TimeTicks.h"

#include <QTest>

using namespace holdwatch;

namespace {

UtcTime at(const char *iso)
{
    return fromQDateTime(QDateTime::fromString(QString::fromLatin1(iso), Qt::ISODate));
}

QTimeZone zoneNamed(const char *id)
{
    return QTimeZone(QByteArray(id));
}

QStringList labelsOf(const QVector<TimeTick> &ticks)
{
    QStringList labels;
    for (const TimeTick &tick : ticks)
        labels.append(tick.label);
    return labels;
}

} // namespace

class TestTimeTicks : public QObject
{
    Q_OBJECT
private slots:
    void standOnRoundTimesOfTheZone_data()
    {
        QTest::addColumn<QByteArray>("zone");
        QTest::addColumn<QStringList>("labels");
        QTest::newRow("UTC") << QByteArray("UTC") << QStringList{QStringLiteral("12:00"), QStringLiteral("12:30"), QStringLiteral("13:00")};
        QTest::newRow("whole hours away") << QByteArray("Europe/Berlin") << QStringList{QStringLiteral("14:00"), QStringLiteral("14:30"), QStringLiteral("15:00")};
        QTest::newRow("three quarters away") << QByteArray("Asia/Kathmandu") << QStringList{QStringLiteral("18:00"), QStringLiteral("18:30")};
    }
    void standOnRoundTimesOfTheZone()
    {
        QFETCH(QByteArray, zone);
        const auto ticks = timeTicks({at("2026-07-01T11:58:00Z"), at("2026-07-01T13:01:00Z")}, 4, QTimeZone(zone));
        QTEST(labelsOf(ticks), "labels");
    }

    void tellTheRepeatedHourApart()
    {
        // Berlin, 25 October 2026: 03:00 CEST becomes 02:00 CET.
        const auto ticks = timeTicks({at("2026-10-24T23:00:00Z"), at("2026-10-25T03:00:00Z")}, 6, zoneNamed("Europe/Berlin"));
        QCOMPARE(labelsOf(ticks), (QStringList{QStringLiteral("01:00"), QStringLiteral("02:00"), QStringLiteral("02:00 CET"),
                                               QStringLiteral("03:00"), QStringLiteral("04:00")}));
        for (int i = 1; i < ticks.size(); ++i)
            QCOMPARE(ticks[i].at - ticks[i - 1].at, Millis(Minutes(60)));
    }

    void leaveOutTheHourThatDoesNotExist()
    {
        // Berlin, 29 March 2026: 02:00 CET becomes 03:00 CEST.
        const auto ticks = timeTicks({at("2026-03-29T00:00:00Z"), at("2026-03-29T03:00:00Z")}, 6, zoneNamed("Europe/Berlin"));
        QCOMPARE(labelsOf(ticks).filter(QStringLiteral("02:")).size(), 0);
        QVERIFY(labelsOf(ticks).contains(QStringLiteral("03:00 CEST")));
    }

    void stayOnWallHoursAcrossAClockChange()
    {
        const auto ticks = timeTicks({at("2026-10-24T06:00:00Z"), at("2026-10-26T06:00:00Z")}, 10, zoneNamed("Europe/Berlin"));
        QVERIFY(ticks.size() >= 7);
        for (const TimeTick &tick : ticks)
            QCOMPARE(QDateTime::fromMSecsSinceEpoch(toEpochMillis(tick.at), zoneNamed("Europe/Berlin")).time().hour() % 6, 0);
    }

    void nameTheDayAtMidnight()
    {
        const auto ticks = timeTicks({at("2026-11-01T18:00:00Z"), at("2026-11-02T06:00:00Z")}, 6, QTimeZone::utc());
        const auto midnight = std::find_if(ticks.begin(), ticks.end(), [](const TimeTick &tick) { return tick.major; });
        QVERIFY(midnight != ticks.end());
        QCOMPARE(midnight->label, QStringLiteral("Mon 2 Nov"));
    }

    void areNeverMoreThanAskedFor()
    {
        for (qint64 width = 30; width < 90LL * 86400; width = width * 13 / 10) {
            for (int most = 2; most < 12; ++most) {
                const auto ticks = timeTicks({at("2026-10-20T07:13:41Z"), at("2026-10-20T07:13:41Z") + Seconds(width)}, most, QTimeZone::utc());
                QVERIFY2(ticks.size() <= most, qPrintable(QStringLiteral("%1 s, %2 asked, %3 came").arg(width).arg(most).arg(ticks.size())));
            }
        }
    }

    void ofAnEmptyRangeAreNone()
    {
        QVERIFY(timeTicks({at("2026-10-20T07:00:00Z"), at("2026-10-20T07:00:00Z")}, 5, QTimeZone::utc()).isEmpty());
    }

    void momentsCarryTheirZoneAndTheDateWhenItIsNotToday()
    {
        const UtcTime now = at("2026-11-02T12:00:00Z");
        QCOMPARE(momentText(at("2026-11-02T10:00:05Z"), zoneNamed("Europe/Berlin"), now), QStringLiteral("11:00:05 CET"));
        QCOMPARE(momentText(at("2026-11-01T10:00:05Z"), QTimeZone::utc(), now), QStringLiteral("Sun 1 Nov 10:00:05 UTC"));
    }

    void theZoneIsPrintedOnceAndInFull()
    {
        QCOMPARE(zoneText(QTimeZone::utc(), at("2026-11-02T12:00:00Z")), QStringLiteral("UTC"));
        QCOMPARE(zoneText(zoneNamed("Europe/Berlin"), at("2026-07-02T12:00:00Z")), QStringLiteral("Europe/Berlin (CEST)"));
    }
};

QTEST_GUILESS_MAIN(TestTimeTicks)
#include "TestTimeTicks.moc"
