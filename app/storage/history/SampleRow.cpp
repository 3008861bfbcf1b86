// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/history/SampleRow.h"

#include <algorithm>
#include <cmath>

namespace holdwatch::storage {

namespace {

constexpr quint64 ageLeavesOutInFlight = 1ULL << (3 * figureCount);

// Numbers of their own, so that a new order in the enum can't change the meaning of an old file.
constexpr std::array obtainedCodes{Obtained::NotReported, Obtained::Reported, Obtained::Approximate,
                                   Obtained::AtMost, Obtained::AtLeast, Obtained::Derived};
constexpr std::array verdictCodes{Verdict::Healthy, Verdict::NotReported, Verdict::Recovering, Verdict::Watch,
                                  Verdict::Stale, Verdict::Approaching, Verdict::Breached};

template<typename List, typename T>
quint64 codeIn(const List &list, T wanted)
{
    return quint64(std::distance(list.begin(), std::find(list.begin(), list.end(), wanted)));
}

double plain(Millis value) { return double(value.count()); }
double plain(double value) { return value; }
double plain(qint64 value) { return double(value); }

void restore(double value, Millis &out) { out = Millis(qint64(value)); }
void restore(double value, double &out) { out = value; }
void restore(double value, qint64 &out) { out = qint64(value); }

template<typename T>
Metric<T> metricOf(Obtained obtained, double value)
{
    const QString note = QStringLiteral("as recorded");
    T figure{};
    restore(value, figure);
    switch (obtained) {
    case Obtained::Reported: return Metric<T>::reported(figure);
    case Obtained::Approximate: return Metric<T>::approximate(figure, note);
    case Obtained::AtMost: return Metric<T>::atMost(figure, note);
    case Obtained::AtLeast: return Metric<T>::atLeast(figure, note);
    case Obtained::Derived: return Metric<T>::derived(figure, note);
    case Obtained::NotReported: break;
    }
    return Metric<T>::notReported(note);
}

// The one place that ties a figure to its member, for both directions.
template<typename Sample, typename Visit>
void forEachFigure(Sample &sample, Visit visit)
{
    visit(Figure::Depth, sample.depth);
    visit(Figure::InFlight, sample.inFlight);
    visit(Figure::Delayed, sample.delayed);
    visit(Figure::Consumers, sample.consumers);
    visit(Figure::DeadLetters, sample.deadLetters);
    visit(Figure::ArrivalsTotal, sample.arrivalsTotal);
    visit(Figure::CompletionsTotal, sample.completionsTotal);
    visit(Figure::RetriesTotal, sample.retriesTotal);
    visit(Figure::ArrivalsPerMinute, sample.arrivalsPerMinute);
    visit(Figure::CompletionsPerMinute, sample.completionsPerMinute);
    visit(Figure::RetriesPerMinute, sample.retriesPerMinute);
    visit(Figure::OldestAge, sample.oldestAge);
    visit(Figure::OldestDeadLetterAge, sample.oldestDeadLetterAge);
}

} // namespace

Obtained SampleRow::obtained(Figure figure) const
{
    const size_t code = (flags >> (3 * int(figure))) & 7;
    return code < obtainedCodes.size() ? obtainedCodes[code] : Obtained::NotReported;
}

std::optional<double> SampleRow::value(Figure figure) const
{
    if (obtained(figure) == Obtained::NotReported)
        return std::nullopt;
    return values[size_t(figure)];
}

bool SampleRow::ageIncludesInFlight() const
{
    return !(flags & ageLeavesOutInFlight);
}

void SampleRow::forget(Figure figure)
{
    flags &= ~(7ULL << (3 * int(figure)));
}

SampleRow toRow(int queue, const RecordedSample &recorded)
{
    SampleRow row;
    row.queue = queue;
    row.verdict = recorded.verdict;
    row.at = toEpochMillis(recorded.sample.takenAt);
    row.flags = recorded.sample.ageIncludesInFlight ? 0 : ageLeavesOutInFlight;
    forEachFigure(recorded.sample, [&row](Figure figure, const auto &metric) {
        // A figure that is no number is no figure; SQLite would turn it into NULL.
        if (!metric.has() || !std::isfinite(plain(metric.value())))
            return;
        row.values[size_t(figure)] = plain(metric.value());
        row.flags |= codeIn(obtainedCodes, metric.obtained()) << (3 * int(figure));
    });
    return row;
}

QueueSample fromRow(const QueueId &queue, const SampleRow &row)
{
    QueueSample sample;
    sample.queue = queue;
    sample.takenAt = fromEpochMillis(row.at);
    sample.ageIncludesInFlight = row.ageIncludesInFlight();
    forEachFigure(sample, [&row]<typename T>(Figure figure, Metric<T> &metric) {
        metric = metricOf<T>(row.obtained(figure), row.values[size_t(figure)]);
    });
    return sample;
}

int verdictCode(Verdict verdict)
{
    return int(codeIn(verdictCodes, verdict));
}

Verdict verdictOfCode(int code)
{
    return code >= 0 && size_t(code) < verdictCodes.size() ? verdictCodes[size_t(code)] : Verdict::NotReported;
}

} // namespace holdwatch::storage
