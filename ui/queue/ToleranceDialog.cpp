// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/ToleranceDialog.h"

#include "ui/common/DialogFrame.h"
#include "ui/common/Labels.h"
#include "ui/common/Theme.h"
#include "ui/queue/ToleranceForm.h"
#include "ui/queue/TolerancePreview.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>

namespace holdwatch::ui {

namespace {

constexpr int formWidth = 360;

} // namespace

ToleranceDialog::ToleranceDialog(MonitorPort &monitor, const Clock &clock, const QueueStatus &status, Zone zone, QWidget *parent)
    : QDialog(parent), m_monitor(monitor), m_status(status)
{
    setObjectName(QStringLiteral("toleranceDialog"));
    setWindowTitle(QStringLiteral("Tolerance of %1").arg(status.queue.id.name));
    m_form = new ToleranceForm(this);
    m_preview = new TolerancePreview(monitor, clock, status, zone, this);

    auto *left = new QVBoxLayout;
    left->setSpacing(space::m);
    left->addWidget(m_form);
    left->addWidget(makeScope());
    left->addStretch();
    auto *leftSide = new QWidget(this);
    leftSide->setLayout(left);
    left->setContentsMargins(0, 0, 0, 0);
    leftSide->setFixedWidth(formWidth);
    auto *columns = new QHBoxLayout;
    columns->setSpacing(space::xl);
    columns->addWidget(leftSide);
    columns->addWidget(m_preview, 1);

    auto *frame = new DialogFrame(this);
    frame->setEnvironment(status.environment, status.connectionName);
    frame->body()->addLayout(columns, 1);
    frame->body()->addWidget(makeButtons());
    resizeWithin(*this, {920, 580});

    connect(m_form, &ToleranceForm::edited, this, &ToleranceDialog::review);
    m_form->setDraft(ToleranceDraft::from(status.tolerance));
}

QWidget *ToleranceDialog::makeScope()
{
    auto *box = new QWidget(this);
    m_thisQueue = new QRadioButton(QStringLiteral("For this &queue only"), box);
    m_thisQueue->setObjectName(QStringLiteral("scopeQueue"));
    m_thisQueue->setChecked(true);
    m_byPattern = new QRadioButton(QStringLiteral("As the &default of all queues named"), box);
    m_byPattern->setObjectName(QStringLiteral("scopePattern"));
    m_byPattern->setToolTip(QStringLiteral("On this connection. A queue with a tolerance of its own keeps it."));
    m_pattern = new QLineEdit(m_status.queue.id.name, box);
    m_pattern->setObjectName(QStringLiteral("pattern"));
    m_pattern->setAccessibleName(QStringLiteral("Name pattern, * stands for any letters"));
    m_pattern->setCursorPosition(0);
    m_pattern->setEnabled(false);
    auto *second = new QHBoxLayout;
    second->addWidget(m_byPattern);
    second->addWidget(m_pattern, 1);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::xs);
    layout->addWidget(m_thisQueue);
    layout->addLayout(second);

    connect(m_byPattern, &QRadioButton::toggled, this, [this](bool on) {
        m_pattern->setEnabled(on);
        review();
    });
    connect(m_pattern, &QLineEdit::textChanged, this, &ToleranceDialog::review);
    return box;
}

QWidget *ToleranceDialog::makeButtons()
{
    auto *row = new QWidget(this);
    m_problem = plainLabel({}, Type::Body, QFont::Normal, row);
    m_problem->setObjectName(QStringLiteral("toleranceProblem"));
    m_problem->setWordWrap(true);
    QPalette red = palette();
    red.setColor(QPalette::WindowText, Theme::of(this).danger);
    m_problem->setPalette(red);

    m_defaults = new QPushButton(QStringLiteral("Back to the d&efaults"), row);
    m_defaults->setObjectName(QStringLiteral("useDefaults"));
    m_defaults->setToolTip(QStringLiteral("Forget this queue's own tolerance: the first matching pattern or the connection's default rules again"));
    m_defaults->setAutoDefault(false);
    m_cancel = new QPushButton(QStringLiteral("Cancel"), row);
    m_cancel->setObjectName(QStringLiteral("cancelTolerance"));
    m_cancel->setAutoDefault(false);
    m_save = new QPushButton(QStringLiteral("&Save"), row);
    m_save->setObjectName(QStringLiteral("saveTolerance"));
    m_save->setDefault(true);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::s);
    layout->addWidget(m_defaults);
    layout->addWidget(m_problem, 1);
    layout->addWidget(m_cancel);
    layout->addWidget(m_save);

    connect(m_defaults, &QPushButton::clicked, this, &ToleranceDialog::useDefaults);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &ToleranceDialog::save);
    return row;
}

QString ToleranceDialog::patternFault() const
{
    const bool missing = m_byPattern->isChecked() && m_pattern->text().trimmed().isEmpty();
    return missing ? QStringLiteral("Type a name pattern such as reservation-*, or * for all queues of this connection.") : QString();
}

void ToleranceDialog::review()
{
    const CheckedTolerance checked = check(m_form->draft());
    m_form->showFaults(checked);
    const QString pattern = patternFault();
    const bool fine = checked.isFine() && pattern.isEmpty();
    m_save->setEnabled(fine && !m_busy);
    m_problem->setText(!checked.isFine() ? QStringLiteral("Not saved yet: a field needs a correction.") : pattern);
    if (checked.isFine())
        m_preview->ask(checked.tolerance);
    else
        m_preview->cannotAsk(QStringLiteral("What this would have raised is shown once every field is fine."));
}

void ToleranceDialog::save()
{
    const CheckedTolerance checked = check(m_form->draft());
    if (!checked.isFine() || !patternFault().isEmpty() || m_busy)
        return;
    setBusy(true);
    const QPointer<ToleranceDialog> alive(this);
    const auto done = [alive](const QString &sentence) {
        return [alive, sentence](const Result<void> &answer) {
            if (alive)
                alive->finish(answer, sentence);
        };
    };
    if (m_byPattern->isChecked()) {
        const QString pattern = m_pattern->text().trimmed();
        m_monitor.saveToleranceRule({m_status.connectionName, pattern, checked.tolerance},
                                    done(QStringLiteral("Saved as the default of queues named %1 on %2.").arg(pattern, m_status.connectionName)));
    } else {
        m_monitor.saveTolerance(m_status.queue.id, checked.tolerance, done(QStringLiteral("Saved the tolerance of %1; it counts from the next sample on.").arg(m_status.queue.id.name)));
    }
}

void ToleranceDialog::useDefaults()
{
    setBusy(true);
    const QPointer<ToleranceDialog> alive(this);
    m_monitor.removeTolerance(m_status.queue.id, [alive, name = m_status.queue.id.name](const Result<void> &answer) {
        if (alive)
            alive->finish(answer, QStringLiteral("%1 is judged by the defaults again.").arg(name));
    });
}

void ToleranceDialog::setBusy(bool busy)
{
    m_busy = busy;
    m_form->setEnabled(!busy);
    m_defaults->setEnabled(!busy);
    m_save->setEnabled(!busy);
}

void ToleranceDialog::finish(const Result<void> &answer, const QString &sentence)
{
    setBusy(false);
    if (!answer) {
        m_problem->setText(QStringLiteral("Nothing was saved. %1").arg(toSentence(answer.error())));
        return;
    }
    emit saved(sentence);
    accept();
}

} // namespace holdwatch::ui
