// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/deadletters/DeadLettersPage.h"

#include "models/ports/SettingsPort.h"
#include "models/queue/QueueTableModel.h"
#include "ui/common/EmptyState.h"
#include "ui/common/FilterField.h"
#include "ui/common/Labels.h"
#include "ui/common/Operator.h"
#include "ui/common/PlainTable.h"
#include "ui/deadletters/ClassDialog.h"
#include "ui/deadletters/DeadSetPicker.h"
#include "ui/deadletters/ExportDialog.h"
#include "ui/deadletters/LetterTables.h"
#include "ui/deadletters/ReadingBar.h"
#include "ui/deadletters/SightingsDialog.h"
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
    : Page(info(), parent), m_context(context), m_wanted(firstRead), m_letters(context.clock), m_groups(m_letters.table(), context.clock),
      m_catalogue(letterCatalogue(m_letters.table())), m_picker(new DeadSetPicker(context.queues)), m_filter(new FilterField(m_catalogue)), m_count(secondaryLabel({})),
      m_grouping(new QComboBox), m_class(new QPushButton(QStringLiteral("Class\u2026"))), m_preserve(new QPushButton), m_export(new QPushButton), m_bar(new ReadingBar),
      m_stack(new QStackedWidget), m_empty(new EmptyState), m_termsPanel(new TermsPanel)
{
    m_letters.setClasses(context.deadLetters.rules().classes);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeTools());
    layout->addWidget(m_bar);
    layout->addWidget(m_stack, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_termsPanel);
    m_stack->addWidget(makeContent());
    m_empty->say(QStringLiteral("dead-letters"), QStringLiteral("No dead-letter queue here"),
                 QStringLiteral("None of the connections in sight has one, or none has answered yet. A queue without a dead-letter queue loses what it gives up on."));
    listenToPort();
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
    layout->addWidget(m_filter, 1);
    layout->addWidget(m_count);
    for (QPushButton *button : {m_class, m_preserve, m_export}) {
        button->setAutoDefault(false);
        layout->addWidget(button);
    }
    layout->addWidget(makeRedriveButton());
    connect(m_class, &QPushButton::clicked, this, &DeadLettersPage::editClass);
    connect(m_preserve, &QPushButton::clicked, this, [this] { write(true); });
    connect(m_export, &QPushButton::clicked, this, [this] { write(false); });
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
    connect(m_message, &MessageView::compareRequested, this, &DeadLettersPage::compareWithSecond);
    auto *left = new QWidget;
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(space::s, space::xs, space::s, space::xs);
    head->addWidget(m_grouping, 1);
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
    m_splitter->addWidget(m_message);
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
        m_groups.refresh();
        refreshCounts();
    });
    connect(&port, &DeadLetterPort::rulesChanged, this, [this] {
        m_letters.setClasses(m_context.deadLetters.rules().classes);
        m_message->setSensitiveNames(m_context.deadLetters.rules().sensitiveNames);
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

void DeadLettersPage::refreshStack()
{
    const auto chosen = m_picker->chosen();
    const bool hasLetters = m_letters.table().count() > 0;
    const bool isUnread = m_reading.stage == ReadingState::Stage::Nothing || (m_reading.stage == ReadingState::Stage::Failed && !hasLetters);
    if (chosen && isUnread && m_terms)
        m_termsPanel->show(chosen->queue.displayName, *m_terms, m_reading.error ? toSentence(*m_reading.error) : QString());
    m_stack->setCurrentIndex(!chosen ? EmptyPlace : isUnread ? TermsPlace : ContentPlace);
    m_bar->setVisible(chosen && !isUnread);
    m_bar->show(m_reading, m_terms.value_or(LookTerms()), m_context.clock.now(), m_zone);
    refreshCounts();
}

void DeadLettersPage::refreshCounts()
{
    const qint64 all = qint64(m_letters.table().count());
    const qint64 shown = qint64(m_letters.shown().size());
    m_groups.setShown(m_letters.shown());
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
    m_letters.setFilter(wanted, moment, m_context.deadLetters.payloads(m_deadSet));
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

void DeadLettersPage::write(bool preserving)
{
    const auto chosen = m_picker->chosen();
    const QVector<LetterNumber> letters = selection();
    if (!chosen || letters.isEmpty())
        return;
    ExportDialog dialog(m_context.deadLetters, m_deadSet, letters, preserving, chosen->environment, chosen->connectionName, this);
    connect(&dialog, &ExportDialog::written, this, &Page::noteRaised);
    dialog.exec();
}

void DeadLettersPage::exportShown()
{
    write(false);
}

void DeadLettersPage::editClass()
{
    const auto letter = currentRow();
    const int group = m_groupTable->currentRow();
    const QString id = group >= 0 ? m_groups.groupAt(group).failureClass : letter ? letter->failureClass : QString();
    // What nobody has understood yet gets a class of its own.
    const bool makesNew = id == QLatin1String("unknown") && letter.has_value();
    ClassDialog dialog(m_context.deadLetters, makesNew ? QString() : id, letter, this);
    connect(&dialog, &ClassDialog::saved, this, &Page::noteRaised);
    dialog.exec();
}

void DeadLettersPage::compareWithSecond()
{
    const QModelIndexList rows = m_letterTable->selectionModel()->selectedRows();
    for (const QModelIndex &index : rows) {
        const DeadLetterRow other = m_letters.letterAt(index.row());
        if (other.number == m_shownLetter)
            continue;
        m_context.deadLetters.fetchLetter(m_deadSet, other.number, this, [this, other](const Result<DeadLetter> &letter) {
            if (letter)
                m_message->compareWith(*letter, other.key.isEmpty() ? other.id.text() : other.key);
            else
                emit noteRaised(toSentence(letter.error()));
        });
        return;
    }
    emit noteRaised(QStringLiteral("Select a second message (Ctrl+click) to compare this one with."));
}

void DeadLettersPage::follow(const QString &key)
{
    m_context.deadLetters.follow(key, this, [this, key](const Result<QVector<KeySighting>> &sightings) {
        if (!sightings)
            return emit noteRaised(toSentence(sightings.error()));
        SightingsDialog(key, *sightings, m_zone, this).exec();
    });
}

QVector<ShortcutHint> DeadLettersPage::shortcuts() const
{
    return {{QStringLiteral("/"), QStringLiteral("Filter: class:malformed version:>=3 age:>1h order.id:\"A-17\"")},
            {QStringLiteral("Ctrl+click"), QStringLiteral("Select several messages")},
            {QStringLiteral("Ctrl+F"), QStringLiteral("Search in the message")},
            {QStringLiteral("Esc"), QStringLiteral("All groups again")}};
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
