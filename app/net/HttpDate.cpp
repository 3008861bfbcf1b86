// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/HttpDate.h"

#include <QLocale>

namespace holdwatch::net {

std::optional<UtcTime> parseHttpDate(const QByteArray &text)
{
    constexpr qsizetype longestForm = 40;
    if (text.size() > longestForm)
        return std::nullopt;
    const QString date = QString::fromLatin1(text).simplified();
    const QLocale english = QLocale::c();
    for (const QString &form : {QStringLiteral("ddd, dd MMM yyyy HH:mm:ss 'GMT'"),
                                QStringLiteral("dddd, dd-MMM-yy HH:mm:ss 'GMT'"),
                                QStringLiteral("ddd MMM d HH:mm:ss yyyy")}) {
        QDateTime parsed = english.toDateTime(date, form);
        if (!parsed.isValid())
            continue;
        // A two-digit year is read as 19yy; nobody's clock stands there any more.
        if (parsed.date().year() < 1970)
            parsed = parsed.addYears(100);
        parsed.setTimeSpec(Qt::UTC);
        return fromQDateTime(parsed);
    }
    return std::nullopt;
}

} // namespace holdwatch::net
