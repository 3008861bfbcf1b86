// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/tolerance/Scenario.h"

#include <memory>

namespace holdwatch::testing {

/// Looks at one reading after another and says whether it would be calling a person now.
class Judge
{
public:
    virtual ~Judge() = default;
    virtual bool alarms(const Reading &reading) = 0;
};

struct JudgeKind
{
    QString name;
    std::function<std::unique_ptr<Judge>(const Scenario &)> make;
};

/// Ours first; then the rules people use today.
std::vector<JudgeKind> allJudges();

} // namespace holdwatch::testing
