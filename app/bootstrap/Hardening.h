// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holdwatch::bootstrap {

/// No core dump of this process and no debugger of another user's on it: its memory holds keys. Files it
/// makes are its owner's alone. Call first.
void hardenProcess();

} // namespace holdwatch::bootstrap
