// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/DeadLetter.h"
#include "models/deadletters/DeadLetterRow.h"
#include "models/ports/RedrivePort.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace holdwatch::ui {

class CompareTab;
class MarkedText;

/// A changed payload to be sent instead of one dead letter, under the same idempotency key. Shows what differs as it is typed;
/// makes a draft, which is approved like any other. The original is not touched.
class CorrectDialog final : public QDialog
{
    Q_OBJECT
public:
    struct Subject
    {
        QueueId deadSet;
        DeadLetterRow row;
        DeadLetter letter;
        Environment environment = Environment::Production;
        QString connectionName;
        QStringList sensitiveNames;
    };
    CorrectDialog(RedrivePort &port, const Subject &subject, QWidget *parent = nullptr); ///< `port` outlives it

signals:
    void drafted(const holdwatch::PlanDraft &draft);

private:
    void compare();
    void refresh();
    void makeDraft();
    QByteArray edited() const;

    RedrivePort &m_port;
    Subject m_subject;
    bool m_isText;
    bool m_isRunning = false;
    QPlainTextEdit *m_text;
    CompareTab *m_diff;
    QLineEdit *m_why;
    MarkedText *m_problem;
    QPushButton *m_make;
};

} // namespace holdwatch::ui
