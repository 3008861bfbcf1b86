// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/DiffRows.h"

#include "models/core/Format.h"
#include "models/payload/TextView.h"

#include <QHash>

#include <algorithm>

namespace holdwatch::payload {

namespace {

constexpr qsizetype shownBytes = 200;
constexpr qsizetype before = 40; ///< shown of a long line before its first difference

/// Lines as numbers: equal lines, and no others, have the same one.
class Lines
{
public:
    std::vector<quint64> number(QByteArrayView bytes, ByteRanges &ranges)
    {
        std::vector<quint64> numbers;
        for (qsizetype at = 0; at < bytes.size();) {
            const qsizetype feed = bytes.indexOf('\n', at);
            const qsizetype end = feed < 0 ? bytes.size() : feed + 1;
            const QByteArray line = QByteArray::fromRawData(bytes.data() + at, end - at);
            numbers.push_back(*m_known.tryInsert(line, quint64(m_known.size())));
            ranges.push_back({at, end});
            at = end;
        }
        return numbers;
    }

private:
    struct Table : QHash<QByteArray, quint64>
    {
        const quint64 *tryInsert(const QByteArray &line, quint64 next)
        {
            const auto known = find(line);
            return known != end() ? &*known : &*insert(line, next);
        }
    };
    Table m_known;
};

class LineRows
{
public:
    LineRows(const DiffSide &left, const DiffSide &right, const DiffLimits &limits) : m_left(left), m_right(right), m_limits(limits), m_rows(limits) {}

    Diff compare()
    {
        Lines lines;
        const auto leftNumbers = lines.number(m_left.bytes, m_leftLines);
        const auto rightNumbers = lines.number(m_right.bytes, m_rightLines);
        const auto script = editScript(leftNumbers, rightNumbers, m_limits.edits);
        addAll(script ? *script : blockScript(leftNumbers, rightNumbers));
        return m_rows.take(script ? Diff::Basis::Lines : Diff::Basis::Blocks,
                           script ? QString() : QStringLiteral("Too different to match line by line; everything between the first and the last difference stands as one block."));
    }

private:
    void addAll(const std::vector<EditRun> &runs)
    {
        for (size_t i = 0; i < runs.size();) {
            if (runs[i].kind == EditRun::Kind::Same) {
                addSame(runs[i], i > 0, i + 1 < runs.size());
                ++i;
                continue;
            }
            Hunk hunk{runs[i].left, runs[i].right, 0, 0};
            for (; i < runs.size() && runs[i].kind != EditRun::Kind::Same; ++i)
                (runs[i].kind == EditRun::Kind::Removed ? hunk.removed : hunk.added) += runs[i].count;
            addHunk(hunk);
        }
    }

    struct Hunk
    {
        qsizetype left;
        qsizetype right;
        qsizetype removed;
        qsizetype added;
    };

    /// As many removed as added lines: one became the other.
    void addHunk(const Hunk &hunk)
    {
        const qsizetype paired = hunk.removed == hunk.added ? hunk.removed : 0;
        for (qsizetype i = 0; i < paired; ++i)
            add(DiffRow::Kind::Changed, hunk.left + i, hunk.right + i);
        for (qsizetype i = paired; i < hunk.removed; ++i)
            add(DiffRow::Kind::Removed, hunk.left + i, -1);
        for (qsizetype i = paired; i < hunk.added; ++i)
            add(DiffRow::Kind::Added, -1, hunk.right + i);
    }

    void addSame(const EditRun &run, bool somethingBefore, bool somethingBehind)
    {
        const qsizetype head = somethingBefore ? std::min(m_limits.context, run.count) : 0;
        const qsizetype tail = somethingBehind ? std::min(m_limits.context, run.count - head) : 0;
        for (qsizetype i = 0; i < head; ++i)
            add(DiffRow::Kind::Same, run.left + i, run.right + i);
        if (const qsizetype skipped = run.count - head - tail; skipped > 0) {
            DiffRow row;
            row.kind = DiffRow::Kind::Skipped;
            row.leftLine = run.left + head;
            row.rightLine = run.right + head;
            row.note = skipped == 1 ? QStringLiteral("1 equal line") : QStringLiteral("%1 equal lines").arg(formatCount(skipped));
            m_rows.add(std::move(row));
        }
        for (qsizetype i = run.count - tail; i < run.count; ++i)
            add(DiffRow::Kind::Same, run.left + i, run.right + i);
    }

    void add(DiffRow::Kind kind, qsizetype left, qsizetype right)
    {
        m_rows.count(kind);
        if (!m_rows.hasRoom())
            return m_rows.leaveOut();
        DiffRow row;
        row.kind = kind;
        row.leftLine = left;
        row.rightLine = right;
        if (left >= 0)
            row.leftRange = m_leftLines[size_t(left)];
        if (right >= 0)
            row.rightRange = m_rightLines[size_t(right)];
        qsizetype skip = kind == DiffRow::Kind::Changed ? firstDifference(row) : 0;
        if (kind == DiffRow::Kind::Changed)
            row.note = QStringLiteral("differs from byte %1 of the line").arg(formatCount(skip));
        skip = skip > shownBytes - before ? skip - before : 0;
        row.left = shown(m_left, row.leftRange, left >= 0, skip);
        row.right = shown(m_right, row.rightRange, right >= 0, skip);
        m_rows.add(std::move(row));
    }

    qsizetype firstDifference(const DiffRow &row) const
    {
        const QByteArrayView left = row.leftRange.of(m_left.bytes);
        const QByteArrayView right = row.rightRange.of(m_right.bytes);
        return std::distance(left.begin(), std::mismatch(left.begin(), left.end(), right.begin(), right.end()).first);
    }

    static QString shown(const DiffSide &side, ByteRange line, bool isThere, qsizetype skip)
    {
        if (!isThere)
            return {};
        const bool endsWithFeed = line.of(side.bytes).endsWith('\n');
        line.until -= endsWithFeed ? 1 : 0;
        line.from = std::min(line.from + skip, line.until);
        QString text = excerpt(side.bytes, line, shownBytes, side.hidden);
        if (skip > 0)
            text.prepend(QChar(0x2026));
        return endsWithFeed || line.until < side.bytes.size() ? text : text + QStringLiteral(" (no line feed at the end)");
    }

    const DiffSide &m_left;
    const DiffSide &m_right;
    DiffLimits m_limits;
    DiffRows m_rows;
    ByteRanges m_leftLines;
    ByteRanges m_rightLines;
};

} // namespace

Diff diffLines(const DiffSide &left, const DiffSide &right, const DiffLimits &limits)
{
    return LineRows(left, right, limits).compare();
}

} // namespace holdwatch::payload
