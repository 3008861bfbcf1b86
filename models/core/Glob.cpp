// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/Glob.h"

namespace holdwatch {

bool matchesGlob(QStringView pattern, QStringView text)
{
    qsizetype p = 0;
    qsizetype t = 0;
    qsizetype star = -1;     // the last * met, and where in the text it has eaten up to
    qsizetype eatenUpTo = 0;
    while (t < text.size()) {
        const bool here = p < pattern.size();
        if (here && pattern[p] == QLatin1Char('*')) {
            star = p++;
            eatenUpTo = t;
        } else if (here && (pattern[p] == QLatin1Char('?') || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star >= 0) {
            p = star + 1;
            t = ++eatenUpTo;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == QLatin1Char('*'))
        ++p;
    return p == pattern.size();
}

} // namespace holdwatch
