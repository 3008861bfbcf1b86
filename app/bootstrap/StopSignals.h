// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <memory>

class QSocketNotifier;

namespace holdwatch::bootstrap {

/// Turns SIGINT and SIGTERM into a call on the event loop, so that the program ends in order. One at a
/// time in a process; the second signal of a kind ends the process at once.
class StopSignals
{
public:
    explicit StopSignals(std::function<void()> stop);
    ~StopSignals();
    StopSignals(const StopSignals &) = delete;
    StopSignals &operator=(const StopSignals &) = delete;

private:
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace holdwatch::bootstrap
