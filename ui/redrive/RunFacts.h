// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/RedrivePort.h"

#include <QWidget>

#include <array>

class QLabel;

namespace holdwatch::ui {

class VerdictBadge;

/// The figures a run is judged by, each in its fixed place: rate, step, the target's verdict and age, dead letters, consumers.
class RunFacts final : public QWidget
{
    Q_OBJECT
public:
    explicit RunFacts(QWidget *parent = nullptr);
    void show(const RedrivePlan &plan, const RunState &run, UtcTime now);

private:
    enum Fact { Rate, Step, Age, Dead, Consumers, Sampled, FactCount };
    std::array<QLabel *, FactCount> m_values;
    VerdictBadge *m_verdict;
};

} // namespace holdwatch::ui
