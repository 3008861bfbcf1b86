// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/series/TimeView.h"

#include <QWidget>

class QButtonGroup;
class QPushButton;

namespace holdwatch::ui {

/// The row above the charts: which stretch of time, back to now, and what can be done with the queue.
class QueueToolRow : public QWidget
{
    Q_OBJECT
public:
    explicit QueueToolRow(QWidget *parent = nullptr);

    void show(const TimeView &view); ///< marks the range that is on, if it is one of the buttons'

signals:
    void spanChosen(holdwatch::Millis span);
    void nowWanted();
    void toleranceWanted();
    void exportWanted();

private:
    QPushButton *addButton(const QString &iconName, const QString &text, const QString &objectName);

    QButtonGroup *m_ranges;
    QPushButton *m_now;
};

} // namespace holdwatch::ui
