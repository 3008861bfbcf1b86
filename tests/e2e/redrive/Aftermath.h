// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/e2e/redrive/Desk.h"
#include "tests/support/AmqpJudge.h"

#include <QMap>

#include <functional>

namespace holdwatch::test {

/// Judges a run that ended without a word, then goes on with it to its end and judges again. `count` messages lay dead before it,
/// and nobody takes any out of the target.
class Aftermath
{
public:
    /// How often another client sees a message, by its id.
    struct Seen
    {
        int dead = 0;
        int target = 0;
    };
    using Sightings = QMap<QString, Seen>;
    using Look = std::function<Sightings()>;

    Aftermath(const Desk &desk, Look look, const QString &plan, int count);
    /// On RabbitMQ: in QUEUE.dlq and QUEUE.
    static Look through(const AmqpJudge &judge, const QString &queue);

    /// What is wrong, in words; empty: nothing was lost, nothing sent twice, all is accounted for, and it could be ended.
    QString problem() const { return m_problem; }

private:
    Sightings lookUntilAllAreThere() const; ///< what a dead connection held comes back when the broker notices
    QString judgeMessages(const Sightings &there, const QJsonObject &shown) const;
    QString clearUp(const Sightings &there) const;
    QString goOn(const Sightings &before) const;
    QString judge() const;

    const Desk &m_desk;
    Look m_look;
    QString m_plan;
    int m_count;
    QString m_problem;
};

} // namespace holdwatch::test
