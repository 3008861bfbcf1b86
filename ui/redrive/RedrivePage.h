// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/RedriveListModel.h"
#include "ui/common/Page.h"
#include "ui/redrive/RedriveList.h"

#include <QTimer>

class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace holdwatch {
class WriteAccess;
}

namespace holdwatch::ui {

class DraftCard;
class DraftForm;
class EmptyState;
class NoticeBar;
class RedriveView;

/// Redrives: on the left those there are, the ones that need somebody first; on the right the chosen one as the form that is
/// signed, with its run. A draft stays here, whatever page is looked at meanwhile, until it is signed or discarded.
class RedrivePage final : public Page
{
    Q_OBJECT
public:
    static PageInfo info();
    RedrivePage(PageContext context, const WriteAccess &access, QWidget *parent = nullptr); ///< `access` outlives it

    QVector<ShortcutHint> shortcuts() const override;
    void setScope(const ViewScope &scope) override;
    void startPlan(const PlanRequest &request) override;
    void startCorrection(const QueueId &deadSet, const DeadLetterRow &row, const DeadLetter &letter) override;
    void showRedrive(const PlanId &plan) override;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeLeft();
    void listenToPort();
    void listenToParts();
    bool mayReplaceDraft();
    void showDraft(const PlanDraft &draft);
    void showDraftForm();
    void dropDraft();
    void discardDraft();
    void showPlan(const PlanId &plan);
    void refreshPlace();
    void refreshNotice();
    void openFile();
    void adoptFile();
    void showPeople();
    void tick();

    PageContext m_context;
    ViewScope m_scope;
    RedriveListModel m_redrives;
    RedriveOrder m_order;
    bool m_hasDraft = false;
    PlanRequest m_request; ///< of the draft that is being made
    QTimer m_second;

    NoticeBar *m_notice;
    DraftCard *m_draftCard;
    RedriveList *m_list;
    QSplitter *m_splitter;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    EmptyState *m_drafting;
    DraftForm *m_form;
    RedriveView *m_view;
};

} // namespace holdwatch::ui
