// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/deadletters/DeadLettersPage.h"

#include "models/ports/SettingsPort.h"
#include "models/queue/QueueTableModel.h"
#include "ui/common/EmptyState.h"
#include "ui/common/FilterField.h"
#include "ui/common/Labels.h"
#include "ui/common/Operator.h"
#include "ui/common/PlainTable.h"
#include "ui/deadletters/DeadSetPicker.h"
#include "ui/deadletters/LetterTables.h"
#include "ui/deadletters/MarkedQueues.h"
#include "ui/deadletters/ReadingBar.h"
#include "ui/deadletters/TermsPanel.h"
#include "ui/message/MessageView.h"

#include <QComboBox>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimeZone>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

constexpr qint64 firstRead = 500;
constexpr qint64 furtherFactor = 4;
enum Place { EmptyPlace, TermsPlace, ContentPlace };

QString splitterKey() { return QStringLiteral("deadletters/splitter"); }

/// What each choice of the grouping list adds to class and version.
Grouping groupingOf(int choice)
{
    Grouping grouping;
    grouping.byQueue = choice == 1;
    grouping.byHandler = choice == 2;
    grouping.byError = choice == 3;
    return grouping;
}

} // namespace

PageInfo DeadLettersPage::info()
{
    return {QStringLiteral("deadletters"), QStringLiteral("Dead letters"), QStringLiteral("dead-letters")};
}

DeadLettersPage::DeadLettersPage(PageContext context, QWidget *parent)
    : Page(info(), parent), m_context(context), m_wanted(firstRead), m_letters(context.clock), m_groups(m_letters.table(), context.clock), m_ungrouped(m_letters.table()),
      m_catalogue(letterCatalogue(m_letters.table())), m_picker(new DeadSetPicker(context.queues)), m_filter(new FilterField(m_catalogue)), m_count(secondaryLabel({})),
      m_masked(secondaryLabel({}, Type::Small)), m_grouping(new QComboBox), m_class(new QPushButton(QStringLiteral("Class\u2026"))), m_preserve(new QPushButton), m_export(new QPushButton), m_keeping(new QPushButton(QStringLiteral("Kept here\u2026"))), m_bar(new ReadingBar),
      m_stack(new QStackedWidget), m_empty(new EmptyState), m_termsPanel(new TermsPanel)
{
    m_letters.setClasses(context.deadLetters.rules().classes);
    m_letters.setSensitiveNames(context.deadLetters.rules().sensitiveNames);
    m_ungrouped.setSensitiveNames(context.deadLetters.rules().sensitiveNames);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeTools());
    m_masked->setObjectName(QStringLiteral("maskedFilter"));
    m_masked->setWordWrap(true);
    m_masked->setContentsMargins(space::m, 0, space::m, space::xs);
    m_masked->hide();
    layout->addWidget(m_masked);
    layout->addWidget(m_bar);
    layout->addWidget(m_stack, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_termsPanel);
    m_stack->addWidget(makeContent());
    m_empty->say(QStringLiteral("dead-letters"), QStringLiteral("No dead-letter queue here"),
                 QStringLiteral("None of the connections in sight has one, or none has answered yet. A queue without a dead-letter queue loses what it gives up on."));
    listenToPort();
    m_picker->setMarked(markedQueues(context.settings));
    connect(m_picker, &DeadSetPicker::othersRequested, this, &DeadLettersPage::chooseOthers);
    connect(m_picker, &DeadSetPicker::deadSetChosen, this, &DeadLettersPage::openDeadSet);
    connect(&context.queues, &QueueTableModel::queueChanged, m_picker, &DeadSetPicker::refresh);
    connect(&context.queues, &QAbstractItemModel::rowsInserted, m_picker, &DeadSetPicker::refresh);
    connect(&context.queues, &QAbstractItemModel::rowsRemoved, m_picker, &DeadSetPicker::refresh);
    connect(m_termsPanel, &TermsPanel::lookRequested, this, &DeadLettersPage::read);
    connect(m_bar, &ReadingBar::stopRequested, this, [this] { m_context.deadLetters.stopReading(m_deadSet); });
    connect(m_bar, &ReadingBar::againRequested, this, [this] {
        m_reading = {};
        refreshStack(); // the terms once more: they may have changed
        m_context.deadLetters.requestTerms(m_deadSet);
    });
    connect(m_bar, &ReadingBar::moreRequested, this, &DeadLettersPage::readFurther);
    connect(m_filter, &FilterField::filterChanged, this, &DeadLettersPage::applyFilter);
    connect(m_filter, &FilterField::faultChanged, this, &DeadLettersPage::refreshCounts);
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, &DeadLettersPage::tick);
    refreshStack();
}

DeadLettersPage::~DeadLettersPage() = default;

QWidget *DeadLettersPage::makeTools()
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(space::m, space::s, space::m, space::xs);
    layout->setSpacing(space::s);
    m_grouping->setObjectName(QStringLiteral("grouping"));
    m_grouping->setAccessibleName(QStringLiteral("Group by"));
    m_grouping->addItems({QStringLiteral("By class and version"), QStringLiteral("\u2026 and queue"), QStringLiteral("\u2026 and handler"), QStringLiteral("\u2026 and error text")});
    m_class->setObjectName(QStringLiteral("editClass"));
    m_class->setToolTip(plainToolTip(QStringLiteral("Verdict, owner, state and rule of the selected failure class")));
    m_preserve->setObjectName(QStringLiteral("preserve"));
    m_preserve->setToolTip(plainToolTip(QStringLiteral("The exact bytes into a folder, before retention takes them. Needs no approval; the queue does not change")));
    m_export->setObjectName(QStringLiteral("exportLetters"));
    m_export->setToolTip(plainToolTip(QStringLiteral("As JSON lines, a report, or a table (Ctrl+E)")));
    layout->addWidget(m_picker);
    constexpr int leastFilter = 180; // the picker gives way first
    m_filter->setMinimumWidth(leastFilter);
    layout->addWidget(m_filter, 1);
    layout->addWidget(m_count);
    m_keeping->setObjectName(QStringLiteral("keeping"));
    m_keeping->setToolTip(plainToolTip(QStringLiteral("How long what was read stays on this disk")));
    m_class->setAutoDefault(false); // stands beside the groups: the row above has no room for it
    for (QPushButton *button : {m_preserve, m_export, m_keeping}) {
        button->setAutoDefault(false);
        layout->addWidget(button);
    }
    layout->addWidget(makeRedriveButton());
    connect(m_class, &QPushButton::clicked, this, &DeadLettersPage::editClass);
    connect(m_preserve, &QPushButton::clicked, this, [this] { write(true); });
    connect(m_export, &QPushButton::clicked, this, [this] { write(false); });
    connect(m_keeping, &QPushButton::clicked, this, &DeadLettersPage::changeKeeping);
    connect(m_grouping, &QComboBox::currentIndexChanged, this, [this](int choice) {
        m_group.reset();
        m_groups.setGrouping(groupingOf(choice));
        m_groups.refresh();
        applyFilter();
    });
    return row;
}

QWidget *DeadLettersPage::makeContent()
{
    m_message = new MessageView(MessageTools{m_context.decompressor, &m_context.clock, m_context.deadLetters.rules().places});
    m_message->setSensitiveNames(m_context.deadLetters.rules().sensitiveNames);
    connect(m_message, &MessageView::revealed, this, [this](const QString &field) { m_context.deadLetters.recordReveal(m_deadSet, m_shownLetter, field, operatorName()); });
    connect(m_message, &MessageView::noteRaised, this, &Page::noteRaised);
    connect(m_message, &MessageView::followRequested, this, &DeadLettersPage::follow);
    connect(m_message, &MessageView::widthRequested, this, [this](bool isWide) {
        for (int part = 0; part < 2; ++part)
            m_splitter->widget(part)->setVisible(!isWide);
    });
    connect(m_message, &MessageView::compareRequested, this, &DeadLettersPage::compareWithSecond);
    auto *left = new QWidget;
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(space::s, space::xs, space::s, space::xs);
    head->setSpacing(space::xs);
    head->addWidget(m_grouping, 1);
    head->addWidget(m_class);
    column->addLayout(head);
    m_groupTable = makeGroupTable(m_groups);
    m_letterTable = makeLetterTable(m_letters);
    connect(m_groupTable, &PlainTable::currentRowChanged, this, &DeadLettersPage::chooseGroup);
    connect(m_letterTable, &PlainTable::currentRowChanged, this, &DeadLettersPage::showCurrentLetter);
    column->addWidget(m_groupTable, 1);
    m_splitter = new QSplitter(Qt::Horizontal);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(left);
    m_splitter->addWidget(m_letterTable);
    auto *right = new QWidget;
    auto *message = new QVBoxLayout(right);
    message->setContentsMargins(0, 0, 0, 0);
    message->setSpacing(0);
    m_whereabouts = secondaryLabel({}, Type::Small);
    m_whereabouts->setObjectName(QStringLiteral("whereabouts"));
    m_whereabouts->setWordWrap(true);
    m_whereabouts->setContentsMargins(space::m, space::s, space::m, 0);
    m_whereabouts->hide();
    message->addWidget(m_whereabouts);
    message->addWidget(m_message, 1);
    m_splitter->addWidget(right);
    m_splitter->setSizes({356, 400, 450});
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setStretchFactor(2, 1);
    m_splitter->restoreState(m_context.settings.read(splitterKey()).toByteArray());
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_context.settings.write(splitterKey(), m_splitter->saveState()); });
    return m_splitter;
}

void DeadLettersPage::listenToPort()
{
    DeadLetterPort &port = m_context.deadLetters;
    connect(&port, &DeadLetterPort::termsChanged, this, &DeadLettersPage::applyTerms);
    connect(&port, &DeadLetterPort::readingChanged, this, &DeadLettersPage::applyReading);
    connect(&port, &DeadLetterPort::snapshotCleared, this, [this](const QueueId &deadSet) {
        if (!isMine(deadSet))
            return;
        m_letters.clear();
        m_ungrouped.tableCleared();
        m_groups.tableCleared();
        m_message->clear();
        m_shownLetter = -1;
        refreshCounts();
    });
    connect(&port, &DeadLetterPort::lettersRead, this, [this](const QueueId &deadSet, const QVector<DeadLetterRow> &rows) {
        if (!isMine(deadSet))
            return;
        m_letters.append(rows);
        m_groups.refresh();
        // The first one is shown at once: it is here already, so showing it is no look.
        if (m_letterTable->currentRow() < 0 && m_shownLetter < 0 && m_letters.rowCount() > 0)
            m_letterTable->selectRow(0);
        refreshCounts();
    });
    connect(&port, &DeadLetterPort::lettersChanged, this, [this](const QueueId &deadSet, const QVector<DeadLetterRow> &rows) {
        if (!isMine(deadSet))
            return;
        m_letters.change(rows);
        m_ungrouped.tableCleared();
        m_groups.refresh();
        refreshCounts();
    });
    connect(&port, &DeadLetterPort::rulesChanged, this, [this] {
        m_letters.setClasses(m_context.deadLetters.rules().classes);
        const QStringList names = m_context.deadLetters.rules().sensitiveNames;
        m_message->setSensitiveNames(names);
        m_letters.setSensitiveNames(names);
        m_ungrouped.setSensitiveNames(names);
        m_groups.refresh();
    });
    connect(&m_letters, &DeadLetterModel::filterFinished, this, &DeadLettersPage::refreshCounts);
    connect(&m_letters, &DeadLetterModel::filterProgressed, this, &DeadLettersPage::refreshCounts);
}

void DeadLettersPage::setScope(const ViewScope &scope)
{
    m_zone = scope.zone;
    m_letters.setZone(scope.zone);
    m_groups.setZone(scope.zone);
    m_message->setZone(scope.zone);
    m_picker->setScope(scope);
    refreshStack();
}

void DeadLettersPage::showQueue(const QueueId &deadSet)
{
    m_picker->refresh();
    m_picker->choose(deadSet);
}

void DeadLettersPage::openDeadSet()
{
    const auto chosen = m_picker->chosen();
    const QueueId wanted = chosen ? chosen->queue.id : QueueId{};
    if (wanted == m_deadSet && m_isOpen)
        return; // told twice
    m_deadSet = wanted;
    m_isOpen = false;
    m_terms.reset();
    m_reading = {};
    m_group.reset();
    m_wanted = firstRead;
    m_shownLetter = -1;
    m_letters.clear();
    m_ungrouped.tableCleared();
    m_groups.tableCleared();
    m_message->clear();
    refreshStack();
    if (!chosen || !isVisible())
        return;
    m_isOpen = true;
    m_termsPanel->ask();
    m_context.deadLetters.reopen(m_deadSet);
    m_context.deadLetters.requestTerms(m_deadSet);
}

void DeadLettersPage::applyTerms(const QueueId &deadSet, const LookTerms &terms)
{
    if (!isMine(deadSet))
        return;
    m_terms = terms;
    // Where the system does not notice, there is nothing to consent to.
    if (terms.effect == LookTerms::Effect::None && m_reading.stage == ReadingState::Stage::Nothing)
        read({});
    refreshStack();
}

void DeadLettersPage::applyReading(const QueueId &deadSet, const ReadingState &state)
{
    if (!isMine(deadSet))
        return;
    m_reading = state;
    refreshStack();
}

void DeadLettersPage::read(const QString &overrideReason)
{
    ReadOrder order;
    order.atMost = m_wanted;
    order.hasConsented = true; // the sentence stood above the button
    order.overrideReason = overrideReason;
    m_context.deadLetters.read(m_deadSet, order);
}

void DeadLettersPage::readFurther()
{
    m_wanted *= furtherFactor;
    if (m_terms && m_terms->effect == LookTerms::Effect::None)
        return read({});
    m_reading = {}; // another look: its sentence first
    refreshStack();
    m_context.deadLetters.requestTerms(m_deadSet);
}

QString DeadLettersPage::whyHere(const QueueStatus &status) const
{
    if (m_reading.error)
        return toSentence(*m_reading.error);
    return status.queue.isDeadLetterQueue ? QString() : QStringLiteral("No queue names this one as its dead-letter queue; it was marked here. Its messages may still be waiting for a worker.");
}

void DeadLettersPage::refreshStack()
{
    const auto chosen = m_picker->chosen();
    const bool hasLetters = m_letters.table().count() > 0;
    const bool isUnread = m_reading.stage == ReadingState::Stage::Nothing || (m_reading.stage == ReadingState::Stage::Failed && !hasLetters);
    if (chosen && isUnread && m_terms)
        m_termsPanel->show(chosen->queue.displayName, *m_terms, whyHere(*chosen));
    m_stack->setCurrentIndex(!chosen ? EmptyPlace : isUnread ? TermsPlace : ContentPlace);
    m_bar->setVisible(chosen && !isUnread);
    m_bar->show(m_reading, m_terms.value_or(LookTerms()), m_context.clock.now(), m_zone);
    refreshCounts();
}

void DeadLettersPage::refreshCounts()
{
    const qint64 all = qint64(m_letters.table().count());
    const qint64 shown = qint64(m_letters.shown().size());
    m_groups.setShown(filteredRows());
    showWhereabouts();
    if (!m_filter->fault().isEmpty())
        m_count->setText(m_filter->fault());
    else
        m_count->setText(all == shown ? QString() : QStringLiteral("%1 of %2").arg(formatCount(shown), formatCount(all)));
    const qsizetype chosen = selection().size();
    m_preserve->setText(QStringLiteral("Preserve %1\u2026").arg(formatCount(chosen)));
    m_export->setText(QStringLiteral("Export %1\u2026").arg(formatCount(chosen)));
    m_redrive->setText(QStringLiteral("Redrive %1\u2026").arg(formatCount(chosen)));
    m_redrive->setEnabled(chosen > 0);
    m_preserve->setEnabled(chosen > 0);
    m_export->setEnabled(chosen > 0);
    m_class->setEnabled(m_group.has_value() || currentRow().has_value());
}

void DeadLettersPage::applyFilter()
{
    filter::Expression wanted = m_filter->expression();
    const int row = m_group ? m_groups.rowOf(*m_group) : -1;
    if (row >= 0) {
        if (const auto group = m_groups.groups().filterFor(m_groups.groupAt(row)))
            wanted = filter::allOf({wanted, *group});
    }
    const filter::Moment moment{m_context.clock.now(), m_zone == Zone::Utc ? QTimeZone::utc() : QTimeZone::systemTimeZone()};
    const PayloadLookup payloads = m_context.deadLetters.payloads(m_deadSet);
    if (row >= 0 && (m_ungrouped.filter() != m_filter->expression() || !m_ungrouped.isDone()))
        m_ungrouped.setFilter(m_filter->expression(), moment, payloads);
    m_letters.setFilter(wanted, moment, payloads);
    tellOfMasked();
    refreshCounts();
}

void DeadLettersPage::chooseGroup()
{
    const int row = m_groupTable->currentRow();
    m_group = row < 0 ? std::nullopt : std::optional(m_groups.groupAt(row).key);
    applyFilter();
}

std::optional<DeadLetterRow> DeadLettersPage::currentRow() const
{
    const int row = m_letterTable ? m_letterTable->currentRow() : -1;
    return row < 0 ? std::nullopt : std::optional(m_letters.letterAt(row));
}

void DeadLettersPage::showCurrentLetter()
{
    refreshCounts();
    const auto row = currentRow();
    if (!row || row->number == m_shownLetter)
        return;
    m_shownLetter = row->number;
    m_message->setLoading();
    m_context.deadLetters.fetchLetter(m_deadSet, row->number, this, [this, row = *row](const Result<DeadLetter> &letter) {
        if (row.number != m_shownLetter)
            return; // another one was chosen meanwhile
        if (letter)
            m_message->show(*letter, row);
        else
            m_message->setFailure(letter.error());
    });
}

QVector<LetterNumber> DeadLettersPage::selection() const
{
    QVector<LetterNumber> numbers;
    const QModelIndexList rows = m_letterTable ? m_letterTable->selectionModel()->selectedRows() : QModelIndexList();
    if (rows.size() > 1) {
        for (const QModelIndex &index : rows)
            numbers.append(m_letters.numberAt(index.row()));
        return numbers;
    }
    numbers.reserve(qsizetype(m_letters.shown().size()));
    for (const quint32 row : m_letters.shown())
        numbers.append(m_letters.table().numberAt(row));
    return numbers;
}

QVector<ShortcutHint> DeadLettersPage::shortcuts() const
{
    return {{QStringLiteral("/"), QStringLiteral("Filter: class:malformed version:>=3 age:>1h order.id:\"A-17\"")},
            {QStringLiteral("Ctrl+click"), QStringLiteral("Select several messages")},
            {QStringLiteral("Ctrl+F"), QStringLiteral("Search in the message")},
            {QStringLiteral("Esc"), QStringLiteral("From a wide message back to the lists; all groups again")}};
}

void DeadLettersPage::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

bool DeadLettersPage::stepBack()
{
    if (m_message->leaveSearch())
        return true;
    if (m_message->isWide()) {
        m_message->setWide(false);
        return true;
    }
    if (!m_group)
        return false;
    m_groupTable->clearSelection();
    return true;
}

void DeadLettersPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    m_second.start();
    m_picker->refresh();
    openDeadSet();
}

void DeadLettersPage::hideEvent(QHideEvent *event)
{
    m_second.stop();
    Page::hideEvent(event);
}

void DeadLettersPage::tick()
{
    m_bar->show(m_reading, m_terms.value_or(LookTerms()), m_context.clock.now(), m_zone);
    m_letterTable->viewport()->update();
    constexpr int seconds = 30;
    if (m_context.clock.now().time_since_epoch() / Seconds(1) % seconds == 0)
        m_groups.refresh();
}

} // namespace holdwatch::ui
