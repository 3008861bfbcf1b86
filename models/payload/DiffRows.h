// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/Diff.h"

namespace holdwatch::payload {

/// Collects rows, keeps the counts and the limits.
class DiffRows
{
public:
    explicit DiffRows(const DiffLimits &limits) : m_limits(limits) {}

    bool hasRoom() const { return m_diff.rows.size() < m_limits.rows && m_pointerBytes < m_limits.pointerBytes; }
    void count(DiffRow::Kind kind, qsizetype times = 1);
    void add(DiffRow row);  ///< counted already
    void leaveOut(qsizetype rows = 1) { m_diff.leftOut += rows; }
    Diff take(Diff::Basis basis, const QString &remark);

private:
    DiffLimits m_limits;
    Diff m_diff;
    qsizetype m_pointerBytes = 0;
};

} // namespace holdwatch::payload
