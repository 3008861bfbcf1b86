// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/secrets/Watchdog.h"

#include <QTimer>

namespace holdwatch::secrets {

Watchdog tenSeconds()
{
    return [](QObject *life, std::function<void()> bark) { QTimer::singleShot(std::chrono::seconds(10), life, std::move(bark)); };
}

} // namespace holdwatch::secrets
