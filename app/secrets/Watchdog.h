// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

namespace holdwatch::secrets {

/// Calls its second argument once, some time later, unless the first has died by then.
using Watchdog = std::function<void(QObject *life, std::function<void()> bark)>;

/// Ten seconds: starting a keychain service may take 25 s, and a person waits less.
Watchdog tenSeconds();

} // namespace holdwatch::secrets
