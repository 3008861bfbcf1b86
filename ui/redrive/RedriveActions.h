// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/ports/RedrivePort.h"

#include <QWidget>

class QPushButton;

namespace holdwatch::ui {

class MarkedText;

/// What a person can do about a signed plan besides running it: compare, approve, refuse, withdraw, review, save its file,
/// forget it. What can't be done now is disabled, with the reason beside it.
class RedriveActions final : public QWidget
{
    Q_OBJECT
public:
    RedriveActions(RedrivePort &port, const Clock &clock, QWidget *parent = nullptr); ///< both outlive it

    void show(const RedriveRecord &record, Zone zone);
    QWidget *fileButtons() const { return m_files; } ///< to be placed elsewhere
    const QVector<EvidenceRow> &compared() const { return m_compared; }

    // The same dialogs for what stands elsewhere on the page.
    void start();
    void closeRun(); ///< gives up what a stopped run has not sent
    void reconcile();
    void acceptUnproven();
    void report();

signals:
    void wasCompared(const QVector<holdwatch::EvidenceRow> &rows);
    void draftWanted(const holdwatch::PlanDraft &draft); ///< the same plan, with break-glass
    void noteRaised(const QString &text);

private:
    QString whyNotApprove() const;
    void refresh();
    void compare();
    void approve();
    void refuse();
    void withdraw();
    void reconcileCount();
    void review();
    void useBreakGlass();
    void save();
    void forget();

    RedrivePort &m_port;
    const Clock &m_clock;
    Zone m_zone = Zone::Utc;
    RedriveRecord m_record;
    QVector<EvidenceRow> m_compared; ///< of this plan, in this sitting
    QWidget *m_files;
    QPushButton *m_compare;
    QPushButton *m_approve;
    QPushButton *m_refuse;
    QPushButton *m_withdraw;
    QPushButton *m_review;
    QPushButton *m_breakGlass;
    QPushButton *m_save;
    QPushButton *m_forget;
    MarkedText *m_why;
};

} // namespace holdwatch::ui
