// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/BreakGlassDialog.h"

#include "ui/common/DialogFrame.h"
#include "ui/common/FormRows.h"
#include "ui/common/Labels.h"
#include "ui/redrive/PlanText.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTimeZone>
#include <QVBoxLayout>

#include <algorithm>

namespace holdwatch::ui {

BreakGlassDialog::BreakGlassDialog(const RedrivePlan &plan, const OperatorState &people, const Clock &clock, Zone zone, QWidget *parent)
    : QDialog(parent), m_clock(clock), m_zone(zone), m_planned(mostMoved(plan)), m_silent(new QRadioButton(QStringLiteral("The approvers were asked and have been &silent for 15 minutes"))),
      m_retention(new QRadioButton(QStringLiteral("&Retention would delete the messages first"))), m_problem(secondaryLabel({}, Type::Body)), m_take(new QPushButton(QStringLiteral("Use break-glass")))
{
    setObjectName(QStringLiteral("breakGlassDialog"));
    setWindowTitle(QStringLiteral("Break-glass"));
    auto *frame = new DialogFrame(this);
    frame->setEnvironment(plan.environment, plan.connectionName);
    auto *consequence = plainLabel(QStringLiteral("You act alone on at most %1 messages; it is recorded as break-glass, and until a second person has reviewed it (within %2) nobody can use it again.")
                                       .arg(BreakGlass::mostMessages).arg(reviewTerm()));
    consequence->setObjectName(QStringLiteral("consequence"));
    consequence->setWordWrap(true);
    consequence->setMinimumWidth(440);
    auto *rows = new FormRows;
    m_incident = rows->addLine(QStringLiteral("incident"), QStringLiteral("&Incident"), QStringLiteral("Its number; it stands in the record"), QStringLiteral("INC-1234"));
    rows->add(QStringLiteral("asked"), QStringLiteral("Asked"), makeAsked(plan, people));
    m_askedAt = rows->addLine(QStringLiteral("askedAt"), QStringLiteral("Asked &at"), QStringLiteral("The time of day you asked them, like 03:20"), QStringLiteral("03:20"));
    m_silent->setObjectName(QStringLiteral("groundSilent"));
    m_retention->setObjectName(QStringLiteral("groundRetention"));
    m_silent->setChecked(true);
    m_problem->setObjectName(QStringLiteral("breakGlassProblem"));
    m_problem->setWordWrap(true);
    m_problem->setFixedHeight(2 * m_problem->fontMetrics().lineSpacing());
    m_take->setObjectName(QStringLiteral("takeBreakGlass"));
    auto *cancel = new QPushButton(QStringLiteral("Wait for them"));
    auto *buttons = new QHBoxLayout;
    buttons->addStretch(1);
    for (QPushButton *button : {cancel, m_take}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    QVBoxLayout *body = frame->body();
    body->addWidget(plainLabel(QStringLiteral("Act without a second person"), Type::Title, QFont::DemiBold));
    for (QWidget *part : std::initializer_list<QWidget *>{consequence, m_silent, m_retention, rows, m_problem})
        body->addWidget(part);
    body->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_take, &QPushButton::clicked, this, &QDialog::accept);
    for (QLineEdit *line : {m_incident, m_askedAt})
        connect(line, &QLineEdit::textChanged, this, &BreakGlassDialog::refresh);
    connect(m_silent, &QRadioButton::toggled, this, &BreakGlassDialog::refresh);
    refresh();
}

QWidget *BreakGlassDialog::makeAsked(const RedrivePlan &plan, const OperatorState &people)
{
    auto *box = new QWidget;
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, space::xs, 0, 0);
    layout->setSpacing(space::xs);
    const Operator self = people.self.value_or(plan.requester);
    for (const Roster::Entry &entry : people.roster ? people.roster->entries : QVector<Roster::Entry>()) {
        if (!entry.mayApprove || isSamePerson(entry.who, self))
            continue;
        auto *name = new QCheckBox(entry.who.name);
        name->setObjectName(QStringLiteral("askedPerson"));
        layout->addWidget(name);
        m_asked << name;
        connect(name, &QCheckBox::toggled, this, &BreakGlassDialog::refresh);
    }
    if (m_asked.isEmpty())
        layout->addWidget(secondaryLabel(QStringLiteral("The roster names nobody else who may approve."), Type::Body));
    return box;
}

std::optional<UtcTime> BreakGlassDialog::askedAt() const
{
    const QTime time = QTime::fromString(m_askedAt->text().trimmed(), QStringLiteral("H:mm"));
    if (!time.isValid())
        return std::nullopt;
    const QTimeZone zone = m_zone == Zone::Utc ? QTimeZone::utc() : QTimeZone::systemTimeZone();
    const UtcTime now = m_clock.now();
    QDateTime moment(toQDateTime(now).toTimeZone(zone).date(), time, zone);
    if (fromQDateTime(moment) > now)
        moment = moment.addDays(-1);
    return fromQDateTime(moment);
}

QString BreakGlassDialog::fault() const
{
    if (m_planned > BreakGlass::mostMessages)
        return QStringLiteral("This plan moves up to %1. Break-glass allows %2: choose fewer, or lower \u201CAt most\u201D.").arg(m_planned).arg(BreakGlass::mostMessages);
    if (m_incident->text().trimmed().isEmpty())
        return QStringLiteral("Name the incident.");
    const auto at = askedAt();
    if (std::none_of(m_asked.cbegin(), m_asked.cend(), [](const QCheckBox *box) { return box->isChecked(); }))
        return QStringLiteral("Tick whom you asked.");
    if (!at)
        return QStringLiteral("Say when you asked, like 03:20 (%1).").arg(zoneName(m_zone, m_clock.now()));
    if (m_silent->isChecked() && m_clock.now() - *at < BreakGlass::silence)
        return QStringLiteral("They were asked %1 ago; wait until 15 minutes have passed.").arg(formatAgo(m_clock.now() - *at));
    return {};
}

void BreakGlassDialog::refresh()
{
    const QString sentence = fault();
    m_problem->setText(sentence);
    m_take->setEnabled(sentence.isEmpty());
}

BreakGlass BreakGlassDialog::breakGlass() const
{
    BreakGlass glass;
    glass.incident = m_incident->text().trimmed();
    glass.ground = m_retention->isChecked() ? BreakGlass::Ground::RetentionFirst : BreakGlass::Ground::ApproversSilent;
    glass.askedAt = askedAt().value_or(m_clock.now());
    for (const QCheckBox *box : m_asked) {
        if (box->isChecked())
            glass.asked << box->text();
    }
    return glass;
}

} // namespace holdwatch::ui
