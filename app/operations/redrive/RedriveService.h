// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/redrive/PlanFacts.h"
#include "app/operations/deadletters/DeadLetterService.h"
#include "models/access/WriteAccess.h"
#include "models/ports/MonitorPort.h"

#include <QThread>

namespace holdwatch::operations {

}
