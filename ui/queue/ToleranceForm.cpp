// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/ToleranceForm.h"

#include "ui/common/Labels.h"
#include "ui/common/Theme.h"
#include "ui/queue/WorkClassTable.h"

#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

namespace holdwatch::ui {

ToleranceForm::ToleranceForm(QWidget *parent)
    : QWidget(parent)
{
    auto *form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(space::m);
    form->setVerticalSpacing(space::s);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setRowWrapPolicy(QFormLayout::DontWrapRows);

    m_holdWindow = addField(form, ToleranceField::HoldWindow, QStringLiteral("&Hold window"), QStringLiteral("holdWindow"),
                            QStringLiteral("How long work may wait before waiting does harm"));
    m_reactionTime = addField(form, ToleranceField::ReactionTime, QStringLiteral("&Reaction time"), QStringLiteral("reactionTime"),
                              QStringLiteral("How long a person needs from the alarm to the cure"));
    m_lookAhead = addField(form, ToleranceField::LookAhead, QStringLiteral("&Look-ahead of watch"), QStringLiteral("lookAhead"),
                           QStringLiteral("How far ahead a projected breach makes the queue watch; no alarm"));
    m_handlingTime = addField(form, ToleranceField::HandlingTime, QStringLiteral("Handling &time (p95)"), QStringLiteral("handlingTime"),
                              QStringLiteral("How long one message usually takes; subtracted from the headroom"));
    m_arrivalCadence = addField(form, ToleranceField::ArrivalCadence, QStringLiteral("&Arrives every"), QStringLiteral("arrivalCadence"),
                                QStringLiteral("Silence beyond twice this is reported: a dead scheduler looks healthy otherwise"));
    m_workClasses = new WorkClassTable(this);
    auto *classes = new QVBoxLayout;
    classes->setSpacing(2);
    classes->addWidget(m_workClasses);
    classes->addWidget(addFaultLabel(ToleranceField::WorkClasses, QStringLiteral("workClassesFault")));
    form->addRow(QStringLiteral("Work classes"), classes);
    m_owner = addField(form, ToleranceField::Owner, QStringLiteral("&Owner"), QStringLiteral("owner"), QStringLiteral("Who is asked first"));
    m_runbook = addField(form, ToleranceField::Runbook, QStringLiteral("R&unbook"), QStringLiteral("runbook"), QStringLiteral("Opened in the browser from an alert"));
    m_handlingTime->setPlaceholderText(QStringLiteral("not subtracted"));
    m_arrivalCadence->setPlaceholderText(QStringLiteral("not declared"));
    m_runbook->setPlaceholderText(QStringLiteral("https://"));
    connect(m_workClasses, &WorkClassTable::edited, this, &ToleranceForm::edited);
    applyTheme();
}

QLineEdit *ToleranceForm::addField(QFormLayout *form, ToleranceField field, const QString &label, const QString &objectName, const QString &hint)
{
    auto *edit = new QLineEdit(this);
    edit->setObjectName(objectName);
    edit->setToolTip(hint);
    edit->setAccessibleDescription(hint);
    auto *column = new QVBoxLayout;
    column->setSpacing(2);
    column->addWidget(edit);
    column->addWidget(addFaultLabel(field, objectName + QStringLiteral("Fault")));
    form->addRow(label, column);
    if (auto *text = qobject_cast<QLabel *>(form->labelForField(column)))
        text->setBuddy(edit);
    connect(edit, &QLineEdit::textChanged, this, &ToleranceForm::edited);
    return edit;
}

QLabel *ToleranceForm::addFaultLabel(ToleranceField field, const QString &objectName)
{
    auto *label = plainLabel({}, Type::Small, QFont::Normal, this);
    label->setObjectName(objectName);
    label->setWordWrap(true);
    label->hide();
    m_faults.insert(field, label);
    return label;
}

void ToleranceForm::setDraft(const ToleranceDraft &draft)
{
    {
        const QSignalBlocker quiet(this);
        m_holdWindow->setText(draft.holdWindow);
        m_reactionTime->setText(draft.reactionTime);
        m_lookAhead->setText(draft.lookAhead);
        m_handlingTime->setText(draft.handlingTime);
        m_arrivalCadence->setText(draft.arrivalCadence);
        m_workClasses->setClasses(draft.workClasses);
        m_owner->setText(draft.owner);
        m_runbook->setText(draft.runbook);
        m_runbook->setCursorPosition(0); // a link is told by its beginning
    }
    emit edited();
}

ToleranceDraft ToleranceForm::draft() const
{
    return {m_holdWindow->text(), m_reactionTime->text(), m_lookAhead->text(), m_handlingTime->text(), m_arrivalCadence->text(),
            m_workClasses->classes(), m_owner->text(), m_runbook->text()};
}

void ToleranceForm::showFaults(const CheckedTolerance &checked)
{
    for (auto it = m_faults.constBegin(); it != m_faults.constEnd(); ++it) {
        const QString sentence = checked.faultOf(it.key());
        it.value()->setText(sentence);
        it.value()->setVisible(!sentence.isEmpty());
    }
    Tolerance defaults;
    defaults.holdWindow = checked.tolerance.holdWindow;
    m_reactionTime->setPlaceholderText(QStringLiteral("%1, half the window").arg(typedDuration(defaults.effectiveReactionTime())));
    m_lookAhead->setPlaceholderText(QStringLiteral("%1, twice the window").arg(typedDuration(defaults.effectiveLookAhead())));
}

void ToleranceForm::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
}

void ToleranceForm::applyTheme()
{
    QPalette red = palette();
    red.setColor(QPalette::WindowText, Theme::of(this).danger);
    for (QLabel *label : qAsConst(m_faults))
        label->setPalette(red);
}

} // namespace holdwatch::ui
