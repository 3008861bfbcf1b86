// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueStatus.h"
#include "ui/common/Theme.h"

class QPainter;

namespace holdwatch::ui {

/// The age against the hold window: the track's full width is the window, filled up to the age, a tick
/// where the reaction time begins, dotted up to the projection at the look-ahead. An age that is only
/// bounded from above is hatched, an unknown one leaves the track empty and dashed.
void paintBulletBar(QPainter &painter, const QRect &area, const QueueStatus &status, const Theme &theme);

/// A line of recent values without axes; a NaN is a gap, never bridged.
void paintSparkline(QPainter &painter, const QRect &area, const QVector<float> &values, const QColor &ink);

} // namespace holdwatch::ui
