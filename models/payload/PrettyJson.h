// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/JsonText.h"
#include "models/payload/OffsetMap.h"
#include "models/payload/TextView.h"

namespace holdwatch::payload {

/// JSON text with other white space between its tokens and nothing else changed: keys keep their order and
/// numbers their digits. From the place where it stops being JSON the text follows as it is.
struct PrettyText
{
    QByteArray text;
    OffsetMap map;                  ///< bytes of `text` ↔ bytes of the original
    std::optional<JsonFault> fault; ///< why the rest is not indented, as far as it was read
    qsizetype shownUntil = 0;       ///< the original up to here is in `text`
    qsizetype leftOut = 0;          ///< bytes of the original behind that

    QString remark() const;         ///< what a person must know of it; empty if all is shown and all is JSON
};

struct PrettyOptions
{
    int indent = 2;
    int deepestIndent = 64;           ///< levels below stand as far to the right as this one
    qsizetype budget = previewBytes;  ///< bytes of `text`, about
};

PrettyText prettyText(QByteArrayView original, const PrettyOptions &options = {});

} // namespace holdwatch::payload
