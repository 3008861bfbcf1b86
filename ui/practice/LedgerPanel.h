// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/PracticePort.h"

#include <QWidget>

class QLabel;

namespace holdwatch::ui {

/// What the consumer's ledger proves: every hold has one effect at most, however often it was delivered.
class LedgerPanel : public QWidget
{
    Q_OBJECT
public:
    explicit LedgerPanel(QWidget *parent = nullptr);
    void show(const PracticeState &state);

protected:
    void changeEvent(QEvent *event) override;

private:
    QLabel *addFigure(const QString &caption, const QString &objectName, int column);
    void applyTheme();

    QLabel *m_holds;
    QLabel *m_effects;
    QLabel *m_duplicates;
    QLabel *m_seconds;
    QLabel *m_verdict;
    bool m_broken = false; ///< a key has two effects
};

} // namespace holdwatch::ui
