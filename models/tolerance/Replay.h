// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueSample.h"
#include "models/tolerance/Assessment.h"
#include "models/tolerance/Tolerance.h"

#include <QVector>

namespace holdwatch {

/// Runs recorded samples through a fresh engine and returns the first verdict and then each change,
/// *stale* at the moment it fell due. Samples must be in time order; others are skipped.
QVector<Assessment> replay(const Tolerance &tolerance, Millis pollPeriod, const QVector<QueueSample> &samples);

} // namespace holdwatch
