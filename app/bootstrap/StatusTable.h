// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bootstrap/StatusReport.h"

namespace holdwatch::bootstrap {

/// How a terminal takes it.
struct TableStyle
{
    int width = 100;      ///< columns; the least urgent ones are left out of a narrow terminal
    bool colour = false;  ///< only ever beside the word
    bool unicode = false; ///< shapes and dashes beyond ASCII
};

/// The style standard output can take right now: no colour unless it is a terminal (or NO_COLOR is set),
/// shapes only where the locale is UTF-8.
TableStyle styleOfStandardOutput();

/// The queues of all connections as lines of text, worst first, each connection's trouble below its name.
/// Text that came from outside can't steer the terminal: control characters become '?'.
QString statusTable(const QVector<ConnectionReport> &reports, UtcTime now, const TableStyle &style);

} // namespace holdwatch::bootstrap
