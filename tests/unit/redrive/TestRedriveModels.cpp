// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/RedriveListModel.h"
#include "models/redrive/RunItemModel.h"
#include "tests/support/FakeClock.h"
#include "tests/unit/redrive/PlanSamples.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

class TestRedriveModels : public QObject
{
    Q_OBJECT

    FakeClock m_clock{planTime()};
    static constexpr auto fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

    static RedriveRecord record(int number, int items = 4)
    {
        RedriveRecord made;
        made.plan = soundPlan(items);
        made.plan.id = PlanId(QStringLiteral("rd-%1").arg(number));
        made.plan.createdAt = planTime() + Seconds(number / 2);
        made.isOwn = true;
        made.run.plan = made.plan.id;
        return made;
    }

    static RedriveRecord stating(RedriveRecord made, Statement::Kind kind, const QString &problem = {})
    {
        Statement statement;
        statement.kind = kind;
        made.statements << StatementRow{statement, problem};
        return made;
    }

    static RedriveRecord in(RunState::Stage stage)
    {
        RedriveRecord made = record(1);
        made.run.stage = stage;
        return made;
    }

    static ItemResult result(int ordinal, ItemOutcome outcome, const QString &detail = {})
    {
        return {ordinal, outcome, planTime(), detail, {}};
    }

    static QString cell(const QAbstractItemModel &model, int row, int column, int role = Qt::DisplayRole) { return model.index(row, column).data(role).toString(); }

private slots:
    void theListStandsNewestFirstThroughARandomWalkAndNeverResets()
    {
        RedriveListModel model(m_clock);
        QAbstractItemModelTester tester(&model, fatal);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QRandomGenerator random(11);
        QHash<int, RedriveRecord> naive;
        for (int step = 0; step < 600; ++step) {
            const int number = random.bounded(20);
            RedriveRecord next = record(number);
            next.run.counts.confirmed = random.bounded(4);
            switch (random.bounded(4)) {
            case 0:
                model.remove(next.plan.id);
                naive.remove(number);
                break;
            case 1: {
                naive.remove(random.bounded(20));
                QVector<RedriveRecord> all(naive.cbegin(), naive.cend());
                model.setRedrives(all);
                break;
            }
            default:
                model.update(next);
                naive.insert(number, next);
            }
            QCOMPARE(model.rowCount(), int(naive.size()));
            for (int row = 1; row < model.rowCount(); ++row)
                QVERIFY(model.recordAt(row - 1).plan.createdAt >= model.recordAt(row).plan.createdAt);
            for (const RedriveRecord &kept : std::as_const(naive))
                QVERIFY(model.find(kept.plan.id) && *model.find(kept.plan.id) == kept);
        }
        QCOMPARE(resets.count(), 0);
    }

    void theSameRecordAgainIsNoNews()
    {
        RedriveListModel model(m_clock);
        model.setRedrives({record(1), record(2)});
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.setRedrives({record(2), record(1)});
        QCOMPARE(changes.count(), 0);
    }

    void newsOfARunChangeItsRowAlone()
    {
        RedriveListModel model(m_clock);
        model.setRedrives({record(1), record(9)});
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        RunState run = record(1).run;
        run.stage = RunState::Stage::Canary;
        model.updateRun(PlanId(QStringLiteral("rd-1")), run);
        model.updateRun(PlanId(QStringLiteral("rd-77")), run);
        QCOMPARE(changes.count(), 1);
        QCOMPARE(changes.first().at(0).toModelIndex().row(), model.rowOf(PlanId(QStringLiteral("rd-1"))));
        QCOMPARE(cell(model, 1, RedriveListModel::StateColumn), QStringLiteral("running"));
    }

    void aRowSaysHowManyFromWhere()
    {
        RedriveListModel model(m_clock);
        RedriveRecord made = record(1);
        made.plan.deadSet = QStringLiteral("orders\u202E.dlq");
        made.plan.connectionName = QStringLiteral("Orders\n(EU)");
        model.update(made);
        QCOMPARE(cell(model, 0, RedriveListModel::TitleColumn), QStringLiteral("4 from orders.dlq"));
        QCOMPARE(cell(model, 0, RedriveListModel::ConnectionColumn), QStringLiteral("Orders (EU)"));
        QCOMPARE(cell(model, 0, RedriveListModel::CountsColumn), QStringLiteral("4"));
        QVERIFY(cell(model, 0, RedriveListModel::TitleColumn, Qt::ToolTipRole).contains(QStringLiteral("INC-7")));
        QVERIFY(!cell(model, 0, RedriveListModel::TitleColumn, Qt::ToolTipRole).contains(QChar(0x202E)));
    }

    void aStatementThatDoesNotCountChangesNothing()
    {
        const RedriveRecord waiting = record(1);
        QCOMPARE(standingOf(waiting, planTime()), RedriveStanding::WaitsForApproval);
        QCOMPARE(standingOf(stating(waiting, Statement::Kind::Approve, QStringLiteral("by the requester")), planTime()), RedriveStanding::WaitsForApproval);
        QCOMPARE(standingOf(stating(waiting, Statement::Kind::Approve), planTime()), RedriveStanding::Approved);
    }

    void aRefusalOrAWithdrawalOutweighsAnApproval()
    {
        const RedriveRecord approved = stating(record(1), Statement::Kind::Approve);
        QCOMPARE(standingOf(stating(approved, Statement::Kind::Refuse), planTime()), RedriveStanding::Refused);
        QCOMPARE(standingOf(stating(approved, Statement::Kind::Withdraw), planTime()), RedriveStanding::Withdrawn);
    }

    void aPlanExpiresOnlyWhileItHasNotRun()
    {
        const UtcTime late = planTime() + std::chrono::hours(8);
        QCOMPARE(standingOf(stating(record(1), Statement::Kind::Approve), late), RedriveStanding::Expired);
        QCOMPARE(standingOf(in(RunState::Stage::Stopped), late), RedriveStanding::Stopped);
    }

    void whatIsNeededNextIsSaid()
    {
        QCOMPARE(nextText(record(1), planTime()), QStringLiteral("A second person must approve it."));
        RedriveRecord foreign = record(1);
        foreign.isOwn = false;
        QCOMPARE(nextText(foreign, planTime()), QStringLiteral("Approve or refuse it."));
        RedriveRecord approved = stating(record(1), Statement::Kind::Approve);
        QCOMPARE(nextText(approved, planTime()), QStringLiteral("Start it."));
        approved.whyNotStart = QStringLiteral("Writing is locked.");
        QCOMPARE(nextText(approved, planTime()), QStringLiteral("Writing is locked."));
        QCOMPARE(nextText(in(RunState::Stage::Canary), planTime()), QString());
        QCOMPARE(nextText(in(RunState::Stage::Paused), planTime()), QStringLiteral("Go on or stop it."));
        RedriveRecord stopped = in(RunState::Stage::Stopped);
        QCOMPARE(nextText(stopped, planTime()), QStringLiteral("Continue or close it."));
        stopped.run.counts.unknown = 1;
        QCOMPARE(nextText(stopped, planTime()), QStringLiteral("Clear up what is unknown."));
        RedriveRecord broken = in(RunState::Stage::Finished);
        broken.run.isReviewDue = true;
        QCOMPARE(nextText(broken, planTime()), QStringLiteral("A second person must review it."));
    }

    void theCountsNameWhatIsNotMoved()
    {
        RedriveRecord made = in(RunState::Stage::Stopped);
        made.run.counts = {12, 1, 0, 8, 1, 2, 0, 0, 0};
        QCOMPARE(countsText(made), QStringLiteral("8 of 12 moved, 1 returned, 2 unknown"));
        made.plan.kind = RedrivePlan::Kind::Bounded;
        made.run.movedByCount = 3;
        QCOMPARE(countsText(made), QStringLiteral("3 of at most 4 moved"));
    }

    void itemsAreInTheOrderOfThePlan()
    {
        RunItemModel model;
        QAbstractItemModelTester tester(&model, fatal);
        RedrivePlan plan = soundPlan(3);
        plan.items[1].key.clear();
        model.setItems(plan.items, {result(2, ItemOutcome::Failed, QStringLiteral("404\nnot there")), result(0, ItemOutcome::Moved)});
        QCOMPARE(cell(model, 0, RunItemModel::OrdinalColumn), QStringLiteral("1"));
        QCOMPARE(cell(model, 0, RunItemModel::KeyColumn), QStringLiteral("reserve:0"));
        QCOMPARE(cell(model, 1, RunItemModel::KeyColumn), noFigure());
        QCOMPARE(cell(model, 0, RunItemModel::OutcomeColumn), QStringLiteral("moved"));
        QCOMPARE(cell(model, 1, RunItemModel::OutcomeColumn), QStringLiteral("waiting"));
        QCOMPARE(cell(model, 1, RunItemModel::AtColumn), noFigure());
        QCOMPARE(cell(model, 2, RunItemModel::DetailColumn), QStringLiteral("404 not there"));
        QCOMPARE(model.index(2, 0).data(RunItemModel::OutcomeRole).toInt(), int(ItemOutcome::Failed));
    }

    void ofAPlanByCountNoOutcomeIsInvented()
    {
        RunItemModel model;
        model.setItems(soundPlan(2).items, {});
        QCOMPARE(cell(model, 0, RunItemModel::OutcomeColumn), noFigure());
        QVERIFY(!model.index(0, 0).data(RunItemModel::OutcomeRole).isValid());
    }

    void aChangedStepIsOnePieceOfNews()
    {
        RunItemModel model;
        model.setItems(soundPlan(10).items, {ItemResult()});
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.applyChanges({result(4, ItemOutcome::Moved), result(3, ItemOutcome::Moved), result(8, ItemOutcome::Unknown), result(99, ItemOutcome::Moved), result(-1, ItemOutcome::Moved)});
        QCOMPARE(changes.count(), 2);
        QCOMPARE(changes.at(0).at(0).toModelIndex(), model.index(3, RunItemModel::OutcomeColumn));
        QCOMPARE(changes.at(0).at(1).toModelIndex(), model.index(4, RunItemModel::AtColumn));
        model.applyChanges({result(4, ItemOutcome::Moved)});
        QCOMPARE(changes.count(), 2);
    }

    void itemsFollowARandomWalkWithoutAReset()
    {
        RunItemModel model;
        QAbstractItemModelTester tester(&model, fatal);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QRandomGenerator random(5);
        QVector<ItemOutcome> naive;
        for (int step = 0; step < 400; ++step) {
            if (naive.isEmpty() || random.bounded(20) == 0) {
                naive.fill(ItemOutcome::Waiting, random.bounded(1, 40));
                model.setItems(soundPlan(int(naive.size())).items, {ItemResult()});
            } else {
                const int ordinal = random.bounded(int(naive.size()));
                naive[ordinal] = ItemOutcome(random.bounded(int(ItemOutcome::Left) + 1));
                model.applyChanges({result(ordinal, naive.at(ordinal))});
            }
            QCOMPARE(model.rowCount(), int(naive.size()));
            for (int row = 0; row < naive.size(); ++row)
                QCOMPARE(model.resultAt(row)->outcome, naive.at(row));
        }
        QCOMPARE(resets.count(), 0);
    }
};

QTEST_GUILESS_MAIN(TestRedriveModels)
#include "TestRedriveModels.moc"
