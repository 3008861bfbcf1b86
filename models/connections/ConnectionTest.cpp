// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/connections/ConnectionTest.h"

#include <algorithm>

namespace holdwatch {

QString titleOf(TestStep::Kind kind)
{
    switch (kind) {
    case TestStep::Kind::NameLookup: return QStringLiteral("Name lookup");
    case TestStep::Kind::SecureConnection: return QStringLiteral("Secure connection");
    case TestStep::Kind::ServerClock: return QStringLiteral("Server clock");
    case TestStep::Kind::Contract: return QStringLiteral("What it offers");
    case TestStep::Kind::Key: return QStringLiteral("Key");
    case TestStep::Kind::Reading: return QStringLiteral("Reading queues");
    }
    return {};
}

QString toWord(TestStep::State state)
{
    switch (state) {
    case TestStep::State::Waiting: return QStringLiteral("waiting");
    case TestStep::State::Running: return QStringLiteral("running");
    case TestStep::State::Passed: return QStringLiteral("passed");
    case TestStep::State::Warned: return QStringLiteral("passed with a warning");
    case TestStep::State::Failed: return QStringLiteral("failed");
    case TestStep::State::Skipped: return QStringLiteral("not tried");
    }
    return {};
}

ConnectionTest ConnectionTest::planned()
{
    ConnectionTest test;
    for (const auto kind : {TestStep::Kind::NameLookup, TestStep::Kind::SecureConnection, TestStep::Kind::ServerClock, TestStep::Kind::Contract,
                            TestStep::Kind::Key, TestStep::Kind::Reading}) {
        TestStep step;
        step.kind = kind;
        test.steps.append(step);
    }
    return test;
}

bool ConnectionTest::isOver() const
{
    return std::none_of(steps.cbegin(), steps.cend(), [](const TestStep &step) {
        return step.state == TestStep::State::Waiting || step.state == TestStep::State::Running;
    });
}

bool ConnectionTest::hasPassed() const
{
    return isOver() && std::none_of(steps.cbegin(), steps.cend(), [](const TestStep &step) { return step.state == TestStep::State::Failed; });
}

TestStep &ConnectionTest::step(TestStep::Kind kind)
{
    return *std::find_if(steps.begin(), steps.end(), [kind](const TestStep &step) { return step.kind == kind; });
}

void ConnectionTest::skipRest()
{
    for (TestStep &step : steps) {
        if (step.state == TestStep::State::Waiting || step.state == TestStep::State::Running)
            step.state = TestStep::State::Skipped;
    }
}

} // namespace holdwatch
