// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/filter/Letters.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::filter;

namespace {

UtcTime at(const char *iso)
{
    return fromQDateTime(QDateTime::fromString(QString::fromLatin1(iso), Qt::ISODateWithMs));
}

Letter seenAt(const char *iso)
{
    Letter letter;
    letter.seen = at(iso);
    return letter;
}

Moment noonInBerlin()
{
    return {noon().now, QTimeZone("Europe/Berlin")};
}

bool matchesAt(const Moment &moment, const char *filter, const Letter &letter)
{
    return Matcher(parsed(QString::fromLatin1(filter)), moment).matches(letter);
}

} // namespace

class TestTimes : public QObject
{
    Q_OBJECT
private slots:
    void aWrittenTimeIsAsLongAsItIsExact_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("last");
        const auto row = [](const char *text, const char *first, const char *last) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(first) << QString::fromLatin1(last);
        };
        row("2026-11-30", "2026-11-30T00:00:00.000Z", "2026-11-30T23:59:59.999Z");
        row("2026-11-30T14:03", "2026-11-30T14:03:00.000Z", "2026-11-30T14:03:59.999Z");
        row("2026-11-30T14:03:22", "2026-11-30T14:03:22.000Z", "2026-11-30T14:03:22.999Z");
        row("2026-11-30T14:03:22.1", "2026-11-30T14:03:22.100Z", "2026-11-30T14:03:22.100Z");
        row("2026-11-30T14:03:22.123456789Z", "2026-11-30T14:03:22.123Z", "2026-11-30T14:03:22.123Z");
        row("2026-11-30t14:03z", "2026-11-30T14:03:00.000Z", "2026-11-30T14:03:59.999Z");
        row("2026-11-30 14:03+01:00", "2026-11-30T13:03:00.000Z", "2026-11-30T13:03:59.999Z");
        row("2026-11-30T14:03-0530", "2026-11-30T19:33:00.000Z", "2026-11-30T19:33:59.999Z");
        row("today", "2026-11-30T00:00:00.000Z", "2026-11-30T23:59:59.999Z");
        row("Yesterday", "2026-11-29T00:00:00.000Z", "2026-11-29T23:59:59.999Z");
        row("tomorrow", "2026-12-01T00:00:00.000Z", "2026-12-01T23:59:59.999Z");
        row("now", "2026-11-30T12:00:00.000Z", "2026-11-30T12:00:00.000Z");
        row("-2h", "2026-11-30T10:00:00.000Z", "2026-11-30T10:00:00.000Z");
        row("-1h30m", "2026-11-30T10:30:00.000Z", "2026-11-30T10:30:00.000Z");
        row("+2d", "2026-12-02T12:00:00.000Z", "2026-12-02T12:00:00.000Z");
        row("2024-02-29", "2024-02-29T00:00:00.000Z", "2024-02-29T23:59:59.999Z");
    }
    void aWrittenTimeIsAsLongAsItIsExact()
    {
        QFETCH(QString, text);
        const auto span = readTime(text, noon());
        QVERIFY(span && timeForm(text));
        QTEST(toIso(span->first), "first");
        QTEST(toIso(span->last), "last");
    }

    void whatIsNoTimeIsNone()
    {
        for (const char *text : {"", "2026", "2026-11", "2026-13-01", "2026-02-30", "2025-02-29", "26-11-30", "2026-11-30T", "2026-11-30T24:00", "2026-11-30T10", "2026-11-30T10:60",
                 "2026-11-30T10:00:60", "2026-11-30T10:00:00.", "2026-11-30T10:00+15:00", "2026-11-30T10:00+1", "2026-11-30T10:00Zx", "2026-11-30Z", "-2", "-", "+h", "2h", "-2w", "-2h ago", "noon"}) {
            QVERIFY2(!timeForm(QString::fromLatin1(text)), text);
            QVERIFY2(!readTime(QString::fromLatin1(text), noon()), text);
        }
    }

    void theEndsOfADayAreSharp()
    {
        const Letter before = seenAt("2026-11-29T23:59:59.999Z");
        const Letter first = seenAt("2026-11-30T00:00:00.000Z");
        const Letter last = seenAt("2026-11-30T23:59:59.999Z");
        const Letter after = seenAt("2026-12-01T00:00:00.000Z");
        const auto answers = [&](const char *filter) {
            QString answer;
            for (const Letter &letter : {before, first, last, after})
                answer += QLatin1Char(matchesAt(noon(), filter, letter) ? '1' : '0');
            return answer;
        };
        QCOMPARE(answers("seen:2026-11-30"), QStringLiteral("0110"));
        QCOMPARE(answers("seen:today"), QStringLiteral("0110"));
        QCOMPARE(answers("seen:!=today"), QStringLiteral("1001"));
        QCOMPARE(answers("seen:<2026-11-30"), QStringLiteral("1000"));
        QCOMPARE(answers("seen:<=2026-11-30"), QStringLiteral("1110"));
        QCOMPARE(answers("seen:>2026-11-30"), QStringLiteral("0001"));
        QCOMPARE(answers("seen:>=2026-11-30"), QStringLiteral("0111"));
        QCOMPARE(answers("seen:yesterday..today"), QStringLiteral("1110"));
        QCOMPARE(answers("seen:2026-11-30..2026-12-01"), QStringLiteral("0111"));
    }

    void relativeTimesCountFromTheGivenNow()
    {
        QVERIFY(matchesAt(noon(), "seen:>-2h", seenAt("2026-11-30T10:00:00.001Z")));
        QVERIFY(!matchesAt(noon(), "seen:>-2h", seenAt("2026-11-30T10:00:00.000Z")));
        QVERIFY(matchesAt(noon(), "seen:-2h..-1h", seenAt("2026-11-30T11:00:00.000Z")));
        QVERIFY(!matchesAt(noon(), "seen:-2h..-1h", seenAt("2026-11-30T11:00:00.001Z")));
        const Moment later{noon().now + std::chrono::hours(1), QTimeZone::utc()};
        QVERIFY(!matchesAt(later, "seen:>-2h", seenAt("2026-11-30T10:30:00.000Z")));
        QVERIFY(matchesAt(noon(), "seen:<+1h", seenAt("2026-11-30T12:59:59.999Z")));
    }

    void tellsWhetherTheAnswerMovesWithTime()
    {
        const auto moves = [](const char *filter) { return Matcher(parsed(QString::fromLatin1(filter)), noon()).dependsOnNow(); };
        QVERIFY(moves("class:x (y OR -seen:>-2h)"));
        QVERIFY(moves("seen:2026-11-01..today"));
        QVERIFY(!moves("seen:2026-11-01..2026-11-02"));
        QVERIFY(!moves("class:today today age:>1h"));
    }

    void aDayBelongsToTheZoneOfTheReader()
    {
        QVERIFY(matchesAt(noonInBerlin(), "seen:today", seenAt("2026-11-29T23:00:00.000Z")));
        QVERIFY(!matchesAt(noonInBerlin(), "seen:today", seenAt("2026-11-30T23:00:00.000Z")));
        QVERIFY(matchesAt(noonInBerlin(), "seen:2026-11-30T13:00", seenAt("2026-11-30T12:00:00.000Z")));
        QVERIFY(!matchesAt(noonInBerlin(), "seen:2026-11-30T13:00Z", seenAt("2026-11-30T12:00:00.000Z")));
    }

    void aDayInAutumnHasTwentyFiveHours()
    {
        const auto span = readTime(u"2026-10-25", noonInBerlin());
        QCOMPARE(span->last - span->first + Millis(1), Millis(25 * 3600'000));
    }

    void durationsAreThoseOfTheRestOfTheProgram_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<bool>("answer");
        const auto row = [](const char *filter, bool answer) { QTest::newRow(filter) << QString::fromLatin1(filter) << answer; };
        row("age:8m30s", true);
        row("age:510s", true);
        row("age:510", true); // a bare number is seconds
        row("age:8.5m", true);
        row("age:>509999ms", true);
        row("age:>510s", false);
        row("age:<0.1d", true);
        row("age:8m..9m", true);
        row("age:(1h OR 8m30s)", true);
        row("age:!=8m", true);
    }
    void durationsAreThoseOfTheRestOfTheProgram()
    {
        QFETCH(QString, filter);
        Letter letter;
        letter.age = Millis(510'000);
        QTEST(matches(filter, letter), "answer");
    }
};

QTEST_GUILESS_MAIN(TestTimes)
#include "TestTimes.moc"
