// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/config/ConfigObject.h"
#include "models/tolerance/Tolerance.h"

#include <nlohmann/json_fwd.hpp>

namespace holdwatch::storage {

/// Reads the keys of a tolerance out of `object` ("hold_window", "reaction_time", …) and refuses wrong ones.
Tolerance readTolerance(ConfigObject &object);

/// The same keys into `object`; what is not set is left out.
void writeTolerance(nlohmann::ordered_json &object, const Tolerance &tolerance);

Findings findingsOf(const Tolerance &tolerance);

/// "8m30s", "1500ms": the shortest text that parseDuration reads back as the same.
QString durationText(Millis duration);

} // namespace holdwatch::storage
