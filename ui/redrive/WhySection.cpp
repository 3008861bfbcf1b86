// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/WhySection.h"

#include "ui/common/FormRows.h"
#include "ui/common/Labels.h"
#include "ui/redrive/FactGrid.h"
#include "ui/redrive/PlanText.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

QString verdictText(FailureClass::Verdict verdict)
{
    switch (verdict) {
    case FailureClass::Verdict::Transient: return QStringLiteral("transient: trying again can help");
    case FailureClass::Verdict::Permanent: return QStringLiteral("permanent: without its fix it fails again");
    case FailureClass::Verdict::Unknown: break;
    }
    return QStringLiteral("not known whether trying again can help");
}

QString titleOf(const Diagnosis &diagnosis)
{
    const QString version = diagnosis.version.isEmpty() ? QStringLiteral("no version") : QStringLiteral("version %1").arg(diagnosis.version);
    return QStringLiteral("%1 \u00B7 %2 \u00B7 %3").arg(diagnosis.failureClass, version, diagnosis.count == 1 ? QStringLiteral("1 message") : QStringLiteral("%1 messages").arg(formatCount(diagnosis.count)));
}

QString evidenceSentence(const Diagnosis &diagnosis)
{
    const QString version = diagnosis.consumerVersion.isEmpty() ? QStringLiteral("the running consumer") : QStringLiteral("consumer %1").arg(diagnosis.consumerVersion);
    switch (diagnosis.evidence) {
    case Diagnosis::Evidence::Seen: return QStringLiteral("%1 was seen to accept this class").arg(version);
    case Diagnosis::Evidence::Asserted: return QStringLiteral("%1 accepts this class, asserted by %2").arg(version, diagnosis.assertedBy);
    case Diagnosis::Evidence::None: break;
    }
    return QStringLiteral("nobody has said that %1 accepts this class").arg(version);
}

QWidget *readDiagnosis(const Diagnosis &diagnosis)
{
    auto *box = new QWidget;
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::xs);
    layout->addWidget(subTitle(titleOf(diagnosis)));
    auto *facts = new FactGrid;
    facts->set(QStringLiteral("Verdict"), verdictText(diagnosis.verdict));
    facts->set(QStringLiteral("Cause"), diagnosis.cause);
    facts->set(QStringLiteral("Fixed by"), diagnosis.isFixed ? (diagnosis.fixReference.isEmpty() ? QStringLiteral("fixed, no reference given") : diagnosis.fixReference)
                                                              : QStringLiteral("not fixed yet"));
    facts->set(QStringLiteral("Evidence"), evidenceSentence(diagnosis));
    layout->addWidget(facts);
    return box;
}

QLineEdit *lineFor(const QString &name, const QString &text, const QString &placeholder)
{
    auto *line = new QLineEdit(text);
    line->setObjectName(name);
    line->setPlaceholderText(placeholder);
    line->setAccessibleName(placeholder);
    return line;
}

} // namespace

DiagnosisEditor::DiagnosisEditor(const Diagnosis &diagnosis, const QString &self, QWidget *parent)
    : QWidget(parent), m_diagnosis(diagnosis), m_self(self), m_cause(lineFor(QStringLiteral("cause"), diagnosis.cause, QStringLiteral("What was the cause?"))),
      m_fix(lineFor(QStringLiteral("fixReference"), diagnosis.fixReference, QStringLiteral("The change that fixed it: CHG-1234"))),
      m_consumer(lineFor(QStringLiteral("consumerVersion"), diagnosis.consumerVersion, QStringLiteral("Consumer version"))), m_evidence(new QComboBox),
      m_fixed(new QCheckBox(QStringLiteral("The cause is fixed")))
{
    setObjectName(QStringLiteral("diagnosis"));
    m_evidence->setObjectName(QStringLiteral("evidence"));
    m_evidence->setAccessibleName(QStringLiteral("How it is known that the consumer accepts this class"));
    m_evidence->addItem(QStringLiteral("Nobody knows yet"), int(Diagnosis::Evidence::None));
    m_evidence->addItem(QStringLiteral("That version was seen running"), int(Diagnosis::Evidence::Seen));
    m_evidence->addItem(QStringLiteral("Fix asserted by %1").arg(self.isEmpty() ? QStringLiteral("me") : self), int(Diagnosis::Evidence::Asserted));
    m_evidence->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_evidence->setCurrentIndex(m_evidence->findData(int(diagnosis.evidence)));
    m_fixed->setObjectName(QStringLiteral("isFixed"));
    m_fixed->setChecked(diagnosis.isFixed);
    m_fixed->setToolTip(plainToolTip(QStringLiteral("What is not fixed can't be redriven: it would fail again")));
    auto *verdict = new ElidedLabel;
    verdict->setText(verdictText(diagnosis.verdict));
    verdict->setSecondary(true);
    auto *head = new QHBoxLayout;
    head->setSpacing(space::m);
    head->addWidget(subTitle(titleOf(diagnosis)));
    head->addWidget(verdict, 1);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(space::m);
    grid->setVerticalSpacing(space::xs);
    const auto row = [grid](int line, const QString &name, QWidget *editor, QWidget *second, const QString &secondName) {
        grid->addWidget(secondaryLabel(name, Type::Body), line, 0);
        grid->addWidget(editor, line, 1, 1, second ? 1 : 3);
        if (!second)
            return;
        if (!secondName.isEmpty())
            grid->addWidget(secondaryLabel(secondName, Type::Body), line, 2);
        grid->addWidget(second, line, secondName.isEmpty() ? 2 : 3, 1, secondName.isEmpty() ? 2 : 1);
    };
    row(0, QStringLiteral("Cause"), m_cause, nullptr, {});
    row(1, QStringLiteral("Fixed by"), m_fix, m_consumer, QStringLiteral("runs now"));
    row(2, QStringLiteral("Accepts it"), m_evidence, m_fixed, {});
    grid->setColumnMinimumWidth(0, 132);
    grid->setColumnStretch(1, 3);
    grid->setColumnStretch(3, 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::xs);
    layout->addLayout(head);
    layout->addLayout(grid);
    for (QLineEdit *line : {m_cause, m_fix, m_consumer})
        connect(line, &QLineEdit::textChanged, this, &DiagnosisEditor::edited);
    connect(m_evidence, &QComboBox::currentIndexChanged, this, &DiagnosisEditor::edited);
    connect(m_fixed, &QCheckBox::toggled, this, &DiagnosisEditor::edited);
}

Diagnosis DiagnosisEditor::diagnosis() const
{
    Diagnosis now = m_diagnosis;
    now.cause = m_cause->text().trimmed();
    now.fixReference = m_fix->text().trimmed();
    now.consumerVersion = m_consumer->text().trimmed();
    now.evidence = Diagnosis::Evidence(m_evidence->currentData().toInt());
    now.assertedBy = now.evidence == Diagnosis::Evidence::Asserted ? m_self : QString();
    now.isFixed = m_fixed->isChecked();
    return now;
}

WhySection::WhySection(bool isDraft, QWidget *parent) : PlanSection(QStringLiteral("whySection"), QStringLiteral("Why"), parent), m_isDraft(isDraft), m_list(new QVBoxLayout)
{
    m_list->setSpacing(space::l);
    if (isDraft) {
        m_rows = new FormRows;
        m_reference = m_rows->addLine(QStringLiteral("reference"), QStringLiteral("Re&ference"), QStringLiteral("Ticket, incident or change"), QStringLiteral("INC-1234"));
        m_reason = new QPlainTextEdit;
        m_reason->setObjectName(QStringLiteral("reason"));
        m_reason->setTabChangesFocus(true);
        m_reason->setFixedHeight(56);
        m_reason->setPlaceholderText(QStringLiteral("Why this has to go back, in your words: whoever approves it reads this"));
        m_rows->add(QStringLiteral("reason"), QStringLiteral("R&eason"), m_reason);
        body()->addWidget(m_rows);
        connect(m_reference, &QLineEdit::textChanged, this, &PlanSection::edited);
        connect(m_reason, &QPlainTextEdit::textChanged, this, &PlanSection::edited);
    } else {
        m_facts = new FactGrid;
        body()->addWidget(m_facts);
    }
    body()->addLayout(m_list);
}

void WhySection::show(const PlanPicture &picture)
{
    const RedrivePlan &plan = picture.plan;
    while (QLayoutItem *item = m_list->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_editors.clear();
    for (const Diagnosis &diagnosis : plan.diagnoses) {
        if (!m_isDraft) {
            m_list->addWidget(readDiagnosis(diagnosis));
            continue;
        }
        auto *editor = new DiagnosisEditor(diagnosis, picture.facts.people.self ? picture.facts.people.self->name : plan.requester.name);
        m_editors << editor;
        m_list->addWidget(editor);
        connect(editor, &DiagnosisEditor::edited, this, &PlanSection::edited);
    }
    if (m_isDraft) {
        m_reference->setText(plan.reference);
        m_reason->setPlainText(plan.reason);
    } else {
        m_facts->set(QStringLiteral("Reference"), plan.reference);
        m_facts->set(QStringLiteral("Reason"), plan.reason);
    }
    refresh(picture);
}

void WhySection::refresh(const PlanPicture &picture)
{
    const RedrivePlan &plan = picture.plan;
    QStringList parts;
    for (const QString &part : {plan.reference, plan.reason.simplified()}) {
        if (!part.isEmpty())
            parts << part;
    }
    head()->setSummary(parts.join(QStringLiteral(": ")));
}

void WhySection::collect(RedrivePlan &plan) const
{
    if (!m_isDraft)
        return;
    plan.reference = m_reference->text().trimmed();
    plan.reason = m_reason->toPlainText().trimmed();
    for (qsizetype i = 0; i < m_editors.size() && i < plan.diagnoses.size(); ++i)
        plan.diagnoses[i] = m_editors.at(i)->diagnosis();
}

} // namespace holdwatch::ui
