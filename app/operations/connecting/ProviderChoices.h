// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/ConnectionsPort.h"

namespace holdwatch::operations {

/// What a person can choose from, in the order of the list. One entry a system.
QVector<ProviderChoice> providerChoices();

} // namespace holdwatch::operations
