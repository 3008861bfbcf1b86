// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/ColumnPlan.h"

#include <algorithm>

namespace holdwatch::ui {

namespace {

struct ColumnRule
{
    QueueCell cell;
    int width;
    int rank; ///< 0: essential; then the higher the sooner it gives way; off: hidden unless chosen
};

constexpr int off = 100;
constexpr int widestName = 10000;
constexpr int widestAge = 420;

const QVector<ColumnRule> &rules()
{
    static const QVector<ColumnRule> list{
        {QueueCell::Verdict, 104, 0},     {QueueCell::Name, 160, 0},       {QueueCell::Age, 190, 0},         {QueueCell::Headroom, 56, 1},
        {QueueCell::Earliest, 56, off},   {QueueCell::Projected, 70, 1},   {QueueCell::Depth, 54, 2},        {QueueCell::InFlight, 50, 5},
        {QueueCell::Delayed, 50, off},    {QueueCell::Arrivals, 48, 6},    {QueueCell::Completions, 48, 6},  {QueueCell::Drain, 52, 8},
        {QueueCell::Retries, 48, 4},      {QueueCell::DeadLetters, 68, 3}, {QueueCell::Consumers, 50, 9},    {QueueCell::Trend, 64, 7},
        {QueueCell::Sampled, 50, 3},      {QueueCell::Owner, 120, off},
    };
    return list;
}

const ColumnRule &ruleOf(QueueCell cell)
{
    return *std::find_if(rules().cbegin(), rules().cend(), [cell](const ColumnRule &rule) { return rule.cell == cell; });
}

QVariantList toList(const QSet<QueueCell> &cells)
{
    QVariantList list;
    for (QueueCell cell : cells)
        list << int(cell);
    return list;
}

QSet<QueueCell> toCells(const QVariant &saved)
{
    QSet<QueueCell> cells;
    for (const QVariant &value : saved.toList()) {
        const int number = value.toInt();
        if (number >= 0 && number < queueCellCount && !ColumnPlan::isEssential(QueueCell(number)))
            cells << QueueCell(number);
    }
    return cells;
}

} // namespace

QVector<ColumnPlan::Shown> ColumnPlan::fit(int available) const
{
    QVector<Shown> shown;
    int sum = 0;
    for (QueueCell cell : screenOrder()) {
        if (!isWanted(cell))
            continue;
        shown << Shown{cell, widthOf(cell)};
        sum += widthOf(cell);
    }
    while (sum > available) {
        auto least = shown.end();
        for (auto at = shown.begin(); at != shown.end(); ++at) {
            if (!isForced(at->cell) && (least == shown.end() || ruleOf(at->cell).rank >= ruleOf(least->cell).rank))
                least = at;
        }
        if (least == shown.end())
            return shown;
        sum -= least->width;
        shown.erase(least);
    }
    // What is left over goes to the bar first, then to the names.
    for (const auto &[cell, widest] : {std::pair{QueueCell::Age, widestAge}, std::pair{QueueCell::Name, widestName}}) {
        if (m_widths.contains(cell))
            continue;
        auto at = std::find_if(shown.begin(), shown.end(), [wanted = cell](const Shown &column) { return column.cell == wanted; });
        const int half = cell == QueueCell::Age ? (available - sum) / 2 : available - sum;
        const int extra = std::clamp(half, 0, std::max(0, widest - at->width));
        at->width += extra;
        sum += extra;
    }
    return shown;
}

void ColumnPlan::setVisible(QueueCell cell, bool visible)
{
    if (isEssential(cell))
        return;
    (visible ? m_shown : m_hidden) << cell;
    (visible ? m_hidden : m_shown).remove(cell);
}

void ColumnPlan::setWidth(QueueCell cell, int width)
{
    m_widths.insert(cell, std::clamp(width, 36, 900));
}

void ColumnPlan::reset()
{
    m_shown.clear();
    m_hidden.clear();
    m_widths.clear();
}

bool ColumnPlan::isWanted(QueueCell cell) const
{
    return isForced(cell) || (!m_hidden.contains(cell) && ruleOf(cell).rank != off);
}

bool ColumnPlan::isEssential(QueueCell cell)
{
    return ruleOf(cell).rank == 0;
}

const QVector<QueueCell> &ColumnPlan::screenOrder()
{
    static const QVector<QueueCell> order = [] {
        QVector<QueueCell> cells;
        for (const ColumnRule &rule : rules())
            cells << rule.cell;
        return cells;
    }();
    return order;
}

QVariantMap ColumnPlan::saved() const
{
    QVariantMap widths;
    for (auto at = m_widths.cbegin(); at != m_widths.cend(); ++at)
        widths.insert(QString::number(int(at.key())), at.value());
    return {{QStringLiteral("shown"), toList(m_shown)}, {QStringLiteral("hidden"), toList(m_hidden)}, {QStringLiteral("widths"), widths}};
}

void ColumnPlan::restore(const QVariantMap &saved)
{
    m_shown = toCells(saved.value(QStringLiteral("shown")));
    m_hidden = toCells(saved.value(QStringLiteral("hidden"))) - m_shown;
    const QVariantMap widths = saved.value(QStringLiteral("widths")).toMap();
    for (auto at = widths.cbegin(); at != widths.cend(); ++at) {
        bool isNumber = false;
        const int cell = at.key().toInt(&isNumber);
        if (isNumber && cell >= 0 && cell < queueCellCount && at.value().toInt() > 0)
            setWidth(QueueCell(cell), at.value().toInt());
    }
}

int ColumnPlan::widthOf(QueueCell cell) const
{
    return m_widths.value(cell, std::max(ruleOf(cell).width, m_floors.value(cell)));
}

} // namespace holdwatch::ui
