// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"

#include <QDialog>

namespace holdwatch::ui {

/// Asks whether a kept key belongs to the server that its connection leads to now. Has no default button.
class ConfirmKeyDialog final : public QDialog
{
    Q_OBJECT
public:
    /// `givenFor` as in KeyFacts.
    ConfirmKeyDialog(const ConnectionConfig &connection, const QString &givenFor, QWidget *parent = nullptr);
};

} // namespace holdwatch::ui
