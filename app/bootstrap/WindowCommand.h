// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/core/Time.h"

#include <QStringList>

namespace holdwatch::bootstrap {

struct WindowOptions
{
    QString profile;    ///< folder of all state; empty = the default one
    QString screenshot; ///< a PNG to write; empty = none, or the profile's own when headless
    Millis after = Seconds(10); ///< with `screenshot`: how long after the window's first painting
};

/// Configuration error with a sentence for what is not understood.
Result<WindowOptions> parseWindowOptions(const QStringList &arguments);

/// Opens the window and runs until it is closed. Without a display the same window is drawn off screen:
/// a live table goes to standard output and a screenshot is renewed every few seconds.
/// With `options.screenshot` set, writes that file after `options.after` and ends.
/// Makes the application object itself. Returns the exit code.
int runWindow(int argc, char **argv, const WindowOptions &options);

} // namespace holdwatch::bootstrap
