// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace holdwatch::payload {

/// One step through bytes that may or may not be UTF-8.
struct CodePoint
{
    char32_t value = 0;
    int size = 1;         ///< bytes taken; 1 where they are no UTF-8
    bool isValid = false; ///< false: the byte at that place starts no well-formed sequence (Unicode 15, table 3-7)
};

CodePoint codePointAt(QByteArrayView bytes, qsizetype at); ///< `at` inside the bytes

/// The largest cut ≤ `at` that does not go through a well-formed sequence.
qsizetype characterStart(QByteArrayView bytes, qsizetype at);

/// Appends the bytes of a code point; lone surrogates are written like any other, so that two different JSON
/// strings never become the same bytes.
void appendUtf8(QByteArray &to, char32_t value);

} // namespace holdwatch::payload
