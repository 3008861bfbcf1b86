// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/PlainName.h"

#include "models/payload/TextView.h"

namespace holdwatch {

QString plainName(const QString &name, qsizetype most)
{
    QString kept;
    for (const char32_t code : name.normalized(QString::NormalizationForm_C).toUcs4()) {
        const QString letter = QString::fromUcs4(&code, 1);
        if (QChar::isSpace(code) || QChar::category(code) == QChar::Other_Control)
            kept += QLatin1Char(' ');
        else if (code != QChar::ReplacementCharacter && payload::visible(letter) == letter)
            kept += letter;
    }
    kept = kept.simplified();
    if (kept.size() <= most)
        return kept;
    const bool cutsPair = kept.at(most - 1).isHighSurrogate();
    return kept.first(most - (cutsPair ? 1 : 0)).trimmed();
}

} // namespace holdwatch
