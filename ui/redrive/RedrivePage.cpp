// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/RedrivePage.h"

#include "models/ports/DeadLetterPort.h"
#include "models/ports/RedrivePort.h"
#include "models/ports/SettingsPort.h"
#include "models/queue/QueueTableModel.h"
#include "ui/common/EmptyState.h"
#include "ui/common/Labels.h"
#include "ui/common/NoticeBar.h"
#include "ui/redrive/CorrectDialog.h"
#include "ui/redrive/DraftCard.h"
#include "ui/redrive/DraftForm.h"
#include "ui/redrive/PeopleDialog.h"
#include "ui/redrive/ReasonDialog.h"
#include "ui/redrive/RedriveView.h"

#include <QFileDialog>
#include <QKeyEvent>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace holdwatch::ui {

namespace {

constexpr int leastListWidth = 226;
constexpr int usualListWidth = 290;

enum Place { EmptyPlace, DraftingPlace, DraftPlace, RedrivePlace };

QString splitterKey() { return QStringLiteral("redrive/splitter"); }

QString fileFilter() { return QStringLiteral("Plan (*.holdwatch-plan);;All files (*)"); }

} // namespace

PageInfo RedrivePage::info()
{
    return {QStringLiteral("redrive"), QStringLiteral("Redrive"), QStringLiteral("redrive")};
}

RedrivePage::RedrivePage(PageContext context, const WriteAccess &access, QWidget *parent)
    : Page(info(), parent), m_context(context), m_redrives(context.clock), m_order(m_redrives, context.clock), m_notice(new NoticeBar), m_draftCard(new DraftCard),
      m_list(new RedriveList(m_order, context.clock)), m_splitter(new QSplitter(Qt::Horizontal)), m_stack(new QStackedWidget), m_empty(new EmptyState), m_drafting(new EmptyState),
      m_form(new DraftForm(context.redrive, context.clock)), m_view(new RedriveView(context.redrive, access, context.clock))
{
    m_empty->setObjectName(QStringLiteral("noRedrives"));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_drafting);
    m_stack->addWidget(m_form);
    m_stack->addWidget(m_view);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(makeLeft());
    m_splitter->addWidget(m_stack);
    m_splitter->setStretchFactor(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notice);
    layout->addWidget(m_splitter, 1);
    m_second.setInterval(1000);
    listenToPort();
    listenToParts();
    m_order.setSelf(context.redrive.people().self);
    m_redrives.setRedrives(context.redrive.redrives());
    setFocusProxy(m_list);
    refreshPlace();
}

QWidget *RedrivePage::makeLeft()
{
    auto *left = new QWidget;
    left->setMinimumWidth(leastListWidth);
    const auto tool = [](const char *name, const QString &text, const QString &tip) {
        auto *button = new QPushButton(text);
        button->setObjectName(QString::fromLatin1(name));
        button->setAutoDefault(false);
        button->setToolTip(plainToolTip(tip));
        return button;
    };
    auto *open = tool("openFile", QStringLiteral("Open\u2026"), QStringLiteral("A colleague's plan to approve, or what was said about one of yours"));
    auto *adopt = tool("adoptRun", QStringLiteral("Adopt\u2026"), QStringLiteral("Take over a colleague's stopped run from its file: unknowns stay out, the rest is approved anew"));
    auto *people = tool("people", QStringLiteral("People\u2026"), QStringLiteral("Your identity, the maintainer's key and the roster"));
    auto *tools = new QHBoxLayout;
    tools->setContentsMargins(space::m, space::s, space::s, space::s);
    tools->setSpacing(space::xs);
    for (QPushButton *button : {open, adopt, people})
        tools->addWidget(button);
    tools->addStretch(1);
    auto *layout = new QVBoxLayout(left);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(tools);
    layout->addWidget(m_draftCard);
    layout->addWidget(m_list, 1);
    connect(open, &QPushButton::clicked, this, &RedrivePage::openFile);
    connect(adopt, &QPushButton::clicked, this, &RedrivePage::adoptFile);
    connect(people, &QPushButton::clicked, this, &RedrivePage::showPeople);
    return left;
}

void RedrivePage::listenToPort()
{
    RedrivePort &port = m_context.redrive;
    connect(&port, &RedrivePort::redriveChanged, this, [this](const PlanId &plan) {
        const std::optional<RedriveRecord> record = m_context.redrive.redrive(plan);
        if (!record)
            return;
        m_redrives.update(*record);
        if (plan == m_view->plan())
            m_view->show(*record, m_scope.zone);
        refreshPlace();
    });
    connect(&port, &RedrivePort::redriveForgotten, this, [this](const PlanId &plan) {
        m_redrives.remove(plan);
        refreshPlace();
    });
    connect(&port, &RedrivePort::runChanged, this, [this](const PlanId &plan, const RunState &run) { m_redrives.updateRun(plan, run); });
    connect(&port, &RedrivePort::peopleChanged, this, [this] {
        m_order.setSelf(m_context.redrive.people().self);
        refreshNotice();
    });
    connect(&port, &RedrivePort::auditProblem, this, [this](const QString &problem) {
        m_notice->setProperty("audit", problem);
        refreshNotice();
    });
}

void RedrivePage::listenToParts()
{
    connect(m_list, &RedriveList::planChosen, this, &RedrivePage::showPlan);
    connect(m_draftCard, &QPushButton::clicked, this, &RedrivePage::showDraftForm);
    connect(m_form, &DraftForm::wasSigned, this, [this](const PlanId &plan) {
        dropDraft();
        showRedrive(plan);
        emit noteRaised(QStringLiteral("Signed and recorded. Nothing has moved."));
    });
    connect(m_form, &DraftForm::discarded, this, &RedrivePage::discardDraft);
    connect(m_form, &DraftForm::peopleRequested, this, &RedrivePage::showPeople);
    connect(m_view, &RedriveView::peopleRequested, this, &RedrivePage::showPeople);
    connect(m_view, &RedriveView::noteRaised, this, &Page::noteRaised);
    connect(m_view, &RedriveView::unlockRequested, this, &Page::unlockRequested);
    connect(m_view, &RedriveView::draftWanted, this, [this](const PlanDraft &draft) {
        if (mayReplaceDraft())
            showDraft(draft);
    });
    connect(m_view, &RedriveView::deadLettersRequested, this, [this] { emit deadLettersRequested({m_view->record().plan.connection, m_view->record().plan.deadSet}); });
    connect(m_empty, &EmptyState::actionTriggered, this, [this] { emit pageRequested(QStringLiteral("deadletters")); });
    connect(m_drafting, &EmptyState::actionTriggered, this, [this] { startPlan(m_request); });
    connect(m_notice, &NoticeBar::actionTriggered, this, &RedrivePage::showPeople);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_context.settings.write(splitterKey(), m_splitter->saveState()); });
    connect(&m_second, &QTimer::timeout, this, &RedrivePage::tick);
}

void RedrivePage::setScope(const ViewScope &scope)
{
    m_scope = scope;
    m_order.setScope(scope);
    m_form->setZone(scope.zone);
    if (!m_view->plan().isEmpty())
        m_view->show(m_view->record(), scope.zone);
    refreshPlace();
}

bool RedrivePage::mayReplaceDraft()
{
    if (!m_hasDraft || !m_form->isTouched())
        return true;
    ReasonDialog::Words words;
    words.name = QStringLiteral("replaceDraftDialog");
    words.title = QStringLiteral("Another draft is open");
    words.consequence = QStringLiteral("What you typed for \u201C%1\u201D is lost if you begin a new one. It was never signed.").arg(titleOf(m_form->plan()));
    words.yes = QStringLiteral("Lose it and begin anew");
    words.no = QStringLiteral("Keep it");
    ReasonDialog dialog(words, m_form->plan().environment, m_form->plan().connectionName, [](const QString &, QObject *, const ReasonDialog::Done &done) { done({}); }, this);
    return dialog.exec() == QDialog::Accepted;
}

void RedrivePage::startPlan(const PlanRequest &request)
{
    if (!mayReplaceDraft())
        return showDraftForm();
    dropDraft();
    m_request = request;
    m_list->clearSelection();
    m_drafting->say(QStringLiteral("clock"), QStringLiteral("Reading what a plan needs"),
                    QStringLiteral("The list of %1 messages is frozen, and the system is asked what it can do and how busy the target is. Reads only.").arg(formatCount(request.letters.size())));
    m_stack->setCurrentIndex(DraftingPlace);
    m_context.redrive.draft(request, this, [this](const Result<PlanDraft> &draft) {
        if (draft)
            return showDraft(*draft);
        m_drafting->say(QStringLiteral("warning"), QStringLiteral("There is no plan yet"), toSentence(draft.error()), QStringLiteral("Try again"));
    });
}

void RedrivePage::startCorrection(const QueueId &deadSet, const DeadLetterRow &row, const DeadLetter &letter)
{
    if (!mayReplaceDraft())
        return showDraftForm();
    CorrectDialog::Subject subject;
    subject.deadSet = deadSet;
    subject.row = row;
    subject.letter = letter;
    if (const QueueStatus *status = m_context.queues.find(deadSet)) {
        subject.environment = status->environment;
        subject.connectionName = status->connectionName;
    }
    subject.sensitiveNames = m_context.deadLetters.rules().sensitiveNames;
    CorrectDialog dialog(m_context.redrive, subject, this);
    connect(&dialog, &CorrectDialog::drafted, this, &RedrivePage::showDraft);
    dialog.exec();
}

void RedrivePage::showDraft(const PlanDraft &draft)
{
    m_hasDraft = true;
    m_form->show(draft);
    m_draftCard->setTitle(titleOf(draft.plan));
    showDraftForm();
}

void RedrivePage::showDraftForm()
{
    m_list->clearSelection();
    m_stack->setCurrentIndex(m_hasDraft ? DraftPlace : EmptyPlace);
    refreshPlace();
}

void RedrivePage::dropDraft()
{
    m_hasDraft = false;
    m_draftCard->hide();
}

void RedrivePage::discardDraft()
{
    if (!mayReplaceDraft())
        return;
    dropDraft();
    m_stack->setCurrentIndex(EmptyPlace);
    refreshPlace();
}

void RedrivePage::showRedrive(const PlanId &plan)
{
    if (const std::optional<RedriveRecord> record = m_context.redrive.redrive(plan))
        m_redrives.update(*record);
    m_list->choose(plan);
    showPlan(plan);
}

void RedrivePage::showPlan(const PlanId &plan)
{
    const std::optional<RedriveRecord> record = m_context.redrive.redrive(plan);
    if (!record)
        return;
    m_view->show(*record, m_scope.zone);
    m_stack->setCurrentIndex(RedrivePlace);
    refreshPlace();
}

void RedrivePage::refreshPlace()
{
    const bool isGone = m_stack->currentIndex() == RedrivePlace && !m_redrives.find(m_view->plan());
    if (isGone)
        m_stack->setCurrentIndex(EmptyPlace);
    if (m_stack->currentIndex() == EmptyPlace && m_hasDraft)
        m_stack->setCurrentIndex(DraftPlace);
    // Whoever comes here sees what needs them most, not an empty half.
    if (m_stack->currentIndex() == EmptyPlace && m_order.rowCount() > 0)
        return m_list->choose(m_order.recordAt(0).plan.id);
    m_draftCard->setVisible(m_hasDraft);
    m_draftCard->setChecked(m_stack->currentIndex() == DraftPlace);
    m_empty->say(QStringLiteral("redrive"), m_redrives.rowCount() > 0 ? QStringLiteral("No redrive in sight") : QStringLiteral("No redrives yet"),
                 m_redrives.rowCount() > 0 ? QStringLiteral("There are some on other connections: widen what is in sight above.")
                                           : QStringLiteral("Fix first, redrive second: choose letters on the dead letters page and plan their redrive there. A plan moves nothing before it is approved. "
                                                            "A colleague's plan is opened with \u201COpen\u2026\u201D."),
                 QStringLiteral("Go to the dead letters"));
    refreshNotice();
}

void RedrivePage::refreshNotice()
{
    const OperatorState people = m_context.redrive.people();
    const QString audit = m_notice->property("audit").toString();
    if (!audit.isEmpty())
        m_notice->say(QStringLiteral("warning"), audit);
    else if (people.keychain == OperatorState::Keychain::Unavailable)
        m_notice->say(QStringLiteral("warning"), QStringLiteral("The keychain of this desktop is not available: nothing can be signed or started here until it is."), QStringLiteral("People\u2026"));
    else if (!people.problems.isEmpty())
        m_notice->say(QStringLiteral("info"), people.problems.first(), QStringLiteral("People\u2026"));
    else
        m_notice->say({}, {});
}

void RedrivePage::openFile()
{
    const QString path = QFileDialog::getOpenFileName(this, QStringLiteral("Open a plan"), {}, fileFilter());
    if (path.isEmpty())
        return;
    const Result<PlanId> plan = m_context.redrive.open(path);
    if (plan)
        showRedrive(*plan);
    else
        emit noteRaised(toSentence(plan.error()));
}

void RedrivePage::adoptFile()
{
    if (!mayReplaceDraft())
        return;
    const QString path = QFileDialog::getOpenFileName(this, QStringLiteral("Adopt a stopped run"), {}, fileFilter());
    if (path.isEmpty())
        return;
    m_context.redrive.draftAdoption(path, this, [this](const Result<PlanDraft> &draft) {
        if (draft)
            showDraft(*draft);
        else
            emit noteRaised(toSentence(draft.error()));
    });
}

void RedrivePage::showPeople()
{
    PeopleDialog(m_context.redrive, m_context.clock, m_scope.zone, this).exec();
}

void RedrivePage::tick()
{
    m_view->tick();
    m_list->viewport()->update();
}

QVector<ShortcutHint> RedrivePage::shortcuts() const
{
    return {{QStringLiteral("\u2191 \u2193"), QStringLiteral("Another redrive")},
            {QStringLiteral("Tab"), QStringLiteral("Through the sections; Space opens and closes one")},
            {QStringLiteral("Ctrl+Enter"), QStringLiteral("On Stop: stop the run. No single key does")}};
}

void RedrivePage::keyPressEvent(QKeyEvent *event)
{
    // Passed on it would pause polling, and a run whose signals grow stale stops.
    if (event->key() == Qt::Key_Space && m_stack->currentIndex() == RedrivePlace && m_view->record().run.isOpen()) {
        emit noteRaised(QStringLiteral("Space does nothing here while a run is open: use Pause or Stop."));
        return event->accept();
    }
    Page::keyPressEvent(event);
}

void RedrivePage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (!m_splitter->restoreState(m_context.settings.read(splitterKey()).toByteArray())) {
        const int list = std::clamp(width() / 4, leastListWidth, usualListWidth);
        m_splitter->setSizes({list, width() - list});
    }
    m_second.start();
    m_redrives.setRedrives(m_context.redrive.redrives());
    refreshPlace();
    tick();
}

void RedrivePage::hideEvent(QHideEvent *event)
{
    m_second.stop();
    Page::hideEvent(event);
}

} // namespace holdwatch::ui
