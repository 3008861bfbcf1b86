// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/LetterView.h"

#include <algorithm>

namespace holdwatch {

LetterView::LetterView(const LetterTable &table) : m_table(table), m_source(table, {}, {}) {}

void LetterView::setFilter(const filter::Expression &expression, const filter::Moment &moment, PayloadLookup payloads)
{
    m_expression = expression;
    m_moment = moment;
    m_payloads = std::move(payloads);
    m_matcher = filter::Matcher(expression, moment);
    m_needsPayloads = !filter::pathsIn(expression).isEmpty() || filter::searchesText(expression);
    m_dependsOnNow = m_matcher.dependsOnNow() || asksForAge(expression);
    tableCleared();
}

void LetterView::tableCleared()
{
    // What the source remembers belongs to the texts and the questions of before.
    m_source = TableSource(m_table, m_moment.now, m_payloads, m_names);
    m_examined = 0;
    ++m_arrangement;
    m_shown.clear();
}

void LetterView::setSensitiveNames(const QStringList &patterns)
{
    if (patterns == m_names.patterns())
        return;
    m_names = payload::SensitiveNames(patterns);
    tableCleared();
}

void LetterView::setOrder(const LetterOrder &order)
{
    m_order = order;
    ++m_arrangement;
    m_order.sort(m_table, m_shown);
}

bool LetterView::matches(quint32 row)
{
    m_source.moveTo(row);
    return m_matcher.matches(m_source);
}

bool LetterView::filterSome(const FilterBudget &budget)
{
    const std::size_t end = m_examined + std::min(budget.rows, m_table.count() - m_examined);
    qint64 lookups = m_source.lookups();
    std::vector<quint32> fresh;
    for (std::size_t since = 0; m_examined < end; ++since) {
        if (since >= 4096 || m_source.lookups() >= lookups + 64) {
            if (budget.deadline.hasExpired())
                break;
            since = 0;
            lookups = m_source.lookups();
        }
        const auto row = quint32(m_examined++);
        if (matches(row))
            fresh.push_back(row);
    }
    merge(std::move(fresh));
    return isDone();
}

/// `fresh` ascends and has none that is shown.
void LetterView::merge(std::vector<quint32> fresh)
{
    if (fresh.empty())
        return;
    const bool isBehind = m_order.isAsRead() && (m_shown.empty() || m_shown.back() < fresh.front());
    m_arrangement += !isBehind;
    if (isBehind || fresh.size() > m_shown.size() / 4) { // ranks pay off
        m_shown.insert(m_shown.end(), fresh.begin(), fresh.end());
        if (!isBehind)
            m_order.sort(m_table, m_shown);
        return;
    }
    const auto before = [this](quint32 left, quint32 right) { return m_order.isBefore(m_table, left, right); };
    if (!m_order.isAsRead())
        std::sort(fresh.begin(), fresh.end(), before);
    // From the back, each at the place a search finds: few comparisons, and what lies between moves in one go.
    std::size_t from = m_shown.size();
    std::size_t to = from + fresh.size();
    m_shown.resize(to);
    for (std::size_t left = fresh.size(); left > 0; --left) {
        const auto at = std::size_t(std::upper_bound(m_shown.begin(), m_shown.begin() + std::ptrdiff_t(from), fresh[left - 1], before) - m_shown.begin());
        std::move_backward(m_shown.begin() + std::ptrdiff_t(at), m_shown.begin() + std::ptrdiff_t(from), m_shown.begin() + std::ptrdiff_t(to));
        to -= from - at;
        from = at;
        m_shown[--to] = fresh[left - 1];
    }
}

void LetterView::rowsChanged(const std::vector<quint32> &rows)
{
    std::vector<bool> isChanged(m_table.count(), false);
    std::vector<quint32> fresh;
    ++m_arrangement;
    for (const quint32 row : rows) {
        if (row >= m_examined)
            continue;
        isChanged[row] = true;
        if (matches(row))
            fresh.push_back(row);
    }
    m_shown.erase(std::remove_if(m_shown.begin(), m_shown.end(), [&isChanged](quint32 row) { return isChanged[row]; }), m_shown.end());
    merge(std::move(fresh));
}

} // namespace holdwatch
