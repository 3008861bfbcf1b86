// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/message/PaneColors.h"

#include <QTextLayout>

namespace holdwatch::ui {

/// Colours of JSON between `from` and `until` of a text; reading begins at `lineStart`, which lies outside of any
/// token. Too far behind it (a token of kilobytes) nothing is coloured. Ranges count from `from`.
QList<QTextLayout::FormatRange> jsonFormats(QStringView text, int lineStart, int from, int until, const PaneColors &colors);

} // namespace holdwatch::ui
