// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/Reading.h"

#include "models/core/Format.h"

namespace holdwatch {

QString toSentence(const ReadingState &state)
{
    const QString seen = formatCount(state.seen);
    const QString total = state.total ? (state.totalIsApproximate ? QStringLiteral("about %1") : QStringLiteral("%1")).arg(formatCount(*state.total)) : QStringLiteral("an unknown number");
    switch (state.stage) {
    case ReadingState::Stage::Nothing: return QStringLiteral("Not read yet.");
    case ReadingState::Stage::Reading: return QStringLiteral("Reading: %1 of %2 so far.").arg(seen, total);
    case ReadingState::Stage::Whole: return QStringLiteral("All %1 seen.").arg(seen);
    case ReadingState::Stage::Sample: return QStringLiteral("Seen %1 of %2.").arg(seen, total);
    case ReadingState::Stage::Stopped:
        if (state.total && !state.totalIsApproximate && state.seen >= *state.total)
            return QStringLiteral("Stopped, but all %1 had been read.").arg(seen);
        return QStringLiteral("Stopped after %1 of %2.").arg(seen, total);
    case ReadingState::Stage::Failed: return QStringLiteral("Broken off after %1 of %2.").arg(seen, total);
    }
    return {};
}

} // namespace holdwatch
