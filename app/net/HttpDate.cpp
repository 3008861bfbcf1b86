// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/HttpDate.h"

#include <QRegularExpression>

#include <array>

namespace holdwatch::net {

namespace {

// By hand: Qt's own reading goes through the desktop's time zone, where some hours don't exist, and puts years of
// two digits into the last century. The day of the week only repeats the date and is not checked.
const std::array<QRegularExpression, 3> &forms()
{
    static const std::array<QRegularExpression, 3> known{
        QRegularExpression(QStringLiteral("^\\w{3}, (?<day>\\d{2}) (?<month>\\w{3}) (?<year>\\d{4}) (?<time>\\d{2}:\\d{2}:\\d{2}) GMT$")),
        QRegularExpression(QStringLiteral("^\\w{6,9}, (?<day>\\d{2})-(?<month>\\w{3})-(?<year>\\d{2}) (?<time>\\d{2}:\\d{2}:\\d{2}) GMT$")),
        QRegularExpression(QStringLiteral("^\\w{3} (?<month>\\w{3}) (?<day>\\d{1,2}) (?<time>\\d{2}:\\d{2}:\\d{2}) (?<year>\\d{4})$"))};
    return known;
}

int monthOf(const QString &name)
{
    static const QStringList names{QStringLiteral("Jan"), QStringLiteral("Feb"), QStringLiteral("Mar"), QStringLiteral("Apr"),
                                   QStringLiteral("May"), QStringLiteral("Jun"), QStringLiteral("Jul"), QStringLiteral("Aug"),
                                   QStringLiteral("Sep"), QStringLiteral("Oct"), QStringLiteral("Nov"), QStringLiteral("Dec")};
    return static_cast<int>(names.indexOf(name)) + 1;
}

int yearOf(const QString &digits)
{
    const int year = digits.toInt();
    if (digits.size() > 2)
        return year;
    constexpr int unixBegins = 70;
    return year < unixBegins ? 2000 + year : 1900 + year;
}

} // namespace

std::optional<UtcTime> parseHttpDate(const QByteArray &text)
{
    constexpr qsizetype longestForm = 40;
    if (text.size() > longestForm)
        return std::nullopt;
    const QString date = QString::fromLatin1(text).simplified();
    for (const QRegularExpression &form : forms()) {
        const QRegularExpressionMatch found = form.match(date);
        if (!found.hasMatch())
            continue;
        const QDate day(yearOf(found.captured(QStringLiteral("year"))), monthOf(found.captured(QStringLiteral("month"))),
                        found.captured(QStringLiteral("day")).toInt());
        const QTime time = QTime::fromString(found.captured(QStringLiteral("time")), QStringLiteral("HH:mm:ss"));
        if (day.isValid() && time.isValid())
            return fromQDateTime(QDateTime(day, time, Qt::UTC));
    }
    return std::nullopt;
}

} // namespace holdwatch::net
