// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/series/History.h"
#include "ui/common/Page.h"
#include "ui/queue/QueuePictures.h"

class QLabel;
class QStackedWidget;

namespace holdwatch::ui {

class ElidedLabel;
class ChartStack;
class HistoryFeed;
class QueueHeader;
class QueueToolRow;
class SourcePanel;

/// One queue: its verdict and why, four charts on one time axis, what the source says about itself.
/// History is fetched only while the page is visible, again with each sample of this queue and each
/// stretch of time asked for; the old picture stays until the new data are there.
class QueuePage final : public Page
{
    Q_OBJECT
public:
    static PageInfo info();
    explicit QueuePage(PageContext context, QWidget *parent = nullptr);

    void showQueue(const QueueId &queue) override;
    const std::optional<QueueId> &queue() const { return m_queue; }

    QVector<ShortcutHint> shortcuts() const override;
    void setScope(const ViewScope &scope) override;
    bool canExport() const override { return m_queue.has_value(); }
    void exportShown() override;
    bool stepBack() override;

    void editTolerance();
    void exportTo(const QString &path); ///< what exportShown does once a file is chosen

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *makeContent();
    void makeCharts(QWidget *parent);
    void chooseQueueIfNone();
    void applyStatus();
    void applyHistory(const HistorySlice &slice);
    void applyError(const Error &error);
    void drawCharts();
    void refetch();
    void updateReadout();
    QVector<AlertLogEntry> logInSight() const; ///< of this queue, in the stretch shown
    void say(const QString &banner);
    void showFooter();
    const QueueStatus *status() const;

    PageContext m_context;
    ViewScope m_scope;
    std::optional<QueueId> m_queue;
    std::optional<HistorySlice> m_history; ///< what the charts show; unset while the first answer is awaited
    QVector<ValueScale> m_scales;

    QStackedWidget *m_stack;
    QLabel *m_empty;
    QueueHeader *m_header;
    QueueToolRow *m_tools;
    ElidedLabel *m_banner; ///< stands where the hint stands
    ChartStack *m_charts;
    QLabel *m_readout;
    QLabel *m_zone;
    SourcePanel *m_source;
    HistoryFeed *m_feed;
};

} // namespace holdwatch::ui
