// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/core/Secret.h"

namespace holdwatch {

/// How a key is sent, which decides what it may consist of.
enum class KeyForm {
    Token,    ///< stands in a header as it is: visible ASCII without spaces
    Password, ///< is encoded beside a user's name: any text (UTF-8) without control characters
};

/// Why these bytes can't be used as a key: one sentence that never repeats any of them. Empty: they can.
/// A key has 1 to 4096 bytes, no control character, and no white space at either end.
QString faultOfKey(const QByteArray &key, KeyForm form = KeyForm::Token);

/// What a person typed or pasted, as the key it is meant to be: one line break at the end is taken off,
/// anything else that is wrong refused (Error of kind Invalid).
Result<Secret> keyFromTyped(Secret typed, KeyForm form = KeyForm::Token);

} // namespace holdwatch
