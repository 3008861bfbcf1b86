// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/RedrivePort.h"
#include "ui/redrive/PlanSection.h"

#include <QTimer>

class QLabel;
class QPushButton;

namespace holdwatch::ui {

class FormHeader;
class HowMuchSection;
class SectionStrip;
class WhatSection;
class WhoSection;
class WhySection;

/// A redrive before it is signed: a form whose every edit is checked by the rules of redrives. It can be signed only while
/// nothing is missing and nothing refused. Live figures are asked for again while it is seen; nothing here writes anywhere.
class DraftForm final : public QWidget
{
    Q_OBJECT
public:
    /// All arguments outlive the form.
    DraftForm(RedrivePort &port, const Clock &clock, QWidget *parent = nullptr);

    void show(const PlanDraft &draft);
    void setZone(Zone zone);
    const RedrivePlan &plan() const { return m_plan; }
    bool isTouched() const { return m_isTouched; } ///< somebody has typed something

signals:
    void wasSigned(const holdwatch::PlanId &plan);
    void discarded();
    void peopleRequested();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeFooter();
    PlanPicture picture() const;
    void take();    ///< what was typed into the plan, then check
    void check();
    void askFacts();
    void askBreakGlass();
    void sign();

    RedrivePort &m_port;
    const Clock &m_clock;
    Zone m_zone = Zone::Utc;
    RedrivePlan m_plan;
    PlanFacts m_facts;
    bool m_isTouched = false;
    bool m_isFilling = false;
    bool m_isSigning = false;
    QTimer m_soon;
    QTimer m_live;

    FormHeader *m_header;
    WhatSection *m_what;
    WhySection *m_why;
    HowMuchSection *m_howMuch;
    WhoSection *m_who;
    SectionStrip *m_strip = nullptr;
    QLabel *m_consequence;
    MarkedText *m_problem;
    QPushButton *m_sign;
};

} // namespace holdwatch::ui
