// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/ApproveDialog.h"

#include "ui/common/DialogFrame.h"
#include "ui/common/Labels.h"
#include "ui/redrive/FactGrid.h"
#include "ui/redrive/Marks.h"
#include "ui/redrive/PhraseField.h"
#include "ui/redrive/PlanItemModel.h"
#include "ui/redrive/PlanText.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace holdwatch::ui {

namespace {
constexpr int textWidth = 460;
}

ApproveDialog::ApproveDialog(RedrivePort &port, const RedriveRecord &record, const QVector<EvidenceRow> &compared, QWidget *parent)
    : QDialog(parent), m_port(port), m_record(record), m_hint(secondaryLabel({})), m_problem(new MarkedText), m_approve(new QPushButton(QStringLiteral("Approve")))
{
    setObjectName(QStringLiteral("approveDialog"));
    setWindowTitle(QStringLiteral("Approve a redrive"));
    const RedrivePlan &plan = m_record.plan;
    auto *frame = new DialogFrame(this);
    frame->setEnvironment(plan.environment, plan.connectionName);
    auto *consequence = plainLabel(consequenceOf(plan));
    consequence->setObjectName(QStringLiteral("consequence"));
    consequence->setWordWrap(true);
    consequence->setMinimumWidth(textWidth);
    m_problem->setObjectName(QStringLiteral("approveProblem"));
    m_problem->hide();
    m_approve->setObjectName(QStringLiteral("approve"));
    auto *cancel = new QPushButton(QStringLiteral("Not now"));
    cancel->setObjectName(QStringLiteral("notNow"));
    auto *buttons = new QHBoxLayout;
    buttons->addStretch(1);
    for (QPushButton *button : {cancel, m_approve}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    QVBoxLayout *body = frame->body();
    body->addWidget(plainLabel(QStringLiteral("Approve %1").arg(titleOf(plan)), Type::Title, QFont::DemiBold));
    body->addWidget(consequence);
    body->addWidget(makeFacts());
    body->addWidget(makeEvidence(compared));
    if (needsPhrase(plan))
        body->addWidget(makePhrase());
    body->addWidget(m_problem);
    body->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_approve, &QPushButton::clicked, this, &ApproveDialog::approve);
    connect(&port, &RedrivePort::redriveChanged, this, &ApproveDialog::planChanged);
    connect(&port, &RedrivePort::redriveForgotten, this, [this](const PlanId &gone) {
        if (gone == m_record.plan.id)
            overtaken(QStringLiteral("The plan is no longer here."));
    });
    if (!record.signatureProblem.isEmpty())
        overtaken(record.signatureProblem);
    refresh();
}

QWidget *ApproveDialog::makeFacts()
{
    const RedrivePlan &plan = m_record.plan;
    auto *facts = new FactGrid;
    qint64 stays = 0;
    for (const LeftBehind &each : plan.left)
        stays += each.count;
    facts->set(QStringLiteral("Asked by"), personText(plan.requester));
    facts->set(QStringLiteral("Because"), QStringList({plan.reference, plan.reason}).join(QStringLiteral(": ")));
    facts->set(QStringLiteral("Stays behind"), stays == 0 ? QStringLiteral("nothing") : QStringLiteral("%1 messages").arg(formatCount(stays)));
    facts->set(QStringLiteral("Can't be kept"), plan.notKept.join(QLatin1Char('\n')));
    facts->set(QStringLiteral("Break-glass"), plan.breakGlass ? breakGlassText(*plan.breakGlass, Zone::Utc) : QString());
    facts->set(QStringLiteral("Plan"), QStringLiteral("%1 \u00B7 digest %2").arg(plan.id.text(), shortDigest(m_record.digest)));
    facts->setObjectName(QStringLiteral("approveFacts"));
    return facts;
}

QWidget *ApproveDialog::makeEvidence(const QVector<EvidenceRow> &compared)
{
    auto *box = new QWidget;
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::xs);
    layout->addWidget(secondaryLabel(QStringLiteral("What you have looked at is signed with it"), Type::Body));
    const std::pair<const char *, QString> needed[] = {{"readDiagnosis", QStringLiteral("read why, and what fixed each class")},
                                                        {"readBounds", QStringLiteral("read how much, what stays behind and what can't be undone")}};
    for (const auto &[name, text] : needed) {
        auto *box1 = new QCheckBox(QStringLiteral("I have ") + text);
        box1->setObjectName(QString::fromLatin1(name));
        box1->setProperty("evidence", text);
        layout->addWidget(box1);
        m_needed << box1;
        connect(box1, &QCheckBox::toggled, this, &ApproveDialog::refresh);
    }
    const QString said = compared.isEmpty() ? QStringLiteral("compared the messages with the queue (not done: the signed list alone is the evidence)")
                                            : evidenceText(compared, m_record.plan.items.size());
    m_compared = new QCheckBox(QStringLiteral("I have ") + said);
    m_compared->setObjectName(QStringLiteral("comparedWithQueue"));
    m_compared->setProperty("evidence", said);
    m_compared->setEnabled(!compared.isEmpty());
    m_compared->setChecked(!compared.isEmpty());
    layout->addWidget(m_compared);
    return box;
}

QWidget *ApproveDialog::makePhrase()
{
    const QString phrase = approvalPhrase(m_record.plan);
    auto *box = new QWidget;
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::xs);
    auto *ask = plainLabel(QStringLiteral("Type this to approve it:"));
    auto *words = plainLabel(phrase, Type::Body, QFont::DemiBold);
    words->setObjectName(QStringLiteral("phraseToType"));
    words->setWordWrap(true);
    m_phrase = new PhraseField;
    m_phrase->setObjectName(QStringLiteral("phrase"));
    m_phrase->setPhrase(phrase);
    m_phrase->setAccessibleName(QStringLiteral("Type: %1").arg(phrase));
    m_hint->setObjectName(QStringLiteral("phraseHint"));
    m_hint->setText(QStringLiteral("It has to be typed, not pasted."));
    layout->addWidget(ask);
    layout->addWidget(words);
    layout->addWidget(m_phrase);
    layout->addWidget(m_hint);
    connect(m_phrase, &QLineEdit::textChanged, this, &ApproveDialog::refresh);
    connect(m_phrase, &PhraseField::pasteRefused, this, [this] { m_hint->setText(QStringLiteral("Pasting is refused here: typing it is how you read it.")); });
    return box;
}

void ApproveDialog::planChanged(const PlanId &plan)
{
    if (plan != m_record.plan.id)
        return;
    const std::optional<RedriveRecord> now = m_port.redrive(plan);
    if (!now || now->digest != m_record.digest)
        return overtaken(QStringLiteral("The plan changed while this was open. Nothing was approved. Close this and read it again."));
    if (const StatementRow *withdrawal = countingStatement(*now, Statement::Kind::Withdraw))
        return overtaken(QStringLiteral("%1 has withdrawn it meanwhile. Nothing was approved.").arg(withdrawal->statement.by.name));
    if (!now->signatureProblem.isEmpty())
        overtaken(now->signatureProblem);
}

void ApproveDialog::overtaken(const QString &sentence)
{
    m_isOvertaken = true;
    m_problem->say(Mark::Refused, sentence);
    m_problem->show();
    refresh();
}

void ApproveDialog::refresh()
{
    const bool hasSeen = std::all_of(m_needed.cbegin(), m_needed.cend(), [](const QCheckBox *box) { return box->isChecked(); });
    const bool isTyped = !m_phrase || m_phrase->isRight();
    for (QWidget *part : m_needed)
        part->setEnabled(!m_isOvertaken);
    if (m_phrase)
        m_phrase->setEnabled(!m_isOvertaken);
    m_approve->setEnabled(!m_isOvertaken && !m_isRunning && hasSeen && isTyped);
    m_approve->setToolTip(m_approve->isEnabled() || m_isOvertaken ? QString() : plainToolTip(hasSeen ? QStringLiteral("The phrase is not typed yet.") : QStringLiteral("Tick what you have looked at.")));
}

QStringList ApproveDialog::evidence() const
{
    QStringList seen;
    for (const QCheckBox *box : m_needed)
        seen << box->property("evidence").toString();
    if (m_compared->isChecked())
        seen << m_compared->property("evidence").toString();
    return seen;
}

void ApproveDialog::approve()
{
    m_isRunning = true;
    refresh();
    m_port.approve(m_record.plan.id, m_record.digest, m_phrase ? m_phrase->text() : QString(), evidence(), this, [this](const Result<void> &answer) {
        m_isRunning = false;
        refresh();
        if (answer)
            return accept();
        m_problem->say(Mark::Refused, QStringLiteral("Nothing was approved. %1").arg(toSentence(answer.error())));
        m_problem->show();
    });
}

} // namespace holdwatch::ui
