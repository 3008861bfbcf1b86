// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/RedrivePort.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QPushButton;

namespace holdwatch::ui {

class MarkedText;
class PhraseField;

/// One person's yes to one plan, signed. Says what it lets happen, asks what was looked at, and where the policy wants it has
/// the phrase typed. It is about the plan it was opened with: if that one changes meanwhile, it can only be closed.
class ApproveDialog final : public QDialog
{
    Q_OBJECT
public:
    /// `compared`: what this person read from the queue beside the signed list; empty: nothing. All outlive the dialog.
    ApproveDialog(RedrivePort &port, const RedriveRecord &record, const QVector<EvidenceRow> &compared, QWidget *parent = nullptr);

private:
    QWidget *makeFacts();
    QWidget *makeEvidence(const QVector<EvidenceRow> &compared);
    QWidget *makePhrase();
    void planChanged(const PlanId &plan);
    void overtaken(const QString &sentence);
    void refresh();
    void approve();
    QStringList evidence() const;

    RedrivePort &m_port;
    RedriveRecord m_record;
    bool m_isOvertaken = false;
    bool m_isRunning = false;
    QVector<QCheckBox *> m_needed; ///< all of them have to be ticked
    QCheckBox *m_compared = nullptr;
    PhraseField *m_phrase = nullptr;
    QLabel *m_hint;
    MarkedText *m_problem;
    QPushButton *m_approve;
};

} // namespace holdwatch::ui
