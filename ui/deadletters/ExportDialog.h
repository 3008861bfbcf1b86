// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"
#include "models/ports/DeadLetterPort.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace holdwatch::ui {

/// What to write of a selection, and where. Stays open with everything still there when writing fails.
class ExportDialog final : public QDialog
{
    Q_OBJECT
public:
    /// Preserving is the same with the exact bytes: nothing is masked, a new folder is made.
    ExportDialog(DeadLetterPort &port, const QueueId &deadSet, QVector<LetterNumber> letters, bool preserve, Environment environment, const QString &connectionName, QWidget *parent = nullptr);

signals:
    void written(const QString &sentence);

private:
    ExportFormat format() const;
    void choosePath();
    void refresh();
    void write();

    DeadLetterPort &m_port;
    QueueId m_deadSet;
    QVector<LetterNumber> m_letters;
    bool m_preserve;
    QRadioButton *m_jsonLines;
    QRadioButton *m_html;
    QRadioButton *m_pdf;
    QRadioButton *m_csv;
    QCheckBox *m_masked;
    QLineEdit *m_path;
    QLabel *m_consequence;
    QLabel *m_problem;
    QPushButton *m_write;
};

} // namespace holdwatch::ui
