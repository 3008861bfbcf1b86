// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QMap>
#include <QString>

namespace holdwatch::bootstrap {

/// How much of each category is logged, as typed: "debug", or "net=debug,history=warning". A level alone
/// holds for all of Holdwatch's own categories, a later word for a category beats it.
class LogLevels
{
public:
    enum class Level { Debug, Info, Warning, Error };

    LogLevels() = default; ///< info everywhere

    /// Configuration error that lists the levels or categories there are.
    static Result<LogLevels> parse(const QString &text);

    /// For QLoggingCategory::setFilterRules.
    QString filterRules() const;

    /// "engine", "net", …: the part behind "holdwatch.". And "qt", for Qt's own.
    static const QStringList &categories();

private:
    Level m_all = Level::Info;
    QMap<QString, Level> m_special;
};

/// Takes `--log LEVELS` out of the command line `words`, else reads HOLDWATCH_LOG; unset: nothing was asked for.
Result<std::optional<LogLevels>> takeLogLevels(QStringList &words);

} // namespace holdwatch::bootstrap
