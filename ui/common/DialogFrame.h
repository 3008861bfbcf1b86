// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"
#include "ui/common/EnvironmentFrame.h"

class QDialog;
class QLabel;
class QSize;
class QVBoxLayout;

namespace holdwatch::ui {

/// What a dialog about one connection is laid out in: where that connection is production it carries the
/// word and the same 2 px frame as the window. Fills its dialog.
class DialogFrame final : public QWidget
{
    Q_OBJECT
public:
    explicit DialogFrame(QDialog *dialog);

    void setEnvironment(Environment environment, const QString &connectionName);
    QVBoxLayout *body() const { return m_body; } ///< takes the dialog's content

private:
    EnvironmentFrame *m_frame;
    QLabel *m_word;
    QVBoxLayout *m_body;
};

/// Gives a dialog the size it would like, as far as its parent's window (else the screen) has room for it and a title bar.
void resizeWithin(QDialog &dialog, const QSize &wanted);

} // namespace holdwatch::ui
