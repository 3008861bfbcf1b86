// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"

#include <QDialog>

namespace holdwatch::ui {

/// Asks once more before a connection and its keys go. Has no default button.
class RemoveDialog final : public QDialog
{
    Q_OBJECT
public:
    explicit RemoveDialog(const ConnectionConfig &connection, QWidget *parent = nullptr);
};

} // namespace holdwatch::ui
