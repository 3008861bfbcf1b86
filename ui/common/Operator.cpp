// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/Operator.h"

namespace holdwatch::ui {

QString operatorName()
{
    for (const char *variable : {"USER", "LOGNAME"}) {
        const QString name = qEnvironmentVariable(variable);
        if (!name.isEmpty())
            return name;
    }
    return QStringLiteral("operator");
}

} // namespace holdwatch::ui
