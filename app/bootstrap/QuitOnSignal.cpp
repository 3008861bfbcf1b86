// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/QuitOnSignal.h"

#include <QCoreApplication>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace holdwatch::bootstrap {

namespace {

int writeEnd = -1; // a signal handler has no object to turn to

void tell(int)
{
    const char byte = 1;
    [[maybe_unused]] const ssize_t written = ::write(writeEnd, &byte, 1);
}

void handleWith(void (*handler)(int), int flags)
{
    struct sigaction action{};
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

} // namespace

QuitOnSignal::QuitOnSignal(QObject *parent) : QObject(parent)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_readEnd = ends[0];
    writeEnd = ends[1];
    m_notifier = new QSocketNotifier(m_readEnd, QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, [this] {
        m_notifier->setEnabled(false);
        QCoreApplication::quit();
    });
    handleWith(&tell, static_cast<int>(SA_RESETHAND));
}

QuitOnSignal::~QuitOnSignal()
{
    if (m_readEnd < 0)
        return;
    handleWith(SIG_DFL, 0);
    ::close(m_readEnd);
    ::close(writeEnd);
    writeEnd = -1;
}

} // namespace holdwatch::bootstrap
