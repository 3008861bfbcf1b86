// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace holdwatch::filter {

/// Why a text is no filter: where (in UTF-16 units; at the end of the text the length may be 0) and, in one sentence,
/// what was expected there. The sentence may repeat what was typed: show it as plain text.
struct Fault
{
    qsizetype offset = 0;
    qsizetype length = 0;
    QString sentence;
    bool operator==(const Fault &) const = default;
};

} // namespace holdwatch::filter
