// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/RunSection.h"

#include "models/access/WriteAccess.h"
#include "ui/common/Labels.h"
#include "ui/common/PlainTable.h"
#include "ui/redrive/OutcomeDelegate.h"
#include "ui/redrive/PlanText.h"
#include "ui/redrive/RunCharts.h"
#include "ui/redrive/RunFacts.h"
#include "ui/redrive/SegmentBar.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>

namespace holdwatch::ui {

namespace {

using Stage = RunState::Stage;

constexpr int mostTableRows = 10;
constexpr int tableRow = 26;

PlainTable *makeItemTable(RunItemModel &model)
{
    auto *table = new PlainTable(QStringLiteral("runItems"), QStringLiteral("What became of each message"));
    table->setModel(&model);
    table->setItemDelegate(new OutcomeDelegate(table));
    table->verticalHeader()->setMinimumSectionSize(tableRow);
    table->verticalHeader()->setDefaultSectionSize(tableRow);
    const int widths[] = {44, 180, 140, 62, 104, 220, 76};
    for (int column = 0; column < RunItemModel::ColumnCount; ++column)
        table->horizontalHeader()->resizeSection(column, widths[column]);
    table->horizontalHeader()->setSectionResizeMode(RunItemModel::DetailColumn, QHeaderView::Stretch);
    return table;
}

Mark markOf(const RunState &run)
{
    switch (run.stage) {
    case Stage::NotStarted: return Mark::Waiting;
    case Stage::Canary:
    case Stage::Stepping:
    case Stage::Stopping:
    case Stage::AfterWatch: return Mark::Moving;
    case Stage::Paused: return Mark::Warned;
    case Stage::Stopped: return run.counts.unknown > 0 ? Mark::Unknown : run.cause == RunState::StopCause::Person ? Mark::Warned : Mark::Refused;
    case Stage::Finished: break;
    }
    return run.counts.unknown > 0 ? Mark::Unknown : run.counts.returned > 0 ? Mark::Returned : Mark::Fine;
}

QString stageWord(Stage stage)
{
    switch (stage) {
    case Stage::NotStarted: return QStringLiteral("not started");
    case Stage::Canary: return QStringLiteral("canary");
    case Stage::Stepping: return QStringLiteral("running");
    case Stage::Paused: return QStringLiteral("paused");
    case Stage::Stopping: return QStringLiteral("stopping");
    case Stage::Stopped: return QStringLiteral("stopped");
    case Stage::AfterWatch: return QStringLiteral("being watched");
    case Stage::Finished: break;
    }
    return QStringLiteral("closed");
}

} // namespace

void DeliberateButton::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && event->modifiers().testFlag(Qt::ControlModifier) && isEnabled())
        return click();
    // Taken and forgotten: passed on, Space would pause polling, and a run without figures stops.
    if (isEnter || event->key() == Qt::Key_Space || event->key() == Qt::Key_Select)
        return event->accept();
    QPushButton::keyPressEvent(event);
}

void DeliberateButton::keyReleaseEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Space)
        QPushButton::keyReleaseEvent(event);
}

RunSection::RunSection(RedrivePort &port, const WriteAccess &access, const Clock &clock, QWidget *parent)
    : SectionFrame(QStringLiteral("runSection"), QStringLiteral("Run"), parent), m_port(port), m_access(access), m_clock(clock), m_sentence(new MarkedText),
      m_countdown(plainLabel({}, Type::Title, QFont::DemiBold)), m_next(new MarkedText), m_bar(new SegmentBar), m_facts(new RunFacts), m_charts(new RunCharts), m_table(makeItemTable(m_items)),
      m_safety(secondaryLabel({}, Type::Small))
{
    m_sentence->setObjectName(QStringLiteral("runSentence"));
    m_next->setObjectName(QStringLiteral("runNext"));
    m_countdown->setObjectName(QStringLiteral("runCountdown"));
    m_countdown->setAlignment(Qt::AlignRight | Qt::AlignTop);
    m_countdown->setMinimumWidth(72);
    m_safety->setObjectName(QStringLiteral("runSafety"));
    m_safety->setWordWrap(true);
    auto *line = new QHBoxLayout;
    line->addWidget(m_sentence, 1);
    line->addWidget(m_countdown);
    body()->addLayout(line);
    body()->addWidget(m_next);
    body()->addWidget(m_bar);
    buildButtons();
    body()->addWidget(m_safety);
    body()->addWidget(m_facts);
    body()->addWidget(m_charts);
    body()->addWidget(m_table);
    connect(&access, &WriteAccess::changed, this, &RunSection::refresh);
}

void RunSection::buildButtons()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(space::s);
    const auto add = [row](QPushButton *button, const char *name) {
        button->setObjectName(QString::fromLatin1(name));
        button->setAutoDefault(false);
        row->addWidget(button);
    };
    add(m_start = new QPushButton, "startRun");
    add(m_unlock = new QPushButton(QStringLiteral("Unlock\u2026")), "unlockForRun");
    add(m_pause = new QPushButton(QStringLiteral("Pause")), "pauseRun");
    add(m_stop = new DeliberateButton(QStringLiteral("Stop")), "stopRun");
    add(m_accept = new QPushButton(QStringLiteral("Accept the canary unproven\u2026")), "acceptUnproven");
    add(m_reconcile = new QPushButton(QStringLiteral("Clear up\u2026")), "reconcile");
    add(m_rest = new QPushButton(QStringLiteral("Dead letters")), "seeDeadLetters");
    add(m_close = new QPushButton(QStringLiteral("Close\u2026")), "closeRun");
    add(m_report = new QPushButton(QStringLiteral("Report\u2026")), "report");
    row->addStretch(1);
    m_pause->setMinimumWidth(m_pause->fontMetrics().horizontalAdvance(QStringLiteral("Resume")) + space::xxl); // it keeps its width
    m_stop->setToolTip(plainToolTip(QStringLiteral("Nothing more is sent after the message in hand. With the keyboard: Ctrl+Enter")));
    body()->addLayout(row);
    connect(m_start, &QPushButton::clicked, this, &RunSection::startRequested);
    connect(m_unlock, &QPushButton::clicked, this, &RunSection::unlockRequested);
    connect(m_pause, &QPushButton::clicked, this, [this] { m_record.run.stage == Stage::Paused ? m_port.resume(m_record.plan.id) : m_port.pause(m_record.plan.id); });
    connect(m_stop, &QPushButton::clicked, this, [this] { m_port.stop(m_record.plan.id); });
    connect(m_accept, &QPushButton::clicked, this, &RunSection::acceptRequested);
    connect(m_reconcile, &QPushButton::clicked, this, &RunSection::reconcileRequested);
    connect(m_rest, &QPushButton::clicked, this, &RunSection::deadLettersRequested);
    connect(m_close, &QPushButton::clicked, this, &RunSection::closeRequested);
    connect(m_report, &QPushButton::clicked, this, &RunSection::reportRequested);
}

void RunSection::show(const RedriveRecord &record, Zone zone)
{
    if (record.plan.id != m_record.plan.id)
        m_charts->clear();
    m_record = record;
    m_zone = zone;
    m_items.setZone(zone);
    m_items.setItems(record.plan.items, isByItem(record.plan) ? m_port.items(record.plan.id) : QVector<ItemResult>());
    const int rows = std::clamp(m_items.rowCount(), 1, mostTableRows);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + rows * tableRow + 2);
    m_charts->add(record.run);
    refresh();
}

void RunSection::applyRun(const RunState &run)
{
    m_record.run = run;
    m_charts->add(run);
    refresh();
}

void RunSection::applyItems(const QVector<ItemResult> &changed)
{
    m_items.applyChanges(changed);
}

bool RunSection::isLocked() const
{
    return !m_access.isUnlocked(m_record.plan.connection);
}

QString RunSection::sentence() const
{
    const RunState &run = m_record.run;
    if (run.stage == Stage::NotStarted)
        return m_record.whyNotStart.isEmpty() ? QStringLiteral("Approved and not started. The canaries go first; starting spends the approval.") : m_record.whyNotStart;
    if (run.stage == Stage::Finished && !run.verdict.isEmpty())
        return run.verdict;
    return run.text.isEmpty() ? stageWord(run.stage) : run.text;
}

QString RunSection::nextSentence() const
{
    const RunState &run = m_record.run;
    if (run.isReviewDue)
        return QStringLiteral("Break-glass was used: a second person has to review it within %1. Until then nobody can use it again.").arg(reviewTerm());
    if (run.stage != Stage::Stopped)
        return {};
    if (run.counts.unknown > 0 && !isByItem(m_record.plan))
        return QStringLiteral("Compare both queues, then say how many the step moved. It is not asked again.");
    if (run.counts.unknown > 0)
        return QStringLiteral("Check the queue, then say for each unknown message what became of it. It is not sent again.");
    const QString next = nextAfter(run.cause);
    return m_record.whyNotStart.isEmpty() || next.contains(m_record.whyNotStart) ? next : QStringLiteral("%1 %2").arg(next, m_record.whyNotStart).trimmed();
}

void RunSection::refreshSentences()
{
    const RunState &run = m_record.run;
    head()->setState(markOf(run), stageWord(run.stage));
    head()->setSummary(run.stage == Stage::NotStarted ? sentence() : countsText(m_record));
    m_sentence->say(markOf(run), sentence());
    const QString next = nextSentence();
    m_next->say(Mark::None, next);
    m_next->setVisible(!next.isEmpty());
    m_safety->setText(run.isOpen() ? QStringLiteral("Leaving this page or closing the window cancels nothing. If Holdwatch itself ends, the run stops after the message in hand and can be continued.") : QString());
    m_safety->setVisible(run.isOpen());
    tick();
}

void RunSection::refreshButtons()
{
    const RunState &run = m_record.run;
    const bool hasBegun = run.stage != Stage::NotStarted;
    const bool mayStart = m_record.isOwn && (run.stage == Stage::NotStarted ? isApproved(m_record) : run.stage == Stage::Stopped);
    const bool isStopping = run.stage == Stage::Stopping;
    const bool moves = run.isOpen() && run.stage != Stage::AfterWatch;
    m_start->setVisible(mayStart);
    m_start->setText(hasBegun ? QStringLiteral("Continue\u2026") : QStringLiteral("Start\u2026"));
    m_start->setEnabled(mayStart && !isLocked() && m_record.whyNotStart.isEmpty());
    m_start->setToolTip(isLocked() ? plainToolTip(QStringLiteral("%1 is read-only. Unlock it first.").arg(m_record.plan.connectionName)) : plainToolTip(m_record.whyNotStart));
    m_unlock->setVisible(mayStart && isLocked());
    m_pause->setVisible(m_record.isOwn && moves);
    m_pause->setText(run.stage == Stage::Paused ? QStringLiteral("Resume") : QStringLiteral("Pause"));
    m_pause->setEnabled(!isStopping);
    m_stop->setVisible(m_record.isOwn && moves);
    m_stop->setEnabled(!isStopping);
    m_accept->setVisible(m_record.isOwn && run.stage == Stage::Canary);
    m_reconcile->setVisible(m_record.isOwn && run.counts.unknown > 0);
    m_reconcile->setEnabled(!run.isOpen() || run.stage == Stage::Paused || run.stage == Stage::AfterWatch);
    m_rest->setVisible(run.stage == Stage::Stopped);
    m_close->setVisible(m_record.isOwn && run.stage == Stage::Stopped);
    m_close->setEnabled(run.counts.unknown == 0);
    m_close->setToolTip(run.counts.unknown == 0 ? plainToolTip(QStringLiteral("Gives up what was not sent: it stays in the dead-letter queue")) : plainToolTip(QStringLiteral("Clear up the unknown outcomes first")));
    m_report->setVisible(hasBegun);
}

void RunSection::refresh()
{
    const RunState &run = m_record.run;
    const bool hasBegun = run.stage != Stage::NotStarted;
    m_bar->setCounts(run.counts);
    for (QWidget *part : std::initializer_list<QWidget *>{m_bar, m_facts, m_charts})
        part->setVisible(hasBegun);
    m_table->setVisible(hasBegun && isByItem(m_record.plan));
    m_facts->show(m_record.plan, run, m_clock.now());
    refreshSentences();
    refreshButtons();
}

void RunSection::resizeEvent(QResizeEvent *event)
{
    SectionFrame::resizeEvent(event);
    constexpr int allColumns = 740;
    for (const int column : {RunItemModel::ClassColumn, RunItemModel::VersionColumn})
        m_table->setColumnHidden(column, width() < allColumns);
}

void RunSection::tick()
{
    const UtcTime now = m_clock.now();
    const RunState &run = m_record.run;
    const bool isWaiting = run.isOpen() && run.waitsUntil && *run.waitsUntil > now;
    m_countdown->setText(isWaiting ? formatDuration(*run.waitsUntil - now) : QString());
    m_countdown->setAccessibleName(isWaiting ? QStringLiteral("goes on in %1").arg(m_countdown->text()) : QString());
    if (run.stage == Stage::NotStarted)
        return;
    m_facts->show(m_record.plan, run, now);
    m_charts->tick(run.isOpen() ? now : run.endedAt.value_or(now), m_zone);
}

} // namespace holdwatch::ui
