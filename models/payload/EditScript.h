// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>
#include <vector>

namespace holdwatch::payload {

/// A run of elements that are the same on both sides, or that only one side has. `left` and `right` are where it
/// begins on each side, also where it has nothing there.
struct EditRun
{
    enum class Kind : quint8 { Same, Removed, Added };
    Kind kind = Kind::Same;
    qsizetype left = 0;
    qsizetype right = 0;
    qsizetype count = 0;
    bool operator==(const EditRun &) const = default;
};

struct EditLimits
{
    qsizetype edits = 2'000;       ///< memory grows with its square: 16 MB
    qsizetype steps = 30'000'000;
};

/// The shortest way from one sequence to the other (Myers, An O(ND) Difference Algorithm, 1986). Elements are the
/// same where their numbers are. Nothing when a limit was reached.
std::optional<std::vector<EditRun>> editScript(const std::vector<quint64> &left, const std::vector<quint64> &right, const EditLimits &limits = {});

/// Common beginning, everything between removed and added, common end.
std::vector<EditRun> blockScript(const std::vector<quint64> &left, const std::vector<quint64> &right);

} // namespace holdwatch::payload
