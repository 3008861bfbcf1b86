// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <vector>

namespace holdwatch::payload {

/// Part of some bytes: [from, until).
struct ByteRange
{
    qsizetype from = 0;
    qsizetype until = 0;

    qsizetype size() const { return until - from; }
    bool isEmpty() const { return until <= from; }
    bool contains(qsizetype at) const { return at >= from && at < until; }
    QByteArrayView of(QByteArrayView bytes) const { return bytes.sliced(from, size()); }
    bool operator==(const ByteRange &) const = default;
};

/// In order and not overlapping, unless a function says otherwise.
using ByteRanges = std::vector<ByteRange>;

} // namespace holdwatch::payload
