// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/ProviderRegistry.h"
#include "models/connections/ConnectionTest.h"
#include "models/core/Secret.h"

#include <QObject>
#include <QThread>

#include <functional>

namespace holdwatch::operations {

/// Goes through connections step by step: name, handshake, clock, contract, key, a read. Sends reads only,
/// and no key before the server's certificate was accepted. One test at a time, on a thread of its own;
/// called from the thread it lives in.
class ConnectionTester
{
public:
    using MakeProvider = std::function<ProviderRegistry::Made(const ConnectionConfig &, Secret key)>;
    using Progressed = std::function<void(const ConnectionTest &)>;

    struct Parts
    {
        MakeProvider make; ///< called on the tester's thread
        const Clock &clock;
    };

    explicit ConnectionTester(Parts parts);
    ~ConnectionTester(); ///< ends the test under way
    Q_DISABLE_COPY_MOVE(ConnectionTester)

    /// Ends the one before, of which nothing more is heard. `progressed` is called on `context`'s thread after
    /// each change, the last time with `isOver()`; not at all once `context` has died or `stop` was called.
    void start(const ConnectionConfig &config, Secret key, QObject *context, Progressed progressed);
    /// Ends it: what still waits is told as not tried, and that is the last that is heard of it.
    void stop();

private:
    class Worker;
    Parts m_parts;
    QThread m_thread;
    Worker *m_worker; ///< lives on m_thread
};

} // namespace holdwatch::operations
