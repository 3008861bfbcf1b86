// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/StatusTable.h"
#include "tests/unit/bootstrap/Reports.h"

#include <QTest>

using namespace holdwatch;
using namespace std::chrono_literals;
using bootstrap::TableStyle;
using test::connectionThatIs;
using test::queueThatIs;
using State = ConnectionStatus::State;

namespace {

const UtcTime now(Seconds(1'700'000'003));

QStringList linesOf(const QVector<bootstrap::ConnectionReport> &reports, const TableStyle &style)
{
    return bootstrap::statusTable(reports, now, style).split(QLatin1Char('\n'));
}

int lineWith(const QStringList &lines, const QString &word)
{
    for (int i = 0; i < lines.size(); ++i) {
        if (lines[i].contains(word))
            return i;
    }
    return -1;
}

} // namespace

class TestStatusTable : public QObject
{
    Q_OBJECT
private slots:
    void putsTheWorstFirstWithItsReason()
    {
        const QStringList lines = linesOf({connectionThatIs(State::Ok, {queueThatIs(Verdict::Healthy, QStringLiteral("mail")), queueThatIs(Verdict::Breached)})}, {});
        QVERIFY(lineWith(lines, QStringLiteral("orders")) < lineWith(lines, QStringLiteral("mail")));
        QVERIFY(lineWith(lines, QStringLiteral("because breached")) > 0);
        QCOMPARE(lineWith(lines, QStringLiteral("because healthy")), -1);
    }

    void fitsTheTerminal_data()
    {
        QTest::addColumn<int>("width");
        for (int width : {60, 80, 100, 132, 200})
            QTest::addRow("%d", width) << width;
    }
    void fitsTheTerminal()
    {
        QFETCH(int, width);
        const QueueStatus longName = queueThatIs(Verdict::Healthy, QString(200, QLatin1Char('q')));
        const QStringList lines = linesOf({connectionThatIs(State::Ok, {longName})}, {width, false, true});
        for (const QString &line : lines)
            QVERIFY2(line.size() <= width, qPrintable(line));
        QVERIFY(lines[1].contains(QStringLiteral("age")) && lines[1].contains(QStringLiteral("depth")));
        QCOMPARE(lines[1].contains(QStringLiteral("sampled")), width >= 140);
    }

    void everyVerdictHasRoomForItsWord()
    {
        for (Verdict verdict : {Verdict::Healthy, Verdict::Approaching, Verdict::Recovering, Verdict::NotReported}) {
            const QStringList lines = linesOf({connectionThatIs(State::Ok, {queueThatIs(verdict)})}, {80, false, true});
            QVERIFY2(lineWith(lines, toWord(verdict) + QLatin1Char(' ')) > 0, qPrintable(lines.join(QLatin1Char('\n'))));
        }
    }

    void notReportedIsADash()
    {
        const QStringList lines = linesOf({connectionThatIs(State::Ok, {queueThatIs(Verdict::NotReported)})}, {200, false, false});
        QVERIFY(lines[2].contains(QStringLiteral(" - ")));
        QVERIFY(!lines[2].contains(QStringLiteral(" 0 ")));
    }

    void aDeadSetShowsItsGrowthWithoutADash()
    {
        QueueStatus dead = queueThatIs(Verdict::Watch, QStringLiteral("orders.dlq"));
        dead.deadLettersDelta = 2;
        const QStringList lines = linesOf({connectionThatIs(State::Ok, {dead})}, {200, false, false});
        QVERIFY2(lines[2].contains(QStringLiteral(" +2")) && !lines[2].contains(QStringLiteral("(+2)")), qPrintable(lines[2]));
    }

    void usesNoColourUnlessAsked()
    {
        const QVector<bootstrap::ConnectionReport> reports{connectionThatIs(State::Ok, {queueThatIs(Verdict::Breached)})};
        QVERIFY(!bootstrap::statusTable(reports, now, {}).contains(QLatin1Char('\x1b')));
        QVERIFY(bootstrap::statusTable(reports, now, {100, true, false}).contains(QLatin1Char('\x1b')));
    }

    void nothingFromOutsideSteersTheTerminal()
    {
        QueueStatus hostile = queueThatIs(Verdict::Breached, QStringLiteral("a\x1b[2Jb\nc\u202Ed"));
        hostile.assessment.reason = QStringLiteral("\x1b]0;owned\x07");
        bootstrap::ConnectionReport report = connectionThatIs(State::Unreachable, {hostile});
        report.connection.text = QStringLiteral("bad\x1b[31m");
        const QString text = bootstrap::statusTable({report}, now, {200, false, true});
        QVERIFY(!text.contains(QLatin1Char('\x1b')) && !text.contains(QLatin1Char('\x07')) && !text.contains(QChar(0x202E)));
        QVERIFY(text.contains(QStringLiteral("a?[2Jb?c?d")));
    }

    void staysAsciiWhereTheTerminalIs()
    {
        QueueStatus status = queueThatIs(Verdict::Breached, QStringLiteral("größe"));
        status.assessment.headroom = -90s;
        const QString text = bootstrap::statusTable({connectionThatIs(State::Ok, {status})}, now, {200, false, false});
        for (const QChar &character : text)
            QVERIFY(character.unicode() < 0x7F);
        QVERIFY(text.contains(QStringLiteral("-1:30")));
    }

    void countsTheSamplesAgeByTheServersClock()
    {
        bootstrap::ConnectionReport report = connectionThatIs(State::Ok, {queueThatIs(Verdict::Healthy)});
        report.connection.clockOffset = 10s;
        QVERIFY(bootstrap::statusTable({report}, now, {200, false, false}).contains(QStringLiteral("13 s")));
    }

    void saysWhatIsWrongWithAConnection()
    {
        bootstrap::ConnectionReport report = connectionThatIs(State::Misconfigured);
        report.connection.text = QStringLiteral("There is no provider.");
        QCOMPARE(linesOf({report}, {})[0], QStringLiteral("Shop (infrai): misconfigured. There is no provider."));
    }
};

QTEST_GUILESS_MAIN(TestStatusTable)
#include "TestStatusTable.moc"
