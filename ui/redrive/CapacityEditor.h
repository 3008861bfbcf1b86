// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/Capacity.h"
#include "models/redrive/PlanCheck.h"

#include <QWidget>

#include <array>

class QLabel;
class QLineEdit;

namespace holdwatch::ui {

/// The capacity sum as it is written on paper, term by term; live figures are filled in until somebody types another one.
/// An emptied term is live again.
class CapacityEditor final : public QWidget
{
    Q_OBJECT
public:
    explicit CapacityEditor(QWidget *parent = nullptr);

    void show(const CapacitySum &sum, const QString &self);
    void refreshLive(const PlanFacts &facts); ///< what nobody has typed follows the system
    CapacitySum sum() const { return m_sum; }
    bool hasFault() const;

signals:
    void edited();

private:
    struct Cell
    {
        QLineEdit *value;
        QLabel *source;
        CapacityTerm CapacitySum::*term;
    };
    void type(Cell &cell, const QString &text);
    void refreshTexts(bool alsoValues);

    CapacitySum m_sum;
    PlanFacts m_facts;
    QString m_self;
    std::array<Cell, 5> m_cells;
    QLabel *m_result;
};

} // namespace holdwatch::ui
