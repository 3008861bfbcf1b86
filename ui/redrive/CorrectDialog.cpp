// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/CorrectDialog.h"

#include "models/core/Format.h"
#include "ui/common/DialogFrame.h"
#include "ui/common/Labels.h"
#include "ui/message/CompareTab.h"
#include "ui/redrive/Marks.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

constexpr qsizetype mostEditable = 256 * 1024;

/// Only what comes out of the editor as it went in may be edited there: no carriage returns, no broken UTF-8.
bool isEditable(const QByteArray &payload)
{
    if (payload.size() > mostEditable || payload.contains('\r') || payload.contains('\0'))
        return false;
    const QString text = QString::fromUtf8(payload);
    return text.toUtf8() == payload && !text.contains(QChar::ParagraphSeparator) && !text.contains(QChar::LineSeparator) && !text.contains(QChar::Nbsp);
}

} // namespace

CorrectDialog::CorrectDialog(RedrivePort &port, const Subject &subject, QWidget *parent)
    : QDialog(parent), m_port(port), m_subject(subject), m_isText(isEditable(subject.letter.payload)), m_text(new QPlainTextEdit), m_diff(new CompareTab), m_why(new QLineEdit),
      m_problem(new MarkedText), m_make(new QPushButton(QStringLiteral("Plan this copy")))
{
    setObjectName(QStringLiteral("correctDialog"));
    setWindowTitle(QStringLiteral("Corrected copy"));
    auto *frame = new DialogFrame(this);
    frame->setEnvironment(subject.environment, subject.connectionName);
    auto *consequence = plainLabel(QStringLiteral("The changed payload will go instead of this message, under the same idempotency key \u201C%1\u201D; the original stays as evidence. Nothing is sent before the difference is approved.")
                                       .arg(subject.row.key.isEmpty() ? QStringLiteral("none") : subject.row.key));
    consequence->setObjectName(QStringLiteral("consequence"));
    consequence->setWordWrap(true);
    m_text->setObjectName(QStringLiteral("correctedPayload"));
    m_text->setAccessibleName(QStringLiteral("Corrected payload"));
    m_text->setTabChangesFocus(true);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setPlainText(m_isText ? QString::fromUtf8(subject.letter.payload) : QString());
    m_text->setEnabled(m_isText);
    m_why->setObjectName(QStringLiteral("correctionWhy"));
    m_why->setAccessibleName(QStringLiteral("Why this change is right"));
    m_why->setPlaceholderText(QStringLiteral("Why this change is right"));
    m_problem->setObjectName(QStringLiteral("correctProblem"));
    m_make->setObjectName(QStringLiteral("planCopy"));
    auto *cancel = new QPushButton(QStringLiteral("Cancel"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_why, 1);
    for (QPushButton *button : {cancel, m_make}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    auto *panes = new QSplitter(Qt::Vertical);
    panes->setChildrenCollapsible(false);
    panes->addWidget(m_text);
    panes->addWidget(m_diff);
    QVBoxLayout *body = frame->body();
    body->addWidget(plainLabel(QStringLiteral("Corrected copy of message %1").arg(subject.row.id.isEmpty() ? formatCount(subject.row.number + 1) : subject.row.id.text()), Type::Title, QFont::DemiBold));
    body->addWidget(consequence);
    body->addWidget(panes, 1);
    body->addWidget(m_problem);
    body->addLayout(buttons);
    resize(820, 640);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_make, &QPushButton::clicked, this, &CorrectDialog::makeDraft);
    connect(m_text, &QPlainTextEdit::textChanged, this, &CorrectDialog::compare);
    connect(m_why, &QLineEdit::textChanged, this, &CorrectDialog::refresh);
    compare();
}

QByteArray CorrectDialog::edited() const
{
    return m_text->toPlainText().toUtf8();
}

void CorrectDialog::compare()
{
    if (m_isText)
        m_diff->compare(m_subject.letter.payload, edited(), QStringLiteral("the corrected copy"), m_subject.sensitiveNames);
    refresh();
}

void CorrectDialog::refresh()
{
    QString fault;
    if (!m_isText)
        fault = QStringLiteral("This payload is not plain text (or is larger than 256 KB): edited here it would not come out byte for byte.");
    else if (m_subject.row.key.isEmpty())
        fault = QStringLiteral("This message has no idempotency key, so a copy could act twice.");
    else if (edited() == m_subject.letter.payload)
        fault = QStringLiteral("Nothing is changed yet.");
    else if (m_why->text().trimmed().isEmpty())
        fault = QStringLiteral("Say why the change is right.");
    const bool isHopeless = !m_isText || m_subject.row.key.isEmpty();
    m_problem->say(fault.isEmpty() ? Mark::Fine : isHopeless ? Mark::Refused : Mark::Missing, fault.isEmpty() ? QStringLiteral("The difference above is what will be approved.") : fault);
    m_make->setEnabled(fault.isEmpty() && !m_isRunning);
}

void CorrectDialog::makeDraft()
{
    m_isRunning = true;
    refresh();
    m_port.draftCorrection(m_subject.deadSet, m_subject.row.number, edited(), m_why->text().trimmed(), this, [this](const Result<PlanDraft> &draft) {
        m_isRunning = false;
        refresh();
        if (!draft)
            return m_problem->say(Mark::Refused, QStringLiteral("Nothing was planned. %1").arg(toSentence(draft.error())));
        emit drafted(*draft);
        accept();
    });
}

} // namespace holdwatch::ui
