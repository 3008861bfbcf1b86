// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/ports/RedrivePort.h"

#include <QWidget>

class QScrollArea;

namespace holdwatch {
class WriteAccess;
}

namespace holdwatch::ui {

class FormHeader;
class HowMuchSection;
class MarkedText;
class PlanSection;
class RedriveActions;
class RunSection;
class SectionStrip;
class WhatSection;
class WhoSection;
class WhySection;

/// A signed redrive: the form as it was signed, who has said what about it, and its run. Reads only what the port tells.
class RedriveView final : public QWidget
{
    Q_OBJECT
public:
    RedriveView(RedrivePort &port, const WriteAccess &access, const Clock &clock, QWidget *parent = nullptr); ///< all outlive it

    void show(const RedriveRecord &record, Zone zone);
    PlanId plan() const { return m_record.plan.id; }
    const RedriveRecord &record() const { return m_record; }
    void tick(); ///< once a second while it is seen

signals:
    void draftWanted(const holdwatch::PlanDraft &draft);
    void peopleRequested();
    void unlockRequested();
    void deadLettersRequested();
    void noteRaised(const QString &text);

private:
    QWidget *makeHeader();
    void refresh();
    void refreshHeader();
    void chooseOpenSections();
    void askFacts();
    void showRemarks();

    RedrivePort &m_port;
    const Clock &m_clock;
    Zone m_zone = Zone::Utc;
    RedriveRecord m_record;
    PlanFacts m_facts;
    bool m_hasFacts = false;

    FormHeader *m_header;
    MarkedText *m_standing;
    RedriveActions *m_actions;
    WhatSection *m_what;
    WhySection *m_why;
    HowMuchSection *m_howMuch;
    WhoSection *m_who;
    RunSection *m_run;
    SectionStrip *m_strip = nullptr;
    QScrollArea *m_area = nullptr;
};

} // namespace holdwatch::ui
