// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/DeadLetterModel.h"
#include "models/deadletters/LetterGroupModel.h"

namespace holdwatch::ui {

class PlainTable;

/// The two lists of the dead letters page with the columns worth seeing first, in their order. The models
/// outlive them.
PlainTable *makeGroupTable(LetterGroupModel &groups);
PlainTable *makeLetterTable(DeadLetterModel &letters);

} // namespace holdwatch::ui
