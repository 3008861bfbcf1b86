// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/core/Time.h"

#include <QStringList>

namespace holdwatch::bootstrap {

/// `holdwatch roster key KEYFILE` and `holdwatch roster sign --key KEYFILE --number N --out PATH [--expires DURATION]
/// [--ask-only NAME]... IDENTITY...`: the maintainer's tool. Files only; no profile, keychain or network. `arguments` are those after
/// the word. Returns 0, or 3 (standard error says why).
int runRoster(const QStringList &arguments);

/// What it does and prints; `now` is when a roster is issued.
Result<QString> maintainRoster(const QStringList &arguments, UtcTime now);

} // namespace holdwatch::bootstrap
