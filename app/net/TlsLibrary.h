// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace holdwatch::net {

/// The TLS library in use and the one this was built for: "OpenSSL 3.0.15 … (built for OpenSSL 3.0.8 …)",
/// or that there is none.
QString tlsLibrary();

} // namespace holdwatch::net
