// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/Metric.h"

namespace holdwatch {

QString toWord(Obtained obtained)
{
    switch (obtained) {
    case Obtained::Reported: return QStringLiteral("reported");
    case Obtained::Approximate: return QStringLiteral("approximate");
    case Obtained::AtMost: return QStringLiteral("at-most");
    case Obtained::AtLeast: return QStringLiteral("at-least");
    case Obtained::Derived: return QStringLiteral("derived");
    case Obtained::NotReported: break;
    }
    return QStringLiteral("not-reported");
}

} // namespace holdwatch
