// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/practice/PracticePage.h"

#include "models/ports/ConnectionsPort.h"
#include "models/queue/QueueTableModel.h"
#include "ui/common/EmptyState.h"
#include "ui/common/Icon.h"
#include "ui/common/Labels.h"
#include "ui/practice/FaultSwitch.h"
#include "ui/practice/LedgerPanel.h"
#include "ui/practice/QueueLink.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <array>

namespace holdwatch::ui {

namespace {

constexpr std::array speeds{0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0};

QLabel *heading(const QString &text, QWidget *parent)
{
    return plainLabel(text, Type::Title, QFont::DemiBold, parent);
}

QVBoxLayout *columnIn(QWidget *box)
{
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::s);
    return layout;
}

/// "default-tour" → "Default tour"
QString titleOf(const QString &id)
{
    QString title = id;
    title.replace(QLatin1Char('-'), QLatin1Char(' '));
    if (!title.isEmpty())
        title[0] = title[0].toUpper();
    return title;
}

QString speedText(double speed)
{
    return QStringLiteral("%1 ×").arg(speed);
}

} // namespace

PageInfo PracticePage::info()
{
    return {QStringLiteral("practice"), QStringLiteral("Practice"), QStringLiteral("practice")};
}

PracticePage::PracticePage(PageContext context, PracticePort &practice, QWidget *parent)
    : Page(info(), parent), m_context(context), m_practice(practice), m_ledger(new LedgerPanel(this))
{
    auto *left = new QVBoxLayout;
    left->setSpacing(space::xl);
    left->addWidget(makeNow());
    left->addWidget(heading(QStringLiteral("What the ledger proves"), this));
    left->addWidget(m_ledger);
    left->addWidget(makeQueues());
    left->addStretch();
    auto *columns = new QHBoxLayout;
    columns->setSpacing(space::xxl);
    columns->addLayout(left, 5);
    columns->addWidget(makeFaults(), 4);

    auto *running = new QWidget(this);
    auto *layout = new QVBoxLayout(running);
    layout->setContentsMargins(space::l, space::l, space::l, space::l);
    layout->setSpacing(space::l);
    layout->addWidget(makeSteering());
    layout->addLayout(columns, 1);
    auto *resting = new EmptyState(this);
    resting->say(QStringLiteral("practice"), QStringLiteral("The practice queue is not running"),
                 QStringLiteral("It is a real queue on this desktop, with producers, workers and faults to switch on: a safe place to see how Holdwatch judges. "
                                "It is watched beside your other connections."),
                 QStringLiteral("Start the practice queue"));
    connect(resting, &EmptyState::actionTriggered, this, &PracticePage::begin);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(running);
    m_stack->addWidget(resting);
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_stack);

    connect(&practice, &PracticePort::stateChanged, this, &PracticePage::apply);
    connect(&context.queues, &QueueTableModel::queueChanged, this, &PracticePage::applyQueues);
    connect(&context.queues, &QAbstractItemModel::rowsRemoved, this, &PracticePage::applyQueues);
}

void PracticePage::begin()
{
    ConnectionDraft draft;
    draft.config.name = QStringLiteral("Practice queue");
    draft.config.provider = QStringLiteral("practice");
    draft.config.environment = Environment::Practice;
    m_context.connectionsPort.save(std::move(draft), this, [this](const Result<ConnectionId> &answer) {
        emit noteRaised(answer ? QStringLiteral("The practice queue is starting. Remove it under Connections when you no longer need it.") : toSentence(answer.error()));
    });
}

QWidget *PracticePage::makeNow()
{
    auto *box = new QWidget(this);
    auto *layout = columnIn(box);
    m_scenario = secondaryLabel({}, Type::Body, box);
    m_chapter = plainLabel({}, Type::Title, QFont::Normal, box);
    m_chapter->setObjectName(QStringLiteral("chapter"));
    m_chapter->setWordWrap(true);
    layout->addWidget(heading(QStringLiteral("Happening now"), box));
    layout->addWidget(m_chapter);
    layout->addWidget(m_scenario);
    return box;
}

QWidget *PracticePage::makeSteering()
{
    auto *box = new QWidget(this);
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(space::s);
    m_pause = new QPushButton(box);
    m_pause->setObjectName(QStringLiteral("practicePause"));
    m_speed = new QComboBox(box);
    m_speed->setObjectName(QStringLiteral("practiceSpeed"));
    m_speed->setAccessibleName(QStringLiteral("Speed"));
    for (const double speed : speeds)
        m_speed->addItem(speedText(speed), speed);
    m_scenarios = new QComboBox(box);
    m_scenarios->setObjectName(QStringLiteral("practiceScenario"));
    m_scenarios->setAccessibleName(QStringLiteral("Scenario"));
    for (const QString &id : m_practice.scenarios())
        m_scenarios->addItem(titleOf(id), id);
    auto *start = new QPushButton(icon(QStringLiteral("play")), QStringLiteral("Start from the beginning"), box);
    start->setObjectName(QStringLiteral("practiceStart"));
    start->setEnabled(m_scenarios->count() > 0);

    row->addWidget(heading(QStringLiteral("Practice queue"), box));
    row->addStretch();
    row->addWidget(m_pause);
    row->addWidget(m_speed);
    row->addSpacing(space::l);
    row->addWidget(m_scenarios);
    row->addWidget(start);

    connect(m_pause, &QPushButton::clicked, this, [this] { m_practice.setPaused(!m_paused); });
    connect(m_speed, &QComboBox::activated, this, [this](int index) { m_practice.setSpeed(m_speed->itemData(index).toDouble()); });
    connect(start, &QPushButton::clicked, this, [this] { m_practice.startScenario(m_scenarios->currentData().toString()); });
    return box;
}

QWidget *PracticePage::makeFaults()
{
    auto *box = new QWidget(this);
    auto *layout = columnIn(box);
    auto *scroll = new QScrollArea(box);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *inner = new QWidget(scroll);
    inner->setAutoFillBackground(false);
    m_faultList = columnIn(inner);
    m_faultList->setSpacing(space::m);
    m_faultList->addStretch();
    scroll->setWidget(inner);
    scroll->viewport()->setAutoFillBackground(false);
    layout->addWidget(heading(QStringLiteral("Faults"), box));
    layout->addWidget(scroll, 1);
    return box;
}

QWidget *PracticePage::makeQueues()
{
    auto *box = new QWidget(this);
    auto *layout = columnIn(box);
    layout->addWidget(heading(QStringLiteral("Where to look"), box));
    m_queueList = new QVBoxLayout;
    m_queueList->setSpacing(0);
    layout->addLayout(m_queueList);
    return box;
}

void PracticePage::apply(const PracticeState &state)
{
    m_stack->setCurrentIndex(state.running ? 0 : 1);
    m_paused = state.paused;
    m_chapter->setText(state.chapter.isEmpty() ? QStringLiteral("Running freely; no scenario is on.") : state.chapter);
    m_scenario->setText(state.scenario.isEmpty() ? QString() : QStringLiteral("Scenario: %1").arg(titleOf(state.scenario)));
    m_pause->setText(state.paused ? QStringLiteral("Go on") : QStringLiteral("Pause"));
    m_pause->setIcon(icon(state.paused ? QStringLiteral("play") : QStringLiteral("pause")));
    m_pause->setEnabled(state.running);
    const int speed = m_speed->findData(state.speed);
    if (speed < 0)
        m_speed->insertItem(0, speedText(state.speed), state.speed);
    m_speed->setCurrentIndex(std::max(0, speed));
    if (const int scenario = m_scenarios->findData(state.scenario); scenario >= 0 && !m_scenarios->hasFocus())
        m_scenarios->setCurrentIndex(scenario);
    m_ledger->show(state);
    applyFaults(state.faults);
}

void PracticePage::applyFaults(const QVector<PracticeFault> &faults)
{
    for (int i = 0; i < faults.size(); ++i) {
        if (i < m_faults.size() && m_faults[i]->id() == faults[i].id) {
            m_faults[i]->show(faults[i]);
            continue;
        }
        auto *row = new FaultSwitch(faults[i], this);
        connect(row, &FaultSwitch::wished, &m_practice, &PracticePort::setFault);
        m_faultList->insertWidget(i, row);
        m_faults.insert(i, row);
    }
    while (m_faults.size() > faults.size())
        delete m_faults.takeLast();
}

void PracticePage::applyQueues()
{
    if (!isVisible())
        return;
    int shown = 0;
    for (int row = 0; row < m_context.queues.rowCount(); ++row) {
        const QueueStatus &status = m_context.queues.statusAt(row);
        if (status.environment != Environment::Practice || status.queue.isDeadLetterQueue)
            continue;
        if (shown == m_queueList->count()) {
            auto *link = new QueueLink(this);
            connect(link, &QueueLink::opened, this, &Page::queueRequested);
            m_queueList->addWidget(link);
        }
        static_cast<QueueLink *>(m_queueList->itemAt(shown)->widget())->show(status);
        ++shown;
    }
    while (m_queueList->count() > shown)
        delete m_queueList->itemAt(m_queueList->count() - 1)->widget();
}

QVector<ShortcutHint> PracticePage::shortcuts() const
{
    return {{QStringLiteral("Space"), QStringLiteral("Switch the chosen fault on or off")}};
}

void PracticePage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    apply(m_practice.state());
    applyQueues();
}

} // namespace holdwatch::ui
