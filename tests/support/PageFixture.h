// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/AlertLogModel.h"
#include "models/alerts/OpenAlertsModel.h"
#include "models/connections/ConnectionModel.h"
#include "models/queue/QueueTableModel.h"
#include "tests/support/FakeConnections.h"
#include "tests/support/FakeDeadLetters.h"
#include "tests/support/FakeMonitor.h"
#include "tests/support/FakeRedrive.h"
#include "tests/support/FakeClock.h"
#include "tests/support/MemorySettings.h"
#include "ui/common/Page.h"

namespace holdwatch::test {

/// Everything a page is made of, without an engine behind it.
struct PageFixture
{
    FakeClock clock;
    FakeMonitor monitor;
    MemorySettings settings;
    QueueTableModel queues{clock};
    OpenAlertsModel openAlerts{clock};
    AlertLogModel alertLog;
    ConnectionModel connections{clock};
    FakeConnections connectionsPort;
    FakeDeadLetters deadLetters;
    FakeRedrive redrive;

    ui::PageContext context() { return {monitor, clock, settings, queues, openAlerts, alertLog, connections, connectionsPort, deadLetters, redrive}; }
};

} // namespace holdwatch::test
