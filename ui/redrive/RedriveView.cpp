// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/RedriveView.h"

#include "models/redrive/RedriveNeed.h"
#include "ui/common/Labels.h"
#include "ui/redrive/FormHeader.h"
#include "ui/redrive/HowMuchSection.h"
#include "ui/redrive/PlanText.h"
#include "ui/redrive/RedriveActions.h"
#include "ui/redrive/RunSection.h"
#include "ui/redrive/SectionStrip.h"
#include "ui/redrive/WhatSection.h"
#include "ui/redrive/WhoSection.h"
#include "ui/redrive/WhySection.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace holdwatch::ui {

RedriveView::RedriveView(RedrivePort &port, const WriteAccess &access, const Clock &clock, QWidget *parent)
    : QWidget(parent), m_port(port), m_clock(clock), m_header(new FormHeader), m_standing(new MarkedText), m_actions(new RedriveActions(port, clock)), m_what(new WhatSection(false)), m_why(new WhySection(false)), m_howMuch(new HowMuchSection(false)),
      m_who(new WhoSection(false)), m_run(new RunSection(port, access, clock))
{
    setObjectName(QStringLiteral("redriveView"));
    const QVector<SectionFrame *> sections{m_what, m_why, m_howMuch, m_who, m_run};
    m_area = makeSectionArea(sections);
    m_strip = new SectionStrip(m_area, sections);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::xs);
    layout->addWidget(makeHeader());
    layout->addWidget(m_strip);
    layout->addWidget(m_area, 1);
    connect(&port, &RedrivePort::runChanged, this, [this](const PlanId &plan, const RunState &run) {
        if (plan != m_record.plan.id)
            return;
        const bool hasBegun = m_record.run.stage == RunState::Stage::NotStarted && run.stage != RunState::Stage::NotStarted;
        m_record.run = run;
        m_run->applyRun(run);
        if (hasBegun)
            chooseOpenSections();
        refreshHeader();
    });
    connect(&port, &RedrivePort::itemsChanged, this, [this](const PlanId &plan, const QVector<ItemResult> &changed) {
        if (plan == m_record.plan.id)
            m_run->applyItems(changed);
    });
    connect(&port, &RedrivePort::peopleChanged, this, [this] {
        if (!plan().isEmpty())
            refresh();
    });
    connect(m_actions, &RedriveActions::wasCompared, this, [this](const QVector<EvidenceRow> &rows) {
        m_what->setOpen(true);
        m_what->showEvidence(rows);
    });
    connect(m_actions, &RedriveActions::draftWanted, this, &RedriveView::draftWanted);
    connect(m_actions, &RedriveActions::noteRaised, this, &RedriveView::noteRaised);
    connect(m_who, &WhoSection::peopleRequested, this, &RedriveView::peopleRequested);
    connect(m_run, &RunSection::startRequested, m_actions, &RedriveActions::start);
    connect(m_run, &RunSection::closeRequested, m_actions, &RedriveActions::closeRun);
    connect(m_run, &RunSection::reconcileRequested, m_actions, &RedriveActions::reconcile);
    connect(m_run, &RunSection::acceptRequested, m_actions, &RedriveActions::acceptUnproven);
    connect(m_run, &RunSection::reportRequested, m_actions, &RedriveActions::report);
    connect(m_run, &RunSection::unlockRequested, this, &RedriveView::unlockRequested);
    connect(m_run, &RunSection::deadLettersRequested, this, &RedriveView::deadLettersRequested);
}

QWidget *RedriveView::makeHeader()
{
    auto *header = new QWidget;
    m_header->setObjectName(QStringLiteral("redriveHeader"));
    m_standing->setObjectName(QStringLiteral("redriveStanding"));
    m_header->addTrailing(m_actions->fileButtons());
    auto *layout = new QVBoxLayout(header);
    layout->setContentsMargins(space::l, space::xs, space::m, space::xs);
    layout->setSpacing(space::xs);
    layout->addWidget(m_header);
    layout->addWidget(m_standing);
    layout->addWidget(m_actions);
    return header;
}

void RedriveView::show(const RedriveRecord &record, Zone zone)
{
    const bool isAnother = record.plan.id != m_record.plan.id || record.digest != m_record.digest;
    m_record = record;
    m_zone = zone;
    if (isAnother) {
        m_facts = {};
        m_hasFacts = false;
        chooseOpenSections();
        m_area->verticalScrollBar()->setValue(0);
    }
    refresh();
    if (isAnother) {
        m_what->showEvidence({});
        if (record.run.stage == RunState::Stage::NotStarted)
            askFacts();
    }
}

/// Before the run one reads what is to be signed; once it has begun, the run is what matters.
void RedriveView::chooseOpenSections()
{
    const bool hasBegun = m_record.run.stage != RunState::Stage::NotStarted;
    for (PlanSection *section : std::initializer_list<PlanSection *>{m_what, m_why, m_howMuch, m_who})
        section->setOpen(!hasBegun);
    m_run->setOpen(hasBegun || (m_record.isOwn && isApproved(m_record)));
}

void RedriveView::refresh()
{
    m_facts.people = m_port.people();
    const PlanPicture picture{m_record.plan, m_facts, m_clock.now(), m_zone, false};
    for (PlanSection *section : std::initializer_list<PlanSection *>{m_what, m_why, m_howMuch, m_who})
        section->show(picture);
    m_run->show(m_record, m_zone);
    showRemarks();
    refreshHeader();
}

void RedriveView::showRemarks()
{
    QVector<PlanRemark> remarks;
    if (m_hasFacts && m_record.run.stage == RunState::Stage::NotStarted) {
        remarks = checkPlan(m_record.plan, m_facts);
    } else {
        for (const QString &warning : m_record.plan.warnings)
            remarks << PlanRemark{PlanRemark::Section::What, PlanRemark::State::Warned, QStringLiteral("signed-warning"), warning};
    }
    const std::pair<PlanSection *, PlanRemark::Section> sections[] = {{m_what, PlanRemark::Section::What}, {m_why, PlanRemark::Section::Why}, {m_howMuch, PlanRemark::Section::HowMuch}};
    for (const auto &[section, which] : sections) {
        QVector<PlanRemark> own;
        std::copy_if(remarks.cbegin(), remarks.cend(), std::back_inserter(own), [which = which](const PlanRemark &each) { return each.section == which; });
        section->showRemarks(own);
        if (own.isEmpty())
            section->head()->setState(Mark::Fine, QStringLiteral("signed"));
    }
    m_who->showStatements(m_record, m_clock.now(), m_zone);
    m_strip->refresh();
}

/// What the system says about it now, beside what was signed; where it can't be asked the signed warnings stand alone.
void RedriveView::askFacts()
{
    m_port.refreshFacts(m_record.plan, this, [this, id = m_record.plan.id](const Result<PlanFacts> &facts) {
        if (!facts || id != m_record.plan.id)
            return;
        m_facts = *facts;
        m_facts.people = m_port.people();
        m_hasFacts = true;
        showRemarks();
    });
}

void RedriveView::refreshHeader()
{
    const RedrivePlan &plan = m_record.plan;
    const UtcTime now = m_clock.now();
    m_header->show(plan);
    const std::optional<RedriveNeed> need = needOf(m_record, m_port.people().self, now);
    const QString next = nextText(m_record, now);
    QString standing = toWord(standingOf(m_record, now));
    standing[0] = standing.at(0).toUpper();
    const Mark mark = !m_record.signatureProblem.isEmpty() ? Mark::Refused : !need ? Mark::None : need->kind == RedriveNeed::Kind::Running ? Mark::Moving : need->kind == RedriveNeed::Kind::Approved ? Mark::Fine
                    : need->kind == RedriveNeed::Kind::Waiting ? Mark::Waiting : need->kind == RedriveNeed::Kind::Stopped ? Mark::Refused : Mark::Warned;
    if (!m_record.signatureProblem.isEmpty())
        m_standing->say(mark, QStringLiteral("Can't be trusted. Refuse it, or forget it and ask for the file again."));
    else
        m_standing->say(mark, next.isEmpty() ? standing + QLatin1Char('.') : QStringLiteral("%1. %2").arg(standing, next));
    m_actions->show(m_record, m_zone);
    m_strip->refresh();
}

void RedriveView::tick()
{
    if (!plan().isEmpty())
        m_run->tick();
}

} // namespace holdwatch::ui
