// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/LetterOrder.h"
#include "models/deadletters/TableSource.h"
#include "models/filter/Matcher.h"

#include <QDeadlineTimer>

namespace holdwatch {

/// How much work at a time. Whatever ends first.
struct FilterBudget
{
    std::size_t rows = std::numeric_limits<std::size_t>::max();
    QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever); ///< looked at every 64 payloads or 4,096 rows
};

/// The rows of a table that a filter lets through, in order. Examines rows bit by bit: what `shown` has is right for
/// the rows before `examined`. The table must outlive it; it is told what happens there.
class LetterView
{
public:
    explicit LetterView(const LetterTable &table);
    LetterView(const LetterView &) = delete;
    LetterView &operator=(const LetterView &) = delete;

    /// Starts anew with nothing examined. `moment` is what ages and relative times count from.
    void setFilter(const filter::Expression &expression, const filter::Moment &moment, PayloadLookup payloads = {});
    void setSensitiveNames(const QStringList &patterns); ///< masked for filters; starts anew
    void setOrder(const LetterOrder &order);
    const LetterOrder &order() const { return m_order; }

    /// Goes on examining, appended rows included. True when nothing is left.
    bool filterSome(const FilterBudget &budget = {});
    void rowsChanged(const std::vector<quint32> &rows); ///< ascending, as LetterTable gives them
    void tableCleared();                                ///< keeps filter and order

    const std::vector<quint32> &shown() const { return m_shown; }
    /// Stays while rows only come behind those that are shown.
    quint64 arrangement() const { return m_arrangement; }
    std::size_t examined() const { return m_examined; }
    bool isDone() const { return m_examined == m_table.count(); }
    bool needsPayloads() const { return m_needsPayloads; }
    bool dependsOnNow() const { return m_dependsOnNow; }
    const filter::Expression &filter() const { return m_expression; }

    /// Rows that a filter which looks into the message could not see into, since their payload was not at hand; they
    /// were judged as if nothing stood there. Changed rows may count twice.
    qint64 blindRows() const { return m_source.missing(); }

private:
    bool matches(quint32 row);
    void merge(std::vector<quint32> fresh);

    const LetterTable &m_table;
    filter::Expression m_expression;
    filter::Moment m_moment{};
    PayloadLookup m_payloads;
    payload::SensitiveNames m_names;
    filter::Matcher m_matcher;
    TableSource m_source;
    LetterOrder m_order;
    bool m_needsPayloads = false;
    bool m_dependsOnNow = false;
    quint64 m_arrangement = 0;
    std::size_t m_examined = 0;
    std::vector<quint32> m_shown;
};

} // namespace holdwatch
