// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"

#include <QString>

namespace holdwatch::net {

/// A server may repeat our key in its answer ("invalid key ifr_…"). Text from a server passes through
/// here before it becomes part of an error: the secret in it is replaced by dots, control characters
/// by spaces, and it is cut to `longest` characters.
QString quoted(const QString &serverText, const Credential *credential, qsizetype longest = 200);

} // namespace holdwatch::net
