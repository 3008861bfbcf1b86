// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/history/ReplayFile.h"

#include <QSaveFile>

namespace holdwatch::storage {

namespace {

QByteArray secondsText(double millis)
{
    return QByteArray::number(millis / 1000.0, 'f', 3);
}

QByteArray countText(const std::optional<double> &value)
{
    return value ? QByteArray::number(qint64(*value)) : QByteArrayLiteral("null");
}

/// Only where it is known: null and missing mean the same, and most systems never give it.
QByteArray memberUnlessMissing(const char *name, const std::optional<double> &value)
{
    return value ? QByteArrayLiteral(",\"") + name + "\":" + countText(value) : QByteArray();
}

QByteArray ageIs(Obtained obtained)
{
    if (obtained == Obtained::NotReported || obtained == Obtained::Reported)
        return {};
    return ",\"age_is\":\"" + toWord(obtained).toLatin1() + '"';
}

QByteArray lineOf(const SampleRow &row)
{
    const auto age = row.value(Figure::OldestAge);
    return "{\"t\":" + secondsText(double(row.at)) + ",\"oldest_age_s\":" + (age ? secondsText(*age) : QByteArrayLiteral("null"))
        + ",\"depth\":" + countText(row.value(Figure::Depth)) + ",\"in_flight\":" + countText(row.value(Figure::InFlight))
        + ",\"retries_total\":" + countText(row.value(Figure::RetriesTotal)) + ",\"dead_letters\":" + countText(row.value(Figure::DeadLetters))
        + ageIs(row.obtained(Figure::OldestAge)) + memberUnlessMissing("delayed", row.value(Figure::Delayed))
        + memberUnlessMissing("consumers", row.value(Figure::Consumers)) + '}';
}

Error notWritten(const QSaveFile &file)
{
    Error error;
    error.kind = Error::Kind::Storage;
    error.what = QStringLiteral("%1 could not be written: %2.").arg(file.fileName(), file.errorString());
    error.kept = QStringLiteral("The recorded history is unchanged, and so is any earlier file of that name.");
    error.next = QStringLiteral("Choose another folder, or make room.");
    error.where = file.fileName();
    return error;
}

} // namespace

Result<void> writeReplayFile(const QString &path, const ReplayHeader &header, const RowSource &source)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return failure(notWritten(file));
    file.write("{\"hold_window_s\":" + secondsText(double(header.holdWindow.count())) + ",\"poll_s\":" + secondsText(double(header.pollPeriod.count()))
               + ",\"samples\":[");
    QByteArray separator = "\n";
    bool ageIncludesInFlight = true;
    const auto done = source([&](const SampleRow &row) -> Result<void> {
        if (file.write(separator + lineOf(row)) < 0)
            return failure(notWritten(file));
        separator = ",\n";
        ageIncludesInFlight = ageIncludesInFlight && row.ageIncludesInFlight();
        return {};
    });
    if (!done)
        return done;
    // Known only now. Of a recording that holds both, the more careful is true.
    file.write(ageIncludesInFlight ? "\n]}\n" : "\n],\"age_includes_in_flight\":false}\n");
    if (!file.flush() || !file.commit()) // commit() would not notice that the last piece was not written
        return failure(notWritten(file));
    return {};
}

} // namespace holdwatch::storage
