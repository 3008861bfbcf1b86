// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/EditScript.h"

#include <algorithm>

namespace holdwatch::payload {

namespace {

using Sequence = std::vector<quint64>;

struct Ends
{
    qsizetype head = 0;
    qsizetype tail = 0;
};

Ends commonEnds(const Sequence &left, const Sequence &right)
{
    const auto shorter = qsizetype(std::min(left.size(), right.size()));
    Ends ends;
    while (ends.head < shorter && left[size_t(ends.head)] == right[size_t(ends.head)])
        ++ends.head;
    while (ends.tail < shorter - ends.head && left[left.size() - 1 - size_t(ends.tail)] == right[right.size() - 1 - size_t(ends.tail)])
        ++ends.tail;
    return ends;
}

void append(std::vector<EditRun> &runs, EditRun run)
{
    if (run.count == 0)
        return;
    if (!runs.empty() && runs.back().kind == run.kind)
        runs.back().count += run.count;
    else
        runs.push_back(run);
}

/// Between the common ends.
class Myers
{
public:
    Myers(const Sequence &left, const Sequence &right, const Ends &ends, const EditLimits &limits)
        : m_left(left), m_right(right), m_head(ends.head), m_width(qsizetype(left.size()) - ends.head - ends.tail),
          m_height(qsizetype(right.size()) - ends.head - ends.tail), m_limits(limits)
    {
    }

    /// False when a limit was reached. Keeps the frontier of every distance for the way back.
    bool search()
    {
        qsizetype steps = 0;
        for (qsizetype distance = 0; distance <= std::min(m_limits.edits, m_width + m_height); ++distance) {
            m_frontiers.emplace_back(size_t(distance + 1));
            for (qsizetype diagonal = -distance; diagonal <= distance; diagonal += 2) {
                const qsizetype from = startOf(distance, diagonal);
                const qsizetype until = slide(from, from - diagonal);
                at(distance, diagonal) = qint32(until);
                steps += until - from + 1;
                if (until >= m_width && until - diagonal >= m_height)
                    return true;
            }
            if (steps > m_limits.steps)
                return false;
        }
        return false;
    }

    std::vector<EditRun> wayBack()
    {
        std::vector<EditRun> reversed;
        qsizetype x = m_width;
        qsizetype y = m_height;
        for (auto distance = qsizetype(m_frontiers.size()) - 1; distance > 0; --distance) {
            const qsizetype diagonal = x - y;
            const bool isAdded = comesFromAbove(distance, diagonal);
            const qsizetype before = isAdded ? diagonal + 1 : diagonal - 1;
            const qsizetype fromX = at(distance - 1, before);
            const qsizetype fromY = fromX - before;
            const qsizetype startX = isAdded ? fromX : fromX + 1;
            push(reversed, EditRun::Kind::Same, startX, startX - diagonal, x - startX);
            push(reversed, isAdded ? EditRun::Kind::Added : EditRun::Kind::Removed, fromX, fromY, 1);
            x = fromX;
            y = fromY;
        }
        push(reversed, EditRun::Kind::Same, 0, 0, x);
        return {reversed.rbegin(), reversed.rend()};
    }

private:
    void push(std::vector<EditRun> &runs, EditRun::Kind kind, qsizetype x, qsizetype y, qsizetype count) const
    {
        if (count > 0)
            runs.push_back({kind, m_head + x, m_head + y, count});
    }

    /// Diagonals of one distance lie two apart.
    qint32 &at(qsizetype distance, qsizetype diagonal) { return m_frontiers[size_t(distance)][size_t((diagonal + distance) / 2)]; }

    bool comesFromAbove(qsizetype distance, qsizetype diagonal)
    {
        return diagonal == -distance || (diagonal != distance && at(distance - 1, diagonal - 1) < at(distance - 1, diagonal + 1));
    }

    qsizetype startOf(qsizetype distance, qsizetype diagonal)
    {
        if (distance == 0)
            return 0;
        return comesFromAbove(distance, diagonal) ? at(distance - 1, diagonal + 1) : at(distance - 1, diagonal - 1) + 1;
    }

    qsizetype slide(qsizetype x, qsizetype y) const
    {
        while (x < m_width && y < m_height && m_left[size_t(m_head + x)] == m_right[size_t(m_head + y)]) {
            ++x;
            ++y;
        }
        return x;
    }

    const Sequence &m_left;
    const Sequence &m_right;
    qsizetype m_head;
    qsizetype m_width;
    qsizetype m_height;
    EditLimits m_limits;
    std::vector<std::vector<qint32>> m_frontiers;
};

std::vector<EditRun> framed(const Sequence &left, const Sequence &right, const Ends &ends, const std::vector<EditRun> &middle)
{
    std::vector<EditRun> runs;
    append(runs, {EditRun::Kind::Same, 0, 0, ends.head});
    for (const EditRun &run : middle)
        append(runs, run);
    append(runs, {EditRun::Kind::Same, qsizetype(left.size()) - ends.tail, qsizetype(right.size()) - ends.tail, ends.tail});
    return runs;
}

} // namespace

std::optional<std::vector<EditRun>> editScript(const Sequence &left, const Sequence &right, const EditLimits &limits)
{
    const Ends ends = commonEnds(left, right);
    Myers myers(left, right, ends, limits);
    if (!myers.search())
        return std::nullopt;
    return framed(left, right, ends, myers.wayBack());
}

std::vector<EditRun> blockScript(const Sequence &left, const Sequence &right)
{
    const Ends ends = commonEnds(left, right);
    const qsizetype removed = qsizetype(left.size()) - ends.head - ends.tail;
    const qsizetype added = qsizetype(right.size()) - ends.head - ends.tail;
    return framed(left, right, ends, {{EditRun::Kind::Removed, ends.head, ends.head, removed}, {EditRun::Kind::Added, ends.head + removed, ends.head, added}});
}

} // namespace holdwatch::payload
