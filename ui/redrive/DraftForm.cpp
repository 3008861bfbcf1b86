// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/DraftForm.h"

#include "ui/common/Labels.h"
#include "ui/redrive/BreakGlassDialog.h"
#include "ui/redrive/FormHeader.h"
#include "ui/redrive/HowMuchSection.h"
#include "ui/redrive/PlanText.h"
#include "ui/redrive/SectionStrip.h"
#include "ui/redrive/WhatSection.h"
#include "ui/redrive/WhoSection.h"
#include "ui/redrive/WhySection.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>

namespace holdwatch::ui {

namespace {

constexpr int typingPause = 120;
constexpr Millis liveEvery = Seconds(15);

QVector<PlanRemark> ofSection(const QVector<PlanRemark> &all, PlanRemark::Section section)
{
    QVector<PlanRemark> own;
    std::copy_if(all.cbegin(), all.cend(), std::back_inserter(own), [section](const PlanRemark &each) { return each.section == section; });
    return own;
}

/// "2 things are missing and 1 is refused: see Why and How much."
QString whyNotSigned(const QVector<PlanRemark> &remarks)
{
    const auto count = [&remarks](PlanRemark::State state) { return std::count_if(remarks.cbegin(), remarks.cend(), [state](const PlanRemark &each) { return each.state == state; }); };
    const auto missing = count(PlanRemark::State::Missing);
    const auto refused = count(PlanRemark::State::Refused);
    QStringList parts;
    if (refused > 0)
        parts << QStringLiteral("%1 refused").arg(refused);
    if (missing > 0)
        parts << QStringLiteral("%1 missing").arg(missing);
    const std::pair<PlanRemark::Section, const char *> names[] = {{PlanRemark::Section::What, "What"}, {PlanRemark::Section::Why, "Why"}, {PlanRemark::Section::HowMuch, "How much"}, {PlanRemark::Section::Who, "Who"}};
    QStringList places;
    for (const auto &[section, name] : names) {
        const PlanRemark::State state = stateOf(remarks, section);
        if (state == PlanRemark::State::Missing || state == PlanRemark::State::Refused)
            places << QString::fromLatin1(name);
    }
    return QStringLiteral("A draft: nothing has been asked of the queue but reads. It can't be signed yet: %1, in %2.").arg(parts.join(QStringLiteral(", ")), places.join(QStringLiteral(", ")));
}

} // namespace

DraftForm::DraftForm(RedrivePort &port, const Clock &clock, QWidget *parent)
    : QWidget(parent), m_port(port), m_clock(clock), m_header(new FormHeader), m_what(new WhatSection(true)), m_why(new WhySection(true)), m_howMuch(new HowMuchSection(true)), m_who(new WhoSection(true)), m_consequence(plainLabel({})), m_problem(new MarkedText),
      m_sign(new QPushButton(QStringLiteral("Sign the plan")))
{
    setObjectName(QStringLiteral("draftForm"));
    const QVector<SectionFrame *> sections{m_what, m_why, m_howMuch, m_who};
    QScrollArea *area = makeSectionArea(sections);
    m_strip = new SectionStrip(area, sections);
    m_header->setObjectName(QStringLiteral("draftHeader"));
    m_header->setContentsMargins(0, 0, 0, 0);
    auto *first = new QHBoxLayout;
    first->setContentsMargins(space::l, space::xs, space::m, 0);
    first->addWidget(m_header);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::xs);
    layout->addLayout(first);
    layout->addWidget(m_strip);
    layout->addWidget(area, 1);
    layout->addWidget(makeFooter());
    m_soon.setSingleShot(true);
    m_soon.setInterval(typingPause);
    m_live.setInterval(liveEvery);
    connect(&m_soon, &QTimer::timeout, this, &DraftForm::take);
    connect(&m_live, &QTimer::timeout, this, &DraftForm::askFacts);
    for (PlanSection *section : std::initializer_list<PlanSection *>{m_what, m_why, m_howMuch, m_who}) {
        connect(section, &PlanSection::edited, this, [this] {
            if (m_isFilling)
                return;
            m_isTouched = true;
            m_sign->setEnabled(false); // until it is checked
            m_soon.start();
        });
    }
    connect(m_what, &WhatSection::targetChanged, this, [this] {
        m_isTouched = true;
        take();
        askFacts();
    });
    connect(m_who, &WhoSection::peopleRequested, this, &DraftForm::peopleRequested);
    connect(m_who, &WhoSection::breakGlassRequested, this, &DraftForm::askBreakGlass);
    connect(m_who, &WhoSection::breakGlassDropped, this, [this] {
        m_who->setBreakGlass(std::nullopt);
        take();
    });
    connect(&port, &RedrivePort::peopleChanged, this, [this] {
        m_facts.people = m_port.people();
        if (m_facts.people.self && m_plan.requester.publicKey.isEmpty()) { // an identity was made while the form was open
            m_plan.requester = *m_facts.people.self;
            m_plan.installation = m_facts.people.installation;
        }
        if (!m_plan.deadSet.isEmpty())
            check();
    });
}

QWidget *DraftForm::makeFooter()
{
    auto *footer = new QWidget;
    m_consequence->setObjectName(QStringLiteral("signConsequence"));
    m_problem->setObjectName(QStringLiteral("signProblem"));
    m_sign->setObjectName(QStringLiteral("signPlan"));
    m_consequence->setWordWrap(true);
    m_problem->hide();
    auto *discard = new QPushButton(QStringLiteral("Discard\u2026"));
    discard->setObjectName(QStringLiteral("discardDraft"));
    for (QPushButton *button : {discard, m_sign})
        button->setAutoDefault(false);
    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_consequence);
    words->addWidget(m_problem);
    auto *layout = new QHBoxLayout(footer);
    layout->setContentsMargins(space::l, space::xs, space::m, space::m);
    layout->setSpacing(space::s);
    layout->addLayout(words, 1);
    layout->addWidget(discard);
    layout->addWidget(m_sign);
    connect(discard, &QPushButton::clicked, this, &DraftForm::discarded);
    connect(m_sign, &QPushButton::clicked, this, &DraftForm::sign);
    return footer;
}

PlanPicture DraftForm::picture() const
{
    return {m_plan, m_facts, m_clock.now(), m_zone, true};
}

void DraftForm::show(const PlanDraft &draft)
{
    m_plan = draft.plan;
    m_facts = draft.facts;
    m_isTouched = false;
    m_isFilling = true;
    m_header->show(m_plan);
    for (PlanSection *section : std::initializer_list<PlanSection *>{m_what, m_why, m_howMuch, m_who})
        section->show(picture());
    m_isFilling = false;
    take();
}

void DraftForm::setZone(Zone zone)
{
    m_zone = zone;
    if (!m_plan.deadSet.isEmpty())
        check();
}

void DraftForm::take()
{
    m_soon.stop();
    for (const PlanSection *section : std::initializer_list<const PlanSection *>{m_what, m_why, m_howMuch, m_who})
        section->collect(m_plan);
    check();
}

void DraftForm::check()
{
    const QVector<PlanRemark> remarks = checkPlan(m_plan, m_facts);
    const std::pair<PlanSection *, PlanRemark::Section> sections[] = {{m_what, PlanRemark::Section::What}, {m_why, PlanRemark::Section::Why}, {m_howMuch, PlanRemark::Section::HowMuch}, {m_who, PlanRemark::Section::Who}};
    for (const auto &[section, which] : sections) {
        section->refresh(picture());
        section->showRemarks(ofSection(remarks, which));
    }
    m_strip->refresh();
    const bool canSign = canBeSigned(remarks) && !m_howMuch->hasFault();
    m_consequence->setText(canSign ? QStringLiteral("Signing moves nothing: it freezes this plan, and asks for its approval.") + QLatin1Char(' ') + consequenceOf(m_plan)
                           : m_howMuch->hasFault() ? QStringLiteral("It can't be signed yet: something in \u201CHow much\u201D can't be read.") : whyNotSigned(remarks));
    m_sign->setEnabled(canSign && !m_isSigning);
}

void DraftForm::askFacts()
{
    m_port.refreshFacts(m_plan, this, [this, target = m_plan.target](const Result<PlanFacts> &facts) {
        // What was asked about another target is no news any more; an error leaves what was known, with its age beside it.
        if (!facts || target != m_plan.target)
            return;
        m_facts = *facts;
        m_plan.changes = m_facts.changes;
        m_plan.notKept = m_facts.notKept;
        m_plan.lookCost = m_facts.lookEffect;
        if (!m_facts.requests.isEmpty())
            m_plan.requests = m_facts.requests;
        m_howMuch->refreshLive(m_facts);
        take();
    });
}

void DraftForm::askBreakGlass()
{
    BreakGlassDialog dialog(m_plan, m_port.people(), m_clock, m_zone, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    m_isTouched = true;
    m_who->setBreakGlass(dialog.breakGlass());
    take();
}

void DraftForm::sign()
{
    take();
    if (!m_sign->isEnabled())
        return;
    m_isSigning = true;
    m_sign->setEnabled(false);
    m_problem->hide();
    m_plan.warnings.clear(); // what was gone on with in spite of it is signed too
    for (const PlanRemark &remark : checkPlan(m_plan, m_facts)) {
        if (remark.state == PlanRemark::State::Warned)
            m_plan.warnings << remark.text;
    }
    m_port.sign(m_plan, this, [this](const Result<PlanId> &answer) {
        m_isSigning = false;
        if (answer)
            return emit wasSigned(*answer);
        m_problem->say(Mark::Refused, QStringLiteral("Nothing was signed. %1").arg(toSentence(answer.error())));
        m_problem->show();
        check();
    });
}

void DraftForm::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_live.start();
}

void DraftForm::hideEvent(QHideEvent *event)
{
    m_live.stop();
    QWidget::hideEvent(event);
}

} // namespace holdwatch::ui
