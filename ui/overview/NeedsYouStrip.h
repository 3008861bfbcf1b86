// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueStatus.h"
#include "models/redrive/RedriveNeed.h"

#include <QAbstractButton>

class QLabel;

namespace holdwatch::ui {

/// One queue that needs a person: verdict, name, and how long is left; or one redrive: what it is, and what it waits for.
class NeedCard final : public QAbstractButton
{
    Q_OBJECT
public:
    explicit NeedCard(QWidget *parent = nullptr);
    void setNeed(const QueueStatus &status, const QString &takenBy);
    void setNeed(const RedriveNeed &need);
    const QueueId &queue() const { return m_queue; }
    const PlanId &plan() const { return m_plan; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QueueId m_queue;
    PlanId m_plan;
    Verdict m_verdict = Verdict::Approaching;
    QString m_name;
    QString m_left;
};

/// What needs a person now, worst first. Keeps its place when nothing does, so that no row moves when something comes.
class NeedsYouStrip final : public QWidget
{
    Q_OBJECT
public:
    struct Need
    {
        const QueueStatus *status;
        QString takenBy; ///< who acknowledged it; empty: nobody
    };

    explicit NeedsYouStrip(QWidget *parent = nullptr);
    /// Worst first; reads them only during the call. Redrives stand behind breached queues and before the others. `calm` stands there
    /// when there is nothing.
    void setNeeds(const QVector<Need> &needs, const QVector<RedriveNeed> &redrives, const QString &calm);
    bool isCalm() const;

signals:
    void queueChosen(const holdwatch::QueueId &queue);
    void redriveChosen(const holdwatch::PlanId &plan);
    void restChosen(); ///< "+ 4 more"

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QLabel *m_title;
    QVector<NeedCard *> m_cards;
    QAbstractButton *m_rest;
};

/// "17:03 of 15m, past the window", "7:26 left, breach in about 9 min".
QString timeLeft(const QueueStatus &status);

} // namespace holdwatch::ui
