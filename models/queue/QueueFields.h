// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filter/FieldCatalogue.h"
#include "models/filter/FilterSource.h"
#include "models/queue/QueueStatus.h"

namespace holdwatch {

class QueueTableModel;

/// What a filter can ask of a queue. A figure that is not reported has no value; a bound counts as the figure it shows.
enum class QueueField {
    Queue, Connection, System, Kind, Owner, ///< free text looks into these
    Environment, Verdict, Cause, Note,
    Age, Headroom, Earliest, Breach, Drain, Window, Sampled,
    Depth, InFlight, Delayed, Consumers, DeadLetters, Arrivals, Completions, Retries
};

/// Offers the names that the model has at the time of asking. The model must outlive it.
filter::FieldCatalogue queueCatalogue(const QueueTableModel &queues);

/// Whether the answers change as time goes by without news.
bool asksForTime(const filter::Expression &expression);

/// One queue, asked by a filter. Keeps a reference.
class QueueSource final : public filter::FilterSource
{
public:
    QueueSource(const QueueStatus &status, UtcTime now) : m_status(status), m_now(now) {}

    bool anyValue(filter::FieldId field, const filter::ValueTest &test) const override;
    bool anyValueAt(const filter::FieldPath &, const filter::ValueTest &) const override { return false; } ///< a queue is no message
    bool anyTextContains(const filter::TextPattern &pattern) const override;

private:
    bool anyText(QueueField field, const filter::ValueTest &test) const;
    bool anyDuration(QueueField field, const filter::ValueTest &test) const;
    bool anyNumber(QueueField field, const filter::ValueTest &test) const;

    const QueueStatus &m_status;
    UtcTime m_now;
};

} // namespace holdwatch
