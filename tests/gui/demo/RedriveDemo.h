// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/RedriveStory.h"
#include "ui/shell/MainWindow.h"

namespace holdwatch::test {

/// Puts what `state` names into the port, before there is a window.
void layOutRedrives(FakeRedrive &port, const QString &state, UtcTime now);

/// Goes on with it once the window is there: begins drafts, opens the dialog of this name, keeps a run going.
void showRedrives(FakeRedrive &port, ui::MainWindow &window, const QString &state, const QString &dialog, const Clock &clock);

} // namespace holdwatch::test
