// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/DiagnosticsPort.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace holdwatch::ui {

class NoticeBar;
class TextSearch;

/// Shows the diagnostics exactly as they would be saved, before anybody saves or copies them.
class DiagnosticsDialog final : public QDialog
{
    Q_OBJECT
public:
    /// `port` outlives the dialog.
    explicit DiagnosticsDialog(DiagnosticsPort &port, QWidget *parent = nullptr);

    void saveTo(const QString &path); ///< what is shown; on failure says why and stays

private:
    QWidget *makeChoices();
    QWidget *makeButtons();
    void prepare();
    void present(const QString &text);
    void askWhere();
    void copy();

    DiagnosticsPort &m_port;
    QPlainTextEdit *m_text;
    TextSearch *m_search;
    NoticeBar *m_outcome;
    QCheckBox *m_withoutHosts;
    QCheckBox *m_withoutLog;
    QLabel *m_size;
    QPushButton *m_save;
    QPushButton *m_copy;
    int m_asked = 0; ///< an answer to an older wish is not shown
};

} // namespace holdwatch::ui
