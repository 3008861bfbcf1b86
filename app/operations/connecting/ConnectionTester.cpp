// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/connecting/ConnectionTester.h"

#include "app/operations/connecting/TestRun.h"

#include <QPointer>

#include <memory>

namespace holdwatch::operations {

/// Lives on the tester's thread. A run outlives being stopped until its last answer has come.
class ConnectionTester::Worker : public QObject
{
public:
    explicit Worker(Parts parts) : m_parts(std::move(parts)) {}

    void begin(const ConnectionConfig &config, Secret key, const QPointer<QObject> &context, const Progressed &progressed)
    {
        end(false);
        m_run = std::make_shared<TestRun>(config, m_parts.clock, [context, progressed](const ConnectionTest &test) {
            if (!context)
                return;
            QMetaObject::invokeMethod(context.data(), [progressed, test] { progressed(test); }, Qt::QueuedConnection);
        });
        ++m_running;
        QCoro::connect(TestRun::run(m_run, m_parts.make, std::move(key)), this, [this] {
            if (--m_running == 0 && m_leaving)
                thread()->quit();
        });
    }

    void end(bool tell)
    {
        if (m_run)
            m_run->stop(tell);
        m_run.reset();
    }

    void leave()
    {
        m_leaving = true;
        end(false);
        if (m_running == 0)
            thread()->quit();
    }

private:
    Parts m_parts;
    std::shared_ptr<TestRun> m_run;
    int m_running = 0;
    bool m_leaving = false;
};

ConnectionTester::ConnectionTester(Parts parts) : m_parts(std::move(parts)), m_worker(new Worker(m_parts))
{
    m_thread.setObjectName(QStringLiteral("connection test"));
    m_worker->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
}

ConnectionTester::~ConnectionTester()
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->leave(); }, Qt::QueuedConnection);
    m_thread.wait();
}

void ConnectionTester::start(const ConnectionConfig &config, Secret key, QObject *context, Progressed progressed)
{
    const auto carried = std::make_shared<Secret>(std::move(key));
    QMetaObject::invokeMethod(m_worker, [=, worker = m_worker, guard = QPointer(context), progressed = std::move(progressed)] {
        worker->begin(config, std::move(*carried), guard, progressed);
    }, Qt::QueuedConnection);
}

void ConnectionTester::stop()
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->end(true); }, Qt::QueuedConnection);
}

} // namespace holdwatch::operations
