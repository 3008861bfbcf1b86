// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/Diff.h"

#include "models/core/Format.h"
#include "models/payload/DiffRows.h"

namespace holdwatch::payload {

void DiffRows::count(DiffRow::Kind kind, qsizetype times)
{
    switch (kind) {
    case DiffRow::Kind::Changed: m_diff.changed += times; break;
    case DiffRow::Kind::Removed: m_diff.removed += times; break;
    case DiffRow::Kind::Added: m_diff.added += times; break;
    case DiffRow::Kind::Reordered: m_diff.reordered += times; break;
    case DiffRow::Kind::Same:
    case DiffRow::Kind::Skipped: break;
    }
}

void DiffRows::add(DiffRow row)
{
    if (!hasRoom())
        return leaveOut();
    m_pointerBytes += row.pointer.size();
    m_diff.rows.push_back(std::move(row));
}

Diff DiffRows::take(Diff::Basis basis, const QString &remark)
{
    m_diff.basis = basis;
    m_diff.remark = remark;
    if (m_diff.leftOut > 0)
        m_diff.remark += QStringLiteral("%1%2 more rows are not shown.").arg(remark.isEmpty() ? QString() : QStringLiteral(" "), formatCount(m_diff.leftOut));
    return std::move(m_diff);
}

Diff diffOf(const DiffSide &left, const DiffSide &right, const DiffLimits &limits)
{
    const JsonTree leftTree(left.bytes);
    if (leftTree.isWholeJson()) {
        const JsonTree rightTree(right.bytes);
        if (rightTree.isWholeJson())
            return diffJson(leftTree, left.hidden, rightTree, right.hidden, limits);
    }
    return diffLines(left, right, limits);
}

} // namespace holdwatch::payload
