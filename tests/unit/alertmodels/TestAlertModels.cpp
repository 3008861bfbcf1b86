// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/AlertFields.h"
#include "models/alerts/AlertLogModel.h"
#include "models/alerts/OpenAlertsModel.h"
#include "models/connections/ConnectionModel.h"
#include "models/filter/Parser.h"
#include "tests/support/DemoStory.h"
#include "tests/support/FakeClock.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

class TestAlertModels : public QObject
{
    Q_OBJECT

    FakeClock m_clock;
    static constexpr auto fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

    Alert alert(int number, Verdict verdict) const
    {
        Alert made;
        made.id = AlertId(QString::number(number));
        made.queue = {ConnectionId(QStringLiteral("c")), QString::number(number)};
        made.verdict = verdict;
        made.openedAt = m_clock.now() + Seconds(number);
        return made;
    }

    AlertLogEntry line(qint64 sequence) const
    {
        AlertLogEntry entry;
        entry.sequence = sequence;
        entry.at = m_clock.now() + Seconds(sequence);
        entry.queue = {ConnectionId(QStringLiteral("c")), QStringLiteral("orders")};
        return entry;
    }

private slots:
    void keepsOpenAlertsWorstFirstThroughARandomWalk()
    {
        OpenAlertsModel model(m_clock);
        QAbstractItemModelTester tester(&model, fatal);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QRandomGenerator random(3);
        QHash<int, Alert> naive;
        for (int step = 0; step < 500; ++step) {
            const int number = random.bounded(15);
            Alert next = alert(number, random.bounded(2) ? Verdict::Breached : Verdict::Approaching);
            if (random.bounded(3) == 0)
                next.closedAt = m_clock.now();
            model.apply(next);
            if (next.isOpen())
                naive.insert(number, next);
            else
                naive.remove(number);
            QCOMPARE(model.rowCount(), int(naive.size()));
            for (int row = 0; row < model.rowCount(); ++row) {
                QCOMPARE(model.alertAt(row), naive.value(model.alertAt(row).id.text().toInt()));
                QVERIFY(row == 0 || severityOf(model.alertAt(row - 1).verdict) >= severityOf(model.alertAt(row).verdict));
            }
        }
        QCOMPARE(resets.count(), 0);
    }

    void saysWhoTookAnAlertAndUntilWhenItIsMuted()
    {
        Alert taken = alert(1, Verdict::Breached);
        QCOMPARE(OpenAlertsModel::stateOf(taken, Zone::Utc, m_clock.now()), QStringLiteral("nobody yet"));
        taken.acknowledgedBy = QStringLiteral("mira");
        taken.mutedUntil = m_clock.now() + Minutes(5);
        QVERIFY(OpenAlertsModel::stateOf(taken, Zone::Utc, m_clock.now()).startsWith(QStringLiteral("acknowledged by mira, muted until ")));
        QCOMPARE(OpenAlertsModel::stateOf(taken, Zone::Utc, m_clock.now() + Minutes(6)), QStringLiteral("acknowledged by mira"));
    }

    void logsNewestFirstOnceEachAndBounded()
    {
        AlertLogModel model(10);
        QAbstractItemModelTester tester(&model, fatal);
        for (const qint64 sequence : {3, 1, 2, 2, 3})
            model.append(line(sequence));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.entryAt(0).sequence, qint64(3));
        QVERIFY(!model.hasForgotten());
        for (qint64 sequence = 4; sequence <= 30; ++sequence)
            model.append(line(sequence));
        QCOMPARE(model.rowCount(), 10);
        QCOMPARE(model.entryAt(0).sequence, qint64(30));
        QCOMPARE(model.entryAt(9).sequence, qint64(21));
        model.append(line(1));
        QCOMPARE(model.rowCount(), 10);
        QVERIFY(model.hasForgotten());
    }

    void filtersTheLog()
    {
        AlertLogModel model;
        AlertLogProxy shown(model);
        QAbstractItemModelTester tester(&shown, fatal);
        for (const AlertLogEntry &entry : demoLog(m_clock.now()))
            model.append(entry);
        const filter::FieldCatalogue catalogue = alertCatalogue(model);
        const auto lines = [&](const char *text) {
            shown.setFilter(*filter::parse(QString::fromUtf8(text), catalogue), {m_clock.now(), QTimeZone::utc()});
            return shown.rowCount();
        };
        QCOMPARE(lines("webhook"), 1);
        const int all = lines("");
        QCOMPARE(lines("verdict:approaching from:watch") + lines("-(verdict:approaching from:watch)"), all);
        QVERIFY(lines("verdict:approaching from:watch") > 0);
        QCOMPARE(lines("watch \u2192 approaching"), lines("verdict:approaching from:watch")); // as it stands in the list
        QCOMPARE(lines("what:*failed reason:*webhook*"), 1);
        QCOMPARE(lines("age:>=0s"), all);
        QVERIFY(shown.dependsOnNow());
        QCOMPARE(lines("at:<-30d"), 0);
        QCOMPARE(lines("queue:reservation-expiry") + lines("queue:!=reservation-expiry") + lines("-queue:*"), all);
        shown.setFilter({}, {});
        QVERIFY(!shown.dependsOnNow());
        shown.setOnlyVerdicts(true);
        QCOMPARE(shown.rowCount(), 5);
        ViewScope scope;
        scope.connection = ConnectionId(QStringLiteral("rabbit-staging"));
        shown.setScope(scope);
        QCOMPARE(shown.rowCount(), 1);
    }

    void sumsUpWhatPollingCostsOnlyWhereItIsKnown()
    {
        ConnectionModel model(m_clock);
        QAbstractItemModelTester tester(&model, fatal);
        ConnectionStatus silent;
        silent.id = ConnectionId(QStringLiteral("a"));
        silent.requestsPerMinute = 4;
        model.apply(silent);
        QVERIFY(!model.costPerHourUsd());
        ConnectionStatus charged = silent;
        charged.id = ConnectionId(QStringLiteral("b"));
        charged.costPerHourUsd = 0.004;
        model.apply(charged);
        QCOMPARE(model.requestsPerMinute(), 8.0);
        QCOMPARE(*model.costPerHourUsd(), 0.004);
        model.remove(charged.id);
        QVERIFY(!model.costPerHourUsd());
    }

    void countsDownToTheNextAttemptWhileAConnectionWaits()
    {
        ConnectionStatus rabbit = demoConnections(m_clock.now()).last();
        QCOMPARE(stateLine(rabbit, m_clock.now()), QStringLiteral("rabbit-staging unreachable, next try in 0:47"));
        QCOMPARE(stateLine(rabbit, m_clock.now() + Seconds(40)), QStringLiteral("rabbit-staging unreachable, next try in 0:07"));
        rabbit.state = ConnectionStatus::State::Ok;
        QCOMPARE(stateLine(rabbit, m_clock.now()), QStringLiteral("rabbit-staging ok"));
    }
};

QTEST_GUILESS_MAIN(TestAlertModels)
#include "TestAlertModels.moc"
