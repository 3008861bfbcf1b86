// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/redrive/OperatorKeeper.h"

#include <QStringList>

namespace holdwatch::bootstrap {

/// `holdwatch operator create NAME | show | export PATH | pin KEYFILE | roster take PATH [--profile DIR]`. Needs a
/// QCoreApplication; waits for the keychain, at most as long as its watchdog. `arguments` are those after the word.
/// Returns 0, or 3 (standard error says why).
int runOperator(const QStringList &arguments);

/// What the command does and prints, without --profile and over a keeper that has been started. An Error of kind Configuration
/// means that the words were wrong.
Result<QString> operate(const QStringList &words, operations::OperatorKeeper &people);

} // namespace holdwatch::bootstrap
