// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/Page.h"

#include <QDialog>

class QPushButton;

namespace holdwatch::ui {

/// F1: every key of the window and of the page that is open, and what the shapes mean.
class ShortcutsSheet final : public QDialog
{
    Q_OBJECT
public:
    /// With `offersDiagnostics` there is a button that closes it and asks for them.
    ShortcutsSheet(const QVector<ShortcutHint> &everywhere, const QString &pageTitle, const QVector<ShortcutHint> &onPage, bool offersDiagnostics, QWidget *parent);

signals:
    void diagnosticsRequested();

private:
    QPushButton *diagnosticsButton();
};

} // namespace holdwatch::ui
