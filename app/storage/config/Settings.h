// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/config/ConfigProblem.h"
#include "models/core/Result.h"
#include "models/ports/SettingsPort.h"

#include <QMap>

namespace holdwatch::storage {

/// settings.json: what the window remembers (theme, zone, geometry, columns, …), by key. Holds truth
/// values, numbers, texts, bytes, lists and maps of them. Used on one thread.
class Settings final : public SettingsPort
{
public:
    /// Reads `path` if it is there. A malformed file leaves all at their defaults, is named in `problems`,
    /// and is never overwritten: what is set then counts for this run alone.
    explicit Settings(QString path);

    const ConfigProblems &problems() const { return m_problems; }

    const QMap<QString, QVariant> &values() const { return m_values; } ///< all that is set

    QVariant read(const QString &key, const QVariant &otherwise = {}) const override;
    void write(const QString &key, const QVariant &value) override; ///< kept at once if it changes anything

    /// Replaces the file as a whole or not at all.
    Result<void> save();

private:
    QString m_path;
    QMap<QString, QVariant> m_values;
    ConfigProblems m_problems;
};

} // namespace holdwatch::storage
