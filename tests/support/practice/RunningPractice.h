// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/PracticeHost.h"
#include "tests/support/practice/StagedFaults.h"

#include <QTemporaryDir>

#include <nlohmann/json.hpp>

class QSslSocket;

namespace holdwatch::test {

/// A practice queue in this process on a thread of its own, over real TLS, in a folder that goes with it.
class RunningPractice
{
public:
    explicit RunningPractice(practice::ApiOptions options = {}, std::shared_ptr<const Clock> clock = {});
    ~RunningPractice();

    bool isRunning() const { return m_error.isEmpty(); }
    QString error() const { return m_error; }
    practice::PracticeAccess access() const { return m_host->access(); }
    QString folder() const { return m_folder.path(); }
    StagedFaults &faults() { return *m_faults; }

    /// Runs `task` with the engine on its thread and waits for it.
    void withEngine(const std::function<void(practice::QueueEngine &)> &task);
    void restart(); ///< over the same folder; the port may change

private:
    void start();

    QTemporaryDir m_folder;
    practice::ApiOptions m_options;
    std::shared_ptr<const Clock> m_clock;
    std::shared_ptr<StagedFaults> m_faults = std::make_shared<StagedFaults>();
    std::unique_ptr<practice::PracticeHost> m_host;
    QString m_error;
};

/// An answer as it came over the wire.
struct WireAnswer
{
    int status = 0; ///< 0: none, or not HTTP
    QHash<QByteArray, QByteArray> headers; ///< names in lower case
    QByteArray body;
    nlohmann::json json() const { return nlohmann::json::parse(body.toStdString(), nullptr, false); }
};

/// A client with no opinions: sends exactly what it is told over one TLS connection and waits.
class WireClient
{
public:
    explicit WireClient(const practice::PracticeAccess &access, bool trusting = true);
    ~WireClient();

    bool isConnected() const;
    /// With the key; `headers` are whole lines.
    WireAnswer ask(const QByteArray &method, const QByteArray &path, const QByteArray &body = {}, const QByteArrayList &headers = {});
    WireAnswer askWithoutKey(const QByteArray &method, const QByteArray &path, const QByteArrayList &headers = {});
    WireAnswer sendRaw(const QByteArray &bytes); ///< and waits for an answer or the end of the connection

private:
    WireAnswer readAnswer();
    bool readMore(QByteArray &into);

    std::unique_ptr<QSslSocket> m_socket;
    QByteArray m_key;
};

} // namespace holdwatch::test
