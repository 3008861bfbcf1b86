// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <QVariant>

namespace holdwatch::storage {

/// What to hand to bindValue. Qt writes a null QString as NULL; here an empty text is an empty text.
inline QVariant bound(const QString &text)
{
    return text.isNull() ? QVariant(QLatin1String("")) : QVariant(text);
}

inline QVariant bound(UtcTime time)
{
    return QVariant(toEpochMillis(time));
}

inline QVariant bound(const std::optional<UtcTime> &time)
{
    return time ? bound(*time) : QVariant(QMetaType(QMetaType::LongLong));
}

inline std::optional<UtcTime> timeFrom(const QVariant &value)
{
    return value.isNull() ? std::nullopt : std::optional(fromEpochMillis(value.toLongLong()));
}

} // namespace holdwatch::storage
