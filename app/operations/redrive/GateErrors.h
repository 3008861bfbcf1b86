// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Error.h"

namespace holdwatch::operations {

/// A refusal of the gate: kind Forbidden, `where` is the code.
inline Error gateError(const char *code, const QString &what, const QString &next = {})
{
    Error error;
    error.kind = Error::Kind::Forbidden;
    error.what = what;
    error.kept = QStringLiteral("Nothing was sent.");
    error.next = next;
    error.where = QString::fromLatin1(code);
    return error;
}

} // namespace holdwatch::operations
