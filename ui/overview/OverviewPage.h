// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/AlertLogModel.h"
#include "models/queue/QueueFields.h"
#include "models/queue/QueueOrderProxy.h"
#include "ui/common/Page.h"

#include <QTimer>

class QPushButton;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace holdwatch::ui {

class AlertFeed;
class EmptyState;
class FilterField;
class NeedsYouStrip;
class NoticeBar;
class QueueDetails;
class QueueTable;
class VerdictChips;

/// All queues of the scope as rows, what needs a person above them, the selected one's details and the
/// latest changes below.
class OverviewPage final : public Page
{
    Q_OBJECT
public:
    static PageInfo info();
    explicit OverviewPage(PageContext context, QWidget *parent = nullptr);

    QVector<ShortcutHint> shortcuts() const override;
    void setScope(const ViewScope &scope) override;
    void showOnly(const QSet<Verdict> &verdicts) override;
    void focusFilter() override;
    bool canExport() const override;
    void exportShown() override;
    bool stepBack() override;

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeFilterBar();
    QWidget *makeContent();
    void connectRows();
    void refreshSoon(); ///< once, however many changes arrive together
    void refresh();
    void refreshNeeds();
    QString calmSentence() const;
    void refreshDetails();
    void refreshState();
    void refreshNotice();
    void actOnEmpty();
    void clearFilters();
    void acknowledge(const AlertId &alert);

    PageContext m_context;
    ViewScope m_scope;
    filter::FieldCatalogue m_catalogue;
    QueueOrderProxy m_rows;
    AlertLogProxy m_log;
    NeedsYouStrip *m_needs = nullptr;
    FilterField *m_filter = nullptr;
    VerdictChips *m_chips = nullptr;
    QToolButton *m_deadSets = nullptr;
    QPushButton *m_reorder = nullptr;
    QToolButton *m_columns = nullptr;
    NoticeBar *m_notice = nullptr;
    QueueTable *m_table = nullptr;
    QSplitter *m_splitter = nullptr;
    QWidget *m_below = nullptr; ///< details and feed
    QueueDetails *m_details = nullptr;
    AlertFeed *m_feed = nullptr;
    EmptyState *m_empty = nullptr;
    QStackedWidget *m_stack = nullptr;
    enum class EmptyKind { NotEmpty, NoConnections, Waiting, Failing, Filtered, OutOfScope } m_emptyKind = EmptyKind::NotEmpty;
    bool m_paused = false;
    QTimer m_soon;
    QTimer m_second;
};

} // namespace holdwatch::ui
