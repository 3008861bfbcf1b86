// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/DeadLetter.h"

#include <QVector>

namespace holdwatch::test {

/// Some dead letters of the reservation story: malformed, unsupported versions, timeouts, a rate limit, and a few nasty ones.
QVector<DeadLetter> letterStory(const QueueId &deadSet, UtcTime now, int count = 60);

} // namespace holdwatch::test
