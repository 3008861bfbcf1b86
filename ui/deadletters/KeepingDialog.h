// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/DeadLetterPort.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace holdwatch::ui {

/// Whether payloads stay on this disk, and for how many days; erases them at once on wish.
class KeepingDialog final : public QDialog
{
    Q_OBJECT
public:
    explicit KeepingDialog(DeadLetterPort &port, QWidget *parent = nullptr);

signals:
    void saved(const QString &sentence);

private:
    void refresh();
    void save();
    void erase();
    void tell(const Result<void> &answer, const QString &sentence);

    DeadLetterPort &m_port;
    QCheckBox *m_keeps;
    QSpinBox *m_days;
    QLabel *m_consequence;
    QLabel *m_problem;
    QPushButton *m_erase;
    QPushButton *m_save;
};

} // namespace holdwatch::ui
