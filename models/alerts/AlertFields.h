// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/Alert.h"
#include "models/filter/FieldCatalogue.h"
#include "models/filter/FilterSource.h"

namespace holdwatch {

class AlertLogModel;

/// What a filter can ask of a line of the alert log.
enum class AlertField { Queue, Connection, Verdict, From, What, Cause, Reason, At, Age };

/// Offers the names that the log has at the time of asking. The log must outlive it.
filter::FieldCatalogue alertCatalogue(const AlertLogModel &log);

/// Whether the answers change as time goes by, apart from relative times (Matcher::dependsOnNow).
bool asksForAlertAge(const filter::Expression &expression);

/// One line, asked by a filter. Keeps a reference.
class AlertSource final : public filter::FilterSource
{
public:
    AlertSource(const AlertLogEntry &entry, UtcTime now) : m_entry(entry), m_now(now) {}

    bool anyValue(filter::FieldId field, const filter::ValueTest &test) const override;
    bool anyValueAt(const filter::FieldPath &, const filter::ValueTest &) const override { return false; } ///< a line is no message
    bool anyTextContains(const filter::TextPattern &pattern) const override;

private:
    const AlertLogEntry &m_entry;
    UtcTime m_now;
};

} // namespace holdwatch
