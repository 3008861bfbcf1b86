// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/deadletters/DeadLetterVault.h"

namespace holdwatch::storage {

DeadLetterVault::DeadLetterVault(QString file, const Clock &clock, VaultOptions options, QObject *parent)
    : QObject(parent), m_worker(std::make_unique<VaultWorker>(std::move(file), clock, std::move(options)))
{
    m_thread.setObjectName(QStringLiteral("vault"));
    m_worker->moveToThread(&m_thread);
    connect(m_worker.get(), &VaultWorker::rowsChanged, this, &DeadLetterVault::rowsChanged);
    connect(m_worker.get(), &VaultWorker::swept, this, &DeadLetterVault::swept);
    connect(m_worker.get(), &VaultWorker::problemChanged, this, [this](const QString &problem) {
        m_problem = problem;
        emit problemChanged(problem);
    });
    connect(&m_thread, &QThread::started, m_worker.get(), &VaultWorker::start);
    m_thread.start();
}

DeadLetterVault::~DeadLetterVault()
{
    QMetaObject::invokeMethod(m_worker.get(), &VaultWorker::stop, Qt::BlockingQueuedConnection);
    m_thread.quit();
    m_thread.wait();
}

void DeadLetterVault::erase(const std::optional<QueueId> &deadSet, QObject *context, Done<Result<void>> done)
{
    tell([deadSet, answer = onThisThread<Result<void>>(context, std::move(done))](VaultWorker &worker) { worker.erase(deadSet, answer); });
}

} // namespace holdwatch::storage
