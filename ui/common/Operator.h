// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace holdwatch::ui {

/// Under whose name alerts are acknowledged and muted: the desktop user's, or "operator".
QString operatorName();

} // namespace holdwatch::ui
