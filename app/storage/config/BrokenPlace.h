// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace holdwatch::storage {

/// Where in a JSON text that is sound before byte `until` that byte lies, for a person:
/// `after "url" of connection 2`, `in "hold_window" of "tolerance" of connection 1`, `at the start of entry 3 of "queues"`.
/// Names keys only, never a value. Empty where there is nothing to name.
QString placeInBrokenJson(const QByteArray &text, qsizetype until);

} // namespace holdwatch::storage
