// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/ports/RedrivePort.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace holdwatch::ui {

/// One person acts alone, because nobody answers or retention would delete first. Asks for the incident, the ground, whom
/// one asked and when; changes nothing by itself.
class BreakGlassDialog final : public QDialog
{
    Q_OBJECT
public:
    BreakGlassDialog(const RedrivePlan &plan, const OperatorState &people, const Clock &clock, Zone zone, QWidget *parent = nullptr);

    BreakGlass breakGlass() const; ///< after `accepted`

private:
    QWidget *makeAsked(const RedrivePlan &plan, const OperatorState &people);
    std::optional<UtcTime> askedAt() const; ///< the last moment before now at which the clock showed what was typed
    QString fault() const;
    void refresh();

    const Clock &m_clock;
    Zone m_zone;
    int m_planned;
    QLineEdit *m_incident;
    QRadioButton *m_silent;
    QRadioButton *m_retention;
    QVector<QCheckBox *> m_asked;
    QLineEdit *m_askedAt;
    QLabel *m_problem;
    QPushButton *m_take;
};

} // namespace holdwatch::ui
