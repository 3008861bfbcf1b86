// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/signing/Envelope.h"

namespace holdwatch::storage {

/// Why a document does not count as signed by `key`, which stands inside it. Empty: it does, or there is neither key nor signature.
QString signatureProblemOf(const signing::Envelope &envelope, const QByteArray &key);

} // namespace holdwatch::storage
