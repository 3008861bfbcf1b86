// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/PracticePort.h"

#include <QWidget>

class QCheckBox;
class QLabel;

namespace holdwatch::ui {

/// One fault of the practice workload: a switch, and under it what it does.
class FaultSwitch : public QWidget
{
    Q_OBJECT
public:
    explicit FaultSwitch(const PracticeFault &fault, QWidget *parent = nullptr);

    const QString &id() const { return m_id; }
    void show(const PracticeFault &fault); ///< takes over what the workload says, without wishing anything

signals:
    void wished(const QString &id, bool on);

private:
    QString m_id;
    QCheckBox *m_switch;
    QLabel *m_description;
};

} // namespace holdwatch::ui
