// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/redrive/Run.h"

#include <QPointF>
#include <QWidget>

namespace holdwatch::ui {

class TimeChart;

/// What the run is watched by, over time, side by side: the age of the target's oldest message and what lies in the dead-letter
/// queue. Remembers only what was told since it was cleared.
class RunCharts final : public QWidget
{
    Q_OBJECT
public:
    explicit RunCharts(QWidget *parent = nullptr);

    void clear();
    void add(const RunState &state);
    void tick(UtcTime now, Zone zone);

private:
    void draw(UtcTime now, Zone zone);

    TimeChart *m_age;
    TimeChart *m_dead;
    QVector<QPointF> m_ages;
    QVector<QPointF> m_depths;
    std::optional<UtcTime> m_since;
    std::optional<UtcTime> m_lastAt;
    UtcTime m_drawnAt{};
};

} // namespace holdwatch::ui
