// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/filter/Expression.h"
#include "models/ports/DeadLetterPort.h"

#include <QStringList>

namespace holdwatch::bootstrap {

/// `holdwatch deadletters …`, as typed.
struct DeadLettersOptions
{
    QString queue;
    QString connection; ///< name; empty: the only one there is
    filter::Expression where;
    bool groups = false;
    bool json = false;
    qint64 limit = 500;
    bool yes = false;   ///< agrees to what a look does there
    QString reason;     ///< why, where a look could destroy messages
    std::optional<ExportOrder> exports;
    QString profile;    ///< folder
};

/// Reads the words after `deadletters`. Configuration error for anything it does not know; one in the filter is pointed at.
Result<DeadLettersOptions> parseDeadLettersOptions(const QStringList &arguments);

/// Reads without a window, prints what was found and returns the exit code: 0, or 3 if the work could not be done. Needs a
/// QCoreApplication. The document or table goes to standard output, all else to standard error.
int runDeadLetters(const QStringList &arguments);

} // namespace holdwatch::bootstrap
