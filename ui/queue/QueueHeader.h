// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueStatus.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace holdwatch::ui {

class VerdictBadge;

/// The top of the queue page: the verdict, the figures it rests on and the sentence that explains it.
/// Numbers change in place; nothing moves.
class QueueHeader : public QWidget
{
    Q_OBJECT
public:
    explicit QueueHeader(QWidget *parent = nullptr);

    void show(const QueueStatus &status, UtcTime now);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Figure
    {
        QLabel *caption;
        QLabel *value;
    };
    Figure addFigure(const QString &caption, const QString &objectName, const QString &widest, QHBoxLayout *row);
    void applyTheme();

    VerdictBadge *m_verdict;
    QLabel *m_name;
    QLabel *m_connection;
    QLabel *m_reason;
    Figure m_age;
    Figure m_headroom;
    Figure m_earliest;
    Figure m_projected;
    Figure m_drain;
    Figure m_sampled;
};

} // namespace holdwatch::ui
