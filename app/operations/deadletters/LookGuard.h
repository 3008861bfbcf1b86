// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/deadletters/Reading.h"

namespace holdwatch::operations {

/// What a look does there, with those looks counted that this Holdwatch has made since it last saw the dead set empty. If
/// the next one could be the last that some message survives, it is Risky, whatever the system says.
LookTerms guarded(LookTerms terms, int looksMade);

/// Whether a person's order may go on under these terms. `shown`: the terms they last saw, unset if they saw none here.
Result<void> admit(const LookTerms &terms, const ReadOrder &order, const std::optional<LookTerms> &shown);

} // namespace holdwatch::operations
