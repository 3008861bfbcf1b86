// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/ClassRules.h"
#include "models/deadletters/DeadLetterRow.h"
#include "models/deadletters/TextPool.h"

#include <QHash>

#include <limits>

namespace holdwatch {

/// Columns by which a table keeps texts. Those up to `VersionPlace` repeat and are kept once for all rows that share them all.
enum class LetterText { Class, Version, Handler, Queue, ContentType, KeyPlace, VersionPlace, Key, Error };
constexpr int sharedTextCount = int(LetterText::VersionPlace) + 1;

enum class LetterTime { Published, Died, Expires, FirstSeen };
constexpr int letterTimeCount = int(LetterTime::FirstSeen) + 1;

/// A snapshot's rows, column by column, about 300 bytes each; a million fit well. Rows are numbered from 0 as they came,
/// which is not their LetterNumber. Texts are given back exactly. One thread at a time.
class LetterTable
{
public:
    using RowIndex = quint32;
    static constexpr RowIndex nowhere = std::numeric_limits<RowIndex>::max();
    static constexpr qint64 noTime = std::numeric_limits<qint64>::min();

    /// Rows whose number is known already change in place instead. The rows that changed.
    std::vector<RowIndex> append(const QVector<DeadLetterRow> &rows);
    /// Numbers that are not known are left out. The rows that differ from before, each once, ascending.
    std::vector<RowIndex> change(const QVector<DeadLetterRow> &rows);
    void clear();

    std::size_t count() const { return m_size.size(); }
    DeadLetterRow row(RowIndex row) const;
    LetterNumber numberAt(RowIndex row) const { return m_isDense ? LetterNumber(row) : m_numbers[row]; }
    RowIndex rowOf(LetterNumber number) const; ///< nowhere if there is no such letter

    TextId textId(LetterText column, RowIndex row) const;
    PackedText text(LetterText column, TextId id) const { return poolOf(column).at(id); }
    std::size_t textCount(LetterText column) const { return poolOf(column).count(); } ///< ids are below it
    PackedText idText(RowIndex row) const { return m_ids[row] ? TextArena::read(m_ids[row]) : PackedText(); }
    qint64 time(LetterTime column, RowIndex row) const { return m_times[std::size_t(column)][row]; } ///< noTime: not reported
    qint64 size(RowIndex row) const { return m_size[row]; }
    int deliveries(RowIndex row) const { return m_deliveries[row]; } ///< below 0: not reported
    int status(RowIndex row) const { return m_status[row]; }         ///< 0: not reported
    int redrives(RowIndex row) const { return m_redrives[row]; }

    /// Rows with the same number here share all texts up to `VersionPlace`. Numbers are below `shareCount()`.
    quint32 shareOf(RowIndex row) const { return m_share[row]; }
    std::size_t shareCount() const { return m_shares.size(); }
    TextId sharedText(LetterText column, quint32 share) const { return m_shares[share].texts[std::size_t(column)]; }

    /// Of errors that fold into the same text, the same number.
    TextId foldedErrorId(RowIndex row) const { return m_foldedOf[m_error[row]]; }
    PackedText foldedError(TextId id) const { return m_folded.at(id); }

    /// Values of a shared column that some row has now, the most frequent first, those that begin with `typed` before those that hold it.
    QStringList valuesOf(LetterText column, const QString &typed, qsizetype most) const;

    /// What the class ids mean; for owner, state and verdict. Does not touch the rows.
    void setClasses(const QVector<FailureClass> &classes) { m_classes = classes; }
    const QVector<FailureClass> &classes() const { return m_classes; }

    quint64 revision() const { return m_revision; } ///< differs after each change of a row that was there, and after clear()

private:
    struct Share
    {
        std::array<TextId, sharedTextCount> texts{};
        bool operator==(const Share &) const = default;
        friend size_t qHash(const Share &share, size_t seed = 0) { return qHashRange(share.texts.begin(), share.texts.end(), seed); }
    };
    using Digest = std::array<char, 32>;

    const TextPool &poolOf(LetterText column) const { return m_pools[std::size_t(column)]; }
    TextId intern(LetterText column, const QString &text) { return m_pools[std::size_t(column)].intern(text); }
    TextId internError(const QString &text);
    quint32 shareFor(const DeadLetterRow &row);
    void add(const DeadLetterRow &row);
    void replace(RowIndex at, const DeadLetterRow &row);
    void keepNumber(LetterNumber number);
    std::optional<UtcTime> timeAt(LetterTime column, RowIndex row) const;

    std::array<TextPool, int(LetterText::Error) + 1> m_pools;
    std::vector<Share> m_shares;
    std::vector<quint32> m_shareRows; ///< how many rows have it
    QHash<Share, quint32> m_shareOf;
    TextPool m_folded;
    Column<TextId> m_foldedOf; ///< error text → folded text

    Column<quint32> m_share;
    Column<TextId> m_key;
    Column<TextId> m_error;
    TextArena m_idTexts;
    Column<const char *> m_ids;
    std::array<Column<qint64>, letterTimeCount> m_times;
    Column<qint64> m_size;
    Column<qint32> m_deliveries;
    Column<qint32> m_redrives;
    Column<qint32> m_status;
    Column<Digest> m_digests; ///< all zero: none

    bool m_isDense = true; ///< each number is its row, so neither is kept
    Column<LetterNumber> m_numbers;
    QHash<LetterNumber, RowIndex> m_rowOf;
    QVector<FailureClass> m_classes;
    quint64 m_revision = 0;
};

} // namespace holdwatch
