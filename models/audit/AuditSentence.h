// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit/AuditEntry.h"

namespace holdwatch {

/// What an entry says in plain words, on one line: "Message 4 was moved." A kind nobody here knows is named as it stands.
/// Messages count from 1, as everywhere on the screen. Texts in it come from files of others: it has to be shown as plain text.
QString sentenceOf(const AuditEntry &entry);

/// What a check found, on one line: "1,204 entries, the chain holds; signed up to entry 1,204."
QString sentenceOf(const AuditCheck &check);

} // namespace holdwatch
