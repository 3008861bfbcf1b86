// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/Dialect.h"

namespace holdwatch::practice {

std::optional<Dialect> dialectFromWord(QStringView word)
{
    if (word.size() != 1)
        return std::nullopt;
    switch (word.front().toLower().unicode()) {
    case u'a': return Dialect::A;
    case u'b': return Dialect::B;
    case u'c': return Dialect::C;
    default: return std::nullopt;
    }
}

} // namespace holdwatch::practice
