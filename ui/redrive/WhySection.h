// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/redrive/PlanSection.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QVBoxLayout;

namespace holdwatch::ui {

class FactGrid;
class FormRows;

/// One failure class and version: what the cause was, what fixed it, and how anybody knows. To fill in.
class DiagnosisEditor final : public QWidget
{
    Q_OBJECT
public:
    DiagnosisEditor(const Diagnosis &diagnosis, const QString &self, QWidget *parent = nullptr);
    Diagnosis diagnosis() const;

signals:
    void edited();

private:
    Diagnosis m_diagnosis;
    QString m_self;
    QLineEdit *m_cause;
    QLineEdit *m_fix;
    QLineEdit *m_consumer;
    QComboBox *m_evidence;
    QCheckBox *m_fixed;
};

/// Why: the reference, the reason, and the diagnosis of each class among the messages.
class WhySection final : public PlanSection
{
    Q_OBJECT
public:
    explicit WhySection(bool isDraft, QWidget *parent = nullptr);

    void show(const PlanPicture &picture) override;
    void refresh(const PlanPicture &picture) override;
    void collect(RedrivePlan &plan) const override;

private:
    bool m_isDraft;
    FactGrid *m_facts = nullptr;
    FormRows *m_rows = nullptr;
    QLineEdit *m_reference = nullptr;
    QPlainTextEdit *m_reason = nullptr;
    QVBoxLayout *m_list;
    QVector<DiagnosisEditor *> m_editors;
};

} // namespace holdwatch::ui
