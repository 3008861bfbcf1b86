// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueStatus.h"

#include <QAbstractButton>

namespace holdwatch::ui {

/// A row that says how a queue is doing and opens it.
class QueueLink : public QAbstractButton
{
    Q_OBJECT
public:
    explicit QueueLink(QWidget *parent = nullptr);
    void show(const QueueStatus &status);
    QSize sizeHint() const override;

signals:
    void opened(const holdwatch::QueueId &queue);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QueueId m_queue;
    Verdict m_verdict = Verdict::NotReported;
    QString m_figures;
};

} // namespace holdwatch::ui
