// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/ServerProbe.h"
#include "app/operations/connecting/ConnectionTester.h"
#include "app/providers/api/Provider.h"

#include <QCoroTask>

#include <memory>

namespace holdwatch::operations {

/// One connection test under way. Lives and is used on one thread; its coroutine keeps it alive.
class TestRun
{
public:
    TestRun(ConnectionConfig config, const Clock &clock, ConnectionTester::Progressed tell);
    ~TestRun();

    /// Ends with the last step, or soon after `stop`.
    static QCoro::Task<void> run(std::shared_ptr<TestRun> self, ConnectionTester::MakeProvider make, Secret key);
    void stop(bool tell); ///< cancels what is under way; `tell` says once more how far it came

private:
    QCoro::Task<bool> checkServer();
    QCoro::Task<bool> checkContract();
    QCoro::Task<void> readQueues();

    void begin(TestStep::Kind kind);
    void end(TestStep::Kind kind, TestStep::State state, const QString &result, const QStringList &details = {}, const QString &advice = {});
    void fail(TestStep::Kind kind, const Error &error);
    void takeFindings(const TlsFindings &findings);
    void takeReport(const providers::ProbeReport &report);
    void takeRefusal(const Error &error);
    void publish();

    ConnectionConfig m_config;
    const Clock &m_clock;
    ConnectionTester::Progressed m_tell; ///< empty once nobody wants to hear
    ConnectionTest m_test = ConnectionTest::planned();
    std::unique_ptr<net::ServerProbe> m_server;
    std::unique_ptr<providers::Provider> m_provider;
    bool m_stopped = false;
};

} // namespace holdwatch::operations
