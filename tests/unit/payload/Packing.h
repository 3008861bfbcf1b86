// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/Decoding.h"

namespace holdwatch::payload {

/// The other direction, for tests.
QByteArray packed(Encoding encoding, const QByteArray &bytes);

} // namespace holdwatch::payload
