// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/config/ConfigProblem.h"
#include "models/core/Result.h"

#include <QByteArray>
#include <QMap>
#include <QStringList>
#include <QVariant>

namespace holdwatch::storage {

/// settings.json: what the window remembers (theme, zone, geometry, hidden columns, …), by key. A value of
/// another type than the one asked for counts as missing. Used on one thread.
class Settings
{
public:
    /// Reads `path` if it is there. A malformed file leaves all at their defaults, is named in `problems`,
    /// and is not overwritten by `save`.
    explicit Settings(QString path);

    const ConfigProblems &problems() const { return m_problems; }

    QString text(const QString &key, const QString &otherwise = {}) const;
    bool flag(const QString &key, bool otherwise = false) const;
    double number(const QString &key, double otherwise = 0) const;
    QStringList list(const QString &key) const;
    QByteArray bytes(const QString &key) const; ///< kept as base64

    void setText(const QString &key, const QString &value);
    void setFlag(const QString &key, bool value);
    void setNumber(const QString &key, double value);
    void setList(const QString &key, const QStringList &value);
    void setBytes(const QString &key, const QByteArray &value);
    void remove(const QString &key);

    /// Replaces the file as a whole or not at all; does nothing when nothing changed.
    Result<void> save();

private:
    void set(const QString &key, const QVariant &value);

    QString m_path;
    QMap<QString, QVariant> m_values; ///< bool, double, QString or QStringList
    ConfigProblems m_problems;
    bool m_changed = false;
};

} // namespace holdwatch::storage
