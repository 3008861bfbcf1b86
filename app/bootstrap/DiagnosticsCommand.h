// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace holdwatch::bootstrap {

/// `holdwatch diagnostics [--no-hosts] [--no-log] [--profile DIR]`: prints the diagnostics to standard output.
/// Reads only, beside a running window too; asks no server and no keychain. Needs a QCoreApplication.
/// `arguments` are those after the word. Returns 0, or 3 for arguments it does not understand.
int runDiagnostics(const QStringList &arguments);

} // namespace holdwatch::bootstrap
