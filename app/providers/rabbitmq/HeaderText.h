// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/json/Value.h"

namespace holdwatch::providers::rabbitmq {

/// How the management API begins a text that is not UTF-8; base64 follows, in some versions in lines.
inline QString notUtf8()
{
    return QStringLiteral("Not UTF-8, base64 is: ");
}

/// A header's value as one line, the same for the same value wherever it was read: a text as it is, anything else as JSON
/// without space, with the keys of tables in order (AMQP's tables have none that lasts) and fractions in their shortest
/// form. At most about `longest` characters, then an ellipsis.
QString headerText(const json::Value &value, qsizetype longest);

} // namespace holdwatch::providers::rabbitmq
