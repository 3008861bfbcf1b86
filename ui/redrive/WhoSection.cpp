// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/WhoSection.h"

#include "ui/common/Labels.h"
#include "ui/redrive/FactGrid.h"
#include "ui/redrive/PlanText.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

QString requesterText(const PlanPicture &picture)
{
    if (!picture.isDraft)
        return personText(picture.plan.requester);
    const OperatorState &people = picture.facts.people;
    if (people.self)
        return personText(*people.self) + QStringLiteral(" (you)");
    if (people.keychain == OperatorState::Keychain::Asking)
        return QStringLiteral("asking the keychain\u2026");
    return QStringLiteral("nobody: make an identity first");
}

/// Those of the roster who may say yes, without whoever asks.
QString approversText(const PlanPicture &picture)
{
    const OperatorState &people = picture.facts.people;
    if (!people.roster)
        return QStringLiteral("not known: no roster here");
    const Operator asker = picture.isDraft ? people.self.value_or(Operator()) : picture.plan.requester;
    QStringList names;
    for (const Roster::Entry &entry : people.roster->entries) {
        if (entry.mayApprove && !isSamePerson(entry.who, asker))
            names << personText(entry.who);
    }
    return names.isEmpty() ? QStringLiteral("nobody else in the roster may approve") : names.join(QLatin1Char('\n'));
}

QString rosterText(const PlanPicture &picture)
{
    const OperatorState &people = picture.facts.people;
    if (people.maintainerKey.isEmpty())
        return QStringLiteral("no maintainer key is pinned here, so no roster can be trusted");
    if (!people.roster)
        return QStringLiteral("none; the maintainer key %1 is pinned by %2").arg(fingerprint(people.maintainerKey), people.pinnedBy);
    QString text = QStringLiteral("number %1, signed by the key %2 that is pinned by %3").arg(QString::number(people.roster->number), fingerprint(people.maintainerKey), people.pinnedBy);
    if (people.roster->expiresAt)
        text += *people.roster->expiresAt <= picture.now ? QStringLiteral("; it has expired") : QStringLiteral("; valid for %1").arg(formatDuration(*people.roster->expiresAt - picture.now));
    return text;
}

void clear(QLayout *layout)
{
    while (QLayoutItem *item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

MarkedText *marked(Mark mark, const QString &text, const char *name)
{
    auto *row = new MarkedText;
    row->setObjectName(QString::fromLatin1(name));
    row->say(mark, text);
    return row;
}

QString saidText(Statement::Kind kind)
{
    switch (kind) {
    case Statement::Kind::Approve: return QStringLiteral("approved");
    case Statement::Kind::Refuse: return QStringLiteral("refused");
    case Statement::Kind::Withdraw: return QStringLiteral("withdrew");
    case Statement::Kind::Review: break;
    }
    return QStringLiteral("reviewed");
}

MarkedText *statementRow(const StatementRow &row, UtcTime now, Zone zone)
{
    const Statement &statement = row.statement;
    QString text = QStringLiteral("%1 %2 it, %3.").arg(personText(statement.by), saidText(statement.kind), momentText(statement.at, now, zone));
    if (!statement.reason.isEmpty())
        text += QStringLiteral(" \u201C%1\u201D").arg(statement.reason);
    if (!statement.evidence.isEmpty())
        text += QStringLiteral(" Had seen: %1.").arg(statement.evidence.join(QStringLiteral("; ")));
    if (!row.problem.isEmpty())
        text += QStringLiteral(" Does not count: %1.").arg(row.problem);
    else if (statement.kind == Statement::Kind::Approve)
        text += QStringLiteral(" Counts until %1 %2.").arg(formatTimeOfDay(statement.expiresAt, zone), zoneName(zone, statement.expiresAt));
    const bool isYes = statement.kind == Statement::Kind::Approve || statement.kind == Statement::Kind::Review;
    return marked(!row.problem.isEmpty() ? Mark::Warned : isYes ? Mark::Fine : Mark::Refused, text, "statement");
}

} // namespace

WhoSection::WhoSection(bool isDraft, QWidget *parent)
    : PlanSection(QStringLiteral("whoSection"), QStringLiteral("Who"), parent), m_isDraft(isDraft), m_facts(new FactGrid), m_problems(new QVBoxLayout), m_statements(new QVBoxLayout),
      m_people(new QPushButton(QStringLiteral("Identity and roster\u2026"))), m_breakGlass(new QPushButton)
{
    m_people->setObjectName(QStringLiteral("openPeople"));
    m_breakGlass->setObjectName(QStringLiteral("breakGlass"));
    m_problems->setSpacing(space::xs);
    m_statements->setSpacing(space::s);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(space::s);
    for (QPushButton *button : {m_people, m_breakGlass}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    auto *limits = secondaryLabel(QStringLiteral("This prevents mistakes and later denial. It can't prevent that somebody who holds the queue system's own credentials moves messages without Holdwatch."), Type::Body);
    limits->setObjectName(QStringLiteral("whoLimits"));
    limits->setWordWrap(true);
    body()->addWidget(m_facts);
    body()->addLayout(m_problems);
    body()->addLayout(m_statements);
    body()->addWidget(limits);
    body()->addLayout(buttons);
    connect(m_people, &QPushButton::clicked, this, &WhoSection::peopleRequested);
    connect(m_breakGlass, &QPushButton::clicked, this, [this] { m_glass ? emit breakGlassDropped() : emit breakGlassRequested(); });
}

void WhoSection::show(const PlanPicture &picture)
{
    m_glass = picture.plan.breakGlass;
    refresh(picture);
}

void WhoSection::refresh(const PlanPicture &picture)
{
    const RedrivePlan &plan = picture.plan;
    const bool isSigned = needsSecondPerson(plan) || plan.breakGlass;
    m_facts->set(QStringLiteral("Policy"), policyText(plan));
    m_facts->set(QStringLiteral("Asked by"), requesterText(picture));
    m_facts->set(QStringLiteral("May approve"), needsSecondPerson(plan) ? approversText(picture) : QString());
    m_facts->set(QStringLiteral("Roster"), isSigned ? rosterText(picture) : QString());
    m_facts->set(QStringLiteral("Break-glass"), plan.breakGlass ? breakGlassText(*plan.breakGlass, picture.zone) : QString());
    if (!picture.isDraft)
        m_facts->set(QStringLiteral("Plan"), QStringLiteral("%1, signed %2; good until %3 %4").arg(plan.id.text(), momentText(plan.createdAt, picture.now, picture.zone), formatDateTime(plan.expiresAt, picture.zone), zoneName(picture.zone, plan.expiresAt)));
    clear(m_problems);
    for (const QString &problem : picture.facts.people.problems)
        m_problems->addWidget(marked(Mark::Warned, problem, "peopleProblem"));
    if (picture.facts.people.keychain == OperatorState::Keychain::Unavailable)
        m_problems->addWidget(marked(Mark::Warned, QStringLiteral("The keychain of this desktop is not available, so nothing can be signed here. Open it (or log in again) and look once more; what is typed stays."), "peopleProblem"));
    head()->setSummary(plan.breakGlass ? QStringLiteral("%1, break-glass").arg(requesterText(picture))
                                       : needsSecondPerson(plan) ? QStringLiteral("%1 asks, a second person approves").arg(picture.isDraft ? requesterText(picture) : plan.requester.name)
                                                                 : requesterText(picture));
    refreshButtons(picture);
}

void WhoSection::refreshButtons(const PlanPicture &picture)
{
    const bool isOffered = m_isDraft && (m_glass || needsSecondPerson(picture.plan));
    m_breakGlass->setVisible(isOffered);
    m_breakGlass->setText(m_glass ? QStringLiteral("Without break-glass") : QStringLiteral("Nobody answers: break-glass\u2026"));
}

void WhoSection::collect(RedrivePlan &plan) const
{
    if (m_isDraft)
        plan.breakGlass = m_glass;
}

void WhoSection::showStatements(const RedriveRecord &record, UtcTime now, Zone zone)
{
    clear(m_statements);
    if (!record.signatureProblem.isEmpty())
        m_statements->addWidget(marked(Mark::Refused, record.signatureProblem, "signatureProblem"));
    for (const StatementRow &row : record.statements)
        m_statements->addWidget(statementRow(row, now, zone));
    if (record.statements.isEmpty())
        m_statements->addWidget(marked(Mark::Missing, QStringLiteral("Nobody has said anything about it yet."), "statement"));
    const StatementRow *approval = countingStatement(record, Statement::Kind::Approve);
    const StatementRow *refusal = countingStatement(record, Statement::Kind::Refuse);
    const StatementRow *withdrawal = countingStatement(record, Statement::Kind::Withdraw);
    if (!record.signatureProblem.isEmpty())
        head()->setState(Mark::Refused, QStringLiteral("can't be trusted"));
    else if (withdrawal)
        head()->setState(Mark::Refused, QStringLiteral("withdrawn"));
    else if (refusal)
        head()->setState(Mark::Refused, QStringLiteral("refused"));
    else if (approval)
        head()->setState(Mark::Fine, record.isSpent ? QStringLiteral("approved, spent") : QStringLiteral("approved"));
    else if (record.isSpent)
        head()->setState(Mark::Fine, QStringLiteral("spent"));
    else
        head()->setState(Mark::Missing, QStringLiteral("not approved"));
    if (approval)
        head()->setSummary(QStringLiteral("%1 asked, %2 approved").arg(record.plan.requester.name, approval->statement.by.name));
}

} // namespace holdwatch::ui
