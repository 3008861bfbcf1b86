// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/redrive/PlanSection.h"

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QLineEdit;

namespace holdwatch::ui {

class CapacityEditor;
class FactGrid;
class FormRows;

/// How many at most, how fast at most, in which steps, and what stops the run by itself.
class HowMuchSection final : public PlanSection
{
    Q_OBJECT
public:
    explicit HowMuchSection(bool isDraft, QWidget *parent = nullptr);

    void show(const PlanPicture &picture) override;
    void refresh(const PlanPicture &picture) override;
    void collect(RedrivePlan &plan) const override;
    bool hasFault() const override;
    void refreshLive(const PlanFacts &facts);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void buildEditors();
    QWidget *makeSteps();
    QWidget *makeStops();
    void showFaults();
    QHash<QString, QString> faults() const;
    void read(const PlanPicture &picture);

    FactGrid *m_facts;
    QBoxLayout *m_columns = nullptr; ///< side by side where there is room
    CapacityEditor *m_capacity = nullptr;
    FormRows *m_steps = nullptr;
    FormRows *m_stops = nullptr;
    QLineEdit *m_most = nullptr;
    QLineEdit *m_rate = nullptr;
    QLineEdit *m_stepList = nullptr;
    QComboBox *m_proof = nullptr;
    QString m_self;
    QCheckBox *m_onThrottled = nullptr;
    QCheckBox *m_onApproaching = nullptr;
};

} // namespace holdwatch::ui
