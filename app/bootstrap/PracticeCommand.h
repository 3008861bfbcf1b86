// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace holdwatch::bootstrap {

/// `holdwatch practice [--port N] [--data DIR] [--dialect a|b|c] [--scenario NAME] [--speed X] [--json]`: serves the
/// practice queue until SIGINT or SIGTERM. `arguments` are those after the word `practice`.
///
/// A workload runs beside it: the default scenario, NAME, or nothing with `--scenario none`.
///
/// Once it serves, it prints six lines `name: value` (url, key, key file, ca file, data, scenario) and flushes them,
/// or with --json one line {"url","key","key_file","ca_file","data","dialect","scenario"}. Problems go to stderr.
/// Returns 0 after a clean stop, 3 when it could not serve or does not understand its arguments.
int runPractice(QStringList arguments);

} // namespace holdwatch::bootstrap
