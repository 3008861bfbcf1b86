// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/practice/StagedFaults.h"

#include <QMutexLocker>

#include <algorithm>

namespace holdwatch::test {

namespace {

QByteArray whole(int status, const QByteArray &type, const QByteArray &extraHeader, const QByteArray &body)
{
    QByteArray bytes = "HTTP/1.1 " + QByteArray::number(status) + " Staged\r\nContent-Type: " + type + "\r\n";
    if (!extraHeader.isEmpty())
        bytes += extraHeader + "\r\n";
    return bytes + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

} // namespace

void StagedFaults::stage(const QString &path, const Answer &answer, int times)
{
    add({path, answer, times, false, false});
}

void StagedFaults::stageAfterActing(const QString &path, const Answer &answer, int times)
{
    add({path, answer, times, true, false});
}

void StagedFaults::stageHalfAnswer(const QString &path, int times)
{
    add({path, dropped(), times, true, true});
}

void StagedFaults::add(const Staged &staged)
{
    const QMutexLocker locker(&m_mutex);
    m_staged.append(staged);
}

void StagedFaults::clear()
{
    const QMutexLocker locker(&m_mutex);
    m_staged.clear();
}

QVector<practice::Request> StagedFaults::requests() const
{
    const QMutexLocker locker(&m_mutex);
    return m_requests;
}

void StagedFaults::forgetRequests()
{
    const QMutexLocker locker(&m_mutex);
    m_requests.clear();
}

StagedFaults::Answer StagedFaults::status(int status, const QByteArray &extraHeader, const QByteArray &body)
{
    return {whole(status, "application/json", extraHeader, body), Answer::Then::KeepOpen};
}

StagedFaults::Answer StagedFaults::html(int status)
{
    return {whole(status, "text/html", {}, "<!doctype html><title>Sign in</title><p>Welcome to the hotel network</p>"), Answer::Then::KeepOpen};
}

StagedFaults::Answer StagedFaults::huge(qint64 bytes)
{
    const QByteArray frame("{\"ok\":true,\"data\":\"\",\"error\":null}");
    QByteArray body = frame;
    return json(body.insert(frame.indexOf("\"\"") + 1, QByteArray(qMax<qint64>(0, bytes - frame.size()), 'x')));
}

StagedFaults::Answer StagedFaults::nested(int brackets)
{
    return json("{\"ok\":true,\"data\":" + QByteArray(brackets, '[') + QByteArray(brackets, ']') + ",\"error\":null}");
}

std::optional<StagedFaults::Staged> StagedFaults::take(const QString &path, bool afterActing)
{
    const auto found = std::find_if(m_staged.begin(), m_staged.end(),
                                    [&](const Staged &staged) { return staged.afterActing == afterActing && path.startsWith(staged.path); });
    if (found == m_staged.end())
        return std::nullopt;
    const Staged staged = *found;
    if (--found->times == 0)
        m_staged.erase(found);
    return staged;
}

std::optional<StagedFaults::Answer> StagedFaults::insteadOf(const practice::Request &request)
{
    const QMutexLocker locker(&m_mutex);
    m_requests.append(request);
    const auto staged = take(request.path, false);
    return staged ? std::optional(staged->answer) : std::nullopt;
}

std::optional<StagedFaults::Answer> StagedFaults::insteadOf(const practice::Request &request, const QByteArray &answer)
{
    const QMutexLocker locker(&m_mutex);
    const auto staged = take(request.path, true);
    if (!staged)
        return std::nullopt;
    if (!staged->half)
        return staged->answer;
    const qsizetype bodyAt = answer.indexOf("\r\n\r\n") + 4;
    return Answer{answer.left(bodyAt + (answer.size() - bodyAt) / 2), Answer::Then::Close};
}

} // namespace holdwatch::test
