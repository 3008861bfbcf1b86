// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/access/WriteAccess.h"
#include "tests/support/FakeConnections.h"
#include "tests/support/FakeDeadLetters.h"
#include "tests/support/FakeMonitor.h"
#include "tests/support/FakePractice.h"
#include "tests/support/FakeRedrive.h"
#include "tests/support/MemorySettings.h"
#include "ui/shell/MainWindow.h"

namespace holdwatch::test {

/// Everything a window is made of, without an engine behind it. `clock` outlives it.
struct WindowFixture
{
    explicit WindowFixture(const Clock &time) : clock(time) {}

    const Clock &clock;
    FakeMonitor monitor;
    FakeConnections connections;
    FakePractice practice;
    FakeDeadLetters deadLetters;
    FakeRedrive redrive;
    MemorySettings settings;
    WriteAccess access{clock};

    ui::MainWindow *makeWindow() { return new ui::MainWindow({monitor, connections, access, practice, deadLetters, redrive}, clock, settings); }
};

} // namespace holdwatch::test
