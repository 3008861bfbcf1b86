// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/history/Resolution.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;

namespace {
constexpr qint64 hour = 3'600'000;
constexpr qint64 end = 1'790'000'123'456;
}

class TestResolution : public QObject
{
    Q_OBJECT
private slots:
    void picksALevelForEveryZoom_data()
    {
        QTest::addColumn<qint64>("span");
        QTest::addColumn<int>("level");
        QTest::addColumn<qint64>("bucket");
        QTest::newRow("15 min") << hour / 4 << int(Level::Raw) << qint64(2'000);
        QTest::newRow("1 h") << hour << int(Level::Raw) << qint64(10'000);
        QTest::newRow("6 h") << 6 * hour << int(Level::Minute) << qint64(60'000);
        QTest::newRow("24 h") << 24 * hour << int(Level::Minute) << qint64(180'000);
        QTest::newRow("7 d") << 7 * 24 * hour << int(Level::QuarterHour) << qint64(1'800'000);
        QTest::newRow("a year") << 365 * 24 * hour << int(Level::TwoHours) << qint64(8 * 7'200'000);
    }
    void picksALevelForEveryZoom()
    {
        QFETCH(qint64, span);
        const Resolution resolution = resolutionFor(end - span, end, 600, {});
        QTEST(int(resolution.level), "level");
        QTEST(resolution.bucket, "bucket");
    }

    void neverMakesMoreBucketsThanAskedForNorReadsManyRows()
    {
        for (qint64 span = 1; span < 20 * 365 * 24 * hour; span = span * 3 / 2 + 1) {
            for (const int maxBuckets : {2, 10, 100, 600, 2'000}) {
                const Resolution resolution = resolutionFor(end - span, end, maxBuckets, {});
                const qint64 first = floorTo(end - span, resolution.bucket);
                QVERIFY((floorTo(end - 1, resolution.bucket) - first) / resolution.bucket + 1 <= maxBuckets);
                const qint64 rows = span / (resolution.level == Level::Raw ? 1'000 : widthOf(resolution.level));
                QVERIFY2(rows <= 8 * std::max(maxBuckets, 900) || resolution.level == Level::TwoHours, qPrintable(QString::number(span)));
            }
        }
    }

    void fallsBackToACoarserLevelWhereTheFinerWasDropped()
    {
        const DroppedBefore dropped{end, end - hour, 0, 0};
        QCOMPARE(resolutionFor(end - hour / 4, end, 600, dropped).level, Level::Minute);
        QCOMPARE(resolutionFor(end - 3 * hour, end, 600, dropped).level, Level::QuarterHour);
    }
};

QTEST_GUILESS_MAIN(TestResolution)
#include "TestResolution.moc"
