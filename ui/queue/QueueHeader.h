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

private:
    QLabel *addFigure(const QString &caption, const QString &objectName, const QString &widest, QHBoxLayout *row);

    VerdictBadge *m_verdict;
    QLabel *m_name;
    QLabel *m_connection;
    QLabel *m_reason;
    QLabel *m_age;
    QLabel *m_headroom;
    QLabel *m_earliest;
    QLabel *m_projected;
    QLabel *m_drain;
    QLabel *m_sampled;
};

} // namespace holdwatch::ui
