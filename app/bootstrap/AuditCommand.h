// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace holdwatch::bootstrap {

/// `holdwatch audit verify FILE [--head HASH] [--json]`, `audit export PATH [--profile DIR]`, `audit list [--plan ID] [--limit N]
/// [--json] [--profile DIR]`. `arguments` are those behind the word `audit`. Only reads, also beside a window. Returns 0 (done; of
/// verify: the record holds), 1 (of verify: it is broken) or 3 (not understood, or it could not be read). Needs a QCoreApplication.
int runAudit(const QStringList &arguments);

} // namespace holdwatch::bootstrap
