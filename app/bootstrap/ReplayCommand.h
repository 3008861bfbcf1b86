// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace holdwatch::bootstrap {

/// `holdwatch replay FILE [--hold-window 15m] [--reaction 8m] [--look-ahead 30m]`: runs recorded samples through the
/// tolerance engine and prints the first verdict and then each change as a JSON line
/// {"t","verdict","reason","earliest_breach_s","projected_breach_s"}, null where unset, `t` on the file's own
/// scale. FILE "-" is standard input; options win over the file. `arguments` are those after the word `replay`.
/// Returns 0, or 3 for arguments it does not understand or that contradict each other or the file (a reaction time
/// as long as the window), or a file it can't read; stderr says where. Samples whose time goes back are explained
/// there, with the line, and are no error: recordings have clocks that were set.
int runReplay(const QStringList &arguments);

} // namespace holdwatch::bootstrap
