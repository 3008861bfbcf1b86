// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/Tolerance.h"

#include <algorithm>

namespace holdwatch {

Millis Tolerance::effectiveReactionTime() const
{
    return reactionTime.value_or(std::min<Millis>(rulingWindow() / 2, Minutes(15)));
}

Millis Tolerance::effectiveLookAhead() const
{
    return lookAhead.value_or(rulingWindow() * 2);
}

Millis Tolerance::rulingWindow() const
{
    Millis window = holdWindow;
    for (const WorkClass &workClass : workClasses)
        window = std::min(window, workClass.holdWindow);
    return window;
}

} // namespace holdwatch
