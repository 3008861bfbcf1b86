// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace holdwatch {

/// Whether the key of a connection may do something there, as far as the system tells.
struct Right
{
    enum class Answer {
        Unknown, ///< the system does not say; it shows when it is tried and refused
        Yes,
        No,
    };
    Answer answer = Answer::Unknown;
    QString reason; ///< one sentence: what says so ("its user has the tag monitoring, …"); of a No also what would change it

    bool operator==(const Right &) const = default;
};

/// What a connection's key may do. Reading figures has been shown to work where there is a sample at all.
struct Rights
{
    Right look;  ///< read dead letters
    Right write; ///< redrive

    bool operator==(const Rights &) const = default;
};

} // namespace holdwatch
