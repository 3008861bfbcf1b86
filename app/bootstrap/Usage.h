// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holdwatch::bootstrap {

/// What `holdwatch --help` prints.
const char *usage();

/// Of every command that was wrong or could not do its work. 1 and 2 belong to what `status` and `audit verify` find.
constexpr int exitCodeForTrouble = 3;

} // namespace holdwatch::bootstrap
