// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace holdwatch::bootstrap {

/// `holdwatch redrive …`: everything the window does about redrives, with the same gates. It takes the profile, so no window may have
/// it open. Makes the application itself: a report as PDF needs one with fonts. Documents go to standard output, sentences to standard error. Exit code: 0 done; of `run` 1 it stopped
/// and can be continued, 2 outcomes are unknown; 3 it could not be done.
int runRedrive(int argc, char **argv, const QStringList &arguments);

} // namespace holdwatch::bootstrap
