// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/wire/QueueApi.h"

#include <QObject>
#include <QUrl>

#include <functional>
#include <memory>

class QThread;

namespace holdwatch::practice {

class AnswerHook;

/// Where a running practice queue is reached, and with what.
struct PracticeAccess
{
    QUrl url;        ///< https://localhost:PORT
    QString keyFile; ///< holds the bearer key, 0600
    QString caFile;  ///< the certificate to trust, PEM
    Secret key;
};

struct HostOptions
{
    quint16 port = 0; ///< 0: a free one
    ApiOptions api;
    /// Makes what runs beside the queue (the workload), on the host's thread once the engine is ready; it is
    /// destroyed there before the engine. `clock` is the engine's.
    std::function<Result<std::unique_ptr<QObject>>(QueueEngine &engine, const Clock &clock)> beside;
    std::shared_ptr<const Clock> clock; ///< null: the machine's
    std::shared_ptr<AnswerHook> hook;   ///< null in the product
};

/// Runs the practice queue in this process, engine and server together on a thread of its own. Used from
/// the thread it lives in. A data folder is served by one process at a time.
class PracticeHost : public QObject
{
    Q_OBJECT
public:
    explicit PracticeHost(QObject *parent = nullptr);
    ~PracticeHost() override; ///< stops, and waits for it

    /// Once. Answers with `started` or `failed`, in a later turn of the event loop. The folder is made if needed.
    void start(const QString &dataFolder, HostOptions options);
    void stop(); ///< ends serving and waits; what was acknowledged is on the disk anyway

    /// Valid after `started`; the key is a copy for this caller.
    PracticeAccess access() const;

    /// Runs `task` on the host's thread with the engine, unless the host has stopped.
    void post(std::function<void(QueueEngine &engine)> task);

signals:
    void started();
    void failed(const holdwatch::Error &error);

private:
    class Inside;
    std::unique_ptr<QThread> m_thread;
    Inside *m_inside = nullptr; ///< lives on m_thread and dies with it
    PracticeAccess m_access;
};

} // namespace holdwatch::practice
