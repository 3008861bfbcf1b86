// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/LetterOrder.h"

#include "models/filter/VersionOrder.h"

#include <algorithm>
#include <numeric>

namespace holdwatch {

namespace {

struct Keyed
{
    quint64 key;
    quint32 row;
};

constexpr quint64 last = std::numeric_limits<quint64>::max();

/// Byte by byte from the lowest; bytes that all keys share cost nothing. Stable, and several times faster than comparing.
void sortByKey(std::vector<Keyed> &rows)
{
    quint64 differing = 0;
    for (const Keyed &each : rows)
        differing |= each.key ^ rows.front().key;
    std::vector<Keyed> other(rows.size());
    for (int shift = 0; shift < 64; shift += 8) {
        if ((differing >> shift & 0xFF) == 0)
            continue;
        std::array<std::size_t, 257> starts{};
        for (const Keyed &each : rows)
            ++starts[(each.key >> shift & 0xFF) + 1];
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
        for (const Keyed &each : rows)
            other[starts[each.key >> shift & 0xFF]++] = each;
        rows.swap(other);
    }
}

quint64 orderedBits(qint64 value)
{
    return quint64(value) ^ (quint64(1) << 63);
}

} // namespace

std::optional<LetterText> LetterOrder::text() const
{
    switch (*m_cell) {
    case LetterCell::Key: return LetterText::Key;
    case LetterCell::Class: return LetterText::Class;
    case LetterCell::Version: return LetterText::Version;
    case LetterCell::Handler: return LetterText::Handler;
    case LetterCell::Queue: return LetterText::Queue;
    case LetterCell::Error: return LetterText::Error;
    case LetterCell::ContentType: return LetterText::ContentType;
    default: return std::nullopt;
    }
}

std::optional<qint64> LetterOrder::number(const LetterTable &table, quint32 row) const
{
    const auto reported = [](bool is, qint64 value) { return is ? std::optional(value) : std::nullopt; };
    const auto time = [&](LetterTime column) { return reported(table.time(column, row) != LetterTable::noTime, table.time(column, row)); };
    switch (*m_cell) {
    case LetterCell::Died: return time(LetterTime::Died);
    case LetterCell::Published: return time(LetterTime::Published);
    case LetterCell::Expires: return time(LetterTime::Expires);
    case LetterCell::FirstSeen: return time(LetterTime::FirstSeen);
    case LetterCell::Size: return table.size(row);
    case LetterCell::Deliveries: return reported(table.deliveries(row) >= 0, table.deliveries(row));
    case LetterCell::Status: return reported(table.status(row) > 0, table.status(row));
    case LetterCell::Redrives: return table.redrives(row);
    default: return std::nullopt;
    }
}

int LetterOrder::compareTexts(const PackedText &left, const PackedText &right) const
{
    if (*m_cell != LetterCell::Version && *m_cell != LetterCell::Handler)
        return left.compare(right);
    std::vector<char16_t> first, second;
    return filter::compareVersions(left.decoded(first), right.decoded(second));
}

/// For each text its place among all different ones, from 0; texts that compare equal share one.
std::vector<quint32> LetterOrder::ranks(const LetterTable &table, LetterText column) const
{
    std::vector<TextId> ids(table.textCount(column));
    std::iota(ids.begin(), ids.end(), TextId(0));
    const auto compare = [&](TextId a, TextId b) { return compareTexts(table.text(column, a), table.text(column, b)); };
    std::sort(ids.begin(), ids.end(), [&](TextId a, TextId b) { return compare(a, b) < 0; });
    std::vector<quint32> ranks(ids.size());
    for (std::size_t i = 1; i < ids.size(); ++i)
        ranks[ids[i]] = ranks[ids[i - 1]] + quint32(compare(ids[i - 1], ids[i]) != 0);
    return ranks;
}

void LetterOrder::sortById(const LetterTable &table, std::vector<quint32> &rows) const
{
    std::sort(rows.begin(), rows.end(), [&](quint32 left, quint32 right) { return isBefore(table, left, right); });
}

void LetterOrder::sort(const LetterTable &table, std::vector<quint32> &rows) const
{
    if (!std::is_sorted(rows.begin(), rows.end()))
        std::sort(rows.begin(), rows.end());
    if (isAsRead() || rows.empty())
        return;
    if (*m_cell == LetterCell::Id)
        return sortById(table, rows);
    std::vector<quint32> rankOf;
    const auto column = text();
    if (column)
        rankOf = ranks(table, *column);
    std::vector<Keyed> keyed;
    keyed.reserve(rows.size());
    for (const quint32 row : rows) {
        quint64 key = last;
        if (column && table.textId(*column, row) != 0)
            key = orderedBits(rankOf[table.textId(*column, row)]);
        else if (const auto value = column ? std::nullopt : number(table, row))
            key = orderedBits(*value);
        keyed.push_back({isDescending() && key != last ? ~key : key, row});
    }
    sortByKey(keyed);
    std::transform(keyed.begin(), keyed.end(), rows.begin(), [](const Keyed &each) { return each.row; });
}

bool LetterOrder::isBefore(const LetterTable &table, quint32 left, quint32 right) const
{
    if (isAsRead())
        return left < right;
    int order = 0;
    bool hasLeft = false, hasRight = false;
    if (*m_cell == LetterCell::Id || text()) {
        const auto textOf = [&](quint32 row) { return *m_cell == LetterCell::Id ? table.idText(row) : table.text(*text(), table.textId(*text(), row)); };
        const PackedText a = textOf(left), b = textOf(right);
        hasLeft = !a.isEmpty();
        hasRight = !b.isEmpty();
        order = hasLeft && hasRight ? compareTexts(a, b) : 0;
    } else {
        const auto a = number(table, left), b = number(table, right);
        hasLeft = a.has_value();
        hasRight = b.has_value();
        order = a && b ? (*a < *b ? -1 : int(*a > *b)) : 0;
    }
    if (hasLeft != hasRight)
        return hasLeft;
    if (order != 0)
        return isDescending() ? order > 0 : order < 0;
    return left < right;
}

} // namespace holdwatch
