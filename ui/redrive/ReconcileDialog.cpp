// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/ReconcileDialog.h"

#include "ui/common/DialogFrame.h"
#include "ui/common/Labels.h"
#include "ui/common/PlainTable.h"
#include "ui/redrive/Marks.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace holdwatch::ui {

void UnknownModel::setUnknown(const RedrivePlan &plan, const QVector<ItemResult> &results, Zone zone)
{
    beginResetModel();
    m_zone = zone;
    m_items.clear();
    m_results.clear();
    for (const ItemResult &result : results) {
        if (result.outcome != ItemOutcome::Unknown || result.ordinal < 0 || result.ordinal >= plan.items.size())
            continue;
        m_items << plan.items.at(result.ordinal);
        m_results << result;
    }
    endResetModel();
}

int UnknownModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_results.size());
}

int UnknownModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant UnknownModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const PlanItem &item = m_items.at(index.row());
    const ItemResult &result = m_results.at(index.row());
    switch (index.column()) {
    case NumberColumn: return QString::number(result.ordinal + 1);
    case KeyColumn: return item.key.isEmpty() ? noFigure() : item.key;
    case IdColumn: return item.id.isEmpty() ? noFigure() : item.id.text();
    case SinceColumn: return result.at == UtcTime() ? noFigure() : formatTimeOfDay(result.at, m_zone);
    default: return result.detail;
    }
}

QVariant UnknownModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QString titles[] = {QStringLiteral("#"), QStringLiteral("idempotency key"), QStringLiteral("id"), QStringLiteral("sent at"), QStringLiteral("what is known")};
    return titles[section];
}

ReconcileDialog::ReconcileDialog(RedrivePort &port, const PlanId &plan, const QString &who, Zone zone, QWidget *parent)
    : QDialog(parent), m_port(port), m_plan(plan), m_who(who), m_zone(zone), m_table(new PlainTable(QStringLiteral("unknownItems"), QStringLiteral("Messages whose outcome is unknown"))),
      m_ask(new QPushButton(QStringLiteral("Look again"))), m_answer(new MarkedText)
{
    setObjectName(QStringLiteral("reconcileDialog"));
    setWindowTitle(QStringLiteral("Unknown outcomes"));
    auto *frame = new DialogFrame(this);
    const std::optional<RedriveRecord> record = port.redrive(plan);
    if (record)
        frame->setEnvironment(record->plan.environment, record->plan.connectionName);
    auto *consequence = plainLabel(QStringLiteral("These may have moved, or may still be dead. Holdwatch has not sent them again and will not: here you only say, or let the system say, what became of each."));
    consequence->setObjectName(QStringLiteral("consequence"));
    consequence->setWordWrap(true);
    m_table->setModel(&m_unknown);
    const int widths[] = {44, 210, 110, 80};
    for (int column = 0; column < UnknownModel::DetailColumn; ++column)
        m_table->horizontalHeader()->resizeSection(column, widths[column]);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setMinimumHeight(5 * rowHeight);
    m_ask->setObjectName(QStringLiteral("lookAgain"));
    m_ask->setToolTip(plainToolTip(QStringLiteral("Asks the queue system what became of all of them. Reads only")));
    m_answer->setObjectName(QStringLiteral("reconcileAnswer"));
    m_answer->setMinimumHeight(2 * fontMetrics().lineSpacing());
    auto *close = new QPushButton(QStringLiteral("Close"));
    close->setObjectName(QStringLiteral("closeReconcile"));
    auto *word = makeWord();
    for (QPushButton *button : {m_ask, m_take, close})
        button->setAutoDefault(false);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_ask);
    buttons->addStretch(1);
    buttons->addWidget(close);
    QVBoxLayout *body = frame->body();
    body->addWidget(plainLabel(QStringLiteral("What became of these?"), Type::Title, QFont::DemiBold));
    body->addWidget(consequence);
    body->addWidget(m_table, 1);
    body->addWidget(word);
    body->addWidget(m_answer);
    body->addLayout(buttons);
    resize(760, 520);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_ask, &QPushButton::clicked, this, &ReconcileDialog::ask);
    connect(m_table, &PlainTable::currentRowChanged, this, &ReconcileDialog::refresh);
    connect(&port, &RedrivePort::itemsChanged, this, [this](const PlanId &changed) {
        if (changed == m_plan)
            reload();
    });
    reload();
}

QWidget *ReconcileDialog::makeWord()
{
    auto *box = new QWidget;
    const auto radio = [box](const char *name, const QString &text) {
        auto *button = new QRadioButton(text, box);
        button->setObjectName(QString::fromLatin1(name));
        return button;
    };
    m_moved = radio("itMoved", QStringLiteral("It &moved"));
    m_stayed = radio("itStayed", QStringLiteral("It did not: it is &still in the dead-letter queue"));
    m_byLedger = radio("byLedger", QStringLiteral("I looked it up in the consumer's &ledger"));
    m_byWord = radio("byWord", QStringLiteral("I know it another way, on my &word"));
    auto *found = new QButtonGroup(box);
    found->addButton(m_moved);
    found->addButton(m_stayed);
    auto *source = new QButtonGroup(box);
    source->addButton(m_byLedger);
    source->addButton(m_byWord);
    m_note = new QLineEdit;
    m_note->setObjectName(QStringLiteral("wordNote"));
    m_note->setAccessibleName(QStringLiteral("How you know"));
    m_note->setPlaceholderText(QStringLiteral("How you know: row, query, what you saw"));
    m_take = new QPushButton(QStringLiteral("Record it"));
    m_take->setObjectName(QStringLiteral("recordWord"));
    auto *grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(space::xs);
    grid->setHorizontalSpacing(space::l);
    grid->addWidget(m_moved, 0, 0);
    grid->addWidget(m_byLedger, 0, 1);
    grid->addWidget(m_stayed, 1, 0);
    grid->addWidget(m_byWord, 1, 1);
    auto *line = new QHBoxLayout;
    line->addWidget(m_note, 1);
    line->addWidget(m_take);
    grid->addLayout(line, 2, 0, 1, 2);
    for (QRadioButton *each : {m_moved, m_stayed, m_byLedger, m_byWord})
        connect(each, &QRadioButton::toggled, this, &ReconcileDialog::refresh);
    connect(m_note, &QLineEdit::textChanged, this, &ReconcileDialog::refresh);
    connect(m_take, &QPushButton::clicked, this, &ReconcileDialog::giveWord);
    return box;
}

void ReconcileDialog::reload()
{
    const std::optional<RedriveRecord> record = m_port.redrive(m_plan);
    m_unknown.setUnknown(record ? record->plan : RedrivePlan(), m_port.items(m_plan), m_zone);
    if (m_unknown.rowCount() > 0)
        m_table->selectRow(0);
    else
        say(true, QStringLiteral("Nothing is unknown any more."));
    refresh();
}

void ReconcileDialog::refresh()
{
    const bool hasRow = m_table->currentRow() >= 0;
    m_ask->setEnabled(!m_isRunning && m_unknown.rowCount() > 0);
    m_take->setEnabled(!m_isRunning && hasRow && (m_moved->isChecked() || m_stayed->isChecked()) && (m_byLedger->isChecked() || m_byWord->isChecked()) && !m_note->text().trimmed().isEmpty());
}

void ReconcileDialog::say(bool isFine, const QString &sentence)
{
    m_answer->say(isFine ? Mark::Fine : Mark::Warned, sentence);
}

void ReconcileDialog::ask()
{
    m_isRunning = true;
    refresh();
    m_port.reconcile(m_plan, this, [this](const Result<int> &cleared) {
        m_isRunning = false;
        reload();
        if (!cleared)
            say(false, toSentence(cleared.error()));
        else if (*cleared == 0)
            say(false, QStringLiteral("The system can't tell. Look into the ledger or the queue, and say what you find."));
        else
            say(true, QStringLiteral("%1 cleared up by reading.").arg(*cleared));
    });
}

void ReconcileDialog::giveWord()
{
    Reconciliation word;
    word.ordinal = m_unknown.ordinalAt(m_table->currentRow());
    word.found = m_moved->isChecked() ? ItemOutcome::Moved : ItemOutcome::Skipped;
    word.source = m_byLedger->isChecked() ? Reconciliation::Source::Ledger : Reconciliation::Source::Word;
    word.by = m_who;
    word.note = m_note->text().trimmed();
    m_isRunning = true;
    refresh();
    m_port.reconcileByWord(m_plan, word, this, [this, number = word.ordinal + 1](const Result<void> &answer) {
        m_isRunning = false;
        if (answer)
            m_note->clear();
        reload();
        if (!answer)
            say(false, QStringLiteral("Nothing was recorded. %1").arg(toSentence(answer.error())));
        else if (m_unknown.rowCount() > 0)
            say(true, QStringLiteral("Recorded for message %1.").arg(number));
    });
}

} // namespace holdwatch::ui
