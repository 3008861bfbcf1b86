// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QByteArray>
#include <QString>

namespace holdwatch::storage {

/// Replaces `path` as a whole or not at all, for its owner alone (0600). When it returns, the bytes and the file's name are
/// on the disk: a power cut does not bring back what was there before.
Result<void> writeDurably(const QString &path, const QByteArray &bytes);

/// The whole of a file. NotFound, Storage (can't be read), TooLarge (more than `most`: then it was not read to its end).
Result<QByteArray> readBounded(const QString &path, qint64 most);

/// Makes `directory`, and what is above it, for the owner alone (0700) where it is missing; durably.
Result<void> makePrivateFolder(const QString &directory);

} // namespace holdwatch::storage
