// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/redrive/PlanSection.h"

class QPushButton;
class QVBoxLayout;

namespace holdwatch::ui {

class FactGrid;

/// Who asks, who has to say yes, what was said so far and whether it counts, and what all this can't prevent.
class WhoSection final : public PlanSection
{
    Q_OBJECT
public:
    explicit WhoSection(bool isDraft, QWidget *parent = nullptr);

    void show(const PlanPicture &picture) override;
    void refresh(const PlanPicture &picture) override;
    void collect(RedrivePlan &plan) const override;
    void showStatements(const RedriveRecord &record, UtcTime now, Zone zone);
    void setBreakGlass(const std::optional<BreakGlass> &glass) { m_glass = glass; }

signals:
    void peopleRequested();
    void breakGlassRequested();
    void breakGlassDropped();

private:
    void refreshButtons(const PlanPicture &picture);

    bool m_isDraft;
    std::optional<BreakGlass> m_glass;
    FactGrid *m_facts;
    QVBoxLayout *m_problems;
    QVBoxLayout *m_statements;
    QPushButton *m_people;
    QPushButton *m_breakGlass;
};

} // namespace holdwatch::ui
