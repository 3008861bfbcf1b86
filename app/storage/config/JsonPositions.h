// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

namespace holdwatch::storage {

/// A place in a text as editors count it: from 1, in characters.
struct TextPosition
{
    int line = 1;
    int column = 1;
    bool operator==(const TextPosition &) const = default;
};

TextPosition positionOf(const QByteArray &text, qsizetype byte);

/// Where each value of a JSON text stands, by its path ("$.connections[1].url", as json::Value spells it).
/// Of equal names the last counts. `text` must be valid JSON of bounded depth.
QHash<QString, TextPosition> jsonPositions(const QByteArray &text);

} // namespace holdwatch::storage
