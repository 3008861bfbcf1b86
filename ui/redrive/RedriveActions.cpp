// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/RedriveActions.h"

#include "models/redrive/RedriveStanding.h"
#include "ui/common/Labels.h"
#include "ui/redrive/ApproveDialog.h"
#include "ui/redrive/BreakGlassDialog.h"
#include "ui/redrive/Marks.h"
#include "ui/redrive/PlanText.h"
#include "ui/redrive/ReasonDialog.h"
#include "ui/redrive/ReconcileDialog.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace holdwatch::ui {

RedriveActions::RedriveActions(RedrivePort &port, const Clock &clock, QWidget *parent) : QWidget(parent), m_port(port), m_clock(clock), m_files(new QWidget), m_why(new MarkedText)
{
    auto *row = new QHBoxLayout;
    row->setSpacing(space::s);
    auto *files = new QHBoxLayout(m_files);
    files->setContentsMargins(0, 0, 0, 0);
    files->setSpacing(space::s);
    const auto make = [](QHBoxLayout *place, const char *name, const QString &text) {
        auto *button = new QPushButton(text);
        button->setObjectName(QString::fromLatin1(name));
        button->setAutoDefault(false);
        place->addWidget(button);
        return button;
    };
    const auto add = [&make, row](const char *name, const QString &text) { return make(row, name, text); };
    m_compare = add("compare", QStringLiteral("Compare with the queue\u2026"));
    m_approve = add("openApprove", QStringLiteral("Approve\u2026"));
    m_refuse = add("openRefuse", QStringLiteral("Refuse\u2026"));
    m_review = add("openReview", QStringLiteral("Review\u2026"));
    m_withdraw = add("openWithdraw", QStringLiteral("Withdraw\u2026"));
    m_breakGlass = add("openBreakGlass", QStringLiteral("Nobody answers\u2026"));
    m_save = make(files, "savePlan", QStringLiteral("Save file\u2026"));
    m_forget = make(files, "forget", QStringLiteral("Forget\u2026"));
    row->addStretch(1);
    m_save->setToolTip(plainToolTip(QStringLiteral("Plan and statements in one signed file, to be sent any way you like")));
    m_why->setObjectName(QStringLiteral("whyNotApprove"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::xs);
    layout->addLayout(row);
    layout->addWidget(m_why);
    connect(m_compare, &QPushButton::clicked, this, &RedriveActions::compare);
    connect(m_approve, &QPushButton::clicked, this, &RedriveActions::approve);
    connect(m_refuse, &QPushButton::clicked, this, &RedriveActions::refuse);
    connect(m_review, &QPushButton::clicked, this, &RedriveActions::review);
    connect(m_withdraw, &QPushButton::clicked, this, &RedriveActions::withdraw);
    connect(m_breakGlass, &QPushButton::clicked, this, &RedriveActions::useBreakGlass);
    connect(m_save, &QPushButton::clicked, this, &RedriveActions::save);
    connect(m_forget, &QPushButton::clicked, this, &RedriveActions::forget);
    connect(&port, &RedrivePort::peopleChanged, this, &RedriveActions::refresh);
}

void RedriveActions::show(const RedriveRecord &record, Zone zone)
{
    if (record.plan.id != m_record.plan.id || record.digest != m_record.digest)
        m_compared.clear();
    m_record = record;
    m_zone = zone;
    refresh();
}

QString RedriveActions::whyNotApprove() const
{
    const RedrivePlan &plan = m_record.plan;
    if (!m_record.signatureProblem.isEmpty())
        return QStringLiteral("You can't approve it. %1").arg(m_record.signatureProblem);
    if (plan.environment == Environment::Practice)
        return {};
    const OperatorState people = m_port.people();
    if (!needsSecondPerson(plan) && !people.self && plan.requester.publicKey.isEmpty() && plan.environment != Environment::Production)
        return {}; // a name and a typed phrase are enough there
    if (people.keychain == OperatorState::Keychain::Unavailable)
        return QStringLiteral("You can't sign anything: the keychain of this desktop is not available.");
    if (!people.self)
        return QStringLiteral("You can't approve it yet: you have no identity here. Make one under \u201CIdentity and roster\u2026\u201D in Who.");
    if (!needsSecondPerson(plan))
        return {};
    if (!people.roster)
        return QStringLiteral("You can't approve it yet: there is no roster here that says who may. Take one under \u201CIdentity and roster\u2026\u201D in Who.");
    if (isSamePerson(*people.self, plan.requester))
        return QStringLiteral("You asked for it: somebody else has to approve it.");
    const Roster::Entry *entry = people.roster->find(people.self->publicKey);
    if (!entry || !entry->mayApprove)
        return entry ? QStringLiteral("The roster lets you ask, not approve.") : QStringLiteral("Your key is not in the roster.");
    return {};
}

void RedriveActions::refresh()
{
    using Standing = RedriveStanding;
    const Standing standing = standingOf(m_record, m_clock.now());
    const OperatorState people = m_port.people();
    const StatementRow *mine = statementBy(m_record, people.self);
    const bool mayDecide = standing == Standing::WaitsForApproval && (!mine || !mine->problem.isEmpty());
    const bool isSelfApproved = m_record.isOwn && !needsSecondPerson(m_record.plan);
    const bool isAsked = mayDecide && (!m_record.isOwn || isSelfApproved);
    const bool isUnspent = !m_record.isSpent && (standing == Standing::WaitsForApproval || standing == Standing::Approved);
    const bool reviewable = m_record.run.isReviewDue && !(people.self && isSamePerson(*people.self, m_record.plan.requester));
    const QString why = isAsked ? whyNotApprove() : QString();
    m_compare->setVisible(isAsked && isByItem(m_record.plan) && m_record.signatureProblem.isEmpty());
    m_approve->setVisible(isAsked);
    m_approve->setEnabled(why.isEmpty());
    m_refuse->setVisible(isAsked && !m_record.isOwn);
    m_refuse->setEnabled(people.self.has_value());
    m_review->setVisible(reviewable);
    m_withdraw->setVisible(isUnspent && (m_record.isOwn || mine));
    m_breakGlass->setVisible(m_record.isOwn && standing == Standing::WaitsForApproval && needsSecondPerson(m_record.plan));
    const bool isOver = standing == Standing::Refused || standing == Standing::Withdrawn || standing == Standing::Expired;
    m_forget->setVisible(!m_record.isSpent && (!m_record.isOwn || isOver));
    m_why->say(Mark::Warned, why);
    m_why->setVisible(!why.isEmpty());
}

void RedriveActions::compare()
{
    const RedrivePlan plan = m_record.plan; // what is on the page may change behind a dialog
    QVector<EvidenceRow> found;
    ReasonDialog::Words words;
    words.name = QStringLiteral("compareDialog");
    words.title = QStringLiteral("Read them from the queue yourself");
    words.consequence = plan.lookCost.isEmpty() ? QStringLiteral("Reading changes nothing there. Each message is compared with the signed list by its digest.")
                                                : QStringLiteral("%1 Each message is compared with the signed list by its digest.").arg(plan.lookCost);
    words.yes = QStringLiteral("Read and compare");
    words.no = QStringLiteral("Don't look");
    words.failed = QStringLiteral("Nothing was compared.");
    ReasonDialog dialog(words, plan.environment, plan.connectionName, [this, &found, id = plan.id](const QString &, QObject *context, const ReasonDialog::Done &done) {
        m_port.compareWithQueue(id, context, [&found, done](const Result<QVector<EvidenceRow>> &rows) {
            if (rows)
                found = *rows;
            done(rows ? Result<void>() : failure(rows.error()));
        });
    }, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (m_record.plan.id != plan.id)
        return;
    m_compared = found;
    emit wasCompared(found);
}

void RedriveActions::approve()
{
    ApproveDialog dialog(m_port, m_record, m_compared, this);
    if (dialog.exec() == QDialog::Accepted)
        emit noteRaised(m_record.isOwn ? QStringLiteral("Approved. It has not started.") : QStringLiteral("Approved. Save its file and send it back to %1.").arg(m_record.plan.requester.name));
}

void RedriveActions::refuse()
{
    const RedrivePlan plan = m_record.plan;
    ReasonDialog::Words words{QStringLiteral("refuseDialog"), QStringLiteral("Refuse this redrive"), QStringLiteral("Your refusal is signed and recorded; nothing moves under this plan."),
                              QStringLiteral("Why? %1 reads this.").arg(plan.requester.name), QStringLiteral("Refuse"), QStringLiteral("Cancel"), QStringLiteral("Nothing was refused.")};
    ReasonDialog dialog(words, plan.environment, plan.connectionName,
                        [this, id = plan.id](const QString &reason, QObject *context, const ReasonDialog::Done &done) { m_port.refuse(id, reason, context, done); }, this);
    if (dialog.exec() == QDialog::Accepted)
        emit noteRaised(QStringLiteral("Refused. Save its file and send it back to %1.").arg(m_record.plan.requester.name));
}

void RedriveActions::withdraw()
{
    const RedrivePlan plan = m_record.plan;
    ReasonDialog::Words words{QStringLiteral("withdrawDialog"), QStringLiteral("Withdraw"), QStringLiteral("Nothing moves under this plan any more; it can't be taken back, only planned anew."), QStringLiteral("Why?"),
                              QStringLiteral("Withdraw"), QStringLiteral("Cancel"), QStringLiteral("Nothing was withdrawn.")};
    ReasonDialog dialog(words, plan.environment, plan.connectionName,
                        [this, id = plan.id](const QString &reason, QObject *context, const ReasonDialog::Done &done) { m_port.withdraw(id, reason, context, done); }, this);
    dialog.exec();
}

void RedriveActions::review()
{
    const RedrivePlan plan = m_record.plan;
    ReasonDialog::Words words{QStringLiteral("reviewDialog"), QStringLiteral("Review this break-glass use"),
                              QStringLiteral("%1 moved %2. Your review is signed and recorded; with it break-glass can be used again.").arg(plan.requester.name, countsText(m_record)),
                              QStringLiteral("What do you find? Was it right, and what should change?"), QStringLiteral("Sign the review"), QStringLiteral("Cancel"), QStringLiteral("Nothing was signed.")};
    ReasonDialog dialog(words, plan.environment, plan.connectionName,
                        [this, id = plan.id](const QString &finding, QObject *context, const ReasonDialog::Done &done) { m_port.review(id, finding, context, done); }, this);
    dialog.exec();
}

void RedriveActions::useBreakGlass()
{
    BreakGlassDialog dialog(m_record.plan, m_port.people(), m_clock, m_zone, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    PlanDraft draft;
    draft.plan = m_record.plan;
    draft.plan.id = {};
    draft.plan.breakGlass = dialog.breakGlass();
    m_port.refreshFacts(draft.plan, this, [this, draft](const Result<PlanFacts> &facts) mutable {
        if (!facts)
            return emit noteRaised(toSentence(facts.error()));
        draft.facts = *facts;
        emit draftWanted(draft);
    });
}

void RedriveActions::save()
{
    const QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Save plan and statements"), m_record.plan.id.text() + QStringLiteral(".holdwatch-plan"));
    if (path.isEmpty())
        return;
    const Result<void> answer = m_port.exportTo(m_record.plan.id, path);
    emit noteRaised(answer ? QStringLiteral("Saved to %1. There is no payload and no secret in it.").arg(path) : toSentence(answer.error()));
}

void RedriveActions::forget()
{
    const RedrivePlan plan = m_record.plan;
    ReasonDialog::Words words{QStringLiteral("forgetDialog"), QStringLiteral("Forget this plan"), QStringLiteral("It leaves this list; what the record says of it stays. A colleague's file can be opened again."), {},
                              QStringLiteral("Forget"), QStringLiteral("Keep"), QStringLiteral("It is still here.")};
    ReasonDialog dialog(words, plan.environment, plan.connectionName,
                        [this, id = plan.id](const QString &, QObject *, const ReasonDialog::Done &done) { done(m_port.forget(id)); }, this);
    dialog.exec();
}

void RedriveActions::start()
{
    const RedrivePlan plan = m_record.plan;
    const bool isContinued = m_record.run.stage != RunState::Stage::NotStarted;
    const int open = m_record.run.counts.waiting + m_record.run.counts.left;
    ReasonDialog::Words words;
    words.name = QStringLiteral("startDialog");
    words.title = isContinued ? QStringLiteral("Continue this run") : QStringLiteral("Start this redrive");
    words.consequence = isContinued ? QStringLiteral("Goes on with the %1 messages that were never attempted; nothing that was attempted is sent again.").arg(formatCount(open))
                                    : QStringLiteral("Spends the approval on this run. The canaries go first. %1").arg(consequenceOf(plan));
    words.yes = isContinued ? QStringLiteral("Continue") : QStringLiteral("Start with the canaries");
    words.no = QStringLiteral("Not now");
    words.failed = QStringLiteral("Nothing was sent.");
    ReasonDialog dialog(words, plan.environment, plan.connectionName,
                        [this, id = plan.id](const QString &, QObject *context, const ReasonDialog::Done &done) { m_port.start(id, context, done); }, this);
    dialog.exec();
}

void RedriveActions::closeRun()
{
    const RedrivePlan plan = m_record.plan;
    ReasonDialog::Words words;
    words.name = QStringLiteral("closeDialog");
    words.title = QStringLiteral("Close this run");
    words.consequence = QStringLiteral("%1 messages that were not sent stay in the dead-letter queue; to move them takes a new plan and a new approval.").arg(formatCount(m_record.run.counts.waiting));
    words.yes = QStringLiteral("Close it");
    words.no = QStringLiteral("Keep it open");
    words.failed = QStringLiteral("It was not closed.");
    ReasonDialog dialog(words, plan.environment, plan.connectionName,
                        [this, id = plan.id](const QString &, QObject *context, const ReasonDialog::Done &done) { m_port.close(id, context, done); }, this);
    dialog.exec();
}

/// What a system that moves by count did is a number, and only a person can find it out.
void RedriveActions::reconcileCount()
{
    const RedrivePlan plan = m_record.plan;
    const int most = m_record.run.counts.unknown;
    ReasonDialog::Words words;
    words.name = QStringLiteral("reconcileCountDialog");
    words.title = QStringLiteral("How many did the step move?");
    words.consequence = QStringLiteral("The step asked for at most %1 and its answer was lost. Holdwatch has not asked again and will not: compare both queues, then say. It counts against the plan's most.").arg(formatCount(most));
    words.ask = QStringLiteral("How do you know? Depths before and after, what the broker's own tool shows");
    words.yes = QStringLiteral("Record it");
    words.failed = QStringLiteral("Nothing was recorded.");
    auto *moved = new QSpinBox;
    moved->setObjectName(QStringLiteral("countMoved"));
    moved->setRange(0, most);
    ReasonDialog dialog(words, plan.environment, plan.connectionName, [this, id = plan.id, moved](const QString &note, QObject *context, const ReasonDialog::Done &done) {
        m_port.reconcileCount(id, moved->value(), note, context, done);
    }, this);
    dialog.addField(QStringLiteral("Messages it moved"), moved);
    dialog.exec();
}

void RedriveActions::reconcile()
{
    if (!isByItem(m_record.plan))
        return reconcileCount();
    const OperatorState people = m_port.people();
    ReconcileDialog(m_port, m_record.plan.id, people.self ? people.self->name : m_record.plan.requester.name, m_zone, this).exec();
}

void RedriveActions::acceptUnproven()
{
    const RedrivePlan plan = m_record.plan;
    const OperatorState people = m_port.people();
    const QString who = people.self ? people.self->name : plan.requester.name;
    ReasonDialog::Words words;
    words.name = QStringLiteral("acceptDialog");
    words.title = QStringLiteral("Go on without proof");
    words.consequence = QStringLiteral("The steps begin although nothing shows that the canaries were handled; it is recorded as accepted unproven by %1.").arg(who);
    words.yes = QStringLiteral("Accept it unproven");
    words.no = QStringLiteral("Keep watching");
    ReasonDialog dialog(words, plan.environment, plan.connectionName, [this, id = plan.id, who](const QString &, QObject *, const ReasonDialog::Done &done) {
        m_port.acceptUnproven(id, who);
        done({});
    }, this);
    dialog.exec();
}

void RedriveActions::report()
{
    const QString html = QStringLiteral("Report to read (*.html)");
    const QString pdf = QStringLiteral("Report to print (*.pdf)");
    const QString json = QStringLiteral("Data (*.json)");
    QString chosen = html;
    const QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Report"), m_record.plan.id.text() + QStringLiteral(".html"), QStringList({html, pdf, json}).join(QStringLiteral(";;")), &chosen);
    if (path.isEmpty())
        return;
    const ReportFormat format = path.endsWith(QLatin1String(".pdf")) || (chosen == pdf && !path.endsWith(QLatin1String(".html"))) ? ReportFormat::Pdf
                              : path.endsWith(QLatin1String(".json")) || (chosen == json && !path.endsWith(QLatin1String(".html"))) ? ReportFormat::Json : ReportFormat::Html;
    m_port.report(m_record.plan.id, format, path, this, [this, path](const Result<void> &answer) {
        emit noteRaised(answer ? QStringLiteral("Wrote the report to %1.").arg(path) : QStringLiteral("No report was written. %1").arg(toSentence(answer.error())));
    });
}

} // namespace holdwatch::ui
