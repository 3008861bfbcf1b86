// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/Certificates.h"
#include "app/practice/wire/QueueApi.h"

#include <memory>

namespace holdwatch::practice {

/// What goes over the wire instead of the API's own answer.
struct StagedAnswer
{
    enum class Then {
        KeepOpen,
        Close,      ///< after the bytes
        StaySilent, ///< the connection stays open, nothing more is sent
    };

    QByteArray bytes; ///< status line, headers and body, exactly
    Then then = Then::KeepOpen;
};

/// Lets somebody stand between the API and the wire. Called on the server's thread.
class AnswerHook
{
public:
    virtual ~AnswerHook() = default;
    /// Called when a request has been read, before it is acted on. An answer from here means that it is not.
    virtual std::optional<StagedAnswer> insteadOf(const Request &request) = 0;
    /// Called with the finished answer of a request that was acted on.
    virtual std::optional<StagedAnswer> insteadOf(const Request &request, const QByteArray &answer) = 0;
};

/// Serves a QueueApi over HTTPS on the loopback interface only. Lives on one thread; `api` and `hook`
/// must outlive it.
class PracticeServer
{
public:
    PracticeServer(QueueApi &api, AnswerHook *hook = nullptr);
    ~PracticeServer();

    /// Answers the port it listens on; 0 asks the system for a free one. Unreachable if it is taken.
    Result<quint16> listen(const ServerIdentity &identity, quint16 port);

private:
    class Listener;
    std::unique_ptr<Listener> m_listener;
};

} // namespace holdwatch::practice
