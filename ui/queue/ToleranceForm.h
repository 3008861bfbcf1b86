// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tolerance/ToleranceDraft.h"

#include <QHash>
#include <QWidget>

class QFormLayout;
class QLabel;
class QLineEdit;

namespace holdwatch::ui {

class WorkClassTable;

/// The fields of a tolerance, each with room for the sentence that says what is wrong with it.
class ToleranceForm : public QWidget
{
    Q_OBJECT
public:
    explicit ToleranceForm(QWidget *parent = nullptr);

    void setDraft(const ToleranceDraft &draft);
    ToleranceDraft draft() const;

    /// Shows each fault at its field, and what an empty field comes to as its placeholder.
    void showFaults(const CheckedTolerance &checked);

signals:
    void edited();

protected:
    void changeEvent(QEvent *event) override;

private:
    QLineEdit *addField(QFormLayout *form, ToleranceField field, const QString &label, const QString &objectName, const QString &hint);
    QLabel *addFaultLabel(ToleranceField field, const QString &objectName);
    void applyTheme();

    QLineEdit *m_holdWindow;
    QLineEdit *m_reactionTime;
    QLineEdit *m_lookAhead;
    QLineEdit *m_handlingTime;
    QLineEdit *m_arrivalCadence;
    WorkClassTable *m_workClasses;
    QLineEdit *m_owner;
    QLineEdit *m_runbook;
    QHash<ToleranceField, QLabel *> m_faults;
};

} // namespace holdwatch::ui
