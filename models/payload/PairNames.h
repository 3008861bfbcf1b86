// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace holdwatch::payload {

/// What a member says where a field's name and its value stand beside each other: `{"name":"password","value":"…"}`.
enum class PairPart { None, Name, Value };

/// By the member's own name, without case, `_`, `-`, `.` and spaces: `fieldName`, `key`; `value`, `stringValue`.
PairPart pairPartOf(QByteArrayView member);

} // namespace holdwatch::payload
