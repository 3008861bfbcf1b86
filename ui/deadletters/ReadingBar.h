// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/deadletters/Reading.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace holdwatch::ui {

class ElidedLabel;

/// One line over the letters: how far the reading came, of when the snapshot is, and how to go on.
class ReadingBar final : public QWidget
{
    Q_OBJECT
public:
    explicit ReadingBar(QWidget *parent = nullptr);

    void show(const ReadingState &state, const LookTerms &terms, UtcTime now, Zone zone);

signals:
    void stopRequested();
    void againRequested(); ///< from the start, by the present terms
    void moreRequested();  ///< further than so far

private:
    ElidedLabel *m_text;
    QProgressBar *m_progress;
    QPushButton *m_stop;
    QPushButton *m_more;
    QPushButton *m_again;
};

} // namespace holdwatch::ui
