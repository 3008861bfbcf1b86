// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/WhatSection.h"

#include "ui/common/Labels.h"
#include "ui/common/PlainTable.h"
#include "ui/redrive/FactGrid.h"
#include "ui/redrive/PlanText.h"

#include <QComboBox>
#include <QHeaderView>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace holdwatch::ui {

namespace {

constexpr int mostTableRows = 8;
constexpr int tableRow = 26;

QString listed(const QString &title, const QStringList &lines)
{
    return lines.isEmpty() ? QString() : title + QLatin1Char('\n') + QStringLiteral("\u2013 ") + lines.join(QStringLiteral("\n\u2013 "));
}

QString staysText(const RedrivePlan &plan)
{
    QStringList lines;
    for (const LeftBehind &each : plan.left)
        lines << QStringLiteral("%1: %2").arg(formatCount(each.count), each.reason);
    return lines.isEmpty() ? QStringLiteral("Nothing of it stays.") : listed(QStringLiteral("Stays in %1").arg(plan.deadSet), lines);
}

QString changesText(const RedrivePlan &plan)
{
    QStringList parts;
    for (const QString &part : {listed(QStringLiteral("The system changes about each message"), plan.changes), listed(QStringLiteral("Can't be kept"), plan.notKept),
                                listed(QStringLiteral("Asked for in spite of"), plan.warnings)}) {
        if (!part.isEmpty())
            parts << part;
    }
    return parts.join(QStringLiteral("\n\n"));
}

QString frozenText(const PlanPicture &picture)
{
    const RedrivePlan &plan = picture.plan;
    QString text = QStringLiteral("%1 messages, as read at %2").arg(formatCount(plan.items.size()), momentText(plan.snapshotAt, picture.now, picture.zone));
    if (plan.deadDepth)
        text += QStringLiteral("; %1 lay there then").arg(formatCount(*plan.deadDepth));
    return text;
}

QString kindText(const RedrivePlan &plan)
{
    switch (plan.kind) {
    case RedrivePlan::Kind::Selected: return QStringLiteral("exactly these messages, one by one");
    case RedrivePlan::Kind::Bounded: return QStringLiteral("bounded: the system moves at most %1, whichever it takes; the list is what lay there").arg(formatCount(mostMoved(plan)));
    case RedrivePlan::Kind::WholeQueue: return QStringLiteral("whole queue: the system moves all that lies there");
    case RedrivePlan::Kind::Corrected: return QStringLiteral("one message with a corrected payload, under the same key; the original is kept as evidence");
    }
    return {};
}

} // namespace

WhatSection::WhatSection(bool isDraft, QWidget *parent)
    : PlanSection(QStringLiteral("whatSection"), QStringLiteral("What"), parent), m_facts(new FactGrid), m_table(makePlanItemTable(m_items)), m_evidence(new MarkedText),
      m_stays(plainLabel({})), m_changes(plainLabel({})), m_showRequests(new QPushButton), m_requests(new QPlainTextEdit)
{
    m_evidence->setObjectName(QStringLiteral("evidenceSummary"));
    m_evidence->hide();
    m_stays->setObjectName(QStringLiteral("staysBehind"));
    m_showRequests->setObjectName(QStringLiteral("showRequests"));
    m_showRequests->setAutoDefault(false);
    m_showRequests->setCheckable(true);
    m_requests->setReadOnly(true);
    m_requests->setTabChangesFocus(true);
    m_requests->setAccessibleName(QStringLiteral("Requests of the dry run"));
    m_requests->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_requests->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_requests->setFixedHeight(120);
    m_requests->hide();
    for (QLabel *label : {m_stays, m_changes}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    if (isDraft) {
        m_target = new QComboBox;
        m_target->setObjectName(QStringLiteral("planTarget"));
        m_target->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_facts->addWidget(QStringLiteral("To"), m_target);
        connect(m_target, &QComboBox::activated, this, &WhatSection::targetChanged);
    }
    for (QWidget *part : std::initializer_list<QWidget *>{m_facts, m_table, m_evidence, m_stays, m_changes})
        body()->addWidget(part);
    body()->addWidget(m_showRequests, 0, Qt::AlignLeft);
    body()->addWidget(m_requests);
    connect(m_showRequests, &QPushButton::toggled, m_requests, &QWidget::setVisible);
}

void WhatSection::fillTargets(const RedrivePlan &plan)
{
    QStringList targets{QString()};
    for (const PlanItem &item : plan.items) {
        if (!item.originQueue.isEmpty() && !targets.contains(item.originQueue) && targets.size() < 50)
            targets << item.originQueue;
    }
    if (!targets.contains(plan.target))
        targets << plan.target;
    m_target->clear();
    for (const QString &target : targets)
        m_target->addItem(target.isEmpty() ? QStringLiteral("The queue each came from") : target, target);
    m_target->setCurrentIndex(std::max(0, m_target->findData(plan.target)));
}

void WhatSection::show(const PlanPicture &picture)
{
    const RedrivePlan &plan = picture.plan;
    if (m_target)
        fillTargets(plan);
    else
        m_facts->set(QStringLiteral("To"), whereTo(plan));
    refresh(picture);
}

void WhatSection::refresh(const PlanPicture &picture)
{
    const RedrivePlan &plan = picture.plan;
    head()->setSummary(QStringLiteral("%1, to %2").arg(titleOf(plan), whereTo(plan)));
    m_facts->set(QStringLiteral("How"), kindText(plan));
    m_facts->set(QStringLiteral("Rule"), plan.rule.isEmpty() ? QStringLiteral("chosen by hand") : plan.rule);
    m_facts->set(QStringLiteral("Frozen list"), frozenText(picture));
    m_facts->set(QStringLiteral("On"), QStringLiteral("%1 (%2), %3").arg(plan.connectionName, toWord(plan.environment), plan.origin));
    m_facts->set(QStringLiteral("Looking costs"), plan.lookCost);
    if (plan.correction)
        m_facts->set(QStringLiteral("Corrected"), plan.correction->why);
    m_items.setItems(plan.items, picture.now);
    const int rows = std::clamp(int(plan.items.size()), 1, mostTableRows);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + rows * tableRow + 2);
    m_stays->setText(staysText(plan));
    m_changes->setText(changesText(plan));
    m_changes->setVisible(!m_changes->text().isEmpty());
    m_showRequests->setText(QStringLiteral("Dry run: the exact requests (%1)").arg(formatCount(plan.requests.size())));
    m_showRequests->setVisible(!plan.requests.isEmpty());
    const QString requests = plan.requests.join(QLatin1Char('\n'));
    if (m_requests->toPlainText() != requests)
        m_requests->setPlainText(requests);
}

void WhatSection::resizeEvent(QResizeEvent *event)
{
    PlanSection::resizeEvent(event);
    constexpr int allColumns = 740;
    for (const int column : {PlanItemModel::RedrivesColumn, PlanItemModel::SizeColumn, PlanItemModel::DigestColumn})
        m_table->setColumnHidden(column, width() < allColumns);
}

void WhatSection::collect(RedrivePlan &plan) const
{
    if (m_target)
        plan.target = m_target->currentData().toString();
}

void WhatSection::showEvidence(const QVector<EvidenceRow> &rows)
{
    constexpr int withWord = 96;
    constexpr int numberOnly = 44;
    m_items.setEvidence(rows);
    m_table->horizontalHeader()->resizeSection(PlanItemModel::EvidenceColumn, rows.isEmpty() ? numberOnly : withWord);
    const bool isEqual = std::all_of(rows.cbegin(), rows.cend(), [](const EvidenceRow &row) { return row.found == EvidenceRow::Found::Equal; });
    m_evidence->say(isEqual ? Mark::Fine : Mark::Refused, QStringLiteral("You ") + evidenceText(rows, m_items.rowCount()) + QLatin1Char('.'));
    m_evidence->setVisible(!rows.isEmpty());
}

} // namespace holdwatch::ui
