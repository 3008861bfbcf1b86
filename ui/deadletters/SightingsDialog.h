// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/ports/DeadLetterPort.h"

#include <QDialog>

namespace holdwatch::ui {

/// Everywhere one idempotency key was met, oldest first. Plain text.
class SightingsDialog final : public QDialog
{
    Q_OBJECT
public:
    SightingsDialog(const QString &key, const QVector<KeySighting> &sightings, Zone zone, QWidget *parent = nullptr);
};

} // namespace holdwatch::ui
