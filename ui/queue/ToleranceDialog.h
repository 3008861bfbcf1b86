// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/ports/MonitorPort.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace holdwatch::ui {

class ToleranceForm;
class TolerancePreview;

/// Edits by what a queue is judged, for this queue alone or as the default of all whose name matches, and
/// shows what it would have raised before it is saved. Saving is all or nothing: an error keeps the dialog
/// open with everything typed still there.
class ToleranceDialog : public QDialog
{
    Q_OBJECT
public:
    ToleranceDialog(MonitorPort &monitor, const Clock &clock, const QueueStatus &status, Zone zone, QWidget *parent = nullptr);

signals:
    void saved(const QString &sentence);

private:
    QWidget *makeScope();
    QWidget *makeButtons();
    void review();
    void save();
    void useDefaults();
    void setBusy(bool busy);
    void finish(const Result<void> &answer, const QString &sentence);
    QString patternFault() const;

    MonitorPort &m_monitor;
    QueueStatus m_status;
    ToleranceForm *m_form;
    TolerancePreview *m_preview;
    QRadioButton *m_thisQueue;
    QRadioButton *m_byPattern;
    QLineEdit *m_pattern;
    QLabel *m_problem;
    QPushButton *m_defaults;
    QPushButton *m_cancel;
    QPushButton *m_save;
    bool m_busy = false;
};

} // namespace holdwatch::ui
