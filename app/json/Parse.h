// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/json/Value.h"

#include <QByteArray>

namespace holdwatch::json {

/// What an answer may cost us at most.
struct Limits
{
    qint64 bytes = 8 * 1024 * 1024;
    int depth = 64; ///< nested arrays and objects
};

/// Reads a whole JSON text in one pass. Malformed for anything else (a web page, half a text, bad
/// UTF-8, rubbish behind it), TooLarge past a limit; `where` is the path or byte reached. Never throws.
Result<Value> parse(const QByteArray &bytes, const Limits &limits = {});

} // namespace holdwatch::json
