// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueSample.h"
#include "models/tolerance/AgeReading.h"
#include "models/tolerance/Assessment.h"
#include "models/tolerance/SideWatches.h"

namespace holdwatch::reason {

/// The sentences of a verdict: plain text, every figure from the samples, so that a person can check them.

/// "age 7:20 of 15:00, rising 0.90 s/s for 4 min; earliest breach in 7:40, projected in about 8:30".
QString ofAge(const AgeReading &reading, const Limits &limits, Verdict verdict, std::optional<Millis> earliest);
QString ofEmptyQueue(const QueueSample &sample);
QString ofNothingReady(const QueueSample &sample);
QString ofBound(const QueueSample &sample, const Limits &limits);
QString ofMissingAge(const QueueSample &sample, const QString &why);
QString ofSilence(Millis silentFor, const Limits &limits, const QString &lastKnown);
QString ofOldFigure(Millis figureAge, const Limits &limits, const QString &lastKnown);
QString ofNoConsumers(Millis goneFor, const QueueSample &sample);
QString ofDeadLetters(const DeadLetterWatch::Growth &growth);
QString ofNoArrivals(Millis silentFor, Millis cadence);

} // namespace holdwatch::reason
