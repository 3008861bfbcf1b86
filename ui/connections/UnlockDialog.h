// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"

#include <QDialog>
#include <QVector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace holdwatch::ui {

class DialogFrame;

/// Unlocks one connection for writing. A production connection wants its name typed; none has a default
/// button. A connection whose key is known not to be allowed to write says why instead.
class UnlockDialog final : public QDialog
{
    Q_OBJECT
public:
    /// `connections` must not be empty.
    explicit UnlockDialog(QVector<ConnectionStatus> connections, QWidget *parent = nullptr);

    ConnectionId chosen() const; ///< after `accepted`

private:
    const ConnectionStatus &current() const;
    void refresh();

    QVector<ConnectionStatus> m_connections;
    DialogFrame *m_frame;
    QComboBox *m_which;
    QLabel *m_consequence;
    QLabel *m_rights;
    QLabel *m_ask;
    QLineEdit *m_name;
    QPushButton *m_unlock;
};

} // namespace holdwatch::ui
