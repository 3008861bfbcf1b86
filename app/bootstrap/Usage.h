// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holdwatch::bootstrap {

/// What `holdwatch --help` prints.
const char *usage();

/// A command that is not understood can't say how the queues stand: as bad as not knowing.
constexpr int exitCodeForWrongUse = 3;

} // namespace holdwatch::bootstrap
