// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/PracticePort.h"
#include "ui/common/Page.h"

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace holdwatch::ui {

class FaultSwitch;
class LedgerPanel;

/// Steers the practice workload: what the scenario is showing, faults as switches, pause and speed, and
/// what the consumer's ledger proves. Everything shown is what the workload last said of itself; a click
/// is only a wish.
class PracticePage final : public Page
{
    Q_OBJECT
public:
    static PageInfo info();
    PracticePage(PageContext context, PracticePort &practice, QWidget *parent = nullptr); ///< `practice` outlives the page

    QVector<ShortcutHint> shortcuts() const override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    void begin(); ///< it is not running and shall
    QWidget *makeNow();
    QWidget *makeSteering();
    QWidget *makeFaults();
    QWidget *makeQueues();
    void apply(const PracticeState &state);
    void applyFaults(const QVector<PracticeFault> &faults);
    void applyQueues();

    PageContext m_context;
    PracticePort &m_practice;
    bool m_paused = false;
    QStackedWidget *m_stack;

    QLabel *m_chapter;
    QLabel *m_scenario;
    QPushButton *m_pause;
    QComboBox *m_speed;
    QComboBox *m_scenarios;
    QVBoxLayout *m_faultList;
    QVector<FaultSwitch *> m_faults;
    LedgerPanel *m_ledger;
    QVBoxLayout *m_queueList;

};

} // namespace holdwatch::ui
