// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/core/Time.h"

#include <QString>
#include <QStringList>

#include <nlohmann/json.hpp>

namespace holdwatch::storage {

/// Keys are kept in the order they stand in, so that a person recognises their file.
using OrderedJson = nlohmann::ordered_json;

/// Sets `key`, or takes it out where the value says nothing (empty text, unset duration, empty list).
void put(OrderedJson &object, const char *key, const QString &value);
void put(OrderedJson &object, const char *key, const std::optional<Millis> &value);
void put(OrderedJson &object, const char *key, const QStringList &value);
void put(OrderedJson &object, const char *key, bool value, bool unlessItIs);
void putUnlessEmpty(OrderedJson &object, const char *key, OrderedJson value);

/// The list `key` of a file that was read without fault; empty if it has none.
OrderedJson listIn(const OrderedJson &root, const char *key);
OrderedJson reread(const QByteArray &text); ///< of a file that was read without fault; empty object if there is none
QByteArray toText(const OrderedJson &root);

} // namespace holdwatch::storage
