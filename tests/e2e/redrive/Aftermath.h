// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/e2e/redrive/Desk.h"
#include "tests/support/AmqpJudge.h"

#include <QMap>

namespace holdwatch::test {

/// Judges a run that ended without a word, then goes on with it to its end and judges again. `count` messages "QUEUE-0", … lay in
/// QUEUE.dlq before it, and nobody takes any out of QUEUE.
class Aftermath
{
public:
    Aftermath(const Desk &desk, const AmqpJudge &judge, const QString &queue, const QString &plan, int count);

    /// What is wrong, in words; empty: nothing was lost, nothing sent twice, all is accounted for, and it could be ended.
    QString problem() const { return m_problem; }

private:
    /// Where the other client sees a message.
    struct Seen
    {
        int dead = 0;
        int target = 0;
    };
    using Sightings = QMap<QString, Seen>;

    Sightings look();
    Sightings lookUntilAllAreThere(); ///< what a dead connection held comes back when the broker notices
    QString judgeMessages(const Sightings &there, const QJsonObject &shown) const;
    QString clearUp(const Sightings &there);
    QString goOn(const Sightings &before);
    QString judge();

    const Desk &m_desk;
    AmqpJudge m_judge;
    QString m_queue;
    QString m_plan;
    int m_count;
    QString m_problem;
};

} // namespace holdwatch::test
