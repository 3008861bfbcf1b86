// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/core/Time.h"

#include <QStringList>

namespace holdwatch::bootstrap {

/// `holdwatch status …`, as typed.
struct StatusOptions
{
    bool practice = false;
    QString connection;            ///< name; empty: all
    bool json = false;
    std::optional<Millis> duration; ///< unset: until each queue has a verdict
    QString profile;               ///< folder
};

/// Reads the words after `status`. Configuration error for anything it does not know.
Result<StatusOptions> parseStatusOptions(const QStringList &arguments);

/// Polls without a window, prints how things stand and returns the exit code. Needs a QCoreApplication.
/// The document or table goes to standard output, all else to standard error.
int runStatus(const StatusOptions &options);

} // namespace holdwatch::bootstrap
