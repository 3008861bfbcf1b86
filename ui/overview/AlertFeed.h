// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/AlertLogModel.h"
#include "ui/common/PlainDelegate.h"

#include <QListView>

namespace holdwatch::ui {

/// The newest lines of the alert log as running text: time, queue, what changed, why.
class AlertFeed final : public QListView
{
    Q_OBJECT
public:
    explicit AlertFeed(AlertLogProxy &log, QWidget *parent = nullptr);
    void setZone(Zone zone);

signals:
    void queueChosen(const holdwatch::QueueId &queue);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    AlertLogProxy &m_log;
    class FeedDelegate *m_delegate;
};

} // namespace holdwatch::ui
