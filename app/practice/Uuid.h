// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <QString>

namespace holdwatch::practice {

/// A UUID of version 7 (RFC 9562): ordered by the millisecond it was made in, random below that.
QString makeUuid7(UtcTime now);

} // namespace holdwatch::practice
