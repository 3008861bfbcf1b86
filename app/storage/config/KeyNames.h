// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace holdwatch::storage {

/// Whether a key's name says that its value is a secret ("api_key", "Password", "auth-token").
bool looksSecret(const QString &key);

/// "pol_interval" is not known here and was ignored; perhaps "poll_interval" was meant
QString unknownKeySentence(const QString &key, const QStringList &known);

/// Text from a file for a sentence: short and without control characters.
QString printable(const QString &text);

} // namespace holdwatch::storage
