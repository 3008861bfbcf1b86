// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/connections/KeyPlace.h"

namespace holdwatch {

QString toWord(Purpose purpose)
{
    return purpose == Purpose::Write ? QStringLiteral("write") : QStringLiteral("read");
}

std::optional<Purpose> purposeFromWord(QStringView word)
{
    for (const Purpose purpose : {Purpose::Read, Purpose::Write}) {
        if (word == toWord(purpose))
            return purpose;
    }
    return std::nullopt;
}

QString toWord(KeyPlace place)
{
    switch (place) {
    case KeyPlace::None: return QStringLiteral("none");
    case KeyPlace::ThisRun: return QStringLiteral("this-run");
    case KeyPlace::Keychain: return QStringLiteral("keychain");
    case KeyPlace::KeychainSilent: return QStringLiteral("keychain-silent");
    case KeyPlace::Unknown: break;
    }
    return QStringLiteral("unknown");
}

} // namespace holdwatch
