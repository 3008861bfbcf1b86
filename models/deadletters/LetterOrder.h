// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/DeadLetterCells.h"
#include "models/deadletters/LetterTable.h"

#include <QObject>

#include <functional>

namespace holdwatch {

/// The order of a list by one column. What is not reported stands last either way; equal ones stay in the order they were
/// read. Versions go by compareVersions, other texts regardless of the case of ASCII letters.
class LetterOrder
{
public:
    LetterOrder() = default; ///< as they were read
    LetterOrder(LetterCell cell, Qt::SortOrder direction) : m_cell(cell), m_direction(direction) {}

    bool isAsRead() const { return !m_cell; }
    void sort(const LetterTable &table, std::vector<quint32> &rows) const;
    bool isBefore(const LetterTable &table, quint32 left, quint32 right) const; ///< a strict order over all rows

    bool operator==(const LetterOrder &) const = default;

private:
    std::optional<LetterText> text() const;
    std::optional<qint64> number(const LetterTable &table, quint32 row) const;
    int compareTexts(const PackedText &left, const PackedText &right) const;
    std::vector<quint32> ranks(std::size_t count, const std::function<PackedText(quint32)> &textOf) const;
    bool isDescending() const { return m_direction == Qt::DescendingOrder; }

    std::optional<LetterCell> m_cell;
    Qt::SortOrder m_direction = Qt::AscendingOrder;
};

} // namespace holdwatch
