// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/redrive/PlanItemModel.h"
#include "ui/redrive/PlanSection.h"

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace holdwatch::ui {

class FactGrid;

/// Which messages go, by which rule, where to, what stays and why, and what the system changes about them.
class WhatSection final : public PlanSection
{
    Q_OBJECT
public:
    explicit WhatSection(bool isDraft, QWidget *parent = nullptr);

    void show(const PlanPicture &picture) override;
    void refresh(const PlanPicture &picture) override;
    void collect(RedrivePlan &plan) const override;
    void showEvidence(const QVector<EvidenceRow> &rows); ///< what this person read, beside what the requester claims

protected:
    void resizeEvent(QResizeEvent *event) override;

signals:
    void targetChanged(); ///< another queue: its facts have to be asked for

private:
    void fillTargets(const RedrivePlan &plan);

    PlanItemModel m_items;
    FactGrid *m_facts;
    QComboBox *m_target = nullptr;
    PlainTable *m_table;
    MarkedText *m_evidence;
    QLabel *m_stays;
    QLabel *m_changes;
    QPushButton *m_showRequests;
    QPlainTextEdit *m_requests;
};

} // namespace holdwatch::ui
