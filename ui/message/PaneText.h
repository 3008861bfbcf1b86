// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/PrettyJson.h"

namespace holdwatch::ui {

/// A text as a pane shows it, and the way back from each of its UTF-16 units to the bytes of the message.
struct PaneText
{
    QString text;
    payload::ByteRanges marks;                ///< units written by us: ‹U+202E›, ●●●
    payload::OffsetMap display;               ///< units ↔ bytes of the body, or of its indented form
    std::optional<payload::OffsetMap> indent; ///< bytes of the indented form ↔ bytes of the body
    QByteArray bytes;                         ///< what `display` leads to
    qsizetype jsonUntil = 0;                  ///< units from the beginning that are JSON and coloured so
    qsizetype leftOut = 0;                    ///< bytes of the body behind what is shown

    payload::ByteRange toSource(const payload::ByteRange &units) const;
    payload::ByteRange toUnits(const payload::ByteRange &source) const;
    /// The mark that holds this unit, or nothing.
    std::optional<payload::ByteRange> markAt(qsizetype unit) const;

    struct Copied
    {
        QString text;      ///< the message's own characters; what can't or must not be text stays a mark
        int masked = 0;    ///< ●●● in it
        int notText = 0;   ///< bytes that are no UTF-8, as ‹FF›
    };
    Copied copyOf(const payload::ByteRange &units) const;
};

PaneText rawPaneText(const QByteArray &body, const payload::ByteRanges &hidden, qsizetype shown);
/// Indented; `shown` bytes of indented text, about.
PaneText prettyPaneText(const QByteArray &body, const payload::ByteRanges &hidden, qsizetype shown);

} // namespace holdwatch::ui
