// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/PracticeServer.h"

#include <QMutex>

namespace holdwatch::test {

/// Makes the practice server misbehave on wish, and remembers every request it got. Thread-safe: staged
/// from the test's thread, asked from the server's.
class StagedFaults final : public practice::AnswerHook
{
public:
    using Answer = practice::StagedAnswer;

    /// The next `times` requests whose path starts with `path` are answered so, and not acted on.
    void stage(const QString &path, const Answer &answer, int times = 1);
    /// As above, but they are acted on first: the answer is lost, the effect is not.
    void stageAfterActing(const QString &path, const Answer &answer, int times = 1);
    /// The next `times` answers break off in the middle of the body.
    void stageHalfAnswer(const QString &path, int times = 1);
    void clear();

    QVector<practice::Request> requests() const; ///< in order of arrival
    void forgetRequests();

    static Answer status(int status, const QByteArray &extraHeader = {}, const QByteArray &body = QByteArrayLiteral("{}"));
    static Answer throttled(int seconds) { return status(429, "Retry-After: " + QByteArray::number(seconds)); }
    static Answer throttledUntil(const QByteArray &httpDate) { return status(429, "Retry-After: " + httpDate); }
    static Answer redirect(const QByteArray &location) { return status(302, "Location: " + location); }
    static Answer html(int status = 200);
    static Answer json(const QByteArray &body) { return status(200, {}, body); }
    static Answer huge(qint64 bytes);   ///< valid JSON of that size
    static Answer nested(int brackets); ///< as many [ as told, closed again
    static Answer silence() { return {{}, Answer::Then::StaySilent}; }
    static Answer dropped() { return {{}, Answer::Then::Close}; }

    std::optional<Answer> insteadOf(const practice::Request &request) override;
    std::optional<Answer> insteadOf(const practice::Request &request, const QByteArray &answer) override;

private:
    struct Staged
    {
        QString path;
        Answer answer;
        int times;
        bool afterActing;
        bool half;
    };
    void add(const Staged &staged);
    std::optional<Staged> take(const QString &path, bool afterActing);

    mutable QMutex m_mutex;
    QVector<Staged> m_staged;
    QVector<practice::Request> m_requests;
};

} // namespace holdwatch::test
