// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/deadletters/DeadLetter.h"
#include "models/deadletters/DeadLetterRow.h"

namespace holdwatch::storage {

/// A letter without its payload, and a row, as bytes for a file of ours. Nothing is lost on the way there and back.
/// What was not written by these functions is an Error of kind Storage.
QByteArray encodeFacts(const DeadLetter &letter);
Result<DeadLetter> decodeFacts(const QByteArray &bytes);
QByteArray encodeRow(const DeadLetterRow &row);
Result<DeadLetterRow> decodeRow(const QByteArray &bytes);

} // namespace holdwatch::storage
