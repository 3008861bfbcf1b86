// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/QueueEngine.h"

namespace holdwatch::practice {

/// What the practice queue accepts. Each refusal is an Invalid (or TooLarge) that names the field in `where`.
Result<void> checkSettings(const QueueSettings &settings);
Result<void> checkMessage(const QueueSettings &queue, const NewMessage &message);
Result<void> checkRange(const QString &field, qint64 value, qint64 least, qint64 most);
Result<void> checkKey(const QString &idempotencyKey);

/// SHA-256 of the parts, each with its length, so that no two lists of parts look alike.
QByteArray fingerprintOf(const QVector<QByteArray> &parts);
QByteArray settingsFingerprint(const QueueSettings &settings);
QByteArray messageFingerprint(const NewMessage &message);

} // namespace holdwatch::practice
