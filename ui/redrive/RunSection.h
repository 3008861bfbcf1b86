// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/RedrivePort.h"
#include "models/redrive/RunItemModel.h"
#include "ui/redrive/SectionFrame.h"

#include <QPushButton>

namespace holdwatch {
class WriteAccess;
}

namespace holdwatch::ui {

class PlainTable;
class RunCharts;
class RunFacts;
class SegmentBar;

/// A button that no stray key presses: by mouse at once, by keyboard only with Ctrl+Enter.
class DeliberateButton final : public QPushButton
{
    Q_OBJECT
public:
    using QPushButton::QPushButton;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
};

/// The run of a plan: what it does and waits for, how its messages stand, what it is watched by, and what a person can do.
/// Shows what the port last said; a click is a wish.
class RunSection final : public SectionFrame
{
    Q_OBJECT
public:
    RunSection(RedrivePort &port, const WriteAccess &access, const Clock &clock, QWidget *parent = nullptr);

    void show(const RedriveRecord &record, Zone zone); ///< another one, or the same with news
    void applyRun(const RunState &run);
    void applyItems(const QVector<ItemResult> &changed);
    void tick();

protected:
    void resizeEvent(QResizeEvent *event) override;

signals:
    void startRequested();
    void reconcileRequested();
    void closeRequested();
    void acceptRequested();  ///< the canary, unproven
    void reportRequested();
    void unlockRequested();
    void deadLettersRequested();

private:
    void buildButtons();
    void refresh();
    void refreshSentences();
    void refreshButtons();
    QString sentence() const;
    QString nextSentence() const;
    bool isLocked() const;

    RedrivePort &m_port;
    const WriteAccess &m_access;
    const Clock &m_clock;
    Zone m_zone = Zone::Utc;
    RedriveRecord m_record;
    RunItemModel m_items;

    MarkedText *m_sentence;
    QLabel *m_countdown;
    MarkedText *m_next;
    SegmentBar *m_bar;
    RunFacts *m_facts;
    RunCharts *m_charts;
    PlainTable *m_table;
    QLabel *m_safety;
    QPushButton *m_start;
    QPushButton *m_unlock;
    QPushButton *m_pause;
    DeliberateButton *m_stop;
    QPushButton *m_accept;
    QPushButton *m_reconcile;
    QPushButton *m_rest;
    QPushButton *m_close;
    QPushButton *m_report;
};

} // namespace holdwatch::ui
