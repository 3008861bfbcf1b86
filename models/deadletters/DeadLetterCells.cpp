// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/DeadLetterCells.h"

#include "models/payload/TextView.h"

#include <algorithm>

namespace holdwatch {

namespace {

struct CellWords
{
    const char *title;
    const char *description;
    const char *absent; ///< why there may be none
    bool isNumeric;
};

const CellWords &wordsOf(LetterCell cell)
{
    static constexpr CellWords words[letterCellCount] = {
        {"Id", "The system's own id of the message", "The system gives its messages no id.", false},
        {"Key", "Idempotency key of the command", "No idempotency key was found. Where it stands can be set in the class rules.", false},
        {"Class", "Failure class, by the class rules", "It has no failure class.", false},
        {"Version", "Schema version of the message", "No schema version was found. Where it stands can be set in the class rules.", true},
        {"Handler", "Version of the handler that gave up", "No handler version was found. Where it stands can be set in the class rules.", true},
        {"Queue", "Queue the message came from", "The source does not say which queue it came from.", false},
        {"Error", "Last error as the source has it", "The source gives no error text.", false},
        {"Died", "When it became a dead letter", "The source does not report when it died.", true},
        {"Published", "When it was published", "The source does not report when it was published.", true},
        {"Expires", "When retention deletes it", "Not reported: the source does not say when retention deletes it.", true},
        {"Size", "Bytes of the message", "", true},
        {"Deliveries", "How often it was delivered", "The source does not report how often it was delivered.", true},
        {"Status", "HTTP status of the last failure", "The source reports no HTTP status.", true},
        {"Redrives", "Earlier redrives of this message that are known here", "", true},
        {"First seen", "When Holdwatch first saw it", "Not recorded.", true},
        {"Content type", "Content type of the message", "The message states no content type.", false},
    };
    return words[std::size_t(cell)];
}

const std::optional<UtcTime> &timeOf(const DeadLetterRow &row, LetterCell cell)
{
    static const std::optional<UtcTime> none;
    switch (cell) {
    case LetterCell::Died: return row.diedAt;
    case LetterCell::Published: return row.publishedAt;
    case LetterCell::Expires: return row.expiresAt;
    case LetterCell::FirstSeen: return row.firstSeenAt;
    default: return none;
    }
}

bool isTime(LetterCell cell)
{
    return cell == LetterCell::Died || cell == LetterCell::Published || cell == LetterCell::Expires || cell == LetterCell::FirstSeen;
}

QString relative(UtcTime at, UtcTime now)
{
    return at <= now ? formatAgo(now - at) + QStringLiteral(" ago") : QStringLiteral("in ") + formatAgo(at - now);
}

QString textOf(const DeadLetterRow &row, LetterCell cell, const QVector<FailureClass> &classes)
{
    switch (cell) {
    case LetterCell::Id: return row.id.text();
    case LetterCell::Key: return row.key;
    case LetterCell::Class: return classTitle(classes, row.failureClass);
    case LetterCell::Version: return row.version;
    case LetterCell::Handler: return row.handlerVersion;
    case LetterCell::Queue: return row.originQueue;
    case LetterCell::Error: return row.error;
    case LetterCell::ContentType: return row.contentType;
    case LetterCell::Size: return formatBytes(row.size);
    case LetterCell::Deliveries: return row.deliveries < 0 ? QString() : formatCount(row.deliveries);
    case LetterCell::Status: return row.httpStatus <= 0 ? QString() : QString::number(row.httpStatus);
    case LetterCell::Redrives: return formatCount(row.redrives);
    default: return {};
    }
}

QString placeOf(const DeadLetterRow &row, LetterCell cell)
{
    const QString &place = cell == LetterCell::Key ? row.keyPlace : cell == LetterCell::Version ? row.versionPlace : QString();
    return place.isEmpty() ? QString() : QStringLiteral("\nFound in ") + place;
}

} // namespace

QString cellTitle(LetterCell cell)
{
    return QString::fromLatin1(wordsOf(cell).title);
}

QString cellDescription(LetterCell cell)
{
    return QString::fromLatin1(wordsOf(cell).description);
}

bool isNumeric(LetterCell cell)
{
    return wordsOf(cell).isNumeric;
}

QString classTitle(const QVector<FailureClass> &classes, const QString &id)
{
    const auto at = std::find_if(classes.begin(), classes.end(), [&id](const FailureClass &each) { return each.id == id; });
    return at == classes.end() || at->title.isEmpty() ? id : at->title;
}

QString formatBytes(qint64 bytes)
{
    static constexpr const char *units[] = {" KB", " MB", " GB", " TB"};
    if (bytes < 1000)
        return QString::number(bytes) + QStringLiteral(" B");
    double value = double(bytes) / 1000;
    std::size_t unit = 0;
    for (; value >= 999.5 && unit + 1 < std::size(units); ++unit)
        value /= 1000;
    return QString::number(value, 'f', value < 9.95 ? 1 : 0) + QString::fromLatin1(units[unit]);
}

QString expiryText(const std::optional<UtcTime> &expires, UtcTime now)
{
    if (!expires)
        return noFigure();
    return *expires > now ? QStringLiteral("expires in ") + formatAgo(*expires - now) : QStringLiteral("expired ") + formatAgo(now - *expires) + QStringLiteral(" ago");
}

QString cellText(const DeadLetterRow &row, LetterCell cell, const QVector<FailureClass> &classes, UtcTime now, Zone zone)
{
    if (cell == LetterCell::Expires)
        return expiryText(row.expiresAt, now);
    if (isTime(cell)) {
        const auto &time = timeOf(row, cell);
        return time ? formatDateTime(*time, zone) + QStringLiteral(" \u00B7 ") + relative(*time, now) : noFigure();
    }
    const QString text = textOf(row, cell, classes);
    return text.isEmpty() ? noFigure() : payload::visible(text.simplified());
}

QString cellToolTip(const DeadLetterRow &row, LetterCell cell, const QVector<FailureClass> &classes, UtcTime now, Zone zone)
{
    if (const auto &time = timeOf(row, cell)) {
        const QString exact = formatDateTime(*time, zone) + QLatin1Char(' ') + zoneName(zone, *time);
        return exact + QLatin1Char('\n') + (cell == LetterCell::Expires ? expiryText(time, now) : relative(*time, now));
    }
    const QString text = cell == LetterCell::Size ? formatCount(row.size) + QStringLiteral(" bytes") : textOf(row, cell, classes);
    return text.isEmpty() ? QString::fromLatin1(wordsOf(cell).absent) : payload::visible(text) + placeOf(row, cell);
}

} // namespace holdwatch
