// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"
#include "models/deadletters/ClassRules.h"
#include "models/payload/Decoding.h"

namespace holdwatch::ui {

/// What a message view borrows; all of it outlives the view.
struct MessageTools
{
    const payload::Decompressor *decompressor = nullptr; ///< null: compressed messages stay as they are, and the view says so
    const Clock *clock = nullptr;                        ///< null: no countdown, only times
    FieldPlaces places;                                  ///< where key and version were looked for before the common spots
};

} // namespace holdwatch::ui
