// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/RunFacts.h"

#include "models/core/Format.h"
#include "ui/common/Labels.h"
#include "ui/common/VerdictBadge.h"
#include "ui/redrive/PlanText.h"

#include <QGridLayout>

namespace holdwatch::ui {

namespace {

constexpr const char *titles[] = {"Rate now", "Step", "Target's oldest age", "Dead letters", "Consumers", "Sampled"};
constexpr int columns = 6;

} // namespace

RunFacts::RunFacts(QWidget *parent) : QWidget(parent), m_verdict(new VerdictBadge)
{
    setObjectName(QStringLiteral("runFacts"));
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(space::m);
    grid->setVerticalSpacing(2);
    for (int i = 0; i < FactCount; ++i) {
        m_values[size_t(i)] = plainLabel({}, Type::Title);
        m_values[size_t(i)]->setAccessibleName(QString::fromLatin1(titles[i]));
        grid->addWidget(secondaryLabel(QString::fromLatin1(titles[i])), 0, i);
        grid->addWidget(m_values[size_t(i)], 1, i, Qt::AlignLeft | Qt::AlignTop);
        grid->setColumnStretch(i, 1);
    }
    m_verdict->setFont(typeFont(font(), Type::Small));
    grid->addWidget(m_verdict, 2, Age, Qt::AlignLeft);
    grid->setRowMinimumHeight(2, m_verdict->sizeHint().height());
    static_assert(FactCount == columns);
}

void RunFacts::show(const RedrivePlan &plan, const RunState &run, UtcTime now)
{
    const RunSignals seen = run.lastSignals.value_or(RunSignals());
    const auto set = [this](Fact fact, const QString &text) { m_values[fact]->setText(text.isEmpty() ? noFigure() : text); };
    set(Rate, run.isOpen() ? QStringLiteral("%1 / min").arg(formatRate(run.perMinute)) : QString());
    m_values[Rate]->setToolTip(plainToolTip(QStringLiteral("Never more than %1.").arg(rateText(plan.bounds.milliPerSecond))));
    const bool isThrough = run.stage == RunState::Stage::AfterWatch || run.stage == RunState::Stage::Finished;
    set(Step, isThrough ? QStringLiteral("done") : run.step == 0 ? QStringLiteral("canary") : QString::number(run.step));
    set(Age, seen.targetAge ? formatDuration(*seen.targetAge) : QString());
    set(Dead, seen.deadDepth ? formatCount(*seen.deadDepth) : QString());
    set(Consumers, seen.consumers ? formatCount(qint64(*seen.consumers)) : QString());
    set(Sampled, seen.targetSampledAt ? QStringLiteral("%1 ago").arg(formatAgo(now - *seen.targetSampledAt)) : QString());
    m_verdict->setVerdict(seen.target.value_or(Verdict::NotReported));
    m_verdict->setVisible(run.lastSignals.has_value());
}

} // namespace holdwatch::ui
