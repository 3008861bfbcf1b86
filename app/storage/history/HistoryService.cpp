// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/history/HistoryService.h"

#include "app/storage/history/HistoryWorker.h"
#include "app/storage/history/SampleBuffer.h"

#include <QLoggingCategory>
#include <QPointer>

namespace holdwatch::storage {

// One category for all of the history; made in HistoryWorker.cpp.
Q_DECLARE_LOGGING_CATEGORY(historyLog)

HistoryService::HistoryService(QString file, const Clock &clock, HistoryOptions options, QObject *parent)
    : QObject(parent)
    , m_buffer(std::make_unique<SampleBuffer>(options.memorySamples))
    , m_worker(std::make_unique<HistoryWorker>(std::move(file), clock, options, *m_buffer))
    , m_flushAt(options.flushAt)
{
    m_thread.setObjectName(QStringLiteral("history"));
    m_worker->moveToThread(&m_thread);
    connect(m_worker.get(), &HistoryWorker::problemChanged, this, [this](const QString &problem) {
        m_problem = problem;
        emit problemChanged(problem);
    });
    connect(m_worker.get(), &HistoryWorker::noticeChanged, this, &HistoryService::noticeChanged);
    connect(m_worker.get(), &HistoryWorker::flushed, this, [this](int samples) {
        if (samples > 0)
            qCDebug(historyLog) << "wrote" << samples << "samples";
        emit flushed(samples);
    });
    connect(&m_thread, &QThread::started, m_worker.get(), &HistoryWorker::start);
    m_thread.start();
}

HistoryService::~HistoryService()
{
    QMetaObject::invokeMethod(m_worker.get(), &HistoryWorker::stop, Qt::BlockingQueuedConnection);
    m_thread.quit();
    m_thread.wait();
}

template<typename T, typename Question>
void HistoryService::ask(QObject *context, Done<T> done, Question question)
{
    // `context` lives on this thread, so its guard is looked at only here.
    auto answer = [this, guard = QPointer<QObject>(context), done = std::move(done)](Result<T> result) {
        QMetaObject::invokeMethod(this, [guard, done, result = std::move(result)] {
            if (guard)
                done(result);
        }, Qt::QueuedConnection);
    };
    QMetaObject::invokeMethod(m_worker.get(), [worker = m_worker.get(), answer = std::move(answer), question = std::move(question)] {
        answer(question(*worker));
    }, Qt::QueuedConnection);
}

void HistoryService::record(const QVector<RecordedSample> &samples)
{
    m_buffer->add(samples);
    if (m_buffer->pendingCount() < m_flushAt || m_flushAsked.exchange(true))
        return;
    QMetaObject::invokeMethod(m_worker.get(), [this] {
        m_flushAsked = false;
        m_worker->flushIfDue();
    }, Qt::QueuedConnection);
}

void HistoryService::flush()
{
    QMetaObject::invokeMethod(m_worker.get(), &HistoryWorker::flush, Qt::QueuedConnection);
}

void HistoryService::fetch(const HistoryQuery &query, QObject *context, Done<HistorySlice> done)
{
    ask(context, std::move(done), [query](HistoryWorker &worker) { return worker.fetch(query); });
}

void HistoryService::readSamples(const QueueId &queue, UtcTime from, UtcTime until, int limit, QObject *context, Done<RecordedSamples> done)
{
    ask(context, std::move(done), [=](HistoryWorker &worker) { return worker.readSamples(queue, from, until, limit); });
}

void HistoryService::readWatchedSince(QObject *context, Done<QHash<QueueId, UtcTime>> done)
{
    ask(context, std::move(done), [](HistoryWorker &worker) { return worker.watchedSince(); });
}

void HistoryService::exportSamples(const QueueId &queue, const ReplayHeader &header, const QString &path, QObject *context, Done<void> done)
{
    ask(context, std::move(done), [=](HistoryWorker &worker) { return worker.exportSamples(queue, header, path); });
}

void HistoryService::loadAlerts(QObject *context, Done<AlertState> done)
{
    ask(context, std::move(done), [](HistoryWorker &worker) { return worker.loadAlerts(); });
}

void HistoryService::readLog(const AlertLogQuery &query, QObject *context, Done<QVector<AlertLogEntry>> done)
{
    ask(context, std::move(done), [query](HistoryWorker &worker) { return worker.readLog(query); });
}

void HistoryService::saveAlert(const Alert &alert)
{
    QMetaObject::invokeMethod(m_worker.get(), [worker = m_worker.get(), alert] { worker->change(alert); }, Qt::QueuedConnection);
}

void HistoryService::appendLog(const AlertLogEntry &entry)
{
    QMetaObject::invokeMethod(m_worker.get(), [worker = m_worker.get(), entry] { worker->change(entry); }, Qt::QueuedConnection);
}

void HistoryService::saveMaintenance(const MaintenanceWindow &window)
{
    QMetaObject::invokeMethod(m_worker.get(), [worker = m_worker.get(), window] { worker->change(window); }, Qt::QueuedConnection);
}

} // namespace holdwatch::storage
