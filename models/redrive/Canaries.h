// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/RunBook.h"

namespace holdwatch {

/// Which class × version of a plan has its canary, and whether it is proven. Of a book that has begun: a class is open again
/// with its first message that is still away; one whose message came back after that needs a new canary.
class Canaries
{
public:
    Canaries(const RedrivePlan &plan, const RunBook &book);

    /// One waiting item for each class that has neither an open nor a proven canary, in the order of the plan.
    QVector<int> wanted(const RunBook &book) const;
    void settle(const ItemResult &result); ///< of an item that was attempted: confirmed, it is its class's canary if that has none
    void prove(int ordinal);               ///< ignored unless it is an open canary
    void proveAll();
    QVector<int> open() const;             ///< in the order of the plan
    bool isProven(int ordinal) const;      ///< whether the class of that item is

private:
    struct Class
    {
        int canary = -1;
        bool isProven = false;
    };

    QVector<int> m_classOf; ///< by ordinal
    QVector<Class> m_classes;
};

} // namespace holdwatch
