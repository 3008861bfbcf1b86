// SPDX-License-Identifier: GPL-3.0-or-later
// What leads from the dead letters page to a redrive. Nothing here sends anything.
#include "ui/deadletters/DeadLettersPage.h"

#include "ui/common/FilterField.h"
#include "ui/common/Labels.h"
#include "ui/common/PlainTable.h"

#include <QAction>
#include <QPushButton>

namespace holdwatch::ui {

QPushButton *DeadLettersPage::makeRedriveButton()
{
    m_redrive = new QPushButton;
    m_redrive->setObjectName(QStringLiteral("planRedrive"));
    m_redrive->setAutoDefault(false);
    m_redrive->setToolTip(plainToolTip(QStringLiteral("Plan a redrive of what is selected (of all shown, if at most one is). Nothing moves before the plan is approved")));
    connect(m_redrive, &QPushButton::clicked, this, &DeadLettersPage::requestPlan);
    auto *correct = new QAction(QStringLiteral("Corrected copy of this message\u2026"), this);
    correct->setObjectName(QStringLiteral("correctLetter"));
    connect(correct, &QAction::triggered, this, &DeadLettersPage::requestCorrection);
    auto *plan = new QAction(QStringLiteral("Plan a redrive of the selection\u2026"), this);
    connect(plan, &QAction::triggered, this, &DeadLettersPage::requestPlan);
    // The table is made after the tools.
    QMetaObject::invokeMethod(this, [this, plan, correct] {
        m_letterTable->addActions({plan, correct});
        m_letterTable->setContextMenuPolicy(Qt::ActionsContextMenu);
    }, Qt::QueuedConnection);
    return m_redrive;
}

void DeadLettersPage::requestPlan()
{
    PlanRequest request;
    request.deadSet = m_deadSet;
    request.letters = selection();
    if (request.letters.isEmpty())
        return;
    const bool isByHand = m_letterTable->selectionModel()->selectedRows().size() > 1;
    filter::Expression rule = m_filter->expression();
    const int group = m_group ? m_groups.rowOf(*m_group) : -1;
    if (group >= 0) {
        if (const auto its = m_groups.groups().filterFor(m_groups.groupAt(group)))
            rule = filter::allOf({rule, *its});
    }
    if (!isByHand)
        request.rule = filter::toText(rule);
    if (!isByHand && request.rule.isEmpty())
        request.rule = QStringLiteral("all that was read");
    emit planRequested(request);
}

void DeadLettersPage::requestCorrection()
{
    const auto row = currentRow();
    if (!row)
        return;
    m_context.deadLetters.fetchLetter(m_deadSet, row->number, this, [this, row = *row, deadSet = m_deadSet](const Result<DeadLetter> &letter) {
        if (letter)
            emit correctionRequested(deadSet, row, *letter);
        else
            emit noteRaised(toSentence(letter.error()));
    });
}

} // namespace holdwatch::ui
