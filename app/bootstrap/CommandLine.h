// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holdwatch::bootstrap {

/// Picks the command by the first word (`status`, `audit`, `practice`, …; none = the window), runs it and
/// returns the process's exit code.
int run(int argc, char **argv);

} // namespace holdwatch::bootstrap
