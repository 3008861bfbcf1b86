// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/TimeText.h"

namespace holdwatch::filter {

namespace {

constexpr qsizetype longestTime = 64; // no time is longer; keeps the pattern of durations off endless text

class Digits
{
public:
    explicit Digits(QStringView text) : m_rest(text) {}

    std::optional<int> number(qsizetype length)
    {
        if (m_rest.size() < length)
            return std::nullopt;
        int value = 0;
        for (const QChar c : m_rest.first(length)) {
            if (c < QLatin1Char('0') || c > QLatin1Char('9'))
                return std::nullopt;
            value = value * 10 + (c.unicode() - u'0');
        }
        m_rest = m_rest.sliced(length);
        return value;
    }
    bool take(char16_t c)
    {
        if (!m_rest.startsWith(QChar(c)))
            return false;
        m_rest = m_rest.sliced(1);
        return true;
    }
    bool atEnd() const { return m_rest.isEmpty(); }
    bool aheadIsDigit() const { return !m_rest.isEmpty() && m_rest.front() >= QLatin1Char('0') && m_rest.front() <= QLatin1Char('9'); }

private:
    QStringView m_rest;
};

struct IsoTime
{
    QDate date;
    int millisOfDay = 0;
    qint64 length = 0; ///< in milliseconds; 0: the whole day
    std::optional<int> offsetSeconds;
};

std::optional<QDate> takeDate(Digits &digits)
{
    const auto year = digits.number(4);
    if (!year || !digits.take(u'-'))
        return std::nullopt;
    const auto month = digits.number(2);
    if (!month || !digits.take(u'-'))
        return std::nullopt;
    const auto day = digits.number(2);
    const QDate date = day ? QDate(*year, *month, *day) : QDate();
    return date.isValid() ? std::optional(date) : std::nullopt;
}

/// ".120" and any further digits, which are below a millisecond and dropped.
std::optional<int> takeFraction(Digits &digits)
{
    int millis = 0;
    int places = 0;
    for (; digits.aheadIsDigit(); ++places) {
        const int digit = *digits.number(1);
        if (places < 3)
            millis = millis * 10 + digit;
    }
    for (int missing = places; missing < 3; ++missing)
        millis *= 10;
    return places == 0 ? std::nullopt : std::optional(millis);
}

bool takeClock(Digits &digits, IsoTime &time)
{
    const auto hour = digits.number(2);
    const auto minute = digits.take(u':') ? digits.number(2) : std::nullopt;
    if (!hour || !minute || *hour > 23 || *minute > 59)
        return false;
    time.millisOfDay = (*hour * 60 + *minute) * 60'000;
    time.length = 60'000;
    if (!digits.take(u':'))
        return true;
    const auto second = digits.number(2);
    if (!second || *second > 59)
        return false;
    time.millisOfDay += *second * 1000;
    time.length = 1000;
    if (!digits.take(u'.'))
        return true;
    const auto millis = takeFraction(digits);
    time.millisOfDay += millis.value_or(0);
    time.length = 1;
    return millis.has_value();
}

bool takeZone(Digits &digits, IsoTime &time)
{
    if (digits.take(u'Z') || digits.take(u'z')) {
        time.offsetSeconds = 0;
        return true;
    }
    const bool ahead = digits.take(u'+');
    if (!ahead && !digits.take(u'-'))
        return true;
    const auto hours = digits.number(2);
    const bool hasMinutes = digits.take(u':') || digits.aheadIsDigit();
    const auto minutes = hasMinutes ? digits.number(2) : std::optional(0);
    if (!hours || !minutes || *hours > 14 || *minutes > 59)
        return false;
    time.offsetSeconds = (*hours * 60 + *minutes) * (ahead ? 60 : -60);
    return true;
}

std::optional<IsoTime> readIso(QStringView text)
{
    Digits digits(text);
    const auto date = takeDate(digits);
    if (!date)
        return std::nullopt;
    IsoTime time;
    time.date = *date;
    if (digits.atEnd())
        return time;
    if (!digits.take(u'T') && !digits.take(u't') && !digits.take(u' '))
        return std::nullopt;
    if (!takeClock(digits, time) || !takeZone(digits, time) || !digits.atEnd())
        return std::nullopt;
    return time;
}

TimeSpan wholeDay(QDate date, const QTimeZone &zone)
{
    return {fromQDateTime(date.startOfDay(zone)), fromQDateTime(date.addDays(1).startOfDay(zone)) - Millis(1)};
}

TimeSpan toSpan(const IsoTime &time, const QTimeZone &zone)
{
    if (time.length == 0)
        return wholeDay(time.date, zone);
    const QTime clock = QTime::fromMSecsSinceStartOfDay(time.millisOfDay);
    const QDateTime first = time.offsetSeconds ? QDateTime(time.date, clock, Qt::OffsetFromUTC, *time.offsetSeconds) : QDateTime(time.date, clock, zone);
    return {fromQDateTime(first), fromQDateTime(first) + Millis(time.length - 1)};
}

bool isWord(QStringView text, QLatin1String word)
{
    return text.compare(word, Qt::CaseInsensitive) == 0;
}

std::optional<int> dayAway(QStringView text)
{
    if (isWord(text, QLatin1String("today")))
        return 0;
    if (isWord(text, QLatin1String("yesterday")))
        return -1;
    if (isWord(text, QLatin1String("tomorrow")))
        return 1;
    return std::nullopt;
}

std::optional<Millis> awayFromNow(QStringView text)
{
    if (isWord(text, QLatin1String("now")))
        return Millis(0);
    const bool back = text.startsWith(QLatin1Char('-'));
    if ((!back && !text.startsWith(QLatin1Char('+'))) || text.size() > longestTime)
        return std::nullopt;
    if (!text.back().isLetter()) // a bare number of seconds would be taken for a number
        return std::nullopt;
    const auto duration = parseDuration(text.sliced(1));
    return duration && back ? -*duration : duration;
}

} // namespace

std::optional<TimeForm> timeForm(QStringView text)
{
    if (readIso(text))
        return TimeForm::Absolute;
    if (dayAway(text))
        return TimeForm::Day;
    return awayFromNow(text) ? std::optional(TimeForm::Instant) : std::nullopt;
}

std::optional<TimeSpan> readIsoTime(QStringView text, const QTimeZone &zone)
{
    const auto time = readIso(text);
    return time ? std::optional(toSpan(*time, zone)) : std::nullopt;
}

std::optional<TimeSpan> readTime(QStringView text, const Moment &moment)
{
    if (const auto days = dayAway(text))
        return wholeDay(toQDateTime(moment.now).toTimeZone(moment.zone).date().addDays(*days), moment.zone);
    if (const auto away = awayFromNow(text))
        return TimeSpan{moment.now + *away, moment.now + *away};
    return readIsoTime(text, moment.zone);
}

} // namespace holdwatch::filter
