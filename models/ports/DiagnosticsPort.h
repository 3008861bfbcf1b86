// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QString>

#include <functional>

class QObject;

namespace holdwatch {

/// What a person may leave out of the diagnostics.
struct DiagnosticsOptions
{
    bool withoutHosts = false; ///< each host becomes "host-1", "host-2", …, the same one everywhere
    bool withoutLog = false;
    bool operator==(const DiagnosticsOptions &) const = default;
};

/// One readable text about this program and this desktop for whoever helps: versions, settings,
/// connections and how they are doing, the recent log. Never a secret, never a payload. It is shown before it
/// is saved, and what is saved is what was shown. Lives on the window's thread; every call returns at once.
class DiagnosticsPort
{
public:
    virtual ~DiagnosticsPort() = default;

    /// `done` is called once, later, unless `context` dies first.
    virtual void prepare(const DiagnosticsOptions &options, QObject *context, std::function<void(QString)> done) = 0;

    /// Writes `text` as it is, the whole file or nothing. Answers like `prepare`.
    virtual void save(const QString &path, const QString &text, QObject *context, std::function<void(Result<void>)> done) = 0;
};

} // namespace holdwatch
