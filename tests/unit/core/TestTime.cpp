// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/Time.h"

#include <QTest>

using namespace holdwatch;

class TestTime : public QObject
{
    Q_OBJECT
private slots:
    void formatsDurationsAsAPersonReadsThem_data()
    {
        QTest::addColumn<qint64>("millis");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << qint64(0) << QStringLiteral("0:00");
        QTest::newRow("minutes") << qint64(552'900) << QStringLiteral("9:12");
        QTest::newRow("hours") << qint64(3'849'000) << QStringLiteral("1:04:09");
        QTest::newRow("days") << qint64((3 * 24 + 4) * 3'600'000LL) << QStringLiteral("3 d 4 h");
        QTest::newRow("negative") << qint64(-61'000) << QStringLiteral("\u22121:01");
    }
    void formatsDurationsAsAPersonReadsThem()
    {
        QFETCH(qint64, millis);
        QTEST(formatDuration(Millis(millis)), "text");
    }

    void readsDurations_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("millis"); // -1: refused
        QTest::newRow("seconds") << QStringLiteral("90s") << qint64(90'000);
        QTest::newRow("bare number is seconds") << QStringLiteral("45") << qint64(45'000);
        QTest::newRow("mixed") << QStringLiteral("8m30s") << qint64(510'000);
        QTest::newRow("fraction") << QStringLiteral("1.5h") << qint64(5'400'000);
        QTest::newRow("millis are not minutes") << QStringLiteral("1500ms") << qint64(1'500);
        QTest::newRow("days") << QStringLiteral("2d") << qint64(172'800'000);
        QTest::newRow("empty") << QString() << qint64(-1);
        QTest::newRow("word") << QStringLiteral("soon") << qint64(-1);
        QTest::newRow("negative") << QStringLiteral("-5s") << qint64(-1);
        QTest::newRow("trailing rubbish") << QStringLiteral("5s!") << qint64(-1);
        QTest::newRow("too long") << QStringLiteral("99999999d") << qint64(-1);
    }
    void readsDurations()
    {
        QFETCH(QString, text);
        const auto parsed = parseDuration(text);
        QTEST(parsed ? parsed->count() : qint64(-1), "millis");
    }
};

QTEST_GUILESS_MAIN(TestTime)
#include "TestTime.moc"
