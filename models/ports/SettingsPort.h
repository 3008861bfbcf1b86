// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariant>

namespace holdwatch {

/// Where the window keeps how a person likes it (geometry, columns, theme, zone). Used from the
/// window's thread; a write that fails is not worth a message, the next start just looks as before.
class SettingsPort
{
public:
    virtual ~SettingsPort() = default;
    virtual QVariant read(const QString &key, const QVariant &otherwise = {}) const = 0;
    virtual void write(const QString &key, const QVariant &value) = 0;
};

} // namespace holdwatch
