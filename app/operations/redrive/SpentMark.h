// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/redrive/SpentFile.h"

namespace holdwatch::operations {

using storage::SpentMark;

/// What is known to be spent, from both places it is kept in.
struct SpentView
{
    QVector<SpentMark> inProfile;
    QVector<SpentMark> inKeychain;
    bool keychainAnswers = false; ///< it was open and was read; else `inKeychain` says nothing
    QString keychainProblem;      ///< why not
    UtcTime latest{};             ///< the latest server time seen here; an earlier one means that a clock was turned back

    bool operator==(const SpentView &) const = default;
};

} // namespace holdwatch::operations
