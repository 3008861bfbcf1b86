// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/ReasonDialog.h"

#include "ui/common/DialogFrame.h"
#include "ui/common/Labels.h"
#include "ui/common/Theme.h"

#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace holdwatch::ui {

ReasonDialog::ReasonDialog(const Words &words, Environment environment, const QString &connectionName, Act act, QWidget *parent)
    : QDialog(parent), m_act(std::move(act)), m_failed(words.failed), m_problem(plainLabel({})), m_yes(new QPushButton(words.yes))
{
    setObjectName(words.name);
    setWindowTitle(words.title);
    auto *frame = new DialogFrame(this);
    frame->setEnvironment(environment, connectionName);
    auto *consequence = plainLabel(words.consequence);
    consequence->setObjectName(QStringLiteral("consequence"));
    m_problem->setObjectName(QStringLiteral("problem"));
    for (QLabel *label : {consequence, m_problem}) {
        label->setWordWrap(true);
        label->setMinimumWidth(420);
    }
    QPalette red = palette();
    red.setColor(QPalette::WindowText, Theme::of(this).danger);
    m_problem->setPalette(red);
    m_problem->hide();
    auto *body = frame->body();
    body->addWidget(plainLabel(words.title, Type::Title, QFont::DemiBold));
    body->addWidget(consequence);
    body->addLayout(m_fields = new QVBoxLayout);
    m_fields->setSpacing(space::xs);
    if (!words.ask.isEmpty()) {
        auto *ask = plainLabel(words.ask);
        ask->setWordWrap(true);
        m_reason = new QPlainTextEdit;
        m_reason->setObjectName(QStringLiteral("reasonText"));
        m_reason->setAccessibleName(words.ask);
        m_reason->setTabChangesFocus(true);
        m_reason->setFixedHeight(72);
        body->addWidget(ask);
        body->addWidget(m_reason);
        connect(m_reason, &QPlainTextEdit::textChanged, this, &ReasonDialog::refresh);
    }
    body->addWidget(m_problem);
    auto *no = new QPushButton(words.no);
    no->setObjectName(QStringLiteral("no"));
    m_yes->setObjectName(QStringLiteral("yes"));
    auto *buttons = new QHBoxLayout;
    buttons->addStretch(1);
    for (QPushButton *button : {no, m_yes}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    body->addLayout(buttons);
    connect(no, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_yes, &QPushButton::clicked, this, &ReasonDialog::run);
    refresh();
}

void ReasonDialog::addField(const QString &label, QWidget *field)
{
    auto *asked = plainLabel(label);
    asked->setWordWrap(true);
    field->setAccessibleName(label);
    m_fields->addWidget(asked);
    m_fields->addWidget(field, 0, Qt::AlignLeft);
}

void ReasonDialog::refresh()
{
    m_yes->setEnabled(!m_isRunning && (!m_reason || !m_reason->toPlainText().trimmed().isEmpty()));
}

void ReasonDialog::run()
{
    m_isRunning = true;
    refresh();
    m_act(m_reason ? m_reason->toPlainText().trimmed() : QString(), this, [this](const Result<void> &answer) {
        m_isRunning = false;
        refresh();
        if (answer)
            return accept();
        m_problem->setText(QStringLiteral("%1 %2").arg(m_failed, toSentence(answer.error())).trimmed());
        m_problem->show();
    });
}

} // namespace holdwatch::ui
