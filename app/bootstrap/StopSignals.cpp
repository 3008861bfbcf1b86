// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/StopSignals.h"

#include <QSocketNotifier>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace holdwatch::bootstrap {

namespace {

int pipeEnds[2] = {-1, -1};

// A handler may do next to nothing; writing a byte is allowed.
void onSignal(int number)
{
    const char byte = 1;
    [[maybe_unused]] const ssize_t written = ::write(pipeEnds[1], &byte, 1);
    std::signal(number, SIG_DFL);
}

} // namespace

StopSignals::StopSignals(std::function<void()> stop)
{
    if (::pipe2(pipeEnds, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_notifier = std::make_unique<QSocketNotifier>(pipeEnds[0], QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [this, stop = std::move(stop)] {
        m_notifier->setEnabled(false);
        stop();
    });
    std::signal(SIGINT, onSignal);
    std::signal(SIGTERM, onSignal);
}

StopSignals::~StopSignals()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    m_notifier.reset();
    for (int &end : pipeEnds) {
        if (end >= 0)
            ::close(std::exchange(end, -1));
    }
}

} // namespace holdwatch::bootstrap
