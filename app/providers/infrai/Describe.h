// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/api/Provider.h"
#include "app/providers/infrai/FieldMap.h"
#include "app/providers/infrai/RedriveOffer.h"

namespace holdwatch::providers::infrai {

/// What each figure means on this server. `fields` is null before the first probe and where no schema
/// is published; `why` then says so.
Description describe(const FieldMap *fields, const QString &why, std::optional<double> pricePerStatsCall);

/// Which of the two ways of moving there is, and why not.
void describeRedriving(Description &description, const RedriveOffer &offer);

} // namespace holdwatch::providers::infrai
