// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bootstrap/RedriveWords.h"
#include "app/bootstrap/Session.h"

namespace holdwatch::bootstrap {

/// One `holdwatch redrive …` over a session without a window.
class RedriveRun : public QObject
{
    Q_OBJECT
public:
    enum Exit { Done = 0, Stopped = 1, UnknownOutcomes = 2, Trouble = 3 };

    RedriveRun(Session &session, RedriveWords words) : m_session(session), m_words(std::move(words)) {}

    int execute();
    void interrupt(); ///< SIGINT, SIGTERM: a run stops between two messages, anything else ends

private:
    Result<int> planFrom(Result<PlanDraft> drafted);
    Result<int> makePlan();
    Result<int> adopt();
    Result<int> list();
    Result<int> show();
    Result<int> open();
    Result<int> exportPlan();
    Result<int> say();
    Result<int> run();
    Result<int> close();
    Result<int> reconcile();
    Result<int> report();

    Result<QVector<LetterNumber>> readLetters(const QueueId &deadSet);
    Result<ConnectionConfig> connection() const;
    Result<RedriveRecord> record() const; ///< the one that is named by its id or by a file
    Result<void> waitForTarget(const RedrivePlan &plan);
    Result<void> writeOut(const PlanId &plan);
    void follow(const PlanId &plan);

    Session &m_session;
    RedriveWords m_words;
    PlanId m_running;
};

} // namespace holdwatch::bootstrap
