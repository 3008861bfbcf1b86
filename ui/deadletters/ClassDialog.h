// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/DeadLetterPort.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace holdwatch::ui {

class FormRows;

/// What a person says of one failure class: verdict, owner, note, runbook, state, claim, until when its
/// letters are of use. Also, on wish, a rule that puts letters like the selected one into it.
class ClassDialog final : public QDialog
{
    Q_OBJECT
public:
    /// `likeThis` offers a rule by its origin queue and error; without an id none is offered.
    ClassDialog(DeadLetterPort &port, const QString &classId, const std::optional<DeadLetterRow> &likeThis, QWidget *parent = nullptr);

signals:
    void saved(const QString &sentence);

private:
    void fill();
    void refresh();
    void save();
    FailureClass edited() const;
    std::optional<ClassRule> rule() const;

    DeadLetterPort &m_port;
    FailureClass m_class;
    bool m_isNew = false;
    FormRows *m_rows;
    QLineEdit *m_title;
    QComboBox *m_verdict;
    QComboBox *m_state;
    QLineEdit *m_fix;
    QLineEdit *m_owner;
    QLineEdit *m_claim;
    QLineEdit *m_note;
    QLineEdit *m_runbook;
    QLineEdit *m_usefulFor;
    QLineEdit *m_errorPattern;
    QLineEdit *m_queuePattern;
    QLabel *m_problem;
    QPushButton *m_save;
};

} // namespace holdwatch::ui
