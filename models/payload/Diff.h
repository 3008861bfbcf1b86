// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/EditScript.h"
#include "models/payload/JsonTree.h"

namespace holdwatch::payload {

/// One of two messages to compare, with what must not be shown of it.
struct DiffSide
{
    QByteArray bytes;
    ByteRanges hidden; ///< MaskList::hidden()
};

/// A row of the comparison. Texts are for plain display: one line, masked, cut after 200 bytes.
struct DiffRow
{
    enum class Kind { Same, Changed, Removed, Added, Reordered, Skipped };

    Kind kind = Kind::Same;
    QByteArray pointer;      ///< JSON only: in the left message, for Added in the right one
    qsizetype leftLine = -1; ///< lines only, from 0
    qsizetype rightLine = -1;
    ByteRange leftRange;     ///< the exact bytes, for whoever wants to see all
    ByteRange rightRange;
    QString left;
    QString right;
    QString note;            ///< "same number, written differently", "40 equal lines"
};

struct Diff
{
    enum class Basis { Json, Lines, Blocks }; ///< Blocks: too different to be matched line by line

    Basis basis = Basis::Lines;
    std::vector<DiffRow> rows;
    qsizetype changed = 0; ///< counted in full, also where rows were left out
    qsizetype removed = 0;
    qsizetype added = 0;
    qsizetype reordered = 0;
    qsizetype leftOut = 0; ///< rows that did not fit
    QString remark;        ///< what a person must know about how it was made; may be empty

    bool isSame() const { return changed + removed + added + reordered == 0; }
};

struct DiffLimits
{
    EditLimits edits;
    size_t rows = 5'000;
    qsizetype pointerBytes = 8 * 1024 * 1024; ///< of all rows together: deep ones are long
    qsizetype context = 3;                    ///< equal lines shown around a difference
};

/// By structure where both are whole JSON, else by lines. Ranges and offsets refer to the bytes given.
Diff diffOf(const DiffSide &left, const DiffSide &right, const DiffLimits &limits = {});

/// Members are matched by key (several of one key by their order), elements by the shortest edit of the array.
/// Another order of keys is one Reordered row of its object and no other difference.
Diff diffJson(const JsonTree &left, const ByteRanges &leftHidden, const JsonTree &right, const ByteRanges &rightHidden, const DiffLimits &limits = {});
Diff diffLines(const DiffSide &left, const DiffSide &right, const DiffLimits &limits = {});

} // namespace holdwatch::payload
