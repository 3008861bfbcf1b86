// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/ByteRange.h"

#include <QByteArrayList>

namespace holdwatch::json {

/// An answer in two: what can be read as JSON under strict limits, and message bodies that must not be read
/// but kept byte for byte, however deep, long or odd they are.
struct Cut
{
    QByteArray rest;           ///< the text, with a number in each part's place: 0 for the first, 1, 2, …
    payload::ByteRanges parts; ///< in the original text; whole JSON values, strings with their quotes
};

/// Cuts out the value of every member of one of these names in the objects of the outermost list. A text that is
/// no JSON is cut as far as it was read, and parse() will say what is wrong with the rest. Never recurses.
Cut cutOut(const QByteArray &text, const QByteArrayList &names);

} // namespace holdwatch::json
